//! The use cases: load, decide, commit, and have the result shown.
//!
//! No state of a match lives here: after every step, and after a crash at any instant, the store alone says what is due
//! ([`Host::show_due`]). After each commit the host wakes the task that does what is due.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use games::Refusal;
use jiff::{SignedDuration, Timestamp};

use super::delivery::turns::Turns;
use super::ports::{
    Analyst, AnalystError, AnnounceError, Announcer, ChallengeLimits, Clock, Dice, MatchLimits, Opponent,
    OpponentError, Quotas, Scope, Standing, Store, StoreError, Stored, Waker,
};
use super::{Board, MatchId, Place, Positions, Shard, UserId};

/// How often a change is tried if the row it starts from changes at the same time.
pub(crate) const TRIES: u32 = 5;

/// How long and how often we ask again whether a message is ours to act on, and how long we wait before each time.
const CLAIM_PATIENCE: SignedDuration = SignedDuration::from_secs(2);
const CLAIM_RETRIES: u32 = 4;
const CLAIM_DELAY: Duration = Duration::from_millis(500);

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The person is told why.
    #[error("refused: {}", .0.code)]
    Refused(Refusal),
    /// The person is told why the move is not possible, and sees that on the board.
    #[error("refused: {}", .1.code)]
    NoMove(Box<Board>, Refusal),
    /// We do not know whether a move was accepted; the person is told to look.
    #[error("whether a move was accepted is not known")]
    InDoubt(#[source] StoreError),
    /// We do not know whether this was done, by this process or by another that heard the same message; the person is
    /// told to look.
    #[error("whether something was done is not known")]
    Unsure(#[source] StoreError),
    /// Something broke; it is logged, and the person is told so.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// This program cannot read or replay a match. Its players and moderators are told so, and may end it.
    #[error("{why}")]
    SetAside { id: MatchId, why: String },
    #[error(transparent)]
    Announce(#[from] AnnounceError),
    #[error(transparent)]
    Analyst(#[from] AnalystError),
    #[error(transparent)]
    Opponent(#[from] OpponentError),
}

impl From<Refusal> for HostError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// The settings of playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayPolicy {
    /// How long a challenge stays open.
    pub challenge_lasts: Duration,
    /// How many challenges one person may make.
    pub challenges: ChallengeLimits,
    /// A shard counts as down after this long without a sign of life: that time is not taken from any clock in its
    /// places.
    pub dead_after: Duration,
    /// How many matches may be under way.
    pub matches: MatchLimits,
}

impl Default for PlayPolicy {
    fn default() -> Self {
        Self {
            challenge_lasts: Duration::from_secs(24 * 60 * 60),
            challenges: ChallengeLimits {
                open: 10,
                in_channel: 100,
                in_server: 500,
                a_day: 50,
                to_one: 5,
                declined: 2,
            },
            dead_after: Duration::from_secs(60),
            matches: MatchLimits { against_engine: 20, of_person: 300, in_channel: 500, in_server: 5000 },
        }
    }
}

/// The outside, as the host sees it.
pub struct Ports {
    pub store: Arc<dyn Store>,
    pub announcer: Arc<dyn Announcer>,
    pub opponent: Arc<dyn Opponent>,
    pub analyst: Arc<dyn Analyst>,
    pub waker: Arc<dyn Waker>,
    pub clock: Arc<dyn Clock>,
    pub dice: Arc<dyn Dice>,
    pub quotas: Arc<dyn Quotas>,
}

/// The use cases of Parlor.
pub struct Host {
    pub(crate) ports: Ports,
    pub(crate) policy: PlayPolicy,
    /// The matches that this process is working on; `true`: something has changed since, so look again.
    pub(crate) in_progress: Mutex<HashMap<MatchId, bool>>,
    /// The matches that the engine is thinking about for this process, and at which version.
    pub(crate) thinks_of: Mutex<HashMap<MatchId, u32>>,
    /// The matches for which a board is being posted, or was, and the database does not know the message yet.
    pub(crate) in_doubt: Mutex<HashSet<MatchId>>,
    /// How many of the matches that it has claimed are in the same channel.
    pub(crate) turns: Turns,
    pub(crate) positions: Positions,
    /// When this process last gave a sign of life for each of its shards.
    beaten_at: Mutex<HashMap<Shard, Timestamp>>,
}

impl Host {
    /// The use cases, on top of these ports.
    pub fn new(ports: Ports, policy: PlayPolicy) -> Self {
        Self {
            ports,
            policy,
            in_progress: Mutex::default(),
            thinks_of: Mutex::default(),
            in_doubt: Mutex::default(),
            turns: Turns::default(),
            beaten_at: Mutex::default(),
            positions: Positions::default(),
        }
    }

    /// Remembers the name of a person who has said something.
    pub async fn meet(&self, user: UserId, name: &str) -> Stored<()> {
        self.ports.store.meet(user, name, self.ports.clock.now()).await
    }

    /// Remembers the name of a person whom another person has named. Someone who wanted to be forgotten stays so.
    pub async fn meet_named(&self, user: UserId, name: &str) -> Stored<()> {
        self.ports.store.meet_named(user, name, self.ports.clock.now()).await
    }

    /// At most so many of the best players of a game: those with a settled rating first, then the provisional ones.
    pub async fn leaderboard(&self, game: &str, scope: Scope, most: u32) -> Stored<Vec<Standing>> {
        self.ports.store.leaderboard(game, scope, most).await
    }

    /// A player's standings in all games.
    pub async fn standings(&self, user: UserId, scope: Scope) -> Stored<Vec<Standing>> {
        self.ports.store.standings(user, scope).await
    }

    /// The name of a person; `None` if the bot hasn't met them.
    pub async fn player_name(&self, user: UserId) -> Stored<Option<String>> {
        self.ports.store.player_name(user).await
    }

    /// The names of the people among these whom the bot has met.
    pub async fn player_names(&self, users: &[UserId]) -> Stored<HashMap<UserId, String>> {
        self.ports.store.player_names(users).await
    }

    /// A sign of life for the shards on which this process hears people. While a shard gives none, no clock runs in its
    /// places.
    pub async fn beat(&self, heard: &[Shard]) -> Stored<()> {
        // This machine's clock may have been set since, and the time must be the database's all the same.
        self.ports.store.compare_clocks().await?;
        let now = self.ports.clock.now();
        self.ports.store.beat(heard, now, self.policy.dead_after).await?;
        self.beaten_at().extend(heard.iter().map(|it| (*it, now)));
        Ok(())
    }

    /// Whether this process has heard the people of a place so recently that no time must be given back.
    pub(crate) fn has_heard(&self, place: Place) -> bool {
        self.beaten_at().iter().any(|(shard, at)| shard.hears(place) && !self.is_long_ago(*at))
    }

    /// If the people of a place have not been heard for long, gives that time back. Returns whether it did.
    pub(crate) async fn end_silence(&self, place: Place) -> Stored<bool> {
        let (store, now) = (&self.ports.store, self.ports.clock.now());
        let Some(last) = store.last_beat(place).await?.filter(|it| self.is_long_ago(it.at)) else { return Ok(false) };
        store.beat(&[last.shard], now, self.policy.dead_after).await?;
        Ok(true)
    }

    /// Whether a shard with its last sign of life at that time counts as down.
    fn is_long_ago(&self, beat: Timestamp) -> bool {
        self.ports.clock.now().duration_since(beat).unsigned_abs() > self.policy.dead_after
    }

    fn beaten_at(&self) -> MutexGuard<'_, HashMap<Shard, Timestamp>> {
        self.beaten_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this process is the one to act on a message or an interaction that other processes may also receive.
    pub async fn is_mine(&self, event: u64) -> Result<bool, HostError> {
        self.unclaimed(|| self.ports.store.claim_event(event, self.ports.clock.now())).await
    }

    /// Asks the database about an event that nobody may have claimed yet. If it fails, it is asked again for a moment,
    /// because another process may have reached it and act on the event.
    pub(crate) async fn unclaimed<T, A>(&self, ask: impl Fn() -> A + Send + Sync) -> Result<T, HostError>
    where
        A: Future<Output = Stored<T>> + Send,
    {
        let until = self.now() + CLAIM_PATIENCE;
        for _ in 0..CLAIM_RETRIES {
            match ask().await {
                Err(StoreError::Database(_)) if self.now() < until => self.ports.clock.sleep(CLAIM_DELAY).await,
                answer => return answer.map_err(HostError::Unsure),
            }
        }
        ask().await.map_err(HostError::Unsure)
    }

    /// Forgets events that are too old to be delivered again.
    pub async fn forget_events(&self) -> Stored<()> {
        self.ports.store.forget_events(self.ports.clock.now()).await
    }

    /// The time by the host's clock.
    pub fn now(&self) -> Timestamp {
        self.ports.clock.now()
    }

    /// Converts a time to the clock that the chat uses for its messages. That is not the database's clock but a correct
    /// one, like this machine's.
    pub(crate) fn by_chat(&self, time: Timestamp) -> Timestamp {
        time.saturating_sub(self.ports.store.ahead()).unwrap_or(time)
    }
}

/// The error for a write that failed. If the database did not answer, it may have been done.
pub(crate) fn unwritten(error: StoreError) -> HostError {
    match error {
        StoreError::Conflict => too_late(),
        failure if failure.is_of_database() => HostError::Unsure(failure),
        other => other.into(),
    }
}

pub(crate) fn too_late() -> HostError {
    Refusal::new("too-late").into()
}
