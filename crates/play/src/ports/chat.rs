//! The chat.

use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;

use super::Post;
use crate::daily::DailyPuzzle;
use crate::preferences::Notices;
use crate::reminders::Reminder;
use crate::showing::Showing;
use crate::threads::Opened;
use crate::votes::PlaceNames;
use crate::{Board, Challenge, ChannelId, Match, MatchId, MessageId, Names, Place, UserId};

/// Why something could not be shown.
#[derive(Debug, Clone, thiserror::Error)]
pub enum AnnounceError {
    /// It will not work until somebody changes the channel or its permissions.
    #[error("the channel does not take messages: {0}")]
    Closed(Unreachable),
    #[error("showing failed for now: {0}")]
    Later(String),
    /// The channel was not asked: it has just refused the same kind of request, or there were so many refusals in all
    /// that the bot takes no further risk there.
    #[error("the channel was not asked")]
    Withheld,
    /// There is nothing to show, because making it failed. This should never happen.
    #[error("what is to be shown cannot be made: {0}")]
    Unmade(String),
}

/// Why a channel takes no messages.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unreachable {
    /// It does not exist anymore.
    #[error("it is gone")]
    Gone,
    #[error("{0}")]
    Refused(String),
    /// The bot is not part of the conversation, and nobody has used it there lately: it has nothing to answer.
    #[error("nobody has used the bot there lately")]
    Unused,
}

/// The result of showing a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Showed {
    /// This message shows it.
    Now(MessageId),
    /// The chat recognized an earlier try whose answer we never got, and returned its message, which shows that earlier
    /// version of the match.
    Earlier(MessageId, u32),
}

/// Whether somebody can see what is posted in a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Visibility {
    Visible,
    /// They are not in the server.
    NotInServer,
    /// They may not see the channel.
    NotInChannel,
}

/// The chat, in the words of the domain.
pub trait Announcer: BoardAnnouncer + NoticeAnnouncer + CardAnnouncer + ThreadAnnouncer + PlaceLookup {}

impl<T: BoardAnnouncer + NoticeAnnouncer + CardAnnouncer + ThreadAnnouncer + PlaceLookup> Announcer for T {}

/// The messages that show boards.
#[async_trait]
pub trait BoardAnnouncer: Send + Sync {
    /// Shows the current board: in the message that may be edited, or else in a new one. However often a board is posted
    /// after the same live board, the chat returns the first of these messages for some minutes. If an earlier try is
    /// unconfirmed, one page of the channel is looked through for its message first.
    async fn show_board(&self, board: &Board, showing: &Showing) -> Result<Showed, AnnounceError>;
    /// Reduces a board that showed this many plies to one line, without picture and controls. Where that is refused, it
    /// keeps its controls.
    async fn retire_board(&self, current: &Match, message: MessageId, plies: u32) -> Result<(), AnnounceError>;
    /// Removes a board that came too late, or that repeats another message; it may be gone already. Where that is
    /// refused, as in a locked thread, it keeps its controls.
    async fn remove_board(&self, place: Place, message: MessageId) -> Result<(), AnnounceError>;
}

/// Notices beside the boards. All are safe to repeat.
#[async_trait]
pub trait NoticeAnnouncer: Send + Sync {
    /// Tells a player in a direct message that it is their turn on the board that a message shows, or that the match is
    /// over.
    async fn tell_turn(&self, board: &Board, user: UserId, message: MessageId) -> Result<(), AnnounceError>;
    /// Reminds somebody. Returns the matches that the reminder names: always the first, and perhaps not those that became
    /// due after an earlier try.
    async fn remind(&self, reminder: &Reminder<'_>) -> Result<Vec<MatchId>, AnnounceError>;
    /// Tells the other side that the player to move has left the server.
    async fn tell_departure(&self, board: &Board, notices: Notices) -> Result<(), AnnounceError>;
    /// Tells the other side, where the match is played, that it may claim the win.
    async fn tell_claim(&self, board: &Board, notices: Notices) -> Result<(), AnnounceError>;
}

/// Messages that stand for a row, like the cards of challenges.
#[async_trait]
pub trait CardAnnouncer: Send + Sync {
    /// Posts a message that stands for a row. A second post within a minute returns the first message.
    async fn post_once(&self, post: Post<'_>) -> Result<MessageId, AnnounceError>;
    /// The message that stands for a row, posted without our getting the answer, at that time by the chat's clock or later.
    async fn find_post(&self, post: Post<'_>, since: Timestamp) -> Result<Option<MessageId>, AnnounceError>;
    /// Shows what has become of a challenge, and in which other channel or thread its match is played, if in one.
    async fn close_challenge(&self, challenge: &Challenge, played_in: Option<ChannelId>) -> Result<(), AnnounceError>;
    /// Shows a puzzle of the day as it is now, in the message in which it was posted.
    async fn update_daily(&self, puzzle: &DailyPuzzle, message: MessageId) -> Result<(), AnnounceError>;
}

/// The threads of matches.
#[async_trait]
pub trait ThreadAnnouncer: Send + Sync {
    /// Begins the thread of a match and adds its players. The card of the challenge, or a separate card, links to it. A
    /// second call returns the first thread.
    async fn open_thread(
        &self,
        board: &Board,
        names: &Names,
        challenge: Option<&Challenge>,
    ) -> Result<Opened, AnnounceError>;
    /// Adds somebody to the thread that a match is played in.
    async fn add_to_thread(&self, place: Place, user: UserId) -> Result<(), AnnounceError>;
    /// Gives the thread of a match under way its title: that of a rematch still tells how the match before it has ended.
    /// Each process tries it once, and a failure does not matter.
    async fn update_thread_title(&self, board: &Board, names: &Names);
    /// Shows the result of the match in the title of its thread, if it has one, and on its card; or says after how long
    /// that will be possible.
    async fn close_thread(&self, board: &Board, names: &Names) -> Result<Option<Duration>, AnnounceError>;
}

/// Which places exist, who is there, and who can see them.
#[async_trait]
pub trait PlaceLookup: Send + Sync {
    /// Whether a channel or thread has been deleted; `false` if we cannot find out.
    async fn is_gone(&self, place: Place) -> bool;
    /// Whether somebody could see what is posted in a place; `None` if we cannot find out.
    async fn visibility(&self, place: Place, user: UserId) -> Option<Visibility>;
    /// What a channel and its server are called, as far as we can find out.
    async fn names(&self, place: Place) -> PlaceNames;
    /// Whether the player to move has left the match's server.
    async fn has_left(&self, current: &Match) -> Result<bool, AnnounceError>;
}
