//! The engine as an opponent: owed moves go to its threads, and come back without blocking anything.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use futures::channel::oneshot;

use crate::board::Move;
use crate::engine::{Level, Pool, Question, Ticket};
use crate::play::MatchId;
use crate::play::ports::{Opponent, OpponentError, Owed};

/// Thinks on the threads of a pool.
pub(super) struct EngineOpponent {
    pool: Arc<Pool>,
    /// What is being thought about, so that it can be stopped.
    thinking: Mutex<HashMap<MatchId, Ticket>>,
}

impl EngineOpponent {
    pub fn new(pool: Arc<Pool>) -> Self {
        Self { pool, thinking: Mutex::default() }
    }

    /// What is thought about a match no longer, if it was.
    fn take(&self, id: MatchId) -> Option<Ticket> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner).remove(&id)
    }
}

#[async_trait]
impl Opponent for EngineOpponent {
    async fn choose(&self, owed: Owed) -> Result<Move, OpponentError> {
        let Owed { match_id, ruleset, moves, level } = owed;
        let question =
            Question { level: Level::new(level), seed: rand::random(), ..Question::new(ruleset, None, moves) };
        let (answer, answered) = oneshot::channel();
        // The receiver is gone only when nobody waits for the move any more.
        let on_done = Box::new(move |report| drop(answer.send(report)));
        let ticket = self.pool.submit(match_id.0, question, on_done);
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner).insert(match_id, ticket);
        let report = answered.await;
        self.take(match_id);
        match report {
            Ok(Ok(report)) => Ok(report.best),
            Ok(Err(error)) => Err(OpponentError(error.to_string())),
            Err(gone) => Err(OpponentError(gone.to_string())),
        }
    }

    fn forget(&self, match_id: MatchId) {
        if let Some(ticket) = self.take(match_id) {
            ticket.cancel();
        }
    }
}
