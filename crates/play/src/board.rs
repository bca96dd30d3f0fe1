//! A match together with its position; and a cache of positions, so that not every keystroke replays them.

use std::fmt;
use std::sync::Arc;

use games::AnyPosition;
use games::board::Side;
use moka::sync::Cache;

use super::matches::BrokenRecord;
use super::votes::Vote;
use super::{Absence, CustomStart, Match, MatchId, RatingChange, Stake, UserId};

/// A match together with its position, as views show it.
#[derive(Clone)]
pub struct Board {
    pub current: Match,
    pub position: Box<dyn AnyPosition>,
    /// What it did to the ratings; empty unless it has ended and was rated.
    pub changes: Vec<RatingChange>,
    /// What it can do to the ratings; empty unless it's under way, rated, and about to be posted.
    pub stakes: Vec<Stake>,
    /// When the players of both sides are away, as far as it affects the running clock.
    pub absences: [Vec<Absence>; 2],
    /// What people want its channel to play next, in the order in which they voted.
    pub votes: Vec<Vote>,
    /// Who voted on its last move before.
    pub last_voters: Vec<UserId>,
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Board").field("current", &self.current).finish_non_exhaustive()
    }
}

impl Board {
    /// A match and its position, without the other details.
    pub fn of(current: Match) -> Result<Self, BrokenRecord> {
        let position = current.replay()?;
        Ok(Self::at(current, position))
    }

    /// What it did to the rating of a side's player.
    pub fn rating_change(&self, side: Side) -> Option<&RatingChange> {
        let user = self.current.seat(side).user()?;
        self.changes.iter().find(|it| it.user == user)
    }

    /// Whether it is the turn of a user in a match that is under way.
    pub(super) fn is_turn_of(&self, user: UserId) -> bool {
        self.current.outcome.is_none() && self.current.side_of(user) == Some(self.position.to_move())
    }

    /// A match and the position that its moves lead to.
    pub(super) fn at(current: Match, position: Box<dyn AnyPosition>) -> Self {
        Self {
            current,
            position,
            changes: Vec::new(),
            stakes: Vec::new(),
            absences: Default::default(),
            votes: Vec::new(),
            last_voters: Vec::new(),
        }
    }
}

/// How many matches' positions are cached, ended ones included; newer ones push out older ones.
const MAX_CACHED_MATCHES: u64 = 2_000;

/// Cached positions. The row has the last word: a cached position is used only if its moves are the first moves of the
/// row.
pub struct Positions(Cache<MatchId, Arc<Replayed>>);

/// The position that some moves lead to.
struct Replayed {
    start: Option<CustomStart>,
    moves: Vec<String>,
    position: Box<dyn AnyPosition>,
}

impl Default for Positions {
    fn default() -> Self {
        Self(Cache::new(MAX_CACHED_MATCHES))
    }
}

impl Positions {
    /// The position of a match as [`Match::replay`] gives it.
    pub fn of(&self, current: &Match) -> Result<Box<dyn AnyPosition>, BrokenRecord> {
        let known = self.0.get(&current.id);
        let known = known.filter(|it| {
            let is_start = it.start == current.start && current.ruleset == *it.position.ruleset();
            is_start && current.moves.starts_with(&it.moves)
        });
        let position = match &known {
            Some(known) if known.moves.len() == current.moves.len() => return Ok(known.position.clone()),
            Some(known) => current.replay_after(known.position.clone(), known.moves.len())?,
            None => current.replay()?,
        };
        let replayed =
            Replayed { start: current.start.clone(), moves: current.moves.clone(), position: position.clone() };
        self.0.insert(current.id, Arc::new(replayed));
        Ok(position)
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::{ChannelId, NewMatch, Place, Seat, UserId};

    fn played(rules: &str, moves: &str) -> Match {
        let begun = NewMatch::casual(
            Place { guild: None, channel: ChannelId(1) },
            games::read_ruleset(rules).unwrap(),
            [Seat::User(UserId(1)), Seat::User(UserId(2))],
        );
        let moves = moves.split_whitespace().map(str::to_owned).collect();
        Match { moves, ..begun.begun(MatchId(12), Timestamp::UNIX_EPOCH) }
    }

    #[test]
    fn a_position_is_what_the_row_says_whatever_was_there_before() {
        let positions = Positions::default();
        for (rules, moves) in [
            ("loa", "d1-b3"),
            ("loa", "d1-b3 h5-g4 b1-b4"),
            ("loa", "d1-b3 h5-g4 b1-b4"),
            // A takeback, then another move.
            ("loa", "d1-b3 h5-g4"),
            ("loa", "d1-b3 h5-g4 e1-e3"),
            ("loa", "b1-b3"),
            ("loa", ""),
            // A repetition: only the last position is new.
            ("loa", "b1-b3 a2-c2 b3-b1 c2-a2 b1-b3 a2-c2 b3-b1"),
            ("loa", "b1-b3 a2-c2 b3-b1 c2-a2 b1-b3 a2-c2 b3-b1 c2-a2"),
            // The number may belong to another match after a backup was restored.
            ("breakthrough", ""),
            ("breakthrough", "a2-a3"),
        ] {
            let current = played(rules, moves);
            let (remembered, replayed) = (positions.of(&current).unwrap(), current.replay().unwrap());
            let of = |it: &dyn AnyPosition| (it.text(), it.played().to_vec(), it.legal(), it.outcome());
            assert_eq!(of(&*remembered), of(&*replayed), "{rules} {moves}");
            assert_eq!(positions.0.get(&current.id).unwrap().moves, current.moves);
        }
        let broken = played("breakthrough", "a2-a3 z9-z8");
        assert_eq!(positions.of(&broken).err(), broken.replay().err());
    }
}
