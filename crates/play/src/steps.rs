//! The steps of a match: pure functions from a board to the next board. [`decide`](super::decide) says what may be
//! done.

use jiff::{SignedDuration, Timestamp};

use super::votes::VoteTally;
use super::{AbortCause, Board, DeclinedOffer, Match, Offer, OfferKind, deadlines, takeback};
use games::board::{Move, Side};
use games::{Outcome, Reason, Refusal};

/// How long it may take to show the board of a turn whose time is already running.
const SHOWN_WITHIN: SignedDuration = SignedDuration::from_secs(5);

/// Who makes a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MadeBy {
    /// A player, or the engine.
    Player,
    /// Nobody at this moment: the move was prepared, or is the only legal one.
    Automatic,
}

/// The board after a move of the side to move.
pub fn moved(board: &Board, chosen: Move, by: MadeBy, now: Timestamp) -> Result<Board, Refusal> {
    let mover = board.position.to_move();
    let mut next = board.clone();
    next.position.play(chosen)?;
    let current = &mut next.current;
    current.moves.push(chosen.to_string());
    current.outcome = next.position.outcome();
    current.delivery.stay();
    // A player who moves has come back.
    current.reminders.departed_at[mover.index()] = None;
    if by == MadeBy::Player {
        current.presence.moved_at[mover.index()] = now.as_millisecond();
    }
    // A side's own move makes the other side's offer lapse. The side's own offer stays and goes with the move.
    current.offers.pending = current.offers.pending.filter(|it| it.by == mover && it.kind == OfferKind::Draw);
    if by == MadeBy::Automatic {
        current.automatic_ply = Some(current.moves.len() as u32);
    }
    let clock = &mut current.clock;
    clock.is_paused = false;
    if let Some(control) = clock.control {
        let remaining = deadlines::remaining(board, now).unwrap_or(clock.reserves[mover.index()]);
        let added = remaining.max(0) + i64::from(control.increment) * 1000;
        clock.reserves[mover.index()] = added.min(i64::from(control.cap) * 1000);
    }
    let [own, others] = [mover.index(), mover.other().index()];
    current.lines[others] = lines_after(&current.lines[others], chosen);
    current.lines[own] = match by {
        MadeBy::Player => Vec::new(),
        MadeBy::Automatic => lines_after(&current.lines[own], chosen),
    };
    current.premoves[own] = None;
    start_clock(current, now);
    current.updated_at = now;
    current.delivery.refusals = 0;
    if current.outcome.is_some() {
        close(current);
    }
    Ok(next)
}

/// The prepared lines that begin with the move just played, without that move.
fn lines_after(lines: &[Vec<String>], played: Move) -> Vec<Vec<String>> {
    let played = played.to_string();
    let rest = |line: &Vec<String>| (line.first() == Some(&played)).then(|| line[1..].to_vec());
    lines.iter().filter_map(rest).filter(|it| !it.is_empty()).collect()
}

/// The board after an end that did not happen on the board, such as a resignation.
pub fn ended(board: &Board, end: Outcome, now: Timestamp) -> Board {
    let mut next = board.clone();
    stop_clock(&mut next, now);
    next.current.outcome = Some(end);
    next.current.updated_at = now;
    close(&mut next.current);
    next
}

/// The board after an end that came because the side to move took too long.
pub fn ended_by_time(board: &Board, end: Outcome, now: Timestamp) -> Board {
    let mut next = ended(board, end, now);
    next.current.end.abort = (!end.counts()).then_some(AbortCause::Time);
    next
}

/// The board after a moderator has ended the match: nobody wins or loses.
pub fn stopped(board: &Board, now: Timestamp) -> Board {
    let mut next = ended(board, Outcome::ABORTED, now);
    next.current.end.abort = Some(AbortCause::Moderator);
    next
}

/// The board of a match that no other channel has joined, after its channel has begun another vote.
pub fn given_up(board: &Board, now: Timestamp) -> Board {
    let mut next = ended(board, Outcome::ABORTED, now);
    next.current.end.abort = Some(AbortCause::Unjoined);
    next
}

/// The board after an end in a place that is gone.
pub fn ended_where_gone(board: &Board, end: Outcome, now: Timestamp) -> Board {
    let mut next = ended(board, end, now);
    next.current.end.abort = (!end.counts()).then_some(AbortCause::PlaceGone);
    next
}

/// The board on which the vote on the next move is over. The move that was wanted most, or else the engine's, is still to be
/// played.
pub fn counted(board: &Board, tally: VoteTally) -> Board {
    let mut next = board.clone();
    let voting = &mut next.current.voting;
    voting.empty = if tally.voters == 0 { voting.empty + 1 } else { 0 };
    voting.last = Some(tally);
    next
}

/// The board that waits until somebody of the channel votes.
pub fn awaiting_voters(board: &Board, now: Timestamp) -> Board {
    let mut next = board.clone();
    next.current.clock.is_paused = true;
    next.current.clock.since = None;
    next.current.voting.empty = 0;
    next.current.updated_at = now;
    next
}

/// The board after somebody of the channel has voted, which also ends a pause.
pub fn voted(board: &Board, now: Timestamp) -> Board {
    let mut next = board.clone();
    if next.current.clock.is_paused {
        next.current.clock.is_paused = false;
        start_clock(&mut next.current, now);
    }
    next
}

/// The board after another channel has taken the other side, in that match.
pub fn met_rival(board: &Board, rival: &Match, now: Timestamp) -> Board {
    let mut next = board.clone();
    next.current.voting.rival = Some(rival.id);
    next.current.voting.rival_name = rival.channel_name_in(board.current.place);
    next.current.voting.code = None;
    next.current.delivery.is_brought_down = true;
    next.current.updated_at = now;
    start_clock(&mut next.current, now);
    next
}

/// The board after the other channel's match has ended in a way that its moves don't tell.
pub fn ended_by_rival(board: &Board, end: Outcome, now: Timestamp) -> Board {
    let mut next = ended(board, end, now);
    next.current.end.abort = (!end.counts()).then_some(AbortCause::Rival);
    next
}

/// Drops what is pending in a match that is over.
fn close(current: &mut Match) {
    current.end.revision = Some(current.revision + 1);
    current.clock.since = None;
    current.clock.is_paused = false;
    current.offers.pending = None;
    current.delivery.stay();
    current.lines = Default::default();
    current.premoves = Default::default();
}

/// The board after one side has made an offer.
pub fn offered(board: &Board, kind: OfferKind, by: Side) -> Board {
    let mut next = board.clone();
    next.current.delivery.stay();
    next.current.offers.note(Offer { kind, by }, board.current.version());
    next.current.offers.made_in = Some(board.current.revision + 1);
    next
}

/// The board after the pending offer was taken back, or has lapsed.
pub fn withdrawn(board: &Board) -> Board {
    let mut next = board.clone();
    next.current.offers.pending = None;
    next.current.delivery.stay();
    next
}

/// The board after the other side has declined an offer, which its board tells until the next move or offer.
pub fn declined(board: &Board, offer: Offer) -> Board {
    let mut next = withdrawn(board);
    next.current.offers.declined = Some(DeclinedOffer { offer, version: board.current.version() });
    next
}

/// The board after both sides have agreed to an offer.
pub fn agreed(board: &Board, offer: Offer, now: Timestamp) -> Result<Board, Refusal> {
    match offer.kind {
        OfferKind::Draw if !board.current.has_really_begun() => Ok(ended(board, Outcome::ABORTED, now)),
        OfferKind::Draw => Ok(ended(board, Outcome { winner: None, reason: Reason::Agreed }, now)),
        OfferKind::Takeback => taken_back(board, takeback::plies_to_take_back(&board.current, offer.by), now),
        OfferKind::Pause => Ok(paused(board, now)),
    }
}

/// The board before the last moves.
pub fn taken_back(board: &Board, plies: usize, now: Timestamp) -> Result<Board, Refusal> {
    let mut next = board.clone();
    let current = &mut next.current;
    let kept = current.moves.len().saturating_sub(plies);
    current.clock.reserves = reserves_before(board, kept, now);
    current.clock.is_paused = false;
    current.undone += (current.moves.len() - kept) as u32 + 1;
    current.moves.truncate(kept);
    current.updated_at = now;
    current.offers.pending = None;
    current.delivery.stay();
    current.automatic_ply = current.automatic_ply.filter(|it| *it as usize <= kept);
    current.taken_back_in = Some(board.current.revision + 1);
    current.lines = Default::default();
    current.premoves = Default::default();
    start_clock(current, now);
    next.position = current.replay().map_err(|_| Refusal::new("too-late"))?;
    Ok(next)
}

/// What both sides have left if only this many plies are kept. Time that was used stays used, and nobody gets an
/// increment twice. A side keeps at least an increment, or all it has if that is less, so that nobody
/// loses on time by taking back.
fn reserves_before(board: &Board, kept: usize, now: Timestamp) -> [i64; 2] {
    let current = &board.current;
    let mut reserves = current.clock.reserves;
    let Some(control) = current.clock.control else { return reserves };
    if let Some(remaining) = deadlines::remaining(board, now) {
        reserves[current.to_move().index()] = remaining.max(0);
    }
    let increment = i64::from(control.increment) * 1000;
    for ply in kept..current.moves.len() {
        let reserve = &mut reserves[current.mover(ply).index()];
        *reserve = (*reserve - increment).max(increment.min(*reserve));
    }
    if control.is_each() {
        // Nothing is saved for a later move: whoever moves next has all of the time then.
        reserves[current.mover(kept + 1).index()] = i64::from(control.reserve) * 1000;
    }
    reserves
}

fn paused(board: &Board, now: Timestamp) -> Board {
    let mut next = withdrawn(board);
    stop_clock(&mut next, now);
    next.current.clock.is_paused = true;
    // Once the offer was answered, people may ask again.
    next.current.offers.pause_asked = [None; 2];
    next
}

/// The board after a side has ended a pause. If it is the other side's clock that runs from now on, that side is
/// notified.
pub fn resumed(board: &Board, by: Side, now: Timestamp) -> Board {
    let mut next = board.clone();
    let calls = by != next.current.to_move();
    next.current.clock.is_paused = false;
    next.current.delivery.is_brought_down = calls;
    next.current.delivery.calls = calls;
    next.current.updated_at = now;
    start_clock(&mut next.current, now);
    next
}

/// The board with its turn beginning now, if its time has been running for long but the board has not been shown:
/// nobody loses time on a board that they could not see.
pub fn begun_late(board: &Board, now: Timestamp) -> Option<Board> {
    if board.current.is_position_shown() { None } else { shown_late(board, now) }
}

/// The same for a board that was shown just now, if that took so long.
pub fn shown_late(board: &Board, now: Timestamp) -> Option<Board> {
    if now.duration_since(board.current.clock.since?) < SHOWN_WITHIN {
        return None;
    }
    let mut next = board.clone();
    start_clock(&mut next.current, now);
    Some(next)
}

/// The board marked to be shown again, because the time on the live one may be out of date.
pub fn told_anew(board: &Board) -> Board {
    let mut next = board.clone();
    // What is still owed is shown anyway, and may notify somebody.
    if !board.current.owes_board() {
        next.current.delivery.stay();
    }
    next
}

/// The board after the side to move was reminded of the position of that version: the time may decide how long the
/// opponent must wait.
pub fn reminded(board: &Board, version: u32, now: Timestamp) -> Board {
    let mut next = board.clone();
    next.current.reminders.reminded = Some(version);
    next.current.reminders.reminded_at = Some(now.as_second());
    next
}

/// The board after the other side was told that the player to move, at that version, has left the server.
pub fn departure_told(board: &Board, version: u32) -> Board {
    let mut next = board.clone();
    next.current.reminders.departure_told = Some(version);
    next
}

/// The board after the player to move has come back. In this turn only the other player was told something, so the player
/// to move still needs a reminder.
pub fn come_back(board: &Board) -> Board {
    let mut next = board.clone();
    next.current.reminders.departed_at[board.current.to_move().index()] = None;
    next.current.reminders.departure_told = None;
    next
}

/// The board after the other side was told that it may claim the win in the position of that version.
pub fn claim_told(board: &Board, version: u32) -> Board {
    let mut next = board.clone();
    next.current.reminders.claim_told = Some(version);
    next
}

/// The board, marked to be posted again. A notice that it still owes is not taken away.
pub fn brought_down(board: &Board) -> Board {
    let mut next = board.clone();
    next.current.delivery.is_brought_down = true;
    next.current.delivery.calls &= board.current.owes_board();
    next
}

/// The board, marked to be posted again in a message that notifies the side to move.
pub fn called(board: &Board) -> Board {
    let mut next = brought_down(board);
    next.current.delivery.calls = true;
    next
}

/// Stops the time of the side to move: what it has used stays used.
fn stop_clock(board: &mut Board, now: Timestamp) {
    if let Some(remaining) = deadlines::remaining(board, now) {
        let side = board.current.to_move();
        board.current.clock.reserves[side.index()] = remaining.max(0);
    }
    board.current.clock.since = None;
}

/// Starts the time of the side to move, if it is limited; the engine's time stands still.
fn start_clock(current: &mut Match, now: Timestamp) {
    current.clock.since = (current.is_timed() && current.awaits_people()).then_some(now);
}
