//! Whether all moves were kept.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;

use super::Check;
use super::matches::Matches;
use crate::chaos::scene::{SaidMove, Scene};
use crate::play::Match;

pub(super) fn replays(matches: &Matches) -> Check {
    let unplayable = matches.readable.iter().filter_map(|it| it.replay().err()).map(|it| it.to_string());
    let violations = matches.broken.iter().cloned().chain(unplayable).collect();
    let looked_at = matches.readable.len() + matches.broken.len();
    Check { promise: "every match replays under the referee", looked_at, violations }
}

pub(super) fn lost(scene: &Scene, matches: &[Match]) -> Check {
    let by_id: HashMap<i64, &Match> = matches.iter().map(|it| (it.id.0, it)).collect();
    let accepted = scene.history.accepted();
    let mut violations = Vec::new();
    if scene.has_changed_past.load(Ordering::SeqCst) {
        violations.push("moves that had been accepted were others, or gone, some time later".to_owned());
    }
    for (id, moves) in &accepted {
        let kept = by_id.get(id).is_some_and(|it| it.moves.starts_with(moves));
        if !kept {
            violations
                .push(format!("match #{id} had {moves:?}, and at the end {:?}", by_id.get(id).map(|it| &it.moves)));
        }
    }
    let looked_at = accepted.values().map(Vec::len).sum();
    Check { promise: "no accepted move is lost or changes its place", looked_at, violations }
}

pub(super) fn told_wrongly(scene: &Scene, matches: &[Match]) -> Check {
    let by_id: HashMap<i64, &Match> = matches.iter().map(|it| (it.id.0, it)).collect();
    let boards = scene.onlooker.boards();
    let mut violations = Vec::new();
    for (board, sighting) in &boards {
        for told in &sighting.told {
            let end = board.version as usize;
            let stored = by_id.get(&board.match_id).and_then(|it| it.moves.get(end.checked_sub(told.len())?..end));
            if stored != Some(told.as_slice()) {
                violations.push(format!("a board of {board:?} told {told:?}, and the database has {stored:?}"));
            }
        }
    }
    Check { promise: "every board that was shown has the stored moves", looked_at: boards.len(), violations }
}

pub(super) fn doubled(scene: &Scene, matches: &[Match]) -> Check {
    let said = scene.history.said();
    let mut played: BTreeMap<SaidMove, usize> = BTreeMap::new();
    for current in matches {
        for (ply, text) in current.moves.iter().enumerate() {
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
