//! What people did; the judge reads it afterwards.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::time::Duration;

use jiff::Timestamp;

use super::seen::BoardName;
use play::OfferKind;

/// A move that somebody has sent in a match.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SentMove {
    pub match_id: i64,
    pub person: u64,
    /// The move, as records write it.
    pub text: String,
}

/// The moves of a match from its beginning, or a takeback, until the next takeback, as last known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// By how much the match's version exceeds its plies.
    pub undone: u32,
    /// How many of the moves were played before.
    pub kept: usize,
    /// All moves since the match's beginning, without those that were taken back.
    pub moves: Vec<String>,
}

impl Stretch {
    /// How many plies had been played at a version of the match, if it falls into this stretch.
    pub fn plies_at(&self, version: u32) -> Option<usize> {
        let plies = version.checked_sub(self.undone)? as usize;
        (self.kept..=self.moves.len()).contains(&plies).then_some(plies)
    }

    /// The moves that were played in this stretch, each with its ply, counted from 0.
    pub fn played(&self) -> impl Iterator<Item = (usize, &String)> {
        self.moves.iter().enumerate().skip(self.kept)
    }

    /// The stretch after a takeback that leaves the match with these moves, or with more by now; `None` if it would have
    /// changed moves that it doesn't take back.
    fn next(&self, undone: u32, moves: &[String]) -> Option<Self> {
        // Each takeback counts one more than the plies that it undoes.
        let plies = undone.checked_sub(self.undone + 1)? as usize;
        let kept = self.moves.len().checked_sub(plies)?;
        moves.starts_with(&self.moves[..kept]).then(|| Self { undone, kept, moves: moves.to_vec() })
    }
}

/// Somebody who left the server for a while.
#[derive(Debug, Clone)]
struct Absence {
    person: u64,
    left_at: Timestamp,
    back_at: Timestamp,
}

/// What all people did.
#[derive(Debug, Clone, Default)]
pub(crate) struct History {
    /// How often each move was sent.
    pub sent: BTreeMap<SentMove, usize>,
    /// For each match, the moves known to be accepted: a stretch more than there were takebacks.
    pub accepted: BTreeMap<i64, Vec<Stretch>>,
    /// How many moves are known to be accepted.
    pub moves: u64,
    /// For how many moves it was unknown for a while whether they were accepted.
    pub indeterminate: u64,
    /// The matches whose accepted moves were others, or gone, some time later.
    pub changed: BTreeSet<i64>,
    /// What was offered first in a turn.
    pub offers: BTreeMap<BoardName, OfferKind>,
    /// How many replies were prepared.
    pub prepared: u64,
    /// The matches and challenges that a player has taken.
    pub taken_matches: HashSet<i64>,
    pub taken_challenges: HashSet<i64>,
    /// The turns that a player let pass until the reminder.
    pub slept: BTreeSet<BoardName>,
    /// The turns that a player let pass until the time was over.
    pub overslept: BTreeSet<BoardName>,
    absences: Vec<Absence>,
}

impl History {
    /// Notes that somebody sends a move.
    pub fn note_sent(&mut self, sent: SentMove) {
        *self.sent.entry(sent).or_default() += 1;
    }

    /// Notes the moves that a match is known to have. Returns whether all moves known before are among them, in the same
    /// order, except for those that were taken back.
    pub fn accept(&mut self, match_id: i64, undone: u32, moves: &[String]) -> bool {
        let stretches = self.accepted.entry(match_id).or_default();
        let new = match stretches.last_mut() {
            Some(last) if last.undone == undone && moves.starts_with(&last.moves) => {
                let known = std::mem::replace(&mut last.moves, moves.to_vec());
                moves.len() - known.len()
            }
            last => {
                let first = || Some(Stretch { undone, kept: 0, moves: moves.to_vec() });
                let Some(next) = last.map_or_else(first, |it| it.next(undone, moves)) else {
                    self.changed.insert(match_id);
                    return false;
                };
                let new = moves.len() - next.kept;
                stretches.push(next);
                new
            }
        };
        self.moves += new as u64;
        true
    }

    /// Notes that somebody leaves the server now, for so long.
    pub fn leave(&mut self, person: u64, now: Timestamp, time: Duration) {
        let back_at = now.checked_add(time).unwrap_or(Timestamp::MAX);
        self.absences.push(Absence { person, left_at: now, back_at });
    }

    /// Whether one of these people left the server in that time.
    pub fn has_left(&self, people: &[u64], time: Range<Timestamp>) -> bool {
        self.absences.iter().any(|it| people.contains(&it.person) && time.contains(&it.left_at))
    }

    /// Whether one of these people was not in the server at some moment of that time.
    pub fn was_gone(&self, people: &[u64], time: Range<Timestamp>) -> bool {
        let overlaps = |it: &Absence| it.left_at < time.end && time.start < it.back_at;
        self.absences.iter().any(|it| people.contains(&it.person) && overlaps(it))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn moves_are_counted_once_and_may_be_taken_back_but_none_before_them() {
        let mut history = History::default();
        assert!(history.accept(1, 0, &moves("a b")) && history.accept(1, 0, &moves("a b c")));
        assert!(!history.accept(1, 0, &moves("a b")) && !history.accept(1, 0, &moves("a x c")));
        assert!(!history.accept(1, 2, &moves("a")), "one ply is taken back, not two");
        assert!(!history.accept(1, 2, &moves("a x c")), "another move was changed");
        assert!(history.accept(1, 2, &moves("a b d e")), "one ply is taken back, and two are played");
        assert!(!history.accept(1, 0, &moves("a b c")), "what was taken back stays so");
        assert!(history.accept(1, 7, &moves("")), "four plies are taken back");
        assert!(history.moves == 5 && history.changed.contains(&1));
        let stretches = history.accepted.remove(&1).unwrap();
        let played: Vec<(usize, &String)> = stretches[1].played().collect();
        assert_eq!(played, [(2, &"d".to_owned()), (3, &"e".to_owned())]);
        let at = |version| stretches.iter().map(|it| it.plies_at(version)).collect::<Vec<_>>();
        assert_eq!(at(3), [Some(3), None, None]);
        assert_eq!((at(4), at(6)), (vec![None, Some(2), None], vec![None, Some(4), None]));
        assert_eq!(at(7), [None, None, Some(0)]);
    }
}
