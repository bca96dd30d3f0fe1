//! The database, in the words of the domain: a trait for each theme, and what they take and return.

use std::collections::HashMap;
use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::{Backlog, DueRow, DueTable, FailedTries, GonePlace, OwnedBy, Release, ReleaseOutcome, Upset};
use crate::personal::PersonalData;
use crate::puzzles::{PuzzleVote, SettledPuzzle};
use crate::votes::Vote;
use crate::{
    Absence, Challenge, ChallengeId, ChallengeState, ChannelId, DailyPlace, DailySolver, DailyTry, DatabaseId, EventId,
    Exploration, GuildId, LiveBoard, Match, MatchId, MatchOutline, MessageId, NewChallenge, NewMatch, Place,
    Preferences, Rating, RatingBasis, RatingChange, Seat, ServerSettings, Setting, Shard, Study, UserId,
};
use games::board::Side;
use games::{PuzzleId, Ruleset};

/// The database.
pub trait Store:
    PeopleStore
    + StudyStore
    + ChallengeStore
    + MatchStore
    + VoteStore
    + BoardStore
    + LinkStore
    + JobStore
    + InteractionTokenStore
    + RatingStore
    + ProcessStore
{
}

impl<T> Store for T where
    T: PeopleStore
        + StudyStore
        + ChallengeStore
        + MatchStore
        + VoteStore
        + BoardStore
        + LinkStore
        + JobStore
        + InteractionTokenStore
        + RatingStore
        + ProcessStore
{
}

/// An error of the store, not of a player.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A concurrent write came first: the condition of this write no longer holds.
    #[error("the row has changed meanwhile")]
    Conflict,
    /// The message or interaction that asks for this has already been carried out.
    #[error("that has been done already")]
    Repeated,
    /// The person has reached the caller's limit, which is given here.
    #[error("there are {0} already")]
    LimitReached(u32),
    /// A person or a place has reached the caller's limit of matches, which is given here.
    #[error("there are {1} matches already: {0:?}")]
    TooManyMatches(MatchLimit, u32),
    /// A person or a channel has reached the caller's limit of challenges, which is given here.
    #[error("there are {1} challenges already: {0:?}")]
    TooManyChallenges(ChallengeLimit, u32),
    #[error("the database failed")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The database has not answered a call in time. The write may have been done, or may still be done.
    #[error("the database did not answer “{0}” within {1:?}")]
    Unanswered(&'static str, Duration),
    /// A row holds a value this program cannot read.
    #[error("a stored value cannot be read: {0}")]
    Corrupt(String),
}

impl StoreError {
    /// Whether the database itself failed, which says nothing about the request.
    pub fn is_of_database(&self) -> bool {
        matches!(self, Self::Database(_) | Self::Unanswered(..))
    }
}

pub type StoreResult<T> = Result<T, StoreError>;

/// What the database knows of people and servers.
#[async_trait]
pub trait PeopleStore: Send + Sync {
    /// Remembers a player's name.
    async fn meet(&self, user: UserId, name: &str, now: Timestamp) -> StoreResult<()>;
    /// The same, unless the player is known and has no name: they wanted it deleted.
    async fn meet_named(&self, user: UserId, name: &str, now: Timestamp) -> StoreResult<()>;
    async fn player_name(&self, user: UserId) -> StoreResult<Option<String>> {
        Ok(self.player_names(&[user]).await?.remove(&user))
    }
    /// The names of those people who have been met.
    async fn player_names(&self, users: &[UserId]) -> StoreResult<HashMap<UserId, String>>;
    /// A person's preferences; the defaults if nothing was chosen, or if it cannot be read.
    async fn preferences(&self, user: UserId) -> StoreResult<Preferences>;
    /// Changes one preference and leaves the others as they are. Returns all of them.
    async fn set_preference(&self, user: UserId, setting: Setting, now: Timestamp) -> StoreResult<Preferences>;
    /// Takes the lease for reminding a person. Returns until when it lasts; `None` if another process has it.
    async fn begin_reminding(&self, user: UserId, now: Timestamp) -> StoreResult<Option<Timestamp>>;
    /// Gives the lease that lasts until then back, if it has not ended by itself.
    async fn end_reminding(&self, user: UserId, until: Timestamp) -> StoreResult<()>;
    /// Everything that is kept about a person; `None` if there is nothing.
    async fn personal_data(&self, user: UserId) -> StoreResult<Option<PersonalData>>;
    /// Deletes what is kept about a person, except what others have a part in. From then on, no list beyond a server
    /// includes this person, and no link that they got opens a board.
    async fn forget(&self, user: UserId, now: Timestamp) -> StoreResult<()>;

    /// A person's absences that end after `since`, in order.
    async fn absences(&self, user: UserId, since: Timestamp) -> StoreResult<Vec<Absence>> {
        let [theirs, _] = self.absences_of_both([Some(user), None], since).await?;
        Ok(theirs)
    }
    /// The same of two people at once; none of whoever isn't a person.
    async fn absences_of_both(&self, users: [Option<UserId>; 2], since: Timestamp) -> StoreResult<[Vec<Absence>; 2]>;
    /// Adds an absence, or ends one. The person's matches become due, because their deadlines move.
    async fn add_absence(&self, user: UserId, absence: Absence) -> StoreResult<()>;
    /// Ends a person's current and future absences.
    async fn end_absences(&self, user: UserId, now: Timestamp) -> StoreResult<()>;

    /// Remembers a server. Returns `true` if it was new, to exactly one caller.
    async fn first_seen(&self, guild: GuildId) -> StoreResult<bool>;
    /// The settings of a server.
    async fn server(&self, guild: GuildId) -> StoreResult<ServerSettings>;
    /// The matches of a server that have ended with a result after a time and until another, the newest first.
    async fn ended_in_server(&self, guild: GuildId, after: Timestamp, until: Timestamp) -> StoreResult<Vec<Match>>;
    /// The match of a server that ended in that time and was won against the odds by most.
    async fn upset_in_server(&self, guild: GuildId, after: Timestamp, until: Timestamp) -> StoreResult<Option<Upset>>;
    /// Replaces the settings of a server; [`StoreError::Conflict`] if they are no longer what is `known`. They say when its
    /// digest is due.
    async fn set_server(&self, guild: GuildId, known: &ServerSettings, next: &ServerSettings) -> StoreResult<()>;

    /// Blocks challenges from `other` to `user`; [`StoreError::LimitReached`] if `user` has blocked `most` people.
    async fn block(&self, user: UserId, other: UserId, most: u32) -> StoreResult<()>;
    /// `false` if there was no block.
    async fn unblock(&self, user: UserId, other: UserId) -> StoreResult<bool>;
    async fn has_blocked(&self, user: UserId, other: UserId) -> StoreResult<bool>;
    /// Whom a person has blocked.
    async fn blocked_by(&self, user: UserId) -> StoreResult<Vec<UserId>>;

    /// Makes `user` a watcher of a match; [`StoreError::LimitReached`] if it has `most` watchers. Safe to repeat.
    async fn watch(&self, id: MatchId, user: UserId, most: u32) -> StoreResult<()>;
    /// `false` if that person did not watch it.
    async fn unwatch(&self, id: MatchId, user: UserId) -> StoreResult<bool>;
    /// Who watches a match.
    async fn watchers(&self, id: MatchId) -> StoreResult<Vec<UserId>>;
    /// Which matches a person watches.
    async fn watched_by(&self, user: UserId) -> StoreResult<Vec<MatchId>>;
    /// What a person has explored in a match; nothing if it can't be read.
    async fn exploration(&self, id: MatchId, user: UserId) -> StoreResult<Exploration>;
    /// Keeps what a person has explored in a match; [`StoreError::Conflict`] if it isn't as `known` anymore.
    async fn set_exploration(
        &self,
        id: MatchId,
        user: UserId,
        known: &Exploration,
        next: &Exploration,
    ) -> StoreResult<()>;
    /// Removes all watchers of a match.
    async fn forget_watchers(&self, id: MatchId) -> StoreResult<()>;
}

/// What people learn.
#[async_trait]
pub trait StudyStore: Send + Sync {
    /// What is kept of a person's learning; nothing if it can't be read.
    async fn study(&self, user: UserId) -> StoreResult<Study>;
    /// Keeps it; [`StoreError::Conflict`] if it isn't as `known` anymore.
    async fn set_study(&self, user: UserId, known: &Study, next: &Study) -> StoreResult<()>;
    /// The puzzles of a game that a person has tried.
    async fn tried_puzzles(&self, user: UserId, game: &str) -> StoreResult<Vec<PuzzleId>>;
    /// The ratings of a game's puzzles that somebody has tried.
    async fn puzzle_ratings(&self, game: &str) -> StoreResult<Vec<(PuzzleId, Rating)>>;
    /// Keeps what came of a puzzle, and the person's study as for [`StudyStore::set_study`].
    async fn settle_puzzle(
        &self,
        user: UserId,
        known: &Study,
        next: &Study,
        settled: &SettledPuzzle,
        now: Timestamp,
    ) -> StoreResult<()>;
    /// Notes what somebody did at the puzzle of a day. After they have solved it or given up, nothing is noted anymore. Once
    /// somebody has solved it, the server becomes due.
    async fn note_daily_try(&self, daily: DailyPlace, user: UserId, done: DailyTry, now: Timestamp) -> StoreResult<()>;
    /// Who has solved the puzzle of a day in a server, in the order in which they did.
    async fn daily_solvers(&self, guild: GuildId, day: i64) -> StoreResult<Vec<DailySolver>>;
    /// Keeps whether somebody wants to be pinged for the puzzles of the day of a server.
    async fn set_daily_ping(&self, guild: GuildId, user: UserId, is_wanted: bool) -> StoreResult<()>;
    /// Who wants to be pinged for them.
    async fn daily_pings(&self, guild: GuildId) -> StoreResult<Vec<UserId>>;
    /// Keeps what a person thinks of a puzzle; `false` if they haven't tried it.
    async fn vote_on_puzzle(&self, user: UserId, game: &str, id: PuzzleId, vote: PuzzleVote) -> StoreResult<bool>;
    /// How many people think what of which puzzle of a game.
    async fn puzzle_votes(&self, game: &str) -> StoreResult<Vec<(PuzzleId, PuzzleVote, u64)>>;
}

/// Votes on the moves of a channel.
#[async_trait]
pub trait VoteStore: Send + Sync {
    /// Notes what somebody wants to be played next, in place of what they wanted before, and saves the match as
    /// [`MatchStore::save`] does.
    async fn vote(&self, current: &Match, next: &Match, vote: &Vote, now: Timestamp) -> StoreResult<OwnedBy>;
    /// The votes after so many plies: first those for a move that has been wanted for longest.
    async fn votes(&self, id: MatchId, ply: usize) -> StoreResult<Vec<Vote>>;
    /// What a person has voted for in a match, and after how many plies, in order.
    async fn votes_of(&self, id: MatchId, user: UserId) -> StoreResult<Vec<(usize, String)>>;
    /// The match in which another channel has taken the other side.
    async fn rival_of(&self, id: MatchId) -> StoreResult<Option<MatchId>>;
}

/// Matches and their moves.
#[async_trait]
pub trait MatchStore: Send + Sync {
    /// Begins a match, and closes its challenge, if any, in the same transaction. [`StoreError::Conflict`] if the
    /// challenge is no longer open, or if this rematch has already begun; [`StoreError::TooManyMatches`] if a player or
    /// the place has as many under way as the limits allow; [`StoreError::Repeated`] if another match has the same
    /// origin. All this holds even if many are begun at once, except that a place may then get a few more.
    async fn begin_match(
        &self,
        new: &NewMatch,
        origin: Option<EventId>,
        limits: MatchLimits,
        now: Timestamp,
    ) -> StoreResult<MatchId>;
    /// Keeps an imported record, which is over, in a place.
    async fn import(&self, place: Place, told: &Match, now: Timestamp) -> StoreResult<MatchId>;
    /// Removes all that an imported record says; an empty row in no channel is left. [`StoreError::Conflict`] if that is done
    /// already, or it's none.
    async fn remove_import(&self, id: MatchId) -> StoreResult<()>;
    /// The match that was begun as the rematch of another.
    async fn rematch_of(&self, id: MatchId) -> StoreResult<Option<MatchId>>;
    async fn find_match(&self, id: MatchId) -> StoreResult<Option<Match>>;
    /// A match, if this process owns it; `None` if another process does, or if it was released until it is due again.
    async fn find_owned(&self, id: MatchId) -> StoreResult<Option<Match>>;
    /// What is known about a match, even if its record cannot be read.
    async fn outline(&self, id: MatchId) -> StoreResult<Option<MatchOutline>>;
    /// Ends a match under way without a result, even if its record cannot be read; [`StoreError::Conflict`] if it is
    /// over. The match is then due, because its end must be shown.
    async fn abort(&self, id: MatchId, now: Timestamp) -> StoreResult<()>;
    /// The matches of a user that are under way, optionally only those of one channel.
    async fn matches_of(&self, user: UserId, channel: Option<ChannelId>) -> StoreResult<Vec<Match>>;
    /// A user's matches that this program cannot read, and that are in no other list.
    async fn unreadable_of(&self, user: UserId) -> StoreResult<Vec<MatchId>>;
    /// The matches under way in a channel.
    async fn matches_in(&self, channel: ChannelId) -> StoreResult<Vec<Match>>;
    /// The matches in a channel that are over and for which something is still due.
    async fn ending_in(&self, channel: ChannelId) -> StoreResult<Vec<Match>>;
    /// The last match in a channel that can be read, under way or over.
    async fn last_match_in(&self, channel: ChannelId, user: Option<UserId>) -> StoreResult<Option<Match>>;
    /// The newest match of a person in a channel that is over.
    async fn last_ended_in(&self, channel: ChannelId, user: UserId) -> StoreResult<Option<Match>>;
    /// At most so many of a person's newest matches that are over, wherever they were played.
    async fn ended_of(&self, user: UserId, most: u32) -> StoreResult<Vec<Match>>;
    /// A page, counted from 0, of a person's matches that are over, the newest first.
    async fn history(&self, of: MatchHistory, page: u32) -> StoreResult<HistoryPage>;
    /// A person's results in the matches that are over: by game, and whether they're rated.
    async fn tallies(&self, user: UserId, against: Against) -> StoreResult<Vec<ResultTally>>;
    /// A person's results against those whom they have played most, so many at most.
    async fn opponents(&self, user: UserId, most: u32) -> StoreResult<Vec<OpponentTally>>;
    /// What the last matches of a server say about a game.
    async fn server_stats(&self, guild: GuildId, game: &str) -> StoreResult<ServerStats>;
    /// How many rated matches of a game against the engine a person has really begun.
    async fn begun_against_engine(&self, user: UserId, game: &str) -> StoreResult<u64>;
    /// Saves a change of a match. `next` differs from `current`, as it was read, in moves that were played or taken
    /// back, in its end (rated in the same transaction), in its details, or in its channel. The match is then due, and
    /// this process owns it, unless another one does already. [`StoreError::Conflict`] if the match has changed
    /// meanwhile; [`StoreError::Repeated`] if one of its moves has the same origin.
    async fn save(
        &self,
        current: &Match,
        next: &Match,
        origin: Option<EventId>,
        now: Timestamp,
    ) -> StoreResult<OwnedBy>;
    /// The message or interaction by which a match was begun, if it is known.
    async fn match_begun_by(&self, id: MatchId) -> StoreResult<Option<EventId>>;
    /// The newest event that has played a move of a match; `None` if that is not known, or the match is not at this version.
    async fn last_moved_by(&self, id: MatchId, version: u32) -> StoreResult<Option<EventId>>;
    /// Whether a move was played by this message or interaction; unknown for a move that was taken back.
    async fn is_played(&self, origin: EventId) -> StoreResult<bool>;
    /// Writes the details and the channel of a match, which may be over, if no board shows a difference. The same guard
    /// applies.
    async fn save_unannounced(&self, current: &Match, next: &Match) -> StoreResult<()>;
    /// Makes a resting match under way due, because this program cannot read or replay it. If it has failed already, it
    /// is left as it is: it is retried, or set aside.
    async fn note_broken(&self, id: MatchId, now: Timestamp) -> StoreResult<()>;
}

/// Which matches of a person are meant that are over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchHistory {
    pub user: UserId,
    /// The key of the only game that counts.
    pub game: Option<String>,
    pub against: Against,
    /// The only channel that counts.
    pub channel: Option<ChannelId>,
}

/// Some of a person's matches that are over.
#[derive(Clone, Debug)]
pub struct HistoryPage {
    pub of: MatchHistory,
    /// Counted from 0.
    pub page: u32,
    pub matches: Vec<Match>,
    pub is_last: bool,
}

impl HistoryPage {
    /// How many matches a page has.
    pub const SIZE: u32 = 10;
}

/// How often somebody has won, drawn, and lost in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResultTally {
    pub game: String,
    pub is_rated: bool,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// How often somebody has won, drawn, and lost against somebody else.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpponentTally {
    pub seat: Seat,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// What the last matches of a server with a result say about a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ServerStats {
    /// How many of them were of this game.
    pub matches: u32,
    /// How many of these each side has won, the first player first.
    pub wins: [u32; 2],
    /// How many plies they had in all.
    pub plies: u64,
    /// The longest one, and how many plies it had.
    pub longest: Option<(MatchId, u32)>,
    /// The most frequent first two plies, and how often each was played.
    pub openings: Vec<(String, u32)>,
}

impl ServerStats {
    /// How many matches of a server are looked at, the newest ones.
    pub const MATCHES: u32 = 1000;
}

/// Whom a person has played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Against {
    Anybody,
    Engine,
    Person(UserId),
}

/// How many matches may be under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MatchLimits {
    /// Of one person against the engine.
    pub against_engine: u32,
    /// Of one person, against whomever.
    pub of_person: u32,
    pub in_channel: u32,
    pub in_server: u32,
}

impl MatchLimits {
    /// As many as anybody wants.
    pub const NONE: Self =
        Self { against_engine: u32::MAX, of_person: u32::MAX, in_channel: u32::MAX, in_server: u32::MAX };
}

/// Which limit of matches has been reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchLimit {
    AgainstEngine,
    OfPerson(UserId),
    InChannel,
    InServer,
}

/// Which messages show boards.
#[async_trait]
pub trait BoardStore: Send + Sync {
    /// Which match, and which version of it, a message showed.
    async fn match_by_message(&self, message: MessageId) -> StoreResult<Option<(MatchId, u32)>>;
    /// The match that the challenge has become whose card a message is.
    async fn match_by_card(&self, message: MessageId) -> StoreResult<Option<MatchId>>;
    /// Notes that a message shows the position of that version, which may be out of date already.
    async fn note_shown(&self, id: MatchId, version: u32, shown: LiveBoard) -> StoreResult<Noted>;
    /// Notes that a message besides the live one shows the board of that version: replies to it are moves.
    async fn note_also_shown(&self, id: MatchId, version: u32, message: MessageId) -> StoreResult<()>;
    /// The messages that are not the live board but may have controls.
    async fn superseded(&self, id: MatchId) -> StoreResult<Vec<Superseded>>;
    /// Notes that a message has no controls anymore.
    async fn note_retired(&self, message: MessageId) -> StoreResult<()>;
    /// Notes that a page of a side's player is visible. That is no change of the match, and may be lost in a power cut.
    async fn note_page(&self, id: MatchId, side: Side, now: Timestamp) -> StoreResult<()>;
}

/// The links that open boards on a page, and what these pages watch.
#[async_trait]
pub trait LinkStore: Send + Sync {
    /// The key with which links are signed: the value `drawn` by whoever asked first, forever.
    async fn link_key(&self, drawn: &str) -> StoreResult<String>;
    /// Uses a link up; `false` if somebody has. It can be forgotten once it has expired.
    async fn use_link(&self, id: i64, expires_at: Timestamp, now: Timestamp) -> StoreResult<bool>;
    /// Keeps which match an Activity in Discord was launched for; it can be forgotten after `forget_at`.
    async fn keep_launch(&self, instance: &str, id: MatchId, forget_at: Timestamp, now: Timestamp) -> StoreResult<()>;
    /// The match that an Activity was launched for.
    async fn launched_for(&self, instance: &str) -> StoreResult<Option<MatchId>>;
    /// How far those of these matches are that there are.
    async fn progress(&self, ids: &[MatchId]) -> StoreResult<Vec<(MatchId, Progress)>>;
}

/// What differs whenever something has happened in a match, or about a rematch of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    pub revision: u32,
    /// The offer of a rematch that is open.
    pub offered: Option<ChallengeId>,
    /// The rematch that has begun.
    pub rematch: Option<MatchId>,
}

/// The result of noting that a message shows a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noted {
    /// It is the live board now.
    Latest,
    /// Another message shows a later revision, and this one was unknown.
    TooLate,
    /// Another process has shown a later revision. The match is due again, because this message has overwritten the
    /// live board with an older one, or has given an old board controls.
    Overtaken,
}

/// A message that may have controls although it is not the live board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Superseded {
    pub message: MessageId,
    /// How many plies it shows.
    pub plies: u32,
}

/// Challenges.
#[async_trait]
pub trait ChallengeStore: Send + Sync {
    /// Adds a challenge. Fails if its challenger or its channel has too many ([`StoreError::TooManyChallenges`]), if an
    /// open challenge already offers the same rematch ([`StoreError::Conflict`]), or if another one has the same origin
    /// ([`StoreError::Repeated`]). All this holds even if many are added at once, except that people who ask at the
    /// same instant may exceed the channel's limit by a few.
    async fn add_challenge(
        &self,
        challenge: &NewChallenge,
        origin: Option<EventId>,
        limits: ChallengeLimits,
        now: Timestamp,
    ) -> StoreResult<ChallengeId>;
    async fn challenge(&self, id: ChallengeId) -> StoreResult<Option<Challenge>>;
    /// The message or interaction by which a challenge was made, if it is known.
    async fn challenge_begun_by(&self, id: ChallengeId) -> StoreResult<Option<EventId>>;
    /// The challenge that a match began with.
    async fn challenge_of(&self, id: MatchId) -> StoreResult<Option<Challenge>>;
    /// The open challenges that a person has made.
    async fn challenges_by(&self, user: UserId, now: Timestamp) -> StoreResult<Vec<Challenge>>;
    /// The challenges of a channel that are open and have not expired, the newest first.
    async fn open_challenges(&self, channel: ChannelId, now: Timestamp) -> StoreResult<Vec<Challenge>>;
    /// Notes which message shows a challenge. If it is open, it is due when it expires.
    async fn set_challenge_message(&self, id: ChallengeId, message: MessageId) -> StoreResult<()>;
    /// Closes an open challenge; [`StoreError::Conflict`] if it is no longer open. Its card is then due, and this process
    /// owns it, unless another one does already.
    async fn close_challenge(&self, id: ChallengeId, state: ChallengeState, now: Timestamp) -> StoreResult<OwnedBy>;
    /// Withdraws an open challenge that nobody has seen; [`StoreError::Conflict`] if it is shown by now, or closed.
    async fn withdraw_unshown(&self, id: ChallengeId, now: Timestamp) -> StoreResult<OwnedBy>;
    /// How many cards are to be shown, or to lose their controls, not counting those that are set aside.
    async fn open_cards(&self) -> StoreResult<u64>;
}

/// How many challenges one person may make, and how many there may be in a channel and in a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChallengeLimits {
    /// Open at once.
    pub open: u32,
    /// Open at once in the same channel, whoever made them.
    pub in_channel: u32,
    /// The same in a server.
    pub in_server: u32,
    /// In a day.
    pub a_day: u32,
    /// To the same person in a day, not counting those that were accepted.
    pub to_one: u32,
    /// How many of them may be declined in a day before the challenger must pause.
    pub declined: u32,
}

/// Which limit of challenges has been reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeLimit {
    Open,
    InChannel,
    InServer,
    ADay,
    ToOne,
    Declined,
}

/// What is due, when, and which process owns it.
#[async_trait]
pub trait JobStore: Send + Sync {
    /// How much is due in a table, and since when.
    async fn backlog(&self, table: DueTable, now: Timestamp) -> StoreResult<Backlog>;
    /// Claims at most `most` of the rows that are due and owned by no other process. From now on this process owns them,
    /// until their leases end. A lease that has ended without being released counts as a failure. Matches with failures
    /// come first if somebody has acted in them in the last ten minutes. Other matches with failures get the room that is
    /// left by those without, but at least a quarter.
    async fn claim(&self, table: DueTable, now: Timestamp, most: usize) -> StoreResult<Vec<DueRow>>;
    /// Renews the leases of those of these rows that this process owns. Returns their numbers and revisions.
    async fn renew(&self, table: DueTable, ids: &[i64]) -> StoreResult<Vec<(i64, u32)>>;
    /// Gives back a row as it was at that revision.
    async fn release(&self, row: DueRow, revision: u32, release: Release) -> StoreResult<ReleaseOutcome>;
    /// Gives back every row that this process owns.
    async fn release_all(&self) -> StoreResult<()>;
    /// The failures in a row; none if there is no such row.
    async fn failed_tries(&self, row: DueRow) -> StoreResult<FailedTries>;
    /// Notes that a place is gone: nothing is due there until somebody acts, and its open challenges expire. Returns the
    /// number of matches.
    async fn set_aside(&self, gone: GonePlace) -> StoreResult<u64>;
    /// Makes everything due that has failed in a channel or a server, because it may be allowed now. Returns the channels
    /// of these matches.
    async fn retry_in(&self, place: u64, now: Timestamp) -> StoreResult<Vec<ChannelId>>;
}

/// How the bot can post in conversations that it is not part of: only by answering somebody who uses it there.
#[async_trait]
pub trait InteractionTokenStore: Send + Sync {
    /// Notes what a token of a conversation is for. Forgets those with which no message can be edited anymore.
    async fn note_token(&self, channel: ChannelId, what_for: &[TokenFor], token: &AnswerToken) -> StoreResult<()>;
    /// A token of a conversation; it may have expired. `None` for [`TokenFor::Posting`] says that the bot is part of the
    /// conversation, as far as is known.
    async fn token(&self, channel: ChannelId, what_for: TokenFor) -> StoreResult<Option<AnswerToken>>;
    /// Makes the matches of a conversation due whose boards could not be shown. Returns them.
    async fn resume_in(&self, channel: ChannelId, now: Timestamp) -> StoreResult<Vec<MatchId>>;
}

/// What a token is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenFor {
    /// Posting: the token of the latest interaction.
    Posting,
    /// The message that the latest interaction was about, or led to: whoever used the bot is looking at it. It is the
    /// message with the same token.
    Focus,
    /// Editing a message.
    Message(MessageId),
}

/// What allows the bot to answer an interaction for a while.
#[derive(Clone, PartialEq, Eq)]
pub struct AnswerToken {
    /// The chat's own text; never shown or logged.
    pub secret: String,
    pub expires_at: Timestamp,
}

impl fmt::Debug for AnswerToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnswerToken").field("expires_at", &self.expires_at).finish_non_exhaustive()
    }
}

/// Ratings; a match is rated when its end is saved.
#[async_trait]
pub trait RatingStore: Send + Sync {
    /// How a match changed the global ratings.
    async fn rating_changes(&self, id: MatchId) -> StoreResult<Vec<RatingChange>>;
    /// What a match between two would be rated by if it ended now.
    async fn rating_basis(&self, seats: [Seat; 2], ruleset: &Ruleset, now: Timestamp) -> StoreResult<RatingBasis>;
    /// A page, counted from 0, of those who have finished a rated match [lately](LeaderboardPage::LATELY), as they are now:
    /// first those with a settled rating, then the provisional ones.
    async fn leaderboard(&self, game: &str, scope: Scope, now: Timestamp, page: u32) -> StoreResult<LeaderboardPage>;
    /// Where a player is among them; `None` if they aren't.
    async fn rank(&self, user: UserId, game: &str, scope: Scope, now: Timestamp) -> StoreResult<Option<Rank>>;
    /// The ratings of a player after the last rated matches of a game, the oldest first: [`MAX_RATING_HISTORY`] at most.
    async fn rating_history(&self, user: UserId, game: &str) -> StoreResult<Vec<Rating>>;
    /// A player's standings in all games, with the ratings after the last matches.
    async fn standings(&self, user: UserId, scope: Scope) -> StoreResult<Vec<Standing>>;
}

/// How many rated matches the chart of a rating goes back.
pub const MAX_RATING_HISTORY: u32 = 100;

/// Which results count in a leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    Global,
    Server(GuildId),
}

/// Some of the best players.
#[derive(Clone, PartialEq, Debug)]
pub struct LeaderboardPage {
    /// Counted from 0.
    pub page: u32,
    pub standings: Vec<Standing>,
    /// The place of the first of them, from 1.
    pub first_place: u32,
    pub is_last: bool,
}

impl LeaderboardPage {
    /// How many players a page has.
    pub const SIZE: u32 = 20;

    /// Whoever has finished no rated match for so long is in no leaderboard.
    pub const LATELY: SignedDuration = SignedDuration::from_hours(30 * 24);

    /// The players with their places. Those whose ratings look alike share one, also over the border of a page.
    pub fn placed(&self) -> impl Iterator<Item = (u32, &Standing)> {
        let first_alike = |it: &Standing| self.standings.iter().position(|other| other.looks_like(it)).unwrap_or(0);
        self.standings.iter().map(move |it| match first_alike(it) as u32 {
            0 => (self.first_place, it),
            index => (self.page * Self::SIZE + index + 1, it),
        })
    }
}

/// Where a player is in a leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rank {
    /// From 1; players whose ratings look alike share one.
    pub place: u32,
    /// The page that shows the player, counted from 0.
    pub page: u32,
}

/// A player's standing in a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    pub user: UserId,
    /// The name under which the player was last seen.
    pub name: String,
    pub game: String,
    pub rating: Rating,
    /// When the last rated match was over.
    pub rated_at: Timestamp,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

impl Standing {
    /// The standing at a later time, by the rating after the last match.
    pub fn at(self, now: Timestamp) -> Self {
        Self { rating: self.rating.after_pause(now.duration_since(self.rated_at)), ..self }
    }

    /// Whether people see no difference between two ratings.
    pub fn looks_like(&self, other: &Self) -> bool {
        let seen = |it: &Rating| (it.is_provisional(), it.shown());
        seen(&self.rating) == seen(&other.rating)
    }
}

/// What the processes of one bot know about each other.
#[async_trait]
pub trait ProcessStore: Send + Sync {
    /// The database's own id: the value `drawn` by whoever asked first, forever.
    async fn database_id(&self, drawn: DatabaseId) -> StoreResult<DatabaseId>;
    /// Claims an event of the chat; `true` unless another process has. If several processes receive it, only one of them
    /// acts. Events are remembered for an hour.
    async fn claim_event(&self, id: u64, now: Timestamp) -> StoreResult<bool>;
    /// Measures by how much the database's clock is ahead of this machine's.
    async fn compare_clocks(&self) -> StoreResult<()>;
    /// Notes a sign of life for the shards that are heard, all of the same division. If one of them has given none for
    /// longer than `tolerance`, that time is given back to every clock that was running in its places. If the bot's
    /// places are divided into shards anew, each new shard counts as silent since the last sign of life of any old one.
    /// Old events are forgotten.
    async fn beat(&self, heard: &[Shard], now: Timestamp, tolerance: Duration) -> StoreResult<()>;
    /// The last sign of life of the shard that hears a place; `None` if there was none.
    async fn last_beat(&self, place: Place) -> StoreResult<Option<SignOfLife>>;
    /// How far the database's clock was ahead of this machine's when last measured.
    fn ahead(&self) -> SignedDuration;
    /// Returns as soon as the database has taken a write.
    async fn ping(&self) -> StoreResult<()>;
    /// Ends all connections, once nobody uses them anymore. Then everything in a SQLite database is in its one file.
    async fn close(&self);
}

/// When a shard last gave a sign of life.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SignOfLife {
    pub shard: Shard,
    pub at: Timestamp,
}
