//! What a solver is asked, and what it proves.

use std::time::Duration;

use crate::{
    base::{Judge, Limits, Stop},
    search::Helpers,
};
use games::board::{Move, Side};

/// What is proven of a position, for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Proof {
    Win,
    Loss,
    /// Neither side can force a win.
    Draw,
    Unknown,
}

impl Proof {
    /// The word for it in the output of `parlor solve`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Unknown => "unknown",
        }
    }

    /// What it means to `own` that `winner` wins.
    pub(super) fn of(winner: Side, own: Side) -> Self {
        if winner == own { Self::Win } else { Self::Loss }
    }
}

/// What a solver answers.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    pub proof: Proof,
    /// Best play as far as it is proven. Of a win it has the first move, unless the budget ended just then; the loser's moves are examples.
    pub line: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
    pub time: Duration,
}

/// How to solve, and with what.
#[derive(Clone, Copy)]
pub(crate) struct SolverOptions<'a> {
    /// What judges positions where the engine's search is the solver.
    pub(crate) judge: Judge,
    pub(crate) limits: &'a Limits,
    pub(crate) stop: &'a Stop,
    pub(crate) megabytes: usize,
    pub(crate) helpers: &'a Helpers,
}
