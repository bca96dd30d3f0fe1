//! What else can be done in a match, what is asked before it is done, and what is said after it.

use super::{Button, Style, View, numbered, say_of, seat_name};
use crate::controls::{AnyonesAction, BoardAction, Control, MatchAction};
use play::{Board, Match, MatchId, MatchOutline, OfferKind, UserId, decide, lines};
use texts::say;

/// What `user` can do in a match besides moving. What is not possible now is left out.
pub fn panel(board: &Board, user: UserId, is_watching: bool) -> View {
    let current = &board.current;
    let id = current.id;
    let button = |control: Control, key: &str| Button::new(control, key, Style::Secondary);
    // An existing offer is answered on the board.
    let may_offer = |kind: &OfferKind| decide::may_offer(board, user, *kind).is_ok();
    let offers = OfferKind::ALL.into_iter().filter(|kind| current.offers.pending.is_none() && may_offer(kind));
    let mut buttons: Vec<Button> = offers
        .map(|kind| button(Control::board(current, BoardAction::Offer(kind)), &format!("button-offer-{}", kind.name())))
        .collect();
    if lines::may_prepare(board, user).is_ok() {
        buttons.push(button(Control::board(current, BoardAction::Plans), "button-plans"));
    }
    if decide::may_explore(current).is_ok() {
        buttons.push(button(Control::of_match(id, MatchAction::Explore(None)), "button-explore"));
    }
    if decide::may_move(board, user).is_ok() {
        let example = board.position.legal().first().copied();
        buttons.insert(0, button(Control::board(current, BoardAction::TypeMove(example)), "button-type-move"));
    }
    if decide::may_resume(board, user).is_ok() {
        buttons.push(button(Control::board(current, BoardAction::Resume), "button-resume"));
    }
    let is_player = current.side_of(user).is_some();
    if !is_player && current.outcome.is_none() {
        let key = if is_watching { "button-unwatch" } else { "button-watch" };
        buttons.push(button(Control::of_match(id, MatchAction::Watch(!is_watching)), key));
    }
    if is_player && current.outcome.is_none() {
        buttons.push(Button::new(Control::board(current, BoardAction::Resign), "button-resign", Style::Danger));
    }
    let opponent = current.side_of(user).and_then(|it| current.seat(it.other()).user());
    if opponent.is_some() {
        buttons.push(button(Control::of_match(id, MatchAction::Block), "button-block"));
    }
    let key = match (is_player, buttons.is_empty()) {
        (false, _) => "more-for-strangers",
        (true, true) => "more-nothing",
        (true, false) => "more",
    };
    buttons.push(button(Control::Anyone(AnyonesAction::Settings), "button-settings"));
    View::text(say(key, &[numbered(id), ("over", current.outcome.is_some().into())])).with_buttons(buttons)
}

/// The question whether somebody really wants to give up.
pub fn confirm_resigning(current: &Match, asked: UserId) -> View {
    let control = Control::board(current, BoardAction::ConfirmResign(asked));
    let (question, label) = match current.has_really_begun() {
        true => ("resign-question", "button-really-resign"),
        false => ("abort-question", "button-really-abort"),
    };
    View::text(say_of(question, current.id)).with_button(control, label, Style::Danger)
}

/// The question whether somebody really wants to end a match that is set aside.
pub fn confirm_abandoning(id: MatchId, asked: UserId) -> View {
    let control = Control::of_match(id, MatchAction::ConfirmAbandon(asked));
    View::text(say_of("abandon-question", id)).with_button(control, "button-really-end", Style::Danger)
}

/// The question to a moderator whether a match is really to be ended.
pub fn confirm_ending(outline: &MatchOutline) -> View {
    let [first, second] = outline.seats.map(|it| it.map_or_else(|| say("somebody", &[]), seat_name));
    let control = Control::of_match(outline.id, MatchAction::ConfirmEnd);
    let question = say("end-question", &[numbered(outline.id), ("first", first), ("second", second)]);
    View::text(question).with_button(control, "button-really-end", Style::Danger)
}

/// The question whether an imported record is really to be removed.
pub fn confirm_removing(id: MatchId) -> View {
    let control = Control::of_match(id, MatchAction::ConfirmRemove);
    View::text(say_of("remove-question", id)).with_button(control, "button-really-remove", Style::Danger)
}

/// The question whether to block the opponent of a match.
pub fn confirm_blocking(id: MatchId, opponent: UserId) -> View {
    let control = Control::of_match(id, MatchAction::ConfirmBlock);
    let question = say("block-question", &[("player", opponent.mention().into())]);
    View::text(question).with_button(control, "button-really-block", Style::Danger)
}

/// Confirms that somebody is in the thread of a match, without further notices.
pub fn following(board: &Board) -> View {
    let current = &board.current;
    View::text(say("following", &[numbered(current.id), ("thread", current.place.channel.mention().into())]))
}

/// The result of an offer. If a draw is agreed too early, it does not count.
pub fn offered(board: &Board, kind: OfferKind) -> View {
    let current = &board.current;
    let is_pending = current.offers.pending.is_some_and(|it| it.kind == kind);
    let key = match current.outcome {
        _ if is_pending => "offer-made",
        Some(end) if !end.counts() => "offer-agreed-too-early",
        _ => "offer-agreed",
    };
    View::text(say(key, &[("kind", kind.name().into())]))
}
