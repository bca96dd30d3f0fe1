//! When somebody is reminded of their turn, and of which matches together. Pure.

use jiff::{SignedDuration, Timestamp};

use super::{Board, Place, UserId, deadlines};

/// The most matches one reminder names: a Discord menu holds 25.
const MAX_MATCHES_PER_REMINDER: usize = 25;

/// A reminder due within this time is merged into one that is sent now.
const COVERED_WITHIN: SignedDuration = SignedDuration::from_hours(24);

/// A reminder that it is somebody's turn, in one match or in several.
pub struct Reminder<'a> {
    pub user: UserId,
    /// At least one; the first is due.
    pub boards: &'a [Board],
    /// Where it is posted; `None`: in direct messages.
    pub place: Option<Place>,
    /// Whether it makes no sound.
    pub is_silent: bool,
}

/// Whether a match waits for a player who has not been reminded of it yet.
pub fn waits(board: &Board) -> bool {
    !deadlines::is_reminded(&board.current) && deadlines::deadline(board).is_some_and(|it| it.remind_at.is_some())
}

/// The matches that one reminder names: the one that is due, then the others by their deadlines.
pub fn digest(due: Board, mut others: Vec<Board>) -> Vec<Board> {
    others.retain(waits);
    others.sort_by_key(|it| deadlines::deadline(it).map(|it| it.over_at));
    others.insert(0, due);
    others.truncate(MAX_MATCHES_PER_REMINDER);
    others
}

/// Whether a match that a reminder named needs none of its own anymore. Matches that still have most of their time do.
pub fn is_covered(board: &Board, now: Timestamp) -> bool {
    let soon = now.saturating_add(COVERED_WITHIN).unwrap_or(Timestamp::MAX);
    let is_soon = deadlines::deadline(board).and_then(|it| it.remind_at).is_some_and(|it| it <= soon);
    is_soon && deadlines::is_half_over(board, now)
}
