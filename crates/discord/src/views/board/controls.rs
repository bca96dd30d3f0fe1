//! The controls below a board.

use crate::controls::{BoardAction, Control, MatchAction, MoveSoFar};
use crate::views::menus::move_menus;
use crate::views::{Button, SelectMenu, Style, View};
use games::board::Move;
use play::decide::RematchTerms;
use play::{Board, Offer, decide};
use texts::say;

/// A view with the controls of a board below. `can_open`: the board can be opened on a page.
pub fn with_controls(view: View, board: &Board, can_open: bool) -> View {
    let Board { current, position, .. } = board;
    let of_match = |action, key: &str| Button::new(Control::of_match(current.id, action), key, Style::Secondary);
    let open = can_open.then(|| of_match(MatchAction::OpenBoard, "button-open-board"));
    if current.outcome.is_some() {
        let again = |again| Control::of_match(current.id, MatchAction::Rematch(again));
        let counts = decide::may_play_it_rated(current)
            .then(|| Button::new(again(RematchTerms::Rated), "button-make-it-count", Style::Success));
        let rematch = Button::new(again(RematchTerms::AsBefore), "button-rematch", Style::Primary);
        let level = decide::next_level(current).map(|level| {
            let label = say("button-try-level", &[("level", level.into())]);
            Button::labeled(again(RematchTerms::Level(level)), label, Style::Secondary)
        });
        // If nobody has moved, there is nothing to review.
        let review = (current.plies() > 0).then(|| of_match(MatchAction::Review, "button-review"));
        let replay = (current.plies() > 0).then(|| of_match(MatchAction::Replay(None), "button-replay"));
        let share = (current.plies() > 0).then(|| of_match(MatchAction::Share, "button-share"));
        let (again, votes) = match current.is_voted_on() {
            true => (None, Some(of_match(MatchAction::OwnVotes, "button-own-votes"))),
            false => (Some(rematch), None),
        };
        let buttons = [counts, again, level, votes, replay, review, share, open];
        return view.with_buttons(buttons.into_iter().flatten());
    }
    let button = |action, key: &str, style| Button::new(Control::board(current, action), key, style);
    let mut buttons = Vec::from_iter(open);
    if current.awaits_people() {
        if position.legal() == [Move::PASS] {
            buttons.push(button(BoardAction::Pass, "button-pass", Style::Primary));
        }
        buttons.push(button(BoardAction::Legal, "button-legal", Style::Secondary));
        if may_ask_engine(board) {
            buttons.push(button(BoardAction::Hint, "button-hint", Style::Secondary));
        }
    }
    buttons.push(button(BoardAction::MyView, "button-my-view", Style::Secondary));
    buttons.push(of_match(MatchAction::Rules, "button-rules"));
    if current.is_voted_on() {
        buttons.push(of_match(MatchAction::OwnVotes, "button-own-votes"));
    } else {
        buttons.push(button(BoardAction::More, "button-more", Style::Secondary));
    }
    let menus = menus(board, MoveSoFar::Nothing);
    menus.into_iter().fold(view, View::with_menu).with_buttons(buttons).with_buttons(answers(board))
}

/// Whether the player to move may ask the engine.
fn may_ask_engine(board: &Board) -> bool {
    let current = &board.current;
    current.seat(current.to_move()).user().is_some_and(|user| decide::may_be_advised(current, user).is_ok())
}

/// The menus for choosing a move, at the current stage of the choice.
pub fn menus(board: &Board, chosen: MoveSoFar) -> Vec<SelectMenu> {
    let Board { current, position, .. } = board;
    if !current.awaits_people() {
        return Vec::new();
    }
    move_menus(&**position, &|menu| Control::board(current, BoardAction::Choose(menu)), chosen)
}

/// The buttons for answering a pending offer and for ending a pause; there can be an offer during a pause, too.
fn answers(board: &Board) -> Vec<Button> {
    let current = &board.current;
    let button = |action, key: &str, style| Button::new(Control::board(current, action), key, style);
    let mut buttons = Vec::new();
    if let Some(Offer { kind, .. }) = current.offers.pending {
        let accept = format!("button-accept-{}", kind.name());
        buttons.push(button(BoardAction::AnswerOffer(kind, true), &accept, Style::Success));
        buttons.push(button(BoardAction::AnswerOffer(kind, false), "button-decline", Style::Secondary));
    }
    if current.clock.is_paused && !current.is_voted_on() {
        buttons.push(button(BoardAction::Resume, "button-resume", Style::Success));
    }
    buttons
}
