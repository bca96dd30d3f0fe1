//! When a line of play counts as ended, so that a proven win holds whatever the history.
//!
//! A win is proven only as a strategy that comes nearer to the end with every move, so it repeats no position of its
//! own; what it could stumble over is a position that the game has been through twice: to come there again is a draw,
//! and is taken for one here. Counters are part of the solver's keys. One case is left: a win *by* a counter (more
//! pieces when the moves run out) may need to go in circles, and there the repetition rule may come first; such ends
//! are nobody's win here, and then no draw is claimed either.

use games::board::Side;
use games::{History, Outcome, Solve};

/// The ends of a game, seen from a position with its history.
pub(super) struct Endings<'a, G> {
    pub(super) game: &'a G,
    /// Hashes of positions that have occurred twice or more.
    worn: Vec<u64>,
    /// Whether an end was met that the repetition rule might have forestalled.
    pub(super) doubtful: bool,
}

impl<'a, G: Solve> Endings<'a, G> {
    pub(super) fn new(game: &'a G, history: &History) -> Self {
        let worn = if game.repetition_draws() { history.repeated() } else { Vec::new() };
        Self { game, worn, doubtful: false }
    }

    /// `Some` where play ends, with the winner if there is one.
    pub(super) fn end(&mut self, position: &G::Position) -> Option<Option<Side>> {
        match self.game.decided(position) {
            Some(end) if self.is_doubtful(end) => {
                self.doubtful = true;
                Some(None)
            }
            Some(end) => Some(end.winner),
            None if !self.worn.is_empty() && self.worn.binary_search(&self.game.hash(position)).is_ok() => Some(None),
            None => None,
        }
    }

    fn is_doubtful(&self, end: Outcome) -> bool {
        end.reason.is_by_counter() && end.winner.is_some() && self.game.repetition_draws()
    }
}
