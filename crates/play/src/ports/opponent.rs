//! The engine, as opponent and as analyst.

use std::sync::Arc;

use async_trait::async_trait;

use crate::{Assessment, MatchId, UserId};
use games::Ruleset;
use games::board::Move;

/// A match up to now, for the engine to think about.
pub struct Situation {
    pub match_id: MatchId,
    /// Who is waiting for the result, if anybody.
    pub asked_by: Option<UserId>,
    pub ruleset: Ruleset,
    /// Where the moves begin, as text; `None`: at the usual start.
    pub start: Option<String>,
    pub moves: Vec<Move>,
}

/// The engine did not find a move.
#[derive(Debug, Clone, thiserror::Error)]
pub enum OpponentError {
    /// The queue is full; there will be room again later.
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

/// The analysis failed.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AnalystError {
    #[error("too many analyses are under way")]
    Busy,
    #[error("the analysis failed: {0}")]
    Failed(String),
}

/// The engine as an analyst, on the same threads. It caches its answers.
#[async_trait]
pub trait Analyst: Send + Sync {
    /// Its assessment of the last position, which must not be the end.
    async fn study(&self, situation: Situation) -> Result<Arc<Assessment>, AnalystError>;
    /// Its assessments of all positions except the end, in order; of a very long match, only the last ones.
    async fn survey(&self, situation: Situation) -> Result<Arc<Vec<Assessment>>, AnalystError>;
    /// The same where it's cached, which costs nothing.
    async fn cached_survey(&self, situation: &Situation) -> Option<Arc<Vec<Assessment>>>;
}
