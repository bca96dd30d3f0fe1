//! A survey: the positions of a whole game analyzed one after another.

use std::time::Duration;

use crate::{
    any_engine::study_with,
    base::{Limits, Question, Stop, ThinkError},
    player::Memory,
    study::{Analysis, Effort},
};

/// Of a longer game, the last so many positions are looked at.
pub const MAX_POSITIONS: usize = 300;

/// Positions that the search visits in a whole game, shared out evenly …
const NODES: u64 = 1_500_000;
/// … but no fewer and no more than these for each of the game's positions.
const NODES_EACH: (u64, u64) = (3_000, 40_000);
/// So many of the search's positions for one of the solver's, which takes up to five times as long for each.
const SEARCH_TO_SOLVER: u64 = 10;
/// Each position has a limit of nodes; this is only for such as are extraordinarily slow.
const POSITION_TIMEOUT: Duration = Duration::from_millis(500);

/// Size of the transposition table.
const MEGABYTES: usize = 8;

/// A game whose positions are analyzed one by one, from the last back: so each knows what the later ones have shown.
/// Reproducible, as nodes limit it, unless a position runs into its time.
pub struct Survey {
    question: Question,
    effort: Effort,
    /// How many moves the first position of the survey has behind it.
    first: usize,
    /// How many moves the position has that is next; one more than there are positions left.
    next: usize,
    memory: Memory,
    /// The last position first.
    found: Vec<Analysis>,
}

impl Survey {
    /// A survey of the game that a question tells.
    pub fn new(question: Question) -> Self {
        let next = question.moves.len() + 1;
        let first = next.saturating_sub(MAX_POSITIONS);
        let nodes = (NODES / (next - first) as u64).clamp(NODES_EACH.0, NODES_EACH.1);
        let limits = Limits { time: Some(POSITION_TIMEOUT), ..Limits::nodes(nodes) };
        let effort = Effort { variations: 1, limits, solver_nodes: nodes / SEARCH_TO_SOLVER };
        Self { question, effort, first, next, memory: Memory::new(MEGABYTES), found: Vec::new() }
    }

    /// Analyzes one more position. Once all are, gives what was found in the order of the game: of the last
    /// [`MAX_POSITIONS`] positions those that are not the end of it.
    pub fn step(&mut self, stop: &Stop) -> Result<Option<Vec<Analysis>>, ThinkError> {
        if self.next > self.first {
            self.next -= 1;
            self.question.moves.truncate(self.next);
            match study_with(&self.question, &self.effort, stop, self.memory.large()) {
                Ok(analysis) => self.found.push(analysis),
                Err(ThinkError::Finished(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok((self.next == self.first).then(|| self.found.drain(..).rev().collect()))
    }
}
