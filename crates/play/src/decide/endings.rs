//! Who may end a match, and with which result.

use games::{Outcome, Reason, Refusal};
use jiff::{SignedDuration, Timestamp};

use super::{has_ended, not_a_player, under_way};
use crate::{Board, Match, MatchOutline, UserId, deadlines};

/// The result when `user` resigns a match: a loss if both sides have moved twice, otherwise an abort.
pub fn resign(current: &Match, user: UserId) -> Result<Outcome, Refusal> {
    let side = under_way(current, user)?;
    if !current.has_really_begun() {
        return Ok(Outcome::ABORTED);
    }
    Ok(Outcome { winner: Some(side.other()), reason: Reason::Resigned })
}

/// Whether `user` may end, without a result, a match that is set aside.
pub fn may_abandon(outline: &MatchOutline, user: UserId) -> Result<(), Refusal> {
    if !outline.is_played_by(user) {
        return Err(not_a_player(outline.id));
    }
    if outline.is_over { Err(has_ended(outline.id)) } else { Ok(()) }
}

/// Whether `user` may end a match without losing it.
pub fn may_abort(current: &Match, user: UserId) -> Result<(), Refusal> {
    match resign(current, user)?.counts() {
        true => Err(Refusal::new("too-late-to-abort").with("match", current.id.to_string())),
        false => Ok(()),
    }
}

/// The result when `user` claims the win because the other player has not moved for too long.
pub fn claim(board: &Board, user: UserId, now: Timestamp) -> Result<Outcome, Refusal> {
    match claimable_at(board, user, now)? {
        Some(at) if at <= now => Ok(deadlines::lost_by(&board.current, board.current.to_move())),
        Some(at) => {
            let result = if board.current.has_really_begun() { "win" } else { "abort" };
            Err(Refusal::new("too-early-to-claim").with("time", at.as_second().to_string()).with("result", result))
        }
        None => Err(Refusal::new("nothing-to-claim")),
    }
}

/// When `user` may claim the win, or since when; `None` if nobody knows yet.
fn claimable_at(board: &Board, user: UserId, now: Timestamp) -> Result<Option<Timestamp>, Refusal> {
    let current = &board.current;
    if current.to_move() == under_way(current, user)? {
        return Err(Refusal::new("nothing-to-claim-on-your-turn"));
    }
    match deadlines::claimable_at(board).or_else(|| deadlines::claimable_after_reminder(board, now)) {
        None if current.is_against_engine() => Err(Refusal::new("nothing-to-claim-of-me")),
        None if current.clock.is_paused => Err(Refusal::new("nothing-to-claim-in-pause")),
        at => Ok(at),
    }
}

/// In a match whose place is gone, how long after the last move the waiting side may end it: nobody can be reminded there.
const GONE_FOR: SignedDuration = SignedDuration::from_hours(3 * 24);

/// The same in a match whose place is gone. If there is nothing to claim, the match can at least be ended.
pub fn claim_where_gone(board: &Board, user: UserId, now: Timestamp) -> Result<Outcome, Refusal> {
    if claimable_at(board, user, now)?.is_some_and(|it| it <= now) {
        return claim(board, user, now);
    }
    let may_end_at = board.current.updated_at.saturating_add(GONE_FOR).unwrap_or(Timestamp::MAX);
    match may_end_at <= now {
        true => Ok(Outcome::ABORTED),
        false => Err(Refusal::new("place-is-gone")
            .with("match", board.current.id.to_string())
            .with("time", may_end_at.as_second().to_string())),
    }
}
