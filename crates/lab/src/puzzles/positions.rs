//! Positions as they stand, whatever came before.

use engine::{Question, ThinkError};
use games::AnyPosition;
use games::board::Move;

/// Size of the tables of searches and of the solver, in MiB: so few positions fill no more.
pub(super) const MEGABYTES: usize = 4;

/// A question about a position as it stands, whatever came before.
pub(super) fn question(position: &dyn AnyPosition) -> Question {
    Question::new(position.ruleset().clone(), Some(position.text()), Vec::new())
}

/// The same position without what came before.
pub(super) fn fresh(position: &dyn AnyPosition) -> Result<Box<dyn AnyPosition>, ThinkError> {
    Ok(games::open(position.ruleset(), Some(&position.text()))?)
}

/// The position after a legal move.
pub(super) fn after(position: &dyn AnyPosition, mv: Move) -> Box<dyn AnyPosition> {
    let mut next = position.clone_position();
    // Only legal moves are asked for; of another the position stays as it was.
    let _ = next.play(mv);
    next
}
