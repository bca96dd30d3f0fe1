//! A match as it stands, as views show it.

use games::AnyPosition;

use super::{Match, RatingChange};

/// A match on its position, as views show it.
pub struct Board {
    pub current: Match,
    pub position: Box<dyn AnyPosition>,
    /// What it did to the ratings; empty unless it has ended and was rated.
    pub changes: Vec<RatingChange>,
}
