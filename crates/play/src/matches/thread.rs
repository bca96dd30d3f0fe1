//! The thread in which a match is played.

use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use crate::ids::ChannelId;

/// The thread of a match, wanted or actual. Stored as JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum OwnThread {
    /// The match is to get a thread before its first board is shown.
    Wanted,
    /// The match is played in a thread that was begun for it, or for the match that it is the rematch of.
    Open(ThreadHome),
    /// The same, but the end is shown there and nothing more is to be done.
    Closed(ThreadHome),
    /// The match was to get a thread, but that was not possible.
    Missing { why: NoThread },
}

/// Where a thread belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThreadHome {
    /// The channel or forum.
    pub parent: ChannelId,
    /// Whether it is a post in a forum.
    pub is_post: bool,
}

/// Why no thread was possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum NoThread {
    /// Private conversations have no threads.
    Private,
    /// The bot may not begin one, or may not write in it.
    Permission,
    /// The server has reached its limit of threads.
    Full,
    /// Discord refused it for another reason, or did not answer for too long.
    Refused,
}

impl OwnThread {
    /// What a rematch takes over: it continues in the same thread.
    pub fn again(self) -> Option<Self> {
        match self {
            Self::Open(home) | Self::Closed(home) => Some(Self::Open(home)),
            Self::Wanted | Self::Missing { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_of_a_thread_is_plain_json() {
        let home = ThreadHome { parent: ChannelId(7), is_post: true };
        for (thread, text) in [
            (OwnThread::Wanted, r#"{"state":"wanted"}"#),
            (OwnThread::Open(home), r#"{"state":"open","parent":7,"is_post":true}"#),
            (OwnThread::Missing { why: NoThread::Full }, r#"{"state":"missing","why":"full"}"#),
        ] {
            assert_eq!(serde_json::to_string(&thread).unwrap(), text);
            assert_eq!(serde_json::from_str::<OwnThread>(text).unwrap(), thread);
        }
        assert_eq!(OwnThread::Closed(home).again(), Some(OwnThread::Open(home)));
        assert_eq!(OwnThread::Wanted.again(), None);
    }
}
