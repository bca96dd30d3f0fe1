//! The engine: moves and analyses on the threads of its pool, without blocking anything. The pool limits how much each
//! person can have waiting, and takes turns between people; results of analyses are cached for a while.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use moka::future::Cache;
use parking_lot::Mutex;
use tokio::sync::oneshot;

use engine::pool::OnDone;
use engine::solve::Proof;
use engine::{
    Analysis, Client, Effort, Level, Limits, Pool, Question, Report, Strength, Survey, ThinkError, Ticket, Variation,
};
use games::board::Move;
use play::ports::{Analyst, AnalystError, Opponent, OpponentError, Situation};
use play::rating::Points;
use play::{Assessment, MatchId, Proven};

/// How much effort goes into a single position: about half a second. The time limit only matters for exceptionally slow
/// positions.
const EFFORT: Effort = Effort {
    variations: 3,
    limits: Limits { depth: None, nodes: Some(150_000), time: Some(POSITION_TIMEOUT) },
    solver_nodes: 15_000,
};
const POSITION_TIMEOUT: Duration = Duration::from_secs(2);

/// How many analyses are cached, and for how long.
const MAX_CACHED: u64 = 500;
const CACHED_FOR: Duration = Duration::from_secs(60 * 60);

/// Up to which level the engine takes a moment for its moves, and for how long at most.
const LAST_PAUSING_LEVEL: u8 = 6;
const LONGEST_PAUSE: Duration = Duration::from_millis(1500);

/// A position of a match: the match, and the moves that were played before it. Their number would not do, as moves can
/// be taken back.
type Key = (MatchId, Vec<Move>);

/// Thinks on the threads of a pool.
pub(super) struct PooledEngine {
    pool: Arc<Pool>,
    /// Mixed into the seeds of matches, so that nobody outside can work out what a level is going to play.
    secret: u64,
    /// Whether the lower levels take a moment for their moves.
    has_pauses: bool,
    /// The moves that are being thought about, so that this can be stopped.
    thinking: Mutex<HashMap<MatchId, Ticket>>,
    studies: Cache<Key, Arc<Assessment>>,
    surveys: Cache<Key, Arc<Vec<Assessment>>>,
}

impl PooledEngine {
    /// An engine that thinks about nothing yet, and remembers nothing; `key` is known to all processes of a database, and to
    /// nobody else.
    pub fn new(pool: Arc<Pool>, key: &str, has_pauses: bool) -> Self {
        let secret = BuildHasherDefault::<DefaultHasher>::default().hash_one(key);
        Self { pool, secret, has_pauses, thinking: Mutex::default(), studies: cache(), surveys: cache() }
    }

    /// Removes what is being thought about a match, if anything.
    fn take(&self, id: MatchId) -> Option<Ticket> {
        self.thinking.lock().remove(&id)
    }
}

fn cache<A: Clone + Send + Sync + 'static>() -> Cache<Key, A> {
    Cache::builder().max_capacity(MAX_CACHED).time_to_live(CACHED_FOR).build()
}

/// Asks the pool something, and waits for its answer.
async fn ask<A: Send + 'static>(submit: impl FnOnce(OnDone<A>)) -> Result<A, ThinkError> {
    let (answer, answered) = oneshot::channel();
    // The receiver is gone only if nobody is waiting for the answer anymore.
    submit(Box::new(move |found| drop(answer.send(found))));
    answered.await.unwrap_or(Err(ThinkError::Closed))
}

/// How long a level takes for its move at least: what comes in a tenth of a second feels like a robot's. The high ones think
/// for longer anyway.
fn pause(situation: &Situation, level: u8) -> Duration {
    let Ok(mut position) = games::open(&situation.ruleset, situation.start.as_deref()) else { return Duration::ZERO };
    let is_played = situation.moves.iter().all(|it| position.play(*it).is_ok());
    if !is_played || level > LAST_PAUSING_LEVEL {
        return Duration::ZERO;
    }
    let choices = position.legal().len() as u64;
    Duration::from_millis(550 + 50 * u64::from(level) + 10 * choices).min(LONGEST_PAUSE)
}

#[async_trait]
impl Opponent for PooledEngine {
    async fn choose(&self, situation: Situation, level: u8) -> Result<Move, OpponentError> {
        let (match_id, game, begun) = (situation.match_id, situation.ruleset.info.key, Instant::now());
        // One seed for a whole match: what a weak player overlooks now it won't see a move later, either.
        let strength = Strength::level(Level::new(level)).seeded(self.secret ^ match_id.0.cast_unsigned());
        let pause = if self.has_pauses { pause(&situation, level) } else { Duration::ZERO };
        let (client, question) = (client(&situation), question(situation).at(strength));
        let report: Result<Report, ThinkError> = ask(|on_done| {
            let ticket = self.pool.submit(client, question, on_done);
            self.thinking.lock().insert(match_id, ticket);
        })
        .await;
        self.take(match_id);
        metrics::engine(game, begun.elapsed(), report.as_ref().ok().map(|it| it.time));
        let others_wait = self.pool.load().0 > 0;
        if report.is_ok() && !others_wait {
            tokio::time::sleep(pause.saturating_sub(begun.elapsed())).await;
        }
        report.map(|it| it.best).map_err(|error| match error {
            ThinkError::Busy => OpponentError::Busy,
            error => OpponentError::Failed(error.to_string()),
        })
    }

    fn forget(&self, match_id: MatchId) {
        if let Some(ticket) = self.take(match_id) {
            ticket.cancel();
        }
    }
}

#[async_trait]
impl Analyst for PooledEngine {
    async fn study(&self, situation: Situation) -> Result<Arc<Assessment>, AnalystError> {
        let (key, client) = (key(&situation), client(&situation));
        let find = async {
            let found = ask(|on_done| drop(self.pool.study(client, question(situation), EFFORT, on_done))).await;
            found.map(|found: Analysis| Arc::new(assessment(&found)))
        };
        self.studies.try_get_with(key, find).await.map_err(|error| analyst_error(&error))
    }

    async fn survey(&self, situation: Situation) -> Result<Arc<Vec<Assessment>>, AnalystError> {
        let (key, client) = (key(&situation), client(&situation));
        let find = async {
            let survey = Survey::new(question(situation));
            let found = ask(|on_done| drop(self.pool.survey(client, survey, on_done))).await;
            found.map(|found: Vec<Analysis>| Arc::new(found.iter().map(assessment).collect()))
        };
        self.surveys.try_get_with(key, find).await.map_err(|error| analyst_error(&error))
    }

    async fn cached_survey(&self, situation: &Situation) -> Option<Arc<Vec<Assessment>>> {
        self.surveys.get(&key(situation)).await
    }
}

fn analyst_error(error: &ThinkError) -> AnalystError {
    match error {
        ThinkError::Busy => AnalystError::Busy,
        error => AnalystError::Failed(error.to_string()),
    }
}

fn key(situation: &Situation) -> Key {
    (situation.match_id, situation.moves.clone())
}

fn client(situation: &Situation) -> Client {
    Client { owner: situation.asked_by.map_or(0, |it| it.0), match_key: situation.match_id.0 }
}

fn question(situation: Situation) -> Question {
    Question::new(situation.ruleset, situation.start, situation.moves)
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

    fn situation(rules: &str, match_id: i64, asked_by: u64, moves: Vec<Move>) -> Situation {
        let ruleset = games::read_ruleset(rules).unwrap();
        Situation { match_id: MatchId(match_id), asked_by: Some(UserId(asked_by)), ruleset, start: None, moves }
    }

    fn engine() -> PooledEngine {
        PooledEngine::new(Arc::new(Pool::new(1, 1)), "key", false)
    }

    #[tokio::test]
    async fn low_levels_take_a_moment_unless_somebody_waits() {
        let opponent = PooledEngine::new(Arc::new(Pool::new(1, 1)), "key", true);
        let start = |id, level| opponent.choose(situation("clobber size=2x2", id, 7, Vec::new()), level);
        let begun = Instant::now();
        start(1, 1).await.unwrap();
        assert!(begun.elapsed() >= Duration::from_millis(600), "{:?}", begun.elapsed());
        let of = |level| pause(&situation("loa", 1, 7, Vec::new()), level).as_millis();
        assert_eq!([1, 6, 7].map(of), [960, 1210, 0]);
        assert_eq!(pause(&situation("ugolki", 1, 7, Vec::new()), 6).as_millis().max(1500), 1500);
        // Of many that wait, only the last one has a moment.
        let begun = Instant::now();
        assert!(join_all((0..20).map(|id| start(id, 1))).await.iter().all(Result::is_ok));
        assert!(begun.elapsed() < Duration::from_secs(3), "{:?}", begun.elapsed());
    }

    #[tokio::test]
    async fn what_is_asked_twice_is_found_once() {
        let (analyst, start) = (engine(), || situation("clobber size=2x2", 1, 7, Vec::new()));
        let both = join_all([analyst.survey(start()), analyst.survey(start())]).await;
        let [Ok(one), Ok(other)] = &both[..] else { panic!("{both:?}") };
        assert!(Arc::ptr_eq(one, other));
        assert_eq!((one.len(), one[0].chance), (1, 1.0), "the first player wins");
        assert!(Arc::ptr_eq(one, &analyst.survey(start()).await.unwrap()));
    }

    #[tokio::test]
    async fn other_moves_of_the_same_number_are_another_position() {
        let (analyst, rules) = (engine(), "breakthrough size=3x5");
        let legal = games::open(&games::read_ruleset(rules).unwrap(), None).unwrap().legal();
        let after = |first: usize| situation(rules, 1, 7, vec![legal[first]]);
        let (one, other) = (analyst.study(after(0)).await.unwrap(), analyst.study(after(1)).await.unwrap());
        assert!(!Arc::ptr_eq(&one, &other));
    }

    #[tokio::test]
    async fn a_move_for_which_there_is_no_room_is_owed_until_later() {
        let opponent = engine();
        let of = |match_id, asked_by| situation("loa:classic", match_id, asked_by, Vec::new());
        let mut asked = Vec::new();
        let busy = loop {
            let id = asked.len() as i64;
            let mut next = opponent.choose(of(id, 1), 10);
            match futures::poll!(&mut next) {
                std::task::Poll::Ready(answer) => break answer,
                std::task::Poll::Pending => asked.push(next),
            }
        };
        assert!(matches!(busy, Err(OpponentError::Busy)), "{busy:?}");
        assert!(asked.len() >= 50, "{} moves may be owed to one person", asked.len());
        let other = opponent.choose(of(-1, 2), 1);
        (0..asked.len() as i64).for_each(|it| opponent.forget(MatchId(it)));
        assert!(other.await.is_ok());
        assert!(opponent.choose(of(0, 1), 1).await.is_ok(), "now there is room again");
    }
}
