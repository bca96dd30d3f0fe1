//! The chat.

use async_trait::async_trait;

use crate::play::preferences::Notices;
use crate::play::reminders::Reminder;
use crate::play::showing::Showing;
use crate::play::{Board, Challenge, Match, MessageId, Place, UserId};

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
    /// Shows the board as it is now, and tells in which message. Posting the same state twice gives the first message
    /// again.
    async fn show_board(&self, board: &Board, showing: &Showing) -> Result<MessageId, AnnounceError>;
    /// The messages later than the live board that show this match with controls, and the version that they show: those
    /// that were posted although nobody heard of it.
    async fn strays(&self, current: &Match) -> Result<Vec<(MessageId, u32)>, AnnounceError>;
    /// Leaves of a board that showed so many plies one line, without picture and controls.
    async fn retire_board(&self, current: &Match, message: MessageId, plies: u32) -> Result<(), AnnounceError>;
    /// Removes a board that came too late.
    async fn remove_board(&self, place: Place, message: MessageId) -> Result<(), AnnounceError>;
    /// Tells a player by a direct message that it is this player's turn on the board that a message shows; twice is
    /// once.
    async fn tell_turn(&self, board: &Board, user: UserId, message: MessageId) -> Result<(), AnnounceError>;
    /// Reminds somebody; twice is once.
    async fn remind(&self, reminder: &Reminder<'_>) -> Result<(), AnnounceError>;
    /// Whether the player of the side to move has left the server of a match. What cannot be found out is not so.
    async fn has_left(&self, current: &Match) -> bool;
    /// Tells the other side that the player to move has left the server; twice is once.
    async fn tell_left(&self, board: &Board) -> Result<(), AnnounceError>;
    /// Tells the other side that it may claim the win, where the match is played; twice is once.
    async fn tell_claim(&self, board: &Board, notices: Notices) -> Result<(), AnnounceError>;
    /// Posts a challenge. Posting it twice gives the first message again; where an earlier try is long ago
    /// (`may_be_posted`), the channel is searched for it.
    async fn post_challenge(&self, challenge: &Challenge, may_be_posted: bool) -> Result<MessageId, AnnounceError>;
    /// The message that shows a challenge, although nobody heard of it when it was posted.
    async fn find_challenge(&self, challenge: &Challenge) -> Result<Option<MessageId>, AnnounceError>;
    /// Shows what has become of a challenge.
    async fn close_challenge(&self, challenge: &Challenge) -> Result<(), AnnounceError>;
}
