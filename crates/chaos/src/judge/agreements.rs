//! Whether offers reach the other player, and nothing happens that was not offered.

use discord::controls::{BoardAction, Control};
use std::collections::HashMap;

use games::Reason;

use super::Check;
use crate::scene::{Scene, SeenMessage};
use play::{Match, OfferKind};

/// Counts what was agreed: each needs an offer of its kind in that match.
pub(super) fn unasked(scene: &Scene, matches: &[Match]) -> Check {
    let mut offers: HashMap<(i64, &str), usize> = HashMap::new();
    for (turn, kind) in scene.history.offers() {
        *offers.entry((turn.match_id, kind.name())).or_default() += 1;
    }
    let accepted = scene.history.accepted();
    let (mut looked_at, mut violations) = (0, Vec::new());
    for current in matches {
        let takebacks = accepted.get(&current.id.0).map_or(0, |it| it.len().saturating_sub(1));
        let draws = usize::from(current.outcome.is_some_and(|it| it.reason == Reason::Agreed));
        for (kind, agreed) in [(OfferKind::Draw, draws), (OfferKind::Takeback, takebacks)] {
            let offered = offers.get(&(current.id.0, kind.name())).copied().unwrap_or_default();
            looked_at += agreed;
            if agreed > offered {
                let kind = kind.name();
                violations.push(format!("match {}: {kind} {agreed} times, and offered {offered} times", current.id));
            }
        }
    }
    Check { promise: "nothing is agreed on that was not offered", looked_at, violations }
}

/// Whether the live board of a match with an offer asks for an answer.
pub(super) fn unanswerable(scene: &Scene, matches: &[Match], messages: &[SeenMessage]) -> Check {
    let by_id: HashMap<u64, &SeenMessage> = messages.iter().map(|it| (it.id(), it)).collect();
    let (mut looked_at, mut violations) = (0, Vec::new());
    for current in matches.iter().filter(|it| it.outcome.is_none() && !scene.has_lost_channel(it)) {
        let live = current.shown.and_then(|it| by_id.get(&it.message.0));
        let (Some(offer), Some(live)) = (current.conduct.offer, live) else { continue };
        looked_at += 1;
        let control = Control::board(current, BoardAction::AnswerOffer(offer.kind, true));
        if live.id_of(&control).is_none() {
            violations.push(format!("match {}: message {} does not ask about {offer:?}", current.id, live.id()));
        }
    }
    Check { promise: "whoever is offered something is asked", looked_at, violations }
}
