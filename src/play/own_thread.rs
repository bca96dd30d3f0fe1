//! What is kept of the thread in which a match is played.

use serde::{Deserialize, Serialize};

use super::ChannelId;

/// Where a match is to be played, or is, apart from the place in which it was asked for. Stored as JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum OwnThread {
    /// It is to have a thread before its first board is shown.
    Wanted,
    /// Its place is a thread that was begun for it, or for the match of which it is the rematch.
    Open(ThreadHome),
    /// The same, and its end is shown there: nothing more is to be done.
    Closed(ThreadHome),
    /// It was to have one, but there could be none.
    Missing { why: NoThread },
}

/// To what a thread belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ThreadHome {
    /// The channel or forum.
    pub parent: ChannelId,
    /// Whether it is a post of a forum.
    pub is_post: bool,
}

/// Why there could be no thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NoThread {
    /// In private conversations there are none.
    Private,
    /// The bot may not begin one, or not write in it.
    Permission,
    /// The server has as many as there can be.
    Full,
    /// Discord has refused it for another reason, or did not answer for too long.
    Refused,
}

impl NoThread {
    /// As the sentences that tell it distinguish.
    pub fn name(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Permission => "permission",
            Self::Full => "full",
            Self::Refused => "refused",
        }
    }
}

impl OwnThread {
    /// What a rematch takes over: it goes on in the same thread.
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
