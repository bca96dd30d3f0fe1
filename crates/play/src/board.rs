//! A match together with its position, as views show it.

use std::fmt;

use games::AnyPosition;

use super::matches::BrokenRecord;
use super::{Absence, Match, RatingChange, UserId};

/// A match together with its position, as views show it.
#[derive(Clone)]
pub struct Board {
    pub current: Match,
    pub position: Box<dyn AnyPosition>,
    /// What it did to the ratings; empty unless it has ended and was rated.
    pub changes: Vec<RatingChange>,
    /// When the players of both sides are away, as far as it affects the running clock.
    pub absences: [Vec<Absence>; 2],
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

    /// Whether it is the turn of a user in a match that is under way.
    pub(super) fn is_turn_of(&self, user: UserId) -> bool {
        self.current.outcome.is_none() && self.current.side_of(user) == Some(self.position.to_move())
    }

    /// A match and the position that its moves lead to.
    pub(super) fn at(current: Match, position: Box<dyn AnyPosition>) -> Self {
        Self { current, position, changes: Vec::new(), absences: Default::default() }
    }
}
