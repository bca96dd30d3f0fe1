//! The engine, as opponent and as analyst.

use std::sync::Arc;

use async_trait::async_trait;

use crate::play::{Assessment, MatchId, UserId};
use games::Ruleset;
use games::board::Move;

/// A match as far as it has been played, for the engine to think about.
pub struct Situation {
    pub match_id: MatchId,
    /// Who waits for what it thinks, if anybody does.
    pub asked_by: Option<UserId>,
    pub ruleset: Ruleset,
    pub moves: Vec<Move>,
}

/// The engine did not find a move.
#[derive(Debug, Clone, thiserror::Error)]
pub enum OpponentError {
    /// Too much is waiting to be thought about; later there is room again.
    #[error("too many moves are owed")]
    Busy,
    #[error("the engine failed: {0}")]
    Failed(String),
}

/// The engine, on threads of its own.
#[async_trait]
pub trait Opponent: Send + Sync {
    /// The move that it plays at a level from 1 to 10.
    async fn choose(&self, situation: Situation, level: u8) -> Result<Move, OpponentError>;
    /// Stops thinking about a match that has ended.
    fn forget(&self, match_id: MatchId);
}

/// There is no analysis.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AnalystError {
    #[error("too many analyses are under way")]
    Busy,
    #[error("the analysis failed: {0}")]
    Failed(String),
}

/// The engine as one who tells what it thinks, on the same threads. What it has told once it tells at once again.
#[async_trait]
pub trait Analyst: Send + Sync {
    /// What it thinks of the last position, which is not the end.
    async fn study(&self, situation: Situation) -> Result<Arc<Assessment>, AnalystError>;
    /// What it thinks of all positions but the end, in the order of the match; of a very long match, only of the last.
    async fn survey(&self, situation: Situation) -> Result<Arc<Vec<Assessment>>, AnalystError>;
}
