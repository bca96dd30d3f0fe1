//! Whether all moves were kept.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::Ordering;

use super::Check;
use super::matches::Matches;
use crate::scene::{SaidMove, Scene, Stretch};
use play::Match;

pub(super) fn replays(matches: &Matches) -> Check {
    let unplayable = matches.readable.iter().filter_map(|it| it.replay().err()).map(|it| it.to_string());
    let violations = matches.broken.iter().cloned().chain(unplayable).collect();
    let looked_at = matches.readable.len() + matches.broken.len();
    Check { promise: "every match replays under the referee", looked_at, violations }
}

/// Notes what the matches are in the end, which the checks after this one compare with what was seen.
pub(super) fn lost(scene: &Scene, matches: &[Match]) -> Check {
    let mut violations = Vec::new();
    if scene.has_changed_past.load(Ordering::SeqCst) {
        violations.push("moves that had been accepted were others, or gone, some time later".to_owned());
    }
    let known = scene.history.accepted();
    for current in matches.iter().filter(|it| !scene.history.accept(it.id.0, it.undone, &it.moves)) {
        let before = known.get(&current.id.0).and_then(|it| it.last());
        violations.push(format!("match #{} had {before:?}, and at the end {:?}", current.id, current.moves));
    }
    let ids: HashSet<i64> = matches.iter().map(|it| it.id.0).collect();
    violations.extend(known.keys().filter(|it| !ids.contains(it)).map(|it| format!("match #{it} is gone")));
    let looked_at = known.values().flatten().map(|it| it.played().count()).sum();
    Check { promise: "no accepted move is lost or changes its place", looked_at, violations }
}

pub(super) fn told_wrongly(scene: &Scene) -> Check {
    let accepted = scene.history.accepted();
    let boards = scene.onlooker.boards();
    let mut violations = Vec::new();
    for (board, sighting) in &boards {
        let stretches = accepted.get(&board.match_id).map(Vec::as_slice).unwrap_or_default();
        for told in &sighting.told {
            let stored = stretches.iter().find_map(|it| {
                let end = it.plies_at(board.version)?;
                it.moves.get(end.checked_sub(told.len())?..end)
            });
            if stored != Some(told.as_slice()) {
                violations.push(format!("a board of {board:?} told {told:?}, and the database has {stored:?}"));
            }
        }
    }
    Check { promise: "every board that was shown has the stored moves", looked_at: boards.len(), violations }
}

pub(super) fn doubled(scene: &Scene, matches: &[Match]) -> Check {
    let said = scene.history.said();
    let accepted = scene.history.accepted();
    let mut played: BTreeMap<SaidMove, usize> = BTreeMap::new();
    for current in matches {
        for (ply, text) in accepted.get(&current.id.0).into_iter().flatten().flat_map(Stretch::played) {
            if let Some(user) = current.seats[ply % 2].user() {
                let move_of = SaidMove { match_id: current.id.0, person: user.0, text: text.clone() };
                *played.entry(move_of).or_default() += 1;
            }
        }
    }
    let too_often = |(it, count): (&SaidMove, &usize)| {
        let times = said.get(it).copied().unwrap_or_default();
        (*count > times).then(|| format!("{it:?} was said {times} times and played {count} times"))
    };
    let violations = played.iter().filter_map(too_often).collect();
    Check { promise: "no move is played more often than it was sent", looked_at: played.values().sum(), violations }
}
