//! The engine as an opponent: moves that are due are computed on its threads, without blocking anything.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use async_trait::async_trait;
use tokio::sync::oneshot;

use super::chance;
use engine::{Client, Level, Pool, Question, Strength, ThinkError, Ticket};
use games::board::Move;
use play::MatchId;
use play::ports::{Opponent, OpponentError, Situation};

/// Thinks on the threads of a pool.
pub(super) struct EngineOpponent {
    pool: Arc<Pool>,
    /// The thinking under way, so that it can be stopped.
    thinking: Mutex<HashMap<MatchId, Ticket>>,
}

impl EngineOpponent {
    /// An opponent that thinks about nothing yet.
    pub fn new(pool: Arc<Pool>) -> Self {
        Self { pool, thinking: Mutex::default() }
    }

    /// Removes what is being thought about a match, if anything.
    fn take(&self, id: MatchId) -> Option<Ticket> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner).remove(&id)
    }
}

#[async_trait]
impl Opponent for EngineOpponent {
    async fn choose(&self, situation: Situation, level: u8) -> Result<Move, OpponentError> {
        let Situation { match_id, asked_by, ruleset, moves } = situation;
        let (game, begun) = (ruleset.info.key, Instant::now());
        let client = Client { owner: asked_by.map_or(0, |it| it.0), match_key: match_id.0 };
        let question =
            Question::new(ruleset, None, moves).at(Strength::level(Level::new(level)).seeded(chance::seed()));
        let (answer, answered) = oneshot::channel();
        // The receiver is gone only if nobody is waiting for the move anymore.
        let on_done = Box::new(move |report| drop(answer.send(report)));
        let ticket = self.pool.submit(client, question, on_done);
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner).insert(match_id, ticket);
        let report = answered.await;
        self.take(match_id);
        let thought = report.as_ref().ok().and_then(|it| it.as_ref().ok()).map(|it| it.time);
        metrics::engine(game, begun.elapsed(), thought);
        match report {
            Ok(Ok(report)) => Ok(report.best),
            Ok(Err(ThinkError::Busy)) => Err(OpponentError::Busy),
            Ok(Err(error)) => Err(OpponentError::Failed(error.to_string())),
            Err(gone) => Err(OpponentError::Failed(gone.to_string())),
        }
    }

    fn forget(&self, match_id: MatchId) {
        if let Some(ticket) = self.take(match_id) {
            ticket.cancel();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::UserId;

    fn situation(match_id: i64, asked_by: u64) -> Situation {
        let ruleset = games::read_ruleset("loa:classic").unwrap();
        let (match_id, asked_by) = (MatchId(match_id), Some(UserId(asked_by)));
        Situation { match_id, asked_by, ruleset, moves: Vec::new() }
    }

    #[tokio::test]
    async fn a_move_for_which_there_is_no_room_is_owed_until_later() {
        let opponent = EngineOpponent::new(Arc::new(Pool::new(1, 1)));
        let mut asked = Vec::new();
        let busy = loop {
            let id = asked.len() as i64;
            let mut next = opponent.choose(situation(id, 1), 10);
            match futures::poll!(&mut next) {
                std::task::Poll::Ready(answer) => break answer,
                std::task::Poll::Pending => asked.push(next),
            }
        };
        assert!(matches!(busy, Err(OpponentError::Busy)), "{busy:?}");
        assert!(asked.len() >= 50, "{} moves may be owed to one person", asked.len());
        let other = opponent.choose(situation(-1, 2), 1);
        (0..asked.len() as i64).for_each(|it| opponent.forget(MatchId(it)));
        assert!(other.await.is_ok());
        assert!(opponent.choose(situation(0, 1), 1).await.is_ok(), "now there is room again");
    }
}
