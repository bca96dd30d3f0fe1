//! The use cases: load, decide, commit, and then let it be shown.
//!
//! Nothing of a match lives here: after every step, and after a crash at any instant, the store alone says what is due
//! ([`Host::show_due`]), and after each commit the host wakes whoever sees to that.

mod advice;
mod away;
mod blocks;
mod boards;
mod challenges;
mod controls;
mod departures;
mod due;
mod engine_moves;
mod gone_places;
mod lost_commits;
mod matches;
mod moderation;
mod notices;
mod offers;
mod people;
mod quotas;
mod rematches;
mod retries;
mod set_aside;
mod suggestions;
mod threads;
mod watching;
mod which_match;

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use games::Refusal;
use jiff::Timestamp;

pub use advice::Advice;
pub use controls::{Subject, Written};
pub use matches::{PlayedMove, Which};
pub use quotas::refuse_command;
pub use rematches::Rematch;
pub use suggestions::Suggested;
pub use which_match::{Meant, Wish};

use super::ports::{
    Analyst, AnalystError, AnnounceError, Announcer, ChallengeLimits, Clock, Dice, Opponent, OpponentError, Quotas,
    Scope, Standing, Store, StoreError, Stored, Waker,
};
use super::{Board, MatchId, Place, Positions, Shard, UserId};

/// How often a change is tried where what it starts from changes at the same time.
const TRIES: u32 = 5;

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The person is told why.
    #[error("refused: {}", .0.code)]
    Refused(Refusal),
    /// The person is told why a move is none, and shown it on the board.
    #[error("refused: {}", .1.code)]
    NoMove(Box<Board>, Refusal),
    /// Whether a move was accepted is not known; the person is told to look.
    #[error("whether a move was accepted is not known")]
    InDoubt(#[source] StoreError),
    /// Something broke; it is logged, and the person is told so.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// This program cannot make anything of a match: those whom it concerns are told so, and may end it.
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

/// What can be set about playing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayPolicy {
    /// How long a challenge stands.
    pub challenge_lasts: Duration,
    /// How many challenges one person may make.
    pub challenges: ChallengeLimits,
    /// After so long without a sign of life a shard was down: that time runs on no clock in its places.
    pub dead_after: Duration,
    /// How many matches against the engine one person may have under way.
    pub most_against_engine: u32,
}

impl Default for PlayPolicy {
    fn default() -> Self {
        Self {
            challenge_lasts: Duration::from_secs(24 * 60 * 60),
            challenges: ChallengeLimits { open: 10, in_channel: 100, a_day: 50, to_one: 5, declined: 2 },
            dead_after: Duration::from_secs(60),
            most_against_engine: 20,
        }
    }
}

/// The outside, as the host needs it.
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
    ports: Ports,
    policy: PlayPolicy,
    /// The matches of which this process is showing what is due; `true`: something has changed since, look again.
    being_shown: Mutex<HashMap<MatchId, bool>>,
    /// The matches in which the engine thinks for this process, and of which version.
    thinks_of: Mutex<HashMap<MatchId, u32>>,
    /// The matches of which a board is being posted, or was, without a note of it in the database.
    in_doubt: Mutex<HashSet<MatchId>>,
    positions: Positions,
    /// When this process has given the last sign of life of each of its shards.
    beaten_at: Mutex<HashMap<Shard, Timestamp>>,
}

impl Host {
    /// The use cases over these ports.
    pub fn new(ports: Ports, policy: PlayPolicy) -> Self {
        Self {
            ports,
            policy,
            being_shown: Mutex::default(),
            thinks_of: Mutex::default(),
            in_doubt: Mutex::default(),
            beaten_at: Mutex::default(),
            positions: Positions::default(),
        }
    }

    /// Remembers the name of a person who has said something.
    pub async fn meet(&self, user: UserId, name: &str) -> Stored<()> {
        self.ports.store.meet(user, name, self.ports.clock.now()).await
    }

    pub async fn leaderboard(&self, game: &str, scope: Scope, most: u32) -> Stored<Vec<Standing>> {
        self.ports.store.leaderboard(game, scope, most).await
    }

    pub async fn standings(&self, user: UserId, scope: Scope) -> Stored<Vec<Standing>> {
        self.ports.store.standings(user, scope).await
    }

    pub async fn player_name(&self, user: UserId) -> Stored<Option<String>> {
        self.ports.store.player_name(user).await
    }

    /// The names of those people who have been met.
    pub async fn player_names(&self, users: &[UserId]) -> Stored<HashMap<UserId, String>> {
        self.ports.store.player_names(users).await
    }

    /// A sign of life of the shards on which this process hears people: time in which one gives none runs on no clock in
    /// its places.
    pub async fn beat(&self, heard: &[Shard]) -> Stored<()> {
        let now = self.ports.clock.now();
        self.ports.store.beat(heard, now, self.policy.dead_after).await?;
        self.beaten_at().extend(heard.iter().map(|it| (*it, now)));
        Ok(())
    }

    /// Whether this process itself has heard the people of a place so lately that there is no time to be given back.
    fn has_heard(&self, place: Place) -> bool {
        self.beaten_at().iter().any(|(shard, at)| shard.hears(place) && !self.is_long_ago(*at))
    }

    /// Gives the time back in which the people of a place were not heard, if that is long by now; whether it is.
    async fn end_silence(&self, place: Place) -> Stored<bool> {
        let (store, now) = (&self.ports.store, self.ports.clock.now());
        let Some(last) = store.last_beat(place).await?.filter(|it| self.is_long_ago(it.at)) else { return Ok(false) };
        store.beat(&[last.shard], now, self.policy.dead_after).await?;
        Ok(true)
    }

    /// Whether a shard was down if its last sign of life was then.
    fn is_long_ago(&self, beat: Timestamp) -> bool {
        self.ports.clock.now().duration_since(beat).unsigned_abs() > self.policy.dead_after
    }

    fn beaten_at(&self) -> MutexGuard<'_, HashMap<Shard, Timestamp>> {
        self.beaten_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether this process is to act on a message that others may hear, too. Where that cannot be told, it is.
    pub async fn is_mine(&self, event: u64) -> bool {
        match self.ports.store.claim_event(event, self.ports.clock.now()).await {
            Ok(is_mine) => is_mine,
            Err(error) => {
                tracing::warn!(%error, "whether somebody else acts on a message is not known");
                true
            }
        }
    }

    /// Forgets what nobody hears again.
    pub async fn forget_events(&self) -> Stored<()> {
        self.ports.store.forget_events(self.ports.clock.now()).await
    }

    /// The time by the host's clock.
    pub fn now(&self) -> Timestamp {
        self.ports.clock.now()
    }

    /// A time as the chat writes it at its messages: that is not the database's, but this machine's, which is set right.
    fn by_chat(&self, time: Timestamp) -> Timestamp {
        time.saturating_sub(self.ports.store.ahead()).unwrap_or(time)
    }
}

/// A write that came too late is a refusal.
fn too_late(error: StoreError) -> HostError {
    match error {
        StoreError::Conflict => Refusal::new("too-late").into(),
        other => other.into(),
    }
}
