//! When somebody is reminded of their turn, and of which matches at once. Pure.

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
    /// Where it is said; `None`: in direct messages.
    pub place: Option<Place>,
    /// Whether it makes no sound.
    pub is_silent: bool,
}

/// Whether a match waits for its player to move, who is still to be reminded of that.
pub fn waits(board: &Board) -> bool {
    !deadlines::is_reminded(&board.current) && deadlines::deadline(board).is_some_and(|it| it.remind_at.is_some())
}

/// The matches that are named together in a reminder: the one that is due first, then the others by their deadlines.
pub fn digest(due: Board, mut others: Vec<Board>) -> Vec<Board> {
    others.retain(waits);
    others.sort_by_key(|it| deadlines::deadline(it).map(|it| it.over_at));
    others.insert(0, due);
    others.truncate(MAX_MATCHES_PER_REMINDER);
    others
}

/// Whether a match that was named in a reminder needs none of its own anymore: others still have most of their time.
pub fn is_covered(board: &Board, now: Timestamp) -> bool {
    let soon = now.saturating_add(COVERED_WITHIN).unwrap_or(Timestamp::MAX);
    deadlines::deadline(board).and_then(|it| it.remind_at).is_some_and(|it| it <= soon)
}
