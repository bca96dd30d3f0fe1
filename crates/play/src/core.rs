//! What requests and delivery both stand on: the ports, matches with their positions, and committing moves.
//!
//! No state of a match lives here: after every step, and after a crash at any instant, the store alone says what is due.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use games::board::Move;
use games::{Refusal, Ruleset};
use jiff::Timestamp;

use super::deadlines::{self, Event};
use super::matches::BrokenRecord;
use super::ports::{
    Analyst, AnalystError, AnnounceError, Announcer, BoardLinks, ChallengeLimits, ChangeSignal, Clock, Dice, DueSignal,
    MatchLimits, Opponent, OpponentError, OwnedBy, Quotas, Store, StoreError, StoreResult, TokenFor,
};
use super::premoves::after_premove;
use super::steps::{self, MadeBy};
use super::{Board, EventId, Match, MatchId, Place, Positions, Seat, Shard, Stake, UserId, decide};

/// How often a change is tried if the row it starts from changes at the same time.
pub(crate) const TRIES: u32 = 5;

/// Why something was not done.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The person is told why.
    #[error("refused: {}", .0.code)]
    Refused(Refusal),
    /// The person is told why the move is not possible, and sees that on the board.
    #[error("refused: {}", .1.code)]
    NoMove(Box<Board>, Refusal),
    /// The person has blocked this one, and is told so where nobody else hears it.
    #[error("refused: somebody is blocked")]
    Blocked(UserId),
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

impl HostError {
    /// Whether the database itself failed, which says nothing about the request.
    pub fn is_of_database(&self) -> bool {
        match self {
            Self::Store(error) => error.is_of_database(),
            Self::Unsure(_) | Self::InDoubt(_) => true,
            _ => false,
        }
    }
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
    pub due: Arc<dyn DueSignal>,
    pub changes: Arc<dyn ChangeSignal>,
    /// `None`: boards are shown in the chat alone.
    pub links: Option<Arc<dyn BoardLinks>>,
    pub clock: Arc<dyn Clock>,
    pub dice: Arc<dyn Dice>,
    pub quotas: Arc<dyn Quotas>,
}

/// What requests and delivery both stand on: reading matches with their positions, and committing moves.
pub struct Core {
    pub(crate) ports: Ports,
    pub(crate) policy: PlayPolicy,
    pub(crate) positions: Positions,
    /// When this process last gave a sign of life for each of its shards.
    beaten_at: Mutex<HashMap<Shard, Timestamp>>,
}

impl Core {
    /// The core, on top of these ports.
    pub fn new(ports: Ports, policy: PlayPolicy) -> Arc<Self> {
        Arc::new(Self { ports, policy, positions: Positions::default(), beaten_at: Mutex::default() })
    }

    /// A sign of life for the shards on which this process hears people. While a shard gives none, no clock runs in its
    /// places.
    pub async fn beat(&self, heard: &[Shard]) -> StoreResult<()> {
        // This machine's clock may have been set since, and the time must be the database's all the same.
        self.ports.store.compare_clocks().await?;
        let now = self.ports.clock.now();
        self.ports.store.beat(heard, now, self.policy.dead_after).await?;
        self.beaten_at().extend(heard.iter().map(|it| (*it, now)));
        Ok(())
    }

    /// Whether a shard with its last sign of life at that time counts as down.
    pub(crate) fn is_long_ago(&self, beat: Timestamp) -> bool {
        self.ports.clock.now().duration_since(beat).unsigned_abs() > self.policy.dead_after
    }

    pub(crate) fn beaten_at(&self) -> MutexGuard<'_, HashMap<Shard, Timestamp>> {
        self.beaten_at.lock()
    }

    /// Commits a move, together with the reply that the other side prepared, or with its only legal reply. An only
    /// reply to the engine is not played yet, because the person must see the engine's move first.
    pub(crate) async fn commit_move(
        &self,
        board: &Board,
        chosen: Move,
        by: MadeBy,
        origin: Option<EventId>,
    ) -> Result<(Board, OwnedBy), HostError> {
        let now = self.ports.clock.now();
        let moved = steps::moved(board, chosen, by, now)?;
        let is_seen = board.current.seat(board.current.to_move()).takes_time();
        let reply = match after_prepared_move(&moved, now) {
            None if is_seen => self.after_only_move(&moved).await?,
            reply => reply,
        };
        let next = reply.unwrap_or(moved);
        let owner = self.save(&board.current, &next.current, origin, now).await?;
        Ok((next, owner))
    }

    /// Saves a change of a match as [`MatchStore::save`](super::ports::MatchStore::save) does, for all to see.
    pub(crate) async fn save(
        &self,
        current: &Match,
        next: &Match,
        origin: Option<EventId>,
        now: Timestamp,
    ) -> StoreResult<OwnedBy> {
        let owner = self.ports.store.save(current, next, origin, now).await?;
        self.ports.changes.changed(current.id);
        Ok(owner)
    }

    /// Commits a change that only the person who made it sees.
    pub(crate) async fn save_unannounced(&self, board: &Board, next: Board) -> Result<Board, HostError> {
        self.ports.store.save_unannounced(&board.current, &next.current).await.map_err(unwritten)?;
        self.ports.changes.changed(board.current.id);
        Ok(next)
    }

    /// The same, retried if the match changes at the same time: `next` is computed again from its new state.
    pub(crate) async fn save_surely(
        &self,
        mut board: Board,
        change: impl Fn(&Board) -> Result<Board, HostError> + Send,
    ) -> Result<Board, HostError> {
        for _ in 0..TRIES {
            let next = change(&board)?;
            match self.ports.store.save_unannounced(&board.current, &next.current).await {
                Err(StoreError::Conflict) => board = self.board(self.load(board.current.id).await?).await?,
                kept => {
                    kept.map_err(unwritten)?;
                    self.ports.changes.changed(board.current.id);
                    return Ok(next);
                }
            }
        }
        Err(too_late())
    }

    pub(crate) async fn load(&self, id: MatchId) -> Result<Match, HostError> {
        match self.ports.store.find_match(id).await {
            Err(StoreError::Corrupt(why)) => Err(self.broken(id, why).await),
            found => Ok(found?.ok_or_else(|| decide::no_such_match(id))?),
        }
    }

    pub(crate) fn replayed(&self, current: Match) -> Result<Board, BrokenRecord> {
        let position = self.positions.of(&current)?;
        Ok(Board::at(current, position))
    }

    /// A match with its position, and what else its board shows.
    pub(crate) async fn board(&self, current: Match) -> Result<Board, HostError> {
        let mut board = match self.replayed(current) {
            Ok(board) => board,
            Err(broken) => return Err(self.broken(broken.id, broken.to_string()).await),
        };
        let current = &board.current;
        if current.rated && current.outcome.is_some() {
            board.changes = self.ports.store.rating_changes(current.id).await?;
        }
        if current.is_timed() {
            let since = current.clock.since.unwrap_or(current.updated_at);
            let users = current.seats.map(Seat::user);
            board.absences = self.ports.store.absences_of_both(users, since).await?;
        }
        if current.awaits_votes() {
            board.votes = self.ports.store.votes(current.id, current.moves.len()).await?;
            if let Some(last) = current.voting.last.as_ref().filter(|it| it.voters > 0) {
                let votes = self.ports.store.votes(current.id, last.ply).await?;
                board.last_voters = votes.into_iter().map(|it| it.user).collect();
            }
        }
        Ok(board)
    }

    /// A board as it's posted: with what it can do to the ratings, which no decision needs.
    pub(crate) async fn with_stakes(&self, mut board: Board) -> StoreResult<Board> {
        let current = &board.current;
        if current.rated && current.outcome.is_none() {
            board.stakes = self.stakes(current.seats, &current.ruleset).await?;
        }
        Ok(board)
    }

    /// What a rated match between two can do to the ratings.
    pub(crate) async fn stakes(&self, seats: [Seat; 2], ruleset: &Ruleset) -> StoreResult<Vec<Stake>> {
        let basis = self.ports.store.rating_basis(seats, ruleset, self.now()).await?;
        Ok(Stake::of(seats, basis))
    }

    /// A person's matches under way, those where it is that person's turn first.
    pub async fn matches_of(&self, user: UserId) -> Result<Vec<Board>, HostError> {
        let mine = self.ports.store.matches_of(user, None).await?;
        Ok(self.sorted_boards(mine, user))
    }

    /// Matches under way with their positions, those where it is the turn of `user` first, and what is due soonest at the
    /// top. A match that cannot be read does not affect the others.
    pub(crate) fn sorted_boards(&self, matches: Vec<Match>, user: UserId) -> Vec<Board> {
        let read = |current| {
            let board = self.replayed(current);
            board.inspect_err(|error| tracing::error!(%error, "a match is left out of a list")).ok()
        };
        let mut boards: Vec<Board> = matches.into_iter().filter_map(read).collect();
        boards.sort_by_key(|it| {
            let is_mine = it.current.side_of(user) == Some(it.position.to_move());
            let due_at = deadlines::deadline(it).map_or(Timestamp::MAX, |it| it.over_at);
            (!is_mine, due_at, it.current.updated_at)
        });
        boards
    }

    /// The board after the only legal move of the side to move, if its player wants such moves played at once, or is a
    /// channel.
    pub(crate) async fn after_only_move(&self, board: &Board) -> StoreResult<Option<Board>> {
        let current = &board.current;
        let &[only] = board.position.legal().as_slice() else { return Ok(None) };
        let is_wanted = match current.seat(current.to_move()) {
            _ if current.outcome.is_some() || current.waits_for_player() => false,
            Seat::User(user) => self.ports.store.preferences(user).await?.plays_forced,
            // There is nothing to vote on.
            Seat::Channel => current.awaits_votes(),
            Seat::Engine(_) | Seat::Rival | Seat::Recorded => false,
        };
        if !is_wanted {
            return Ok(None);
        }
        Ok(steps::moved(board, only, MadeBy::Automatic, self.ports.clock.now()).ok())
    }

    /// A person's matches in which it is that person's turn, the one whose time ends first at the top.
    pub async fn waiting_for(&self, user: UserId) -> Result<Vec<Board>, HostError> {
        let mut boards = self.matches_of(user).await?;
        boards.retain(|it| it.is_turn_of(user));
        Ok(boards)
    }

    /// Whether the bot is known not to be part of a conversation.
    pub async fn is_outside(&self, place: Place) -> StoreResult<bool> {
        Ok(place.guild.is_none() && self.ports.store.token(place.channel, TokenFor::Posting).await?.is_some())
    }

    /// The error for a match that this program cannot read or replay. If the match was at rest, nothing would ever look
    /// at it. So it becomes due, is set aside like any other that fails, and operators hear of it.
    pub(crate) async fn broken(&self, id: MatchId, why: String) -> HostError {
        if let Err(error) = self.ports.store.note_broken(id, self.ports.clock.now()).await {
            tracing::warn!(match.id = id.0, %error, "a broken match could not be noted");
        }
        HostError::SetAside { id, why }
    }

    pub(crate) fn after(&self, wait: Duration) -> Timestamp {
        self.ports.clock.now().saturating_add(wait).unwrap_or(Timestamp::MAX)
    }

    /// Whether the player to move had left the server, and is there again. An error if that cannot be found out.
    pub(crate) async fn is_back(&self, board: &Board) -> Result<bool, HostError> {
        let had_left = deadlines::departed_at(&board.current).is_some();
        Ok(had_left && !self.ports.announcer.has_left(&board.current).await?)
    }

    /// What has become due because time has passed. Time since the last sign of life of the match's own shard does not
    /// count yet: if the silence lasts, nobody could move, and that time is given back.
    pub(crate) async fn due_event(&self, board: &Board, now: Timestamp) -> StoreResult<Option<Event>> {
        if deadlines::event(board, now).is_none() {
            return Ok(None);
        }
        let last = self.ports.store.last_beat(board.current.place).await?;
        Ok(last.and_then(|it| deadlines::event(board, it.at.min(now))))
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

/// The board after the premove or the prepared reply of the side to move; `None` if there is none, or, of a reply, if it is
/// not legal, or the player must answer something first.
pub(crate) fn after_prepared_move(board: &Board, now: Timestamp) -> Option<Board> {
    after_premove(board, now).or_else(|| after_prepared_reply(board, now))
}

fn after_prepared_reply(board: &Board, now: Timestamp) -> Option<Board> {
    let current = &board.current;
    let is_free = current.outcome.is_none() && !current.waits_for_player();
    let line = current.lines[current.to_move().index()].first().filter(|_| is_free)?;
    let chosen = board.position.read(line.first()?).ok()?;
    steps::moved(board, chosen, MadeBy::Automatic, now).ok()
}
