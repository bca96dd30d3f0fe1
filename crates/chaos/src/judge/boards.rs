//! Whether boards and cards are shown as they should be.

use std::collections::{BTreeMap, BTreeSet};

use super::Check;
use crate::scene::{BoardName, Scene, SeenMessage, Sighting};
use play::ports::Store;
use play::{ChallengeId, ChallengeState, Match};

pub(super) fn owed(scene: &Scene, matches: &[Match]) -> Check {
    let boards = scene.onlooker.boards();
    let unseen = |it: &&Match| !boards.contains_key(&BoardName { match_id: it.id.0, version: it.version() });
    let violations = matches
        .iter()
        .filter(|it| !scene.has_lost_channel(it))
        .filter(unseen)
        .map(|it| format!("nobody has seen how match {} stands", it.id));
    Check {
        promise: "the latest state of each match was shown",
        looked_at: matches.len(),
        violations: violations.collect(),
    }
}

pub(super) fn shown_twice(scene: &Scene) -> Check {
    let boards = scene.onlooker.boards();
    let twice = boards.iter().filter(|it| it.1.messages.iter().any(|messages| is_twice(scene, it.1, messages)));
    let violations =
        twice.map(|(board, it)| format!("{board:?} was shown by the messages {:?}", it.messages)).collect();
    Check { promise: "no board is shown twice", looked_at: boards.len(), violations }
}

/// Whether a board was shown by two messages without a good reason. If the first one was gone before the next one came,
/// removed by a moderator or by the bot, it was shown again; and whoever is offered something, or turned out to take no
/// direct messages, is notified by a new message, as the change of an old one notifies nobody.
fn is_twice(scene: &Scene, sighting: &Sighting, messages: &BTreeSet<u64>) -> bool {
    let is_good = |(message, next): (&u64, &u64)| {
        let began = |those: &BTreeSet<u64>| those.contains(next) && !those.contains(message);
        scene.channels.was_removed_before(*message, *next) || began(&sighting.notifying) || began(&sighting.asking)
    };
    !messages.iter().zip(messages.iter().skip(1)).all(is_good)
}

pub(super) fn live_boards(matches: &[Match], messages: &[SeenMessage]) -> Check {
    let mut live: BTreeMap<i64, Vec<(u32, u64)>> = BTreeMap::new();
    for message in messages.iter().filter(|it| it.is_public() && it.has_controls()) {
        if let Some(board) = message.board() {
            live.entry(board.match_id).or_default().push((board.version, message.id()));
        }
    }
    let mut violations = Vec::new();
    for current in matches {
        let found = live.get(&current.id.0).map(Vec::as_slice).unwrap_or_default();
        let wanted = current.shown.map(|it| (current.version(), it.message.0));
        if found.iter().any(|it| Some(*it) != wanted) {
            violations.push(format!("match {}: {wanted:?} is the live board, and controls have {found:?}", current.id));
        }
    }
    Check { promise: "only the newest board of a match has controls", looked_at: live.len(), violations }
}

pub(super) async fn closed_challenges(store: &dyn Store, messages: &[SeenMessage]) -> anyhow::Result<Check> {
    let mut violations = Vec::new();
    let open: Vec<i64> = messages.iter().filter_map(SeenMessage::open_challenge).collect();
    for id in &open {
        let state = store.challenge(ChallengeId(*id)).await?.map(|it| it.state);
        if state != Some(ChallengeState::Open) {
            violations.push(format!("challenge {id} can be accepted, and is {state:?}"));
        }
    }
    Ok(Check { promise: "only open challenges have controls", looked_at: open.len(), violations })
}
