//! What is shown of a match, and where.

use serde::{Deserialize, Serialize};

use super::thread::OwnThread;
use crate::ids::MessageId;

/// The delivery of a match: its live board, its thread, and how often showing it has failed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchDelivery {
    /// The live board; `None` before the first. Stored in columns of its own.
    #[serde(skip)]
    pub live_board: Option<LiveBoard>,
    /// Whether somebody asked to see the live board again, so that it is to be posted in a new message.
    pub is_brought_down: bool,
    /// Whether that message notifies the side to move, because the other side has ended a pause.
    pub calls: bool,
    /// The thread that it has, or is to have.
    pub thread: Option<OwnThread>,
    /// How often in a row a task of this match has failed, or was left undone by a process that is gone. Stored in a
    /// column of its own.
    #[serde(skip)]
    pub failures: u32,
    /// How many of these failures were refusals, or boards that could not be made. After some of them the match is set
    /// aside; outages do not count. Stored in a column of its own.
    #[serde(skip)]
    pub refusals: u32,
}

/// What the live board shows of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LiveBoard {
    pub message: MessageId,
    /// The revision that it shows; `None` if the board must be shown again in any case.
    pub revision: Option<u32>,
    /// How many plies had been played.
    pub plies: u32,
}

impl MatchDelivery {
    /// The live board no longer needs to be posted again.
    pub(crate) fn stay(&mut self) {
        self.is_brought_down = false;
        self.calls = false;
    }
}
