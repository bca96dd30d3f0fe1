//! What people did; the checker reads it afterwards.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;

use super::seen::BoardName;

/// A move that somebody said in a match.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct SaidMove {
    pub match_id: i64,
    pub person: u64,
    /// The move, as records write it.
    pub text: String,
}

/// Somebody who left the server for a while.
#[derive(Debug)]
struct Absence {
    person: u64,
    left_at: Timestamp,
    back_at: Timestamp,
}

/// What all people did.
#[derive(Debug, Default)]
pub(crate) struct History {
    /// How often each move was said, and after how many plies it was said first.
    said: Mutex<BTreeMap<SaidMove, usize>>,
    /// For each match, the moves last known to be accepted.
    accepted: Mutex<BTreeMap<i64, Vec<String>>>,
    /// The matches and challenges that a player has taken.
    taken_matches: Mutex<HashSet<i64>>,
    taken_challenges: Mutex<HashSet<i64>>,
    /// The turns that a player let pass until the reminder.
    slept: Mutex<BTreeSet<BoardName>>,
    /// The turns that a player let pass until the time was over.
    overslept: Mutex<BTreeSet<BoardName>>,
    absences: Mutex<Vec<Absence>>,
    moves: AtomicU64,
    indeterminate: AtomicU64,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl History {
    /// Notes that somebody says a move.
    pub fn say(&self, said: SaidMove) {
        *locked(&self.said).entry(said).or_default() += 1;
    }

    /// How often each move was said.
    pub fn said(&self) -> BTreeMap<SaidMove, usize> {
        locked(&self.said).clone()
    }

    /// Notes the moves that a match is known to have. Returns whether all moves known before are among them, in the
    /// same order.
    pub fn accept(&self, match_id: i64, moves: &[String]) -> bool {
        let mut accepted = locked(&self.accepted);
        let known = accepted.entry(match_id).or_default();
        if !moves.starts_with(known) {
            return false;
        }
        self.moves.fetch_add((moves.len() - known.len()) as u64, Ordering::SeqCst);
        *known = moves.to_vec();
        true
    }

    /// The moves that each match was last known to have.
    pub fn accepted(&self) -> BTreeMap<i64, Vec<String>> {
        locked(&self.accepted).clone()
    }

    /// How many moves are known to be accepted.
    pub fn moves(&self) -> u64 {
        self.moves.load(Ordering::SeqCst)
    }

    /// Notes that it is unknown whether a move was accepted.
    pub fn doubt(&self) {
        self.indeterminate.fetch_add(1, Ordering::SeqCst);
    }

    /// For how many moves it was unknown for a while whether they were accepted.
    pub fn indeterminate(&self) -> u64 {
        self.indeterminate.load(Ordering::SeqCst)
    }

    /// Takes a match, unless somebody has.
    pub fn take_match(&self, id: i64) -> bool {
        locked(&self.taken_matches).insert(id)
    }

    /// Takes a challenge, unless somebody has.
    pub fn take_challenge(&self, id: i64) -> bool {
        locked(&self.taken_challenges).insert(id)
    }

    /// Notes that somebody lets a turn pass until the reminder.
    pub fn sleep(&self, turn: BoardName) {
        locked(&self.slept).insert(turn);
    }

    /// The turns that a player let pass until the reminder.
    pub fn slept(&self) -> BTreeSet<BoardName> {
        locked(&self.slept).clone()
    }

    /// Notes that somebody lets a turn pass until the time is over.
    pub fn oversleep(&self, turn: BoardName) {
        locked(&self.overslept).insert(turn);
    }

    /// The turns that a player let pass until the time was over.
    pub fn overslept(&self) -> BTreeSet<BoardName> {
        locked(&self.overslept).clone()
    }

    /// Notes that somebody leaves the server now, for so long.
    pub fn leave(&self, person: u64, now: Timestamp, time: Duration) {
        let back_at = now.checked_add(time).unwrap_or(Timestamp::MAX);
        locked(&self.absences).push(Absence { person, left_at: now, back_at });
    }

    /// Whether one of these people left the server in that time.
    pub fn has_left(&self, people: &[u64], time: Range<Timestamp>) -> bool {
        let absences = locked(&self.absences);
        absences.iter().any(|it| people.contains(&it.person) && time.contains(&it.left_at))
    }

    /// Whether one of these people was not in the server at some moment of that time.
    pub fn was_gone(&self, people: &[u64], time: Range<Timestamp>) -> bool {
        let absences = locked(&self.absences);
        let overlaps = |it: &Absence| it.left_at < time.end && time.start < it.back_at;
        absences.iter().any(|it| people.contains(&it.person) && overlaps(it))
    }

    /// Gives a challenge back, so that others may take it.
    pub fn leave_challenge(&self, id: i64) {
        locked(&self.taken_challenges).remove(&id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_once_and_a_change_of_the_past_is_noticed() {
        let history = History::default();
        let moves = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert!(history.accept(1, &moves("a1-a2")) && history.accept(1, &moves("a1-a2 b1-b2")));
        assert_eq!(history.moves(), 2);
        assert!(!history.accept(1, &moves("a1-a2")) && !history.accept(1, &moves("a1-a3 b1-b2")));
        assert_eq!(history.accepted()[&1], moves("a1-a2 b1-b2"));
    }

    #[test]
    fn absences_are_found_by_person_and_time() {
        let history = History::default();
        let at = |second| Timestamp::from_second(second).unwrap();
        history.leave(21, at(10), Duration::from_secs(5));
        assert!(history.has_left(&[20, 21], at(10)..at(11)));
        assert!(!history.has_left(&[20], at(10)..at(11)), "somebody else");
        assert!(!history.has_left(&[21], at(5)..at(10)) && !history.has_left(&[21], at(11)..at(20)), "not then");
        assert!(history.was_gone(&[21], at(14)..at(20)), "still gone");
        assert!(!history.was_gone(&[20], at(14)..at(20)), "somebody else");
        assert!(!history.was_gone(&[21], at(15)..at(20)) && !history.was_gone(&[21], at(5)..at(10)), "not then");
    }
}
