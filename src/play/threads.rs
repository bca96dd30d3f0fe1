//! The steps of a match that is played in a thread of its own. Pure.

use jiff::Timestamp;

use super::{Board, ChannelId, NoThread, OwnThread, Place, ThreadHome};

/// What the people on the two sides are called; nobody knows that of everybody.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names(pub [Option<String>; 2]);

/// What has come of the wish for a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Opened {
    /// It is there.
    Thread(ChannelId, ThreadHome),
    /// The match is in a thread already, and stays there.
    Here,
    Missing(NoThread),
}

/// The thread of a match, while there is something to be done for it.
pub fn open(board: &Board) -> Option<ThreadHome> {
    match board.current.conduct.thread {
        Some(OwnThread::Open(home)) => Some(home),
        _ => None,
    }
}

/// Whether a match has still to get its thread.
pub fn is_wanted(board: &Board) -> bool {
    board.current.conduct.thread == Some(OwnThread::Wanted) && board.current.outcome.is_none()
}

/// The board in the place that has come of the wish for a thread. Nobody has seen it before, so its clock begins now.
pub fn placed(board: &Board, opened: Opened, now: Timestamp) -> Board {
    let mut next = board.clone();
    let current = &mut next.current;
    current.conduct.thread = match opened {
        Opened::Thread(channel, home) => {
            current.place = Place { channel, ..current.place };
            Some(OwnThread::Open(home))
        }
        Opened::Here => None,
        Opened::Missing(why) => Some(OwnThread::Missing { why }),
    };
    current.clock_since = current.clock_since.map(|_| now);
    next
}

/// The board in the channel to which its thread belonged.
pub fn left(board: &Board, home: ThreadHome) -> Board {
    let mut next = board.clone();
    next.current.place = Place { channel: home.parent, ..board.current.place };
    next.current.conduct.thread = None;
    next
}

/// The board when nothing more is to be done for its thread.
pub fn closed(board: &Board) -> Board {
    let mut next = board.clone();
    next.current.conduct.thread = match board.current.conduct.thread {
        Some(OwnThread::Open(home)) => Some(OwnThread::Closed(home)),
        // It was over before it had one.
        Some(OwnThread::Wanted) => None,
        other => other,
    };
    next
}
