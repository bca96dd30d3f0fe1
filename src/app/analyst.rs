//! The engine as an analyst: studies run on its threads, and their results are cached for a while.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use moka::future::Cache;
use tokio::sync::oneshot;

use engine::{
    Analysis, Client, Effort, Limits, Pool, Question, Survey, ThinkError, Variation, pool::OnDone, solve::Proof,
};
use games::board::Move;
use play::ports::{Analyst, AnalystError, Situation};
use play::rating::Points;
use play::{self, Assessment, MatchId, Proven};

/// How much effort goes into a single position: about half a second. The time limit only matters for exceptionally slow
/// positions.
const EFFORT: Effort = Effort {
    variations: 3,
    limits: Limits { depth: None, nodes: Some(150_000), time: Some(POSITION_TIMEOUT) },
    solver_nodes: 15_000,
};
const POSITION_TIMEOUT: Duration = Duration::from_secs(2);

/// How many results are cached, and for how long.
const KEPT: u64 = 500;
const KEPT_FOR: Duration = Duration::from_secs(60 * 60);

/// A position of a match: the match, and the moves that were played before it. Their number would not do, as moves can
/// be taken back.
type Key = (MatchId, Vec<Move>);

/// Analyses on the threads of a pool. The pool limits how much each person can have waiting, and takes turns between
/// people. So requests that wait here do not keep anybody else from asking.
pub(super) struct EngineAnalyst {
    pool: Arc<Pool>,
    studies: Cache<Key, Arc<Assessment>>,
    surveys: Cache<Key, Arc<Vec<Assessment>>>,
}

impl EngineAnalyst {
    /// An analyst that remembers nothing yet.
    pub fn new(pool: Arc<Pool>) -> Self {
        Self { pool, studies: kept(), surveys: kept() }
    }

    /// Waits for an answer from the pool.
    async fn ask<A>(&self, submit: impl FnOnce(&Pool, OnDone<A>)) -> Result<A, AnalystError>
    where
        A: Send + 'static,
    {
        let (answer, answered) = oneshot::channel();
        // The receiver is gone only if nobody is waiting for the answer anymore.
        submit(&self.pool, Box::new(move |found: Result<A, ThinkError>| drop(answer.send(found))));
        match answered.await {
            Ok(Err(ThinkError::Busy)) => Err(AnalystError::Busy),
            Ok(found) => found.map_err(|error| AnalystError::Failed(error.to_string())),
            Err(gone) => Err(AnalystError::Failed(gone.to_string())),
        }
    }
}

fn kept<A: Clone + Send + Sync + 'static>() -> Cache<Key, A> {
    Cache::builder().max_capacity(KEPT).time_to_live(KEPT_FOR).build()
}

#[async_trait]
impl Analyst for EngineAnalyst {
    async fn study(&self, situation: Situation) -> Result<Arc<Assessment>, AnalystError> {
        let (key, client) = (key(&situation), client(&situation));
        let find = async {
            let submit = |pool: &Pool, on_done| drop(pool.study(client, question(situation), EFFORT, on_done));
            self.ask(submit).await.map(|found: Analysis| Arc::new(assessment(&found)))
        };
        self.studies.try_get_with(key, find).await.map_err(|error| (*error).clone())
    }

    async fn survey(&self, situation: Situation) -> Result<Arc<Vec<Assessment>>, AnalystError> {
        let (key, client) = (key(&situation), client(&situation));
        let find = async {
            let submit = |pool: &Pool, on_done| drop(pool.survey(client, Survey::new(question(situation)), on_done));
            self.ask(submit).await.map(|found: Vec<Analysis>| Arc::new(found.iter().map(assessment).collect()))
        };
        self.surveys.try_get_with(key, find).await.map_err(|error| (*error).clone())
    }
}

fn key(situation: &Situation) -> Key {
    (situation.match_id, situation.moves.clone())
}

fn client(situation: &Situation) -> Client {
    Client { owner: situation.asked_by.map_or(0, |it| it.0), match_key: situation.match_id.0 }
}

fn question(situation: Situation) -> Question {
    Question::new(situation.ruleset, None, situation.moves)
}

fn assessment(found: &Analysis) -> Assessment {
    Assessment { chance: found.chance(), candidates: found.variations.iter().map(candidate).collect() }
}

fn candidate(variation: &Variation) -> play::Candidate {
    let result = match variation.proof {
        Proof::Win => Some(Points::Win),
        Proof::Draw => Some(Points::Draw),
        Proof::Loss => Some(Points::Loss),
        Proof::Unknown => None,
    };
    let proven = result.map(|result| Proven { result, plies: variation.plies() });
    play::Candidate { line: variation.line.clone(), chance: variation.chance(), proven }
}

#[cfg(test)]
mod tests {
    use futures::future::join_all;

    use super::*;
    use play::UserId;

    fn start(match_id: i64) -> Situation {
        let ruleset = games::read_ruleset("clobber size=2x2").unwrap();
        Situation { match_id: MatchId(match_id), asked_by: Some(UserId(7)), ruleset, moves: Vec::new() }
    }

    #[tokio::test]
    async fn what_is_asked_twice_is_found_once() {
        let analyst = EngineAnalyst::new(Arc::new(Pool::new(1, 1)));
        let both = join_all([analyst.survey(start(1)), analyst.survey(start(1))]).await;
        let [Ok(one), Ok(other)] = &both[..] else { panic!("{both:?}") };
        assert!(Arc::ptr_eq(one, other));
        assert_eq!((one.len(), one[0].chance), (1, 1.0), "the first player wins");
        assert!(Arc::ptr_eq(one, &analyst.survey(start(1)).await.unwrap()));
    }

    #[tokio::test]
    async fn other_moves_of_the_same_number_are_another_position() {
        let analyst = EngineAnalyst::new(Arc::new(Pool::new(1, 1)));
        let ruleset = games::read_ruleset("breakthrough size=3x5").unwrap();
        let legal = games::open(&ruleset, None).unwrap().legal();
        let after = |first: usize| Situation { ruleset: ruleset.clone(), moves: vec![legal[first]], ..start(1) };
        let (one, other) = (analyst.study(after(0)).await.unwrap(), analyst.study(after(1)).await.unwrap());
        assert!(!Arc::ptr_eq(&one, &other));
    }

    /// A situation that takes long to think about.
    fn long(match_id: i64, asked_by: u64) -> Situation {
        let ruleset = games::read_ruleset("loa").unwrap();
        Situation { asked_by: Some(UserId(asked_by)), ruleset, ..start(match_id) }
    }

    #[tokio::test]
    async fn people_who_ask_too_much_keep_nobody_else_from_asking() {
        let analyst = Arc::new(EngineAnalyst::new(Arc::new(Pool::new(1, 1))));
        let ask = |situation| {
            let analyst = Arc::clone(&analyst);
            tokio::spawn(async move { analyst.study(situation).await })
        };
        let greedy: Vec<_> = (0..330).map(|id| ask(long(id, id as u64 % 3))).collect();
        // All of these are asked before the next one.
        for _ in 0..330 {
            tokio::task::yield_now().await;
        }
        assert!(analyst.study(start(1000)).await.is_ok(), "a fourth person is served");
        let mut refused = 0;
        for asked in greedy.into_iter().filter(|it| it.is_finished()) {
            refused += usize::from(matches!(asked.await.unwrap(), Err(AnalystError::Busy)));
        }
        assert!(refused > 0, "what is too much of one person is refused");
    }
}
