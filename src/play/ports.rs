//! What the host needs of the outside, as traits; the adapters stand at the edge.

use std::sync::Arc;

use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    Assessment, Board, Challenge, ChallengeId, ChallengeState, ChannelId, GuildId, Match, MatchId, MessageId,
    NewChallenge, NewMatch, Place, Rating, RatingChange, UserId,
};
use games::board::Move;
use games::{Outcome, Ruleset};

/// A fault of the store: nothing that a player did.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Somebody else was faster: the guard of a write did not hold.
    #[error("the row has changed meanwhile")]
    Conflict,
    /// A person has as many of something as the caller allows: so many.
    #[error("there are {0} already")]
    LimitReached(u32),
    #[error("the database failed")]
    Database(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// A row holds what this program did not write.
    #[error("a stored value cannot be read: {0}")]
    Corrupt(String),
}

pub type Stored<T> = Result<T, StoreError>;

/// A player's standing in a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    pub user: UserId,
    /// The name under which the player was last seen.
    pub name: String,
    pub game: String,
    pub rating: Rating,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// Whose results count in a leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    Global,
    Server(GuildId),
}

/// How much waits to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backlog {
    /// The matches of which a board or an engine's move is owed now.
    pub due: u64,
    /// Since when the oldest of them owes it.
    pub oldest: Option<Timestamp>,
    /// The matches that owe something that failed, and are to be retried later.
    pub set_aside: u64,
}

/// The database, in the words of the domain.
#[async_trait]
pub trait Store: Send + Sync {
    /// Remembers a player's name.
    async fn meet(&self, user: UserId, name: &str, now: Timestamp) -> Stored<()>;

    /// Adds a challenge, unless its challenger has `most_open` open ones ([`StoreError::LimitReached`]), or it offers a
    /// rematch that an open one offers already ([`StoreError::Conflict`]). Both hold however many are added at once.
    async fn add_challenge(&self, it: &NewChallenge, most_open: u32, now: Timestamp) -> Stored<ChallengeId>;
    async fn challenge(&self, id: ChallengeId) -> Stored<Option<Challenge>>;
    /// The challenges of a channel that are open and have not expired, the newest first.
    async fn open_challenges(&self, channel: ChannelId, now: Timestamp) -> Stored<Vec<Challenge>>;
    async fn set_challenge_message(&self, id: ChallengeId, message: MessageId) -> Stored<()>;
    /// Closes an open challenge; [`StoreError::Conflict`] if it is no longer open.
    async fn close_challenge(&self, id: ChallengeId, state: ChallengeState) -> Stored<()>;
    /// The open challenges made before a time that nobody has seen yet.
    async fn unshown_challenges(&self, made_before: Timestamp, now: Timestamp) -> Stored<Vec<Challenge>>;
    /// Marks the open challenges that have expired, and gives them.
    async fn expire_challenges(&self, now: Timestamp) -> Stored<Vec<Challenge>>;

    /// Begins a match; with a challenge, closes it in the same transaction. [`StoreError::Conflict`] if that is no
    /// longer open, or if the match is a rematch that has begun already; [`StoreError::LimitReached`] if it is against
    /// the engine and its player has `most_against_engine` such matches under way. All that holds however many are begun
    /// at once.
    async fn begin_match(&self, it: &NewMatch, most_against_engine: u32, now: Timestamp) -> Stored<MatchId>;
    /// The match that was begun as the rematch of another.
    async fn rematch_of(&self, id: MatchId) -> Stored<Option<MatchId>>;
    async fn find_match(&self, id: MatchId) -> Stored<Option<Match>>;
    /// The match whose board that message showed, and the ply it showed.
    async fn match_by_message(&self, message: MessageId) -> Stored<Option<(MatchId, u32)>>;
    /// The matches of a user that are under way, optionally only those of one channel.
    async fn matches_of(&self, user: UserId, channel: Option<ChannelId>) -> Stored<Vec<Match>>;
    /// The last match in a channel, under way or not.
    async fn last_match_in(&self, channel: ChannelId, user: Option<UserId>) -> Stored<Option<Match>>;

    /// Adds a move to a match that has `version` plies and is under way; with an end, ends it and rates it in the same
    /// transaction. [`StoreError::Conflict`] if the match has gone on or ended meanwhile.
    async fn append_move(&self, current: &Match, text: &str, end: Option<Outcome>, now: Timestamp) -> Stored<()>;
    /// Ends a match without a move, under the same guard.
    async fn end_match(&self, current: &Match, end: Outcome, now: Timestamp) -> Stored<()>;
    /// What a match did to the global ratings.
    async fn rating_changes(&self, id: MatchId) -> Stored<Vec<RatingChange>>;

    /// The board of that ply, or the end, has been shown in that message.
    async fn announced(&self, id: MatchId, ply: u32, end: bool, message: MessageId) -> Stored<()>;
    /// A message shows the board of that ply besides the one that is [announced](Self::announced): replies to it are moves.
    async fn also_shown(&self, id: MatchId, ply: u32, message: MessageId) -> Stored<()>;
    /// Showing a board has failed; it is due again at `retry_at`.
    async fn announce_failed(&self, id: MatchId, retry_at: Timestamp) -> Stored<()>;
    /// The matches of which a board or an engine's move is owed, apart from those that are to be retried later.
    async fn due(&self, now: Timestamp) -> Stored<Vec<MatchId>>;
    /// How much is owed, and since when.
    async fn backlog(&self, now: Timestamp) -> Stored<Backlog>;

    async fn leaderboard(&self, game: &str, scope: Scope, most: u32) -> Stored<Vec<Standing>>;
    /// A player's standings in all games.
    async fn standings(&self, user: UserId, scope: Scope) -> Stored<Vec<Standing>>;
    async fn player_name(&self, user: UserId) -> Stored<Option<String>>;
    /// Answers as soon as the database does.
    async fn ping(&self) -> Stored<()>;
}

/// Why something could not be shown.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AnnounceError {
    /// It will not be possible before somebody changes the channel or its permissions.
    #[error("the channel does not take messages: {0}")]
    Closed(String),
    #[error("showing failed for now: {0}")]
    Later(String),
}

/// The chat, in the words of the domain.
#[async_trait]
pub trait Announcer: Send + Sync {
    /// Posts the board as it is now. Posting the same state twice gives the first message again.
    async fn post_board(&self, board: &Board) -> Result<MessageId, AnnounceError>;
    /// Takes the controls off a board message.
    async fn retire_board(&self, place: Place, message: MessageId) -> Result<(), AnnounceError>;
    /// Posts a challenge. Posting it twice gives the first message again.
    async fn post_challenge(&self, challenge: &Challenge) -> Result<MessageId, AnnounceError>;
    /// Shows what has become of a challenge.
    async fn close_challenge(&self, challenge: &Challenge) -> Result<(), AnnounceError>;
}

/// A match as far as it has been played, for the engine to think about.
pub struct Situation {
    pub match_id: MatchId,
    /// Who waits for what it thinks, if anybody does.
    pub asked_by: Option<UserId>,
    pub ruleset: Ruleset,
    pub moves: Vec<Move>,
}

/// The engine did not find a move.
#[derive(Debug, Clone, thiserror::Error)]
pub enum OpponentError {
    /// Too much is waiting to be thought about; later there is room again.
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

/// There is no analysis.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AnalystError {
    #[error("too many analyses are under way")]
    Busy,
    #[error("the analysis failed: {0}")]
    Failed(String),
}

/// The engine as one who tells what it thinks, on the same threads. What it has told once it tells at once again.
#[async_trait]
pub trait Analyst: Send + Sync {
    /// What it thinks of the last position, which is not the end.
    async fn study(&self, situation: Situation) -> Result<Arc<Assessment>, AnalystError>;
    /// What it thinks of all positions but the end, in the order of the match; of a very long match, only of the last.
    async fn survey(&self, situation: Situation) -> Result<Arc<Vec<Assessment>>, AnalystError>;
}

/// Whoever shows what is due.
pub trait Waker: Send + Sync {
    /// Something is due in a match: called after each commit, so that nobody who commits has to remember it. It only
    /// spares the wait for the next look into the store.
    fn wake(&self, match_id: MatchId);
}

/// The time of day.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

/// Chance.
pub trait Dice: Send + Sync {
    fn coin(&self) -> bool;
}
