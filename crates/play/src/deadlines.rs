//! Until when a side must move, and what happens if it does not. Pure: what is due follows from the match alone.

use jiff::{SignedDuration, Timestamp};

use super::{Absence, Board, Match, Reminders, Seat, TimeControl};
use games::board::Side;
use games::{Outcome, Reason};

/// After how many days without a move the other side can claim the win, in a match without a clock.
pub const SILENT_DAYS: u32 = 14;

/// That limit, written as a clock.
const SILENCE: TimeControl = TimeControl {
    reserve: SILENT_DAYS * 24 * 3600,
    increment: 0,
    cap: SILENT_DAYS * 24 * 3600,
    hard: false,
    weekends_off: false,
};

/// In a match without a clock, how long ago a reminder must have been posted before the win can be claimed, in
/// milliseconds.
const WARNING_MS: i64 = 3 * 24 * 3_600_000;

/// The shortest time for a move that gets a reminder, in milliseconds: whoever has less is looking at the board.
const SHORTEST_REMINDED_MS: i64 = 4 * 60_000;

/// How long whoever seemed to look at the board has before they're told that it's their turn, and in a live match.
const CALLED_AFTER: SignedDuration = SignedDuration::from_secs(60);
const CALLED_AFTER_IN_LIVE_PLAY: SignedDuration = SignedDuration::from_secs(15);

/// How often we check whether the player to move is still in the server.
const CHECK_PRESENCE_EVERY: SignedDuration = SignedDuration::from_hours(24);

/// How long after a player was found to have left the server the other side can claim the win.
const ABANDONED_AFTER: SignedDuration = SignedDuration::from_hours(3 * 24);

/// Until when the side to move must move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    pub side: Side,
    /// When three quarters of the time are used up; `None` if a reminder would only disturb.
    pub remind_at: Option<Timestamp>,
    pub over_at: Timestamp,
    /// Whether the match then ends by itself; otherwise the other side may claim the win.
    pub is_hard: bool,
}

/// Something that is due in a match because time has passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event {
    /// Check whether the player to move is still in the server.
    CheckPresence,
    /// Tell the side to move that it's their turn: they seemed to be looking, but haven't moved.
    Call,
    /// Tell the other side that the player to move has left the server.
    TellDeparture,
    /// Remind the side to move.
    Remind,
    /// Tell the other side that it may claim the win.
    TellClaim,
    /// The side to move has run out of time, so the match is over.
    TimeOut(Outcome),
    /// The vote on the next move is over.
    CountVotes,
}

/// The clock of the side to move: its time control, since when it has been running, and the milliseconds left at that
/// time. A match between people has a limit even without a clock.
fn running_clock(current: &Match) -> Option<(TimeControl, Timestamp, i64)> {
    let side = current.to_move();
    if current.outcome.is_some() || current.clock.is_paused {
        return None;
    }
    match current.clock.control {
        Some(clock) => Some((clock, current.clock.since?, current.clock.reserves[side.index()])),
        None if current.is_against_engine() => None,
        // If the last move was made by an older program, nothing else says since when the side has been silent.
        None => Some((SILENCE, current.clock.since.unwrap_or(current.updated_at), i64::from(SILENCE.reserve) * 1000)),
    }
}

/// When the side to move is away. In a live match absences do not count: they would be a pause that the opponent has
/// not agreed to.
fn absences(board: &Board) -> &[Absence] {
    match board.current.clock.control.is_some_and(TimeControl::is_live) {
        true => &[],
        false => &board.absences[board.current.to_move().index()],
    }
}

/// How many milliseconds the side to move has left, negative if its time is over; `None` if no clock is running.
pub fn remaining(board: &Board, now: Timestamp) -> Option<i64> {
    board.current.clock.control?;
    let (clock, since, reserve) = running_clock(&board.current)?;
    Some(reserve - clock.running(since, now, absences(board)))
}

/// The times in which the clock of the side to move runs until its time is over, in milliseconds from now on: all of the
/// time but weekends and absences that don't count.
pub fn running_times(board: &Board, now: Timestamp) -> Vec<(i64, i64)> {
    let Some((clock, since, reserve)) = running_clock(&board.current) else { return Vec::new() };
    let over_at = clock.moment_after(since, reserve, absences(board));
    let from_now = |at: i64| at - now.as_millisecond();
    let pieces = clock.pieces(since.max(now), over_at, absences(board));
    pieces.into_iter().map(|(from, until)| (from_now(from), from_now(until))).collect()
}

/// The side that is not to move, and how many milliseconds it has left; `None` if its clock does not stand still with
/// some of its time saved.
pub fn saved_by_other(current: &Match) -> Option<(Side, i64)> {
    let has_reserve = current.clock.control.is_some_and(|it| !it.is_each());
    let other = current.to_move().other();
    (has_reserve && current.outcome.is_none()).then(|| (other, current.clock.reserves[other.index()]))
}

/// The deadline of the side to move, if it has one.
pub fn deadline(board: &Board) -> Option<Deadline> {
    let (clock, since, reserve) = running_clock(&board.current)?;
    let after = |milliseconds| clock.moment_after(since, milliseconds, absences(board));
    let over_at = after(reserve);
    let is_reminded = reserve >= SHORTEST_REMINDED_MS && !board.current.awaits_votes();
    Some(Deadline {
        side: board.current.to_move(),
        remind_at: is_reminded.then(|| after(reserve / 4 * 3)),
        over_at: warning_ends(board, over_at).map_or(over_at, |it| it.max(over_at)),
        is_hard: clock.hard,
    })
}

/// The earliest time at which a side that was reminded loses, even if the reminder came late: in a match without a clock
/// a while after it, and with a clock, if the time was over by then, as long after it as if it had come in time.
fn warning_ends(board: &Board, over_at: Timestamp) -> Option<Timestamp> {
    let reminded_at = Timestamp::from_second(board.current.reminders.reminded_at?).ok()?;
    let Some(clock) = board.current.clock.control else {
        return Some(SILENCE.moment_after(reminded_at, WARNING_MS, absences(board)));
    };
    let (_, _, reserve) = running_clock(&board.current)?;
    (reminded_at >= over_at).then(|| clock.moment_after(reminded_at, reserve / 4, absences(board)))
}

/// A silence, in which nobody was heard: what has run of clocks in it does not count.
#[derive(Clone, Copy, Debug)]
pub struct Silence {
    pub since: Timestamp,
    pub until: Timestamp,
}

/// Gives the time of a silence back to the side to move: since when its clock counts as running, and when it counts as
/// reminded. What had run before the silence stays used. Weekends and absences do not count twice, even if they were
/// under way when the clock began.
pub fn give_back(
    control: Option<TimeControl>,
    clock_since: Timestamp,
    reminders: &Reminders,
    absences: &[Absence],
    silence: Silence,
) -> (Timestamp, Reminders) {
    let clock = control.unwrap_or(SILENCE);
    let absences = if clock.is_live() { &[] } else { absences };
    let later = |moment: Timestamp| {
        let ran = clock.running(moment.max(silence.since), silence.until, absences);
        clock.moment_after(moment, ran, absences)
    };
    let reminded_at = reminders.reminded_at.and_then(|it| Timestamp::from_second(it).ok());
    // A reminder of an earlier turn has no meaning anymore.
    let reminded_at = reminded_at.filter(|it| (clock_since..silence.until).contains(it));
    let reminded_at = reminded_at.map(|it| later(it).as_second()).or(reminders.reminded_at);
    (later(clock_since), Reminders { reminded_at, ..reminders.clone() })
}

/// When to look at a match again in which nothing is due now; `None`: never by itself.
pub fn next_look(board: &Board) -> Option<Timestamp> {
    let (current, deadline) = (&board.current, deadline(board)?);
    if current.reminders.claim_told == Some(current.version()) {
        return None;
    }
    let remind_at = deadline.remind_at.filter(|_| !is_reminded(current));
    [call_at(current), check_presence_at(board), remind_at, Some(deadline.over_at)].into_iter().flatten().min()
}

/// When the side to move is told that it's their turn, if their board was changed without telling them.
fn call_at(current: &Match) -> Option<Timestamp> {
    let is_due = current.delivery.live_board.is_some_and(|it| !it.is_told) && current.is_position_shown();
    if !is_due || current.is_hushed() || current.outcome.is_some() {
        return None;
    }
    let is_live = current.clock.control.is_some_and(TimeControl::is_live);
    let wait = if is_live { CALLED_AFTER_IN_LIVE_PLAY } else { CALLED_AFTER };
    // Whoever looks at the page knows, however long they think.
    let page_until = Timestamp::from_millisecond(current.presence.page_until(current.to_move())).ok()?;
    current.updated_at.max(page_until).checked_add(wait).ok()
}

/// When to check next whether the player to move is still in the server: once a day until there was a reminder, because
/// after it the time is soon over anyway, and once a day while the player is gone, who may come back.
fn check_presence_at(board: &Board) -> Option<Timestamp> {
    let current = &board.current;
    let (clock, since, _) = running_clock(current)?;
    let was_reminded = departed_at(current).is_none() && current.reminders.reminded == Some(current.version());
    let is_person = current.seat(current.to_move()).user().is_some();
    let does_matter = current.place.guild.is_some() && is_person && !current.is_against_engine() && !clock.is_live();
    if was_reminded || !does_matter {
        return None;
    }
    let looked_at = current.reminders.presence_checked_at.and_then(|it| Timestamp::from_second(it).ok());
    looked_at.map_or(since, |it| it.max(since)).checked_add(CHECK_PRESENCE_EVERY).ok()
}

/// Since when the player to move is known to have left the server.
pub fn departed_at(current: &Match) -> Option<Timestamp> {
    current.reminders.departed_at[current.to_move().index()].and_then(|it| Timestamp::from_second(it).ok())
}

/// Whether the side to move has used half of the time that it had at the start of its turn.
pub fn is_half_over(board: &Board, now: Timestamp) -> bool {
    running_clock(&board.current)
        .is_some_and(|(clock, since, reserve)| clock.moment_after(since, reserve / 2, absences(board)) <= now)
}

/// Whether the other side was told that the player to move has left the server.
fn is_departure_told(current: &Match) -> bool {
    departed_at(current).is_some() && current.reminders.departure_told == Some(current.version())
}

/// Whether the side to move needs no reminder, because it got one, wants none, or has left the server.
pub fn is_reminded(current: &Match) -> bool {
    current.reminders.reminded == Some(current.version()) || current.is_hushed() || is_departure_told(current)
}

/// Whether the side to move knows how much time it has: in a live match it does, as in one whose clock is soft, which
/// the other side may spare it, and where there is too little time for a reminder; otherwise it must have been reminded.
fn is_warned(current: &Match, deadline: &Deadline) -> bool {
    let knows_anyway = current.clock.control.is_some_and(|it| it.is_live() || !it.hard);
    knows_anyway || deadline.remind_at.is_none() || is_reminded(current)
}

/// What has become due because time has passed, and is not done yet.
pub fn event(board: &Board, now: Timestamp) -> Option<Event> {
    let (current, deadline) = (&board.current, deadline(board)?);
    let is_over = deadline.over_at <= now;
    if current.awaits_votes() {
        return (is_over && current.is_position_shown()).then_some(Event::CountVotes);
    }
    if is_over && deadline.is_hard && current.is_position_shown() && is_warned(current, &deadline) {
        return Some(Event::TimeOut(lost_by(current, deadline.side)));
    }
    if is_over && is_warned(current, &deadline) {
        return (current.reminders.claim_told != Some(current.version())).then_some(Event::TellClaim);
    }
    if departed_at(current).is_some() && !is_departure_told(current) {
        return Some(Event::TellDeparture);
    }
    if call_at(current).is_some_and(|it| it <= now) {
        return Some(Event::Call);
    }
    if deadline.remind_at.is_some_and(|it| it <= now) && !is_reminded(current) {
        return Some(Event::Remind);
    }
    check_presence_at(board).filter(|it| *it <= now).map(|_| Event::CheckPresence)
}

/// How a match ends if a side does not move: as lost if both sides have moved twice, otherwise as aborted.
pub fn lost_by(current: &Match, loser: Side) -> Outcome {
    match current.has_really_begun() {
        true => Outcome { winner: Some(loser.other()), reason: Reason::OutOfTime },
        false => Outcome::ABORTED,
    }
}

/// When the other side may claim the win, or since when it may; `None` if nobody has to move, or if the player who has
/// to must see the board or be reminded first.
pub fn claimable_at(board: &Board) -> Option<Timestamp> {
    let current = &board.current;
    let side = current.to_move();
    if current.outcome.is_some() || !matches!(current.seat(side.other()), Seat::User(_)) {
        return None;
    }
    let abandoned = departed_at(current).and_then(|it| it.checked_add(ABANDONED_AFTER).ok());
    let knows = |it: &Deadline| current.is_position_shown() && is_warned(current, it);
    let silent = deadline(board).filter(|it| !it.is_hard && knows(it)).map(|it| it.over_at);
    abandoned.into_iter().chain(silent).min()
}

/// When the other side may claim the win of a match without a clock, if the side to move gets its reminder in time, or
/// else now.
pub fn claimable_after_reminder(board: &Board, now: Timestamp) -> Option<Timestamp> {
    let silent = deadline(board).filter(|it| !it.is_hard)?.over_at;
    Some(silent.max(SILENCE.moment_after(now, WARNING_MS, absences(board))))
}
