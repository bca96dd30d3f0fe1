//! The thread in which a match is played: what is stored about it, and the steps of such a match. Pure.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::{ChannelId, Match};

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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
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

impl NoThread {
    /// Its name in the texts about it.
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
    /// What a rematch takes over: it continues in the same thread.
    pub fn again(self) -> Option<Self> {
        match self {
            Self::Open(home) | Self::Closed(home) => Some(Self::Open(home)),
            Self::Wanted | Self::Missing { .. } => None,
        }
    }
}

/// The names of the people on the two sides, as far as they are known.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names(pub [Option<String>; 2]);

/// The result of wanting a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opened {
    /// It exists.
    Thread(ChannelId, ThreadHome),
    /// The match is in a thread already, and stays there.
    Here,
    Missing(NoThread),
}

/// The thread of a match, if there is still something to do for it.
pub fn open(current: &Match) -> Option<ThreadHome> {
    match current.conduct.thread {
        Some(OwnThread::Open(home)) => Some(home),
        _ => None,
    }
}

/// The channel or forum of the thread in which a match is played, or was.
pub fn parent(current: &Match) -> Option<ChannelId> {
    match current.conduct.thread {
        Some(OwnThread::Open(home) | OwnThread::Closed(home)) => Some(home.parent),
        _ => None,
    }
}

/// Whether a match is played in a channel, or in a thread that was begun there for it.
pub fn is_played_in(current: &Match, channel: ChannelId) -> bool {
    current.place.channel == channel || open(current).is_some_and(|it| it.parent == channel)
}

/// Whether a match is still to get its thread.
pub fn is_wanted(current: &Match) -> bool {
    current.conduct.thread == Some(OwnThread::Wanted) && current.outcome.is_none()
}

/// The match in its place, once it is known whether there is a thread. Nobody has seen it before, so its clock begins
/// now.
pub fn placed(current: &Match, opened: Opened, now: Timestamp) -> Match {
    let mut next = current.clone();
    next.conduct.thread = match opened {
        Opened::Thread(channel, home) => {
            next.place.channel = channel;
            Some(OwnThread::Open(home))
        }
        Opened::Here => None,
        Opened::Missing(why) => Some(OwnThread::Missing { why }),
    };
    next.clock_since = current.clock_since.map(|_| now);
    next
}

/// The match in the channel to which its thread belonged.
pub fn left(current: &Match, home: ThreadHome) -> Match {
    let mut next = current.clone();
    next.place.channel = home.parent;
    next.conduct.thread = None;
    next
}

/// The match when nothing more is to be done for its thread.
pub fn closed(current: &Match) -> Match {
    let mut next = current.clone();
    next.conduct.thread = match current.conduct.thread {
        Some(OwnThread::Open(home)) => Some(OwnThread::Closed(home)),
        // It was over before it had one.
        Some(OwnThread::Wanted) => None,
        other => other,
    };
    next
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
