//! What else can be done in a match; only the person who asks sees it.

use super::{Button, Style, View};
use crate::controls::{AnyonesAction, BoardAction, Control, MatchAction};
use play::{Board, MatchId, OfferKind, UserId, decide, lines};
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
    let over = if current.outcome.is_some() { "yes" } else { "no" };
    View::text(say(key, &[("match", id.to_string().into()), ("over", over.into())])).with_buttons(buttons)
}

/// The question whether to block the opponent of a match.
pub fn confirm_blocking(id: MatchId, opponent: UserId) -> View {
    let control = Control::of_match(id, MatchAction::ConfirmBlock);
    View::text(say("block-question", &[("player", opponent.mention().into())])).with_button(
        control,
        "button-really-block",
        Style::Danger,
    )
}

/// Confirms that somebody is in the thread of a match, without further notices.
pub fn following(board: &Board) -> View {
    let current = &board.current;
    let thread = current.place.channel.mention().into();
    View::text(say("following", &[("match", current.id.to_string().into()), ("thread", thread)]))
}

/// Confirms that somebody watches a match from now on, or no longer.
pub fn watching(id: MatchId, is_watching: bool) -> View {
    let key = if is_watching { "watching" } else { "unwatched" };
    View::text(say(key, &[("match", id.to_string().into())]))
}

/// The result of an offer. If a draw is agreed too early, it does not count.
pub fn done(board: &Board, kind: OfferKind) -> View {
    let current = &board.current;
    let is_pending = current.offers.pending.is_some_and(|it| it.kind == kind);
    let key = match current.outcome {
        _ if is_pending => "offer-made",
        Some(end) if !end.counts() => "offer-agreed-too-early",
        _ => "offer-agreed",
    };
    View::text(say(key, &[("kind", kind.name().into())]))
}
