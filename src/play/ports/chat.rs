//! The chat.

use std::time::Duration;

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::Doubt;
use crate::play::preferences::Notices;
use crate::play::reminders::Reminder;
use crate::play::showing::Showing;
use crate::play::threads::Opened;
use crate::play::{Board, Challenge, ChannelId, Match, MatchId, MessageId, Names, Place, UserId};

/// Why something could not be shown.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AnnounceError {
    /// It will not be possible before somebody changes the channel or its permissions.
    #[error("the channel does not take messages: {0}")]
    Closed(Closure),
    #[error("showing failed for now: {0}")]
    Later(String),
    /// The channel was not asked: it has just refused the same, or others have refused so much that nothing is risked there.
    #[error("the channel was not asked")]
    Withheld,
    /// There is nothing to be shown: what was to be made for it cannot be made. That must not happen.
    #[error("what is to be shown cannot be made: {0}")]
    Unmade(String),
}

/// Why a channel takes no messages.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Closure {
    /// It is not there anymore.
    #[error("it is gone")]
    Gone,
    #[error("{0}")]
    Refused(String),
}

/// What was asked of the chat has been done after this time, or never will be: no request is waited for longer than a minute.
pub const ARRIVES_WITHIN: Duration = Duration::from_secs(75);

/// For so long the chat takes a board that is posted again for the one of an earlier try. Discord does so for "a few minutes".
pub const REPEATABLE_FOR: SignedDuration = SignedDuration::from_secs(60);

/// What has become of showing a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Showed {
    /// The message shows it.
    Now(MessageId),
    /// The chat took it for what an earlier try had posted although nobody heard of it: this message, which shows that
    /// earlier version of the match.
    Earlier(MessageId, u32),
}

/// What stands in the chat of a match although nobody has heard of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unheard {
    /// The messages with controls, and the version of the match that each of them shows.
    pub strays: Vec<(MessageId, u32)>,
    /// The message that shows the board just as it is to be shown.
    pub posted: Option<MessageId>,
}

/// The chat, in the words of the domain.
#[async_trait]
pub trait Announcer: Send + Sync {
    /// Shows the board as it is now. Whatever is posted after the live board, the chat takes it for the same message
    /// until somebody hears of one.
    async fn show_board(&self, board: &Board, showing: &Showing) -> Result<Showed, AnnounceError>;
    /// The message that is to be changed, if an earlier try has changed it already although nobody heard of it.
    async fn find_changed(&self, board: &Board, showing: &Showing) -> Result<Option<MessageId>, AnnounceError>;
    /// Looks for what earlier tries have posted of a match in some time although nobody heard of it, and for the board
    /// where it is to be shown; `None` where the bot may not look.
    async fn unheard(
        &self,
        board: &Board,
        showing: Option<&Showing>,
        doubt: Doubt,
    ) -> Result<Option<Unheard>, AnnounceError>;
    /// Whether a channel or thread is there no longer. What cannot be found out is not so.
    async fn is_gone(&self, place: Place) -> bool;
    /// Leaves of a board that showed so many plies one line, without picture and controls.
    async fn retire_board(&self, current: &Match, message: MessageId, plies: u32) -> Result<(), AnnounceError>;
    /// Removes a board that came too late, or that says what another one says again.
    async fn remove_board(&self, place: Place, message: MessageId) -> Result<(), AnnounceError>;
    /// Tells a player by a direct message that it is this player's turn on the board that a message shows; twice is
    /// once.
    async fn tell_turn(&self, board: &Board, user: UserId, message: MessageId) -> Result<(), AnnounceError>;
    /// Reminds somebody; twice is once. The matches of which that has been done: of the first, and perhaps not of others that
    /// have come to it since an earlier try.
    async fn remind(&self, reminder: &Reminder<'_>) -> Result<Vec<MatchId>, AnnounceError>;
    /// Whether the player of the side to move has left the server of a match; `None` where that cannot be found out.
    async fn has_left(&self, current: &Match) -> Option<bool>;
    /// Tells the other side that the player to move has left the server; twice is once.
    async fn tell_left(&self, board: &Board, notices: Notices) -> Result<(), AnnounceError>;
    /// Tells the other side that it may claim the win, where the match is played; twice is once.
    async fn tell_claim(&self, board: &Board, notices: Notices) -> Result<(), AnnounceError>;
    /// Posts a challenge. Posting it twice within a minute gives the first message again.
    async fn post_challenge(&self, challenge: &Challenge) -> Result<MessageId, AnnounceError>;
    /// The message that shows a challenge, although nobody heard of it when it was posted: at that time, by the chat's
    /// clock, or later.
    async fn find_challenge(&self, challenge: &Challenge, since: Timestamp)
    -> Result<Option<MessageId>, AnnounceError>;
    /// Shows what has become of a challenge, and in which other channel or thread its match is played, if in one.
    async fn close_challenge(&self, challenge: &Challenge, played_in: Option<ChannelId>) -> Result<(), AnnounceError>;
    /// Begins the thread of a match, with its players in it, and says so on the card of the challenge, or on one of its
    /// own. Doing it twice gives the first thread again.
    async fn open_thread(
        &self,
        board: &Board,
        names: &Names,
        challenge: Option<&Challenge>,
    ) -> Result<Opened, AnnounceError>;
    /// Adds somebody to the thread that a match is played in.
    async fn add_to_thread(&self, place: Place, user: UserId) -> Result<(), AnnounceError>;
    /// Lets the thread of a match be called what the match has come to, as soon as that is possible; nobody waits for it.
    fn update_thread_title(&self, board: &Board, names: &Names);
    /// Says in the title of a thread, and on its card, how the match has ended, and archives the thread; or tells after
    /// how long that is possible.
    async fn close_thread(&self, board: &Board, names: &Names) -> Result<Option<Duration>, AnnounceError>;
}
