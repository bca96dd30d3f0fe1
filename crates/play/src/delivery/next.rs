//! Whether to go on working on a match.

use crate::ports::{OwnedBy, Rest};

/// Whether to go on working on a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub(super) enum Next {
    /// Something is done, or the match has changed: look again what is due.
    GoOn,
    /// It rests, waits for another try, or belongs to another process now.
    Stop,
}

impl From<Rest> for Next {
    fn from(rest: Rest) -> Self {
        match rest {
            Rest::Changed => Self::GoOn,
            Rest::Rests | Rest::NotMine => Self::Stop,
        }
    }
}

impl From<OwnedBy> for Next {
    fn from(owner: OwnedBy) -> Self {
        match owner {
            OwnedBy::Us => Self::GoOn,
            OwnedBy::Other => Self::Stop,
        }
    }
}
