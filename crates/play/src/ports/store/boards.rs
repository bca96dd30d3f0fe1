//! Which messages show boards, according to the database.

use async_trait::async_trait;
use jiff::Timestamp;

use super::Stored;
use crate::{MatchId, MessageId, Shown};

/// Which messages show boards.
#[async_trait]
pub trait BoardStore: Send + Sync {
    /// Which match, and which version of it, a message showed.
    async fn match_by_message(&self, message: MessageId) -> Stored<Option<(MatchId, u32)>>;
    /// Notes that a message shows the position of that version, which may be out of date already.
    async fn note_shown(&self, id: MatchId, version: u32, shown: Shown) -> Stored<Noted>;
    /// Notes that a message besides the live one shows the board of that version: replies to it are moves.
    async fn note_also_shown(&self, id: MatchId, version: u32, message: MessageId) -> Stored<()>;
    /// Notes that a message shows the board of that version with controls, although we got no answer when it was
    /// posted.
    async fn note_stray(&self, id: MatchId, version: u32, plies: u32, message: MessageId) -> Stored<()>;
    /// In which time a board of a match may have been posted without our getting the answer.
    async fn doubt(&self, id: MatchId) -> Stored<Doubt>;
    /// Notes that the chat was searched: everything posted in a match until `heard_until` is known. It is to be
    /// searched once more at `search_again_at`, for what may arrive late. Returns whether this process owns the match;
    /// if another one does, nothing is noted.
    async fn note_search(
        &self,
        id: MatchId,
        heard_until: Timestamp,
        search_again_at: Option<Timestamp>,
    ) -> Stored<bool>;
    /// Notes that a failed edit of a board may still be carried out until then.
    async fn note_unsettled(&self, message: MessageId, until: Timestamp) -> Stored<()>;
    /// The messages that are not the live board but may have controls.
    async fn superseded(&self, id: MatchId) -> Stored<Vec<Superseded>>;
    /// Notes that a message has no controls anymore. It gets none back, unless it is unsettled beyond `now`.
    async fn note_retired(&self, message: MessageId, now: Timestamp) -> Stored<()>;
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
    /// Whether it may have controls now.
    pub is_live: bool,
    /// Until when a failed edit may still give the controls back; after that they are to be removed once more.
    pub unsettled_until: Option<Timestamp>,
}

impl Superseded {
    /// Whether its controls are to be removed now.
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.is_live || self.unsettled_until.is_some_and(|it| it <= now)
    }
}

/// The time in which a board or a card may have been posted without our getting the answer, by this machine's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doubt {
    pub since: Timestamp,
    pub until: Timestamp,
}
