//! The steps of a match that is played in a thread of its own. Pure.

use jiff::Timestamp;

use super::{ChannelId, Match, NoThread, OwnThread, ThreadHome};

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
    match current.delivery.thread {
        Some(OwnThread::Open(home)) => Some(home),
        _ => None,
    }
}

/// The channel or forum of the thread in which a match is played, or was.
pub fn parent(current: &Match) -> Option<ChannelId> {
    match current.delivery.thread {
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
    current.delivery.thread == Some(OwnThread::Wanted) && current.outcome.is_none()
}

/// The match in its place, once it is known whether there is a thread. Nobody has seen it before, so its clock begins
/// now.
pub fn placed(current: &Match, opened: Opened, now: Timestamp) -> Match {
    let mut next = current.clone();
    next.delivery.thread = match opened {
        Opened::Thread(channel, home) => {
            next.place.channel = channel;
            Some(OwnThread::Open(home))
        }
        Opened::Here => None,
        Opened::Missing(why) => Some(OwnThread::Missing { why }),
    };
    next.clock.since = current.clock.since.map(|_| now);
    next
}

/// The match in the channel to which its thread belonged.
pub fn left(current: &Match, home: ThreadHome) -> Match {
    let mut next = current.clone();
    next.place.channel = home.parent;
    next.delivery.thread = None;
    next
}

/// The match when nothing more is to be done for its thread.
pub fn closed(current: &Match) -> Match {
    let mut next = current.clone();
    next.delivery.thread = match current.delivery.thread {
        Some(OwnThread::Open(home)) => Some(OwnThread::Closed(home)),
        // It was over before it had one.
        Some(OwnThread::Wanted) => None,
        other => other,
    };
    next
}
