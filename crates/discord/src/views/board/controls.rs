//! The controls below a board.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateButton};

use crate::controls::{BoardAction, Chosen, Control, MatchAction};
use crate::views::menus::Menus;
use games::board::Move;
use play::decide::Again;
use play::{Board, Offer, decide};
use texts::say;

/// How many buttons Discord allows in a row.
const MAX_BUTTONS_PER_ROW: usize = 5;

/// The rows of controls, with the menus for what has been chosen so far.
pub fn controls(board: &Board, chosen: Chosen) -> Vec<CreateActionRow> {
    let Board { current, position, .. } = board;
    let id = current.id;
    let button = |control: Control, key: &str| CreateButton::new(control.to_string()).label(say(key, &[]));
    if current.outcome.is_some() {
        let again = |again, label: String, style| {
            CreateButton::new(Control::of_match(id, MatchAction::Rematch(again)).to_string()).label(label).style(style)
        };
        let counts = decide::may_make_it_count(current)
            .then(|| again(Again::Rated, say("button-make-it-count", &[]), ButtonStyle::Success));
        let level = decide::next_level(current).map(|level| {
            let label = say("button-try-level", &[("level", i64::from(level).into())]);
            again(Again::Level(level), label, ButtonStyle::Secondary)
        });
        let rematch = again(Again::AsBefore, say("button-rematch", &[]), ButtonStyle::Primary);
        // If nobody has moved, there is nothing to review.
        let review = (current.plies() > 0).then(|| button(Control::of_match(id, MatchAction::Review), "button-review"));
        let review = review.map(|it| it.style(ButtonStyle::Secondary));
        let buttons = [counts, Some(rematch), level, review];
        return vec![CreateActionRow::Buttons(buttons.into_iter().flatten().collect())];
    }
    let mut rows = menus(board, chosen);
    let mut buttons = Vec::new();
    if current.seat(position.to_move()).user().is_some() {
        if position.legal() == [Move::PASS] {
            buttons.push(button(Control::board(current, BoardAction::Pass), "button-pass").style(ButtonStyle::Primary));
        }
        buttons.push(button(Control::board(current, BoardAction::Legal), "button-legal").style(ButtonStyle::Secondary));
        if may_ask_engine(board) {
            buttons
                .push(button(Control::board(current, BoardAction::Hint), "button-hint").style(ButtonStyle::Secondary));
        }
    }
    buttons.push(button(Control::board(current, BoardAction::MyView), "button-my-view").style(ButtonStyle::Secondary));
    buttons.push(button(Control::of_match(id, MatchAction::Rules), "button-rules").style(ButtonStyle::Secondary));
    buttons.push(button(Control::board(current, BoardAction::More), "button-more").style(ButtonStyle::Secondary));
    buttons.push(button(Control::board(current, BoardAction::Resign), "button-resign").style(ButtonStyle::Danger));
    rows.extend(buttons.chunks(MAX_BUTTONS_PER_ROW).map(|it| CreateActionRow::Buttons(it.to_vec())));
    rows.extend(answers(board));
    rows
}

/// Whether the player to move may ask the engine.
fn may_ask_engine(board: &Board) -> bool {
    let current = &board.current;
    current.seat(current.to_move()).user().is_some_and(|user| decide::may_be_advised(current, user).is_ok())
}

/// The menus for choosing a move, at the current stage of the choice.
pub fn menus(board: &Board, chosen: Chosen) -> Vec<CreateActionRow> {
    let Board { current, position, .. } = board;
    let legal = position.legal();
    if current.seat(position.to_move()).user().is_none() || current.outcome.is_some() || legal == [Move::PASS] {
        return Vec::new();
    }
    let taken = |it| position.captured(it).count();
    let control = |menu| Control::board(current, BoardAction::Choose(menu)).to_string();
    Menus { control: &control, legal: &legal, taken: &taken, chosen }.rows()
}

/// The buttons for answering a pending offer and for ending a pause; there can be an offer during a pause, too.
fn answers(board: &Board) -> Option<CreateActionRow> {
    let current = &board.current;
    let button =
        |control: Control, key: &str, style| CreateButton::new(control.to_string()).label(say(key, &[])).style(style);
    let mut buttons = Vec::new();
    if let Some(Offer { kind, .. }) = current.conduct.offer {
        let accept = format!("button-accept-{}", kind.name());
        buttons.push(button(
            Control::board(current, BoardAction::AnswerOffer(kind, true)),
            &accept,
            ButtonStyle::Success,
        ));
        let decline = Control::board(current, BoardAction::AnswerOffer(kind, false));
        buttons.push(button(decline, "button-decline", ButtonStyle::Secondary));
    }
    if current.conduct.paused {
        buttons.push(button(Control::board(current, BoardAction::Resume), "button-resume", ButtonStyle::Success));
    }
    (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons))
}
