//! The engine as an opponent: owed moves go to its threads, and come back without blocking anything.

use async_trait::async_trait;
use futures::channel::oneshot;

use crate::board::Move;
use crate::engine::{Level, Pool, Question};
use crate::play::MatchId;
use crate::play::ports::{Opponent, OpponentError, Owed};

/// Thinks on the threads of a pool.
pub(super) struct EngineOpponent {
    pool: Pool,
}

impl EngineOpponent {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl Opponent for EngineOpponent {
    async fn choose(&self, owed: Owed) -> Result<Move, OpponentError> {
        let failed = |error: &dyn std::fmt::Display| OpponentError(error.to_string());
        let level = Level::new(owed.level).map_err(|error| failed(&error))?;
        let Owed { match_id, ruleset, moves, .. } = owed;
        let question = Question { ruleset, position: None, moves, level, seed: rand::random() };
        let (answer, answered) = oneshot::channel();
        // The receiver is gone only when nobody waits for the move any more.
        let on_done = Box::new(move |report| drop(answer.send(report)));
        self.pool.submit(match_id.0, question, on_done);
        match answered.await {
            Ok(Ok(report)) => Ok(report.best),
            Ok(Err(error)) => Err(failed(&error)),
            Err(gone) => Err(failed(&gone)),
        }
    }

    fn forget(&self, match_id: MatchId) {
        self.pool.cancel(match_id.0);
    }
}
