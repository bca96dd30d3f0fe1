//! The board message: picture, whose turn it is, controls; and related messages.

mod controls;
mod moves;
mod picture;

use super::menus::target;
use super::{Style, View, clock, seat_name, side_name};
use crate::controls::{BoardAction, Control, MatchAction, MoveSoFar};
use controls::{menus, with_controls};
use games::board::{Move, Side, Square};
use games::{Fact, Outcome, Reason};
use moves::{last_moves, news, numbered};
pub use picture::{Appearance, chosen_scene, pictured, pictured_version, version_in, with_text_board};
use play::{
    AbortCause, Board, Match, MatchId, Offer, OfferKind, OwnThread, RatingChange, UserId, deadlines, decide, takeback,
};
use render::PictureError;
use texts::say;

/// How the player to move is invited to answer a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Invitation {
    /// Not at all: nobody can reply to a message that only one person sees.
    None,
    Reply,
    /// By a reply, or with the menus below.
    ReplyOrChoose,
    /// With the menus below, or by a command: replies are not heard.
    Choose,
}

/// The live board of a match, with its controls. It notifies the `pings`, the watchers, and nobody else.
pub fn live(
    board: &Board,
    appearance: Appearance,
    invitation: Invitation,
    pings: &[UserId],
    watchers: &[UserId],
) -> Result<View, PictureError> {
    let view = shown(board, appearance, invitation)?;
    let mut content = view.content;
    if decide::may_make_it_count(&board.current) {
        content = format!("{content}\n{}", say("board-make-it-count", &[]));
    }
    if !watchers.is_empty() {
        let named: Vec<String> = watchers.iter().map(|it| it.mention()).collect();
        content = format!("{content}\n{}", say("board-watchers", &[("watchers", named.join(" ").into())]));
    }
    let pings = pings.iter().chain(watchers).copied().collect();
    Ok(with_controls(View { content, pings, ..view }, board))
}

/// The board as shown on request: nobody is notified, and there are no controls.
pub fn shown(board: &Board, appearance: Appearance, invitation: Invitation) -> Result<View, PictureError> {
    let Board { current, changes, .. } = board;
    let mut lines = vec![title(board)];
    lines.extend(last_moves(board));
    match current.outcome {
        Some(outcome) => {
            lines.push(result(board, outcome));
            lines.extend(changes.iter().map(rating_change));
        }
        None => {
            lines.push(turn(board));
            lines.extend(offer(board));
        }
    }
    lines.extend(missing_thread(current));
    lines.push(small_print(board, invitation));
    pictured(lines.join("\n"), board, board.position.scene(), appearance)
}

/// The one line that remains of a board that showed this many plies, with the last moves up to that point.
pub fn line(current: &Match, plies: u32) -> String {
    if current.delivery.is_brought_down && plies == current.plies() {
        return say("board-line-moved", &[("match", current.id.to_string().into())]);
    }
    let plies = (plies as usize).min(current.moves.len());
    let past = Match { moves: current.moves[..plies].to_vec(), outcome: None, ..current.clone() };
    let Ok(board) = Board::of(past) else { return say("board-line-unknown", &[]) };
    let first = plies - news(&board);
    let told: Vec<String> = (first..plies).map(|ply| numbered(&board, ply)).collect();
    let facts = [("match", current.id.to_string().into()), ("moves", told.join(" · ").into())];
    say(if told.is_empty() { "board-line-start" } else { "board-line" }, &facts)
}

fn title(board: &Board) -> String {
    let Board { current, .. } = board;
    let seat = |side| seat_name(current.seat(side)).into();
    let facts = [
        ("game", current.ruleset.info.name.into()),
        ("match", current.id.to_string().into()),
        ("first", seat(Side::First)),
        ("second", seat(Side::Second)),
        ("firstSide", side_name(board, Side::First).into()),
        ("secondSide", side_name(board, Side::Second).into()),
    ];
    say("board-title", &facts)
}

fn turn(board: &Board) -> String {
    let Board { current, position, .. } = board;
    let side = position.to_move();
    let seat = current.seat(side);
    let mut facts = vec![("player", seat_name(seat).into()), ("side", side_name(board, side).into())];
    if seat.user().is_none() {
        return say("board-engine-turn", &facts);
    }
    if current.clock.is_paused {
        return say("board-paused", &facts);
    }
    match deadlines::deadline(board).filter(|_| current.clock.control.is_some()) {
        Some(deadline) => {
            facts.push(("time", deadline.over_at.as_second().to_string().into()));
            let until = say("board-turn-until", &facts);
            std::iter::once(until).chain(time_of_other(current)).collect::<Vec<_>>().join(" · ")
        }
        None => say("board-turn", &facts),
    }
}

/// How much time the side that waits has saved.
fn time_of_other(current: &Match) -> Option<String> {
    let (side, left) = deadlines::saved_by_other(current)?;
    let facts = [("player", seat_name(current.seat(side)).into()), ("time", clock::span(left).into())];
    Some(say("board-time-of-other", &facts))
}

/// The offer of one side that the other has not answered yet.
fn offer(board: &Board) -> Option<String> {
    let Board { current, .. } = board;
    let offer = current.offers.pending?;
    let seat = |side| seat_name(current.seat(side)).into();
    let early = if current.has_really_begun() { "no" } else { "yes" };
    let undone = takeback_facts(current, offer);
    let facts = [("player", seat(offer.by)), ("other", seat(offer.by.other())), ("early", early.into())];
    let facts: Vec<_> = facts.into_iter().chain(undone).collect();
    Some(say(&format!("offer-{}", offer.kind.name()), &facts))
}

/// How many moves a takeback that is named in a text names one by one.
const MAX_UNDONE_NAMED: usize = 4;

/// Which moves an offer would undo: how many, and which if they are few.
pub fn takeback_facts(current: &Match, offer: Offer) -> Vec<(&'static str, Fact)> {
    if offer.kind != OfferKind::Takeback {
        return Vec::new();
    }
    let undone = takeback::moves_to_take_back(current, offer.by);
    let named = if undone.len() > MAX_UNDONE_NAMED { "no" } else { "yes" };
    vec![("count", (undone.len() as i64).into()), ("named", named.into()), ("moves", Fact::all_of(undone))]
}

/// Who won and why, in the words of the rules.
pub fn result(board: &Board, outcome: Outcome) -> String {
    let Board { current, position, .. } = board;
    let side = outcome.winner.unwrap_or(Side::First);
    let facts = [
        ("winner", side_name(board, side).into()),
        ("loser", side_name(board, side.other()).into()),
        ("late", side_name(board, current.to_move()).into()),
        ("limit", i64::from(position.played().len() as u32 / 2).into()),
        ("drawn", if outcome.winner.is_none() { "yes" } else { "no" }.into()),
    ];
    let key = match outcome {
        _ if current.end.abort == Some(AbortCause::Moderator) => "reason-stopped".to_owned(),
        _ if current.end.abort == Some(AbortCause::PlaceGone) => "reason-place-gone".to_owned(),
        _ if current.end.abort == Some(AbortCause::Time) => "reason-aborted-late".to_owned(),
        // Nothing else aborts a match that has really begun.
        Outcome::ABORTED if current.has_really_begun() => "reason-set-aside".to_owned(),
        Outcome { reason: Reason::OutOfTime, .. } if current.reminders.departed_at[side.other().index()].is_some() => {
            "reason-left".to_owned()
        }
        Outcome { reason: Reason::OutOfTime, .. } if current.clock.control.is_none() => "reason-silent".to_owned(),
        _ => reason_key(outcome.reason),
    };
    let reason = say(&key, &facts).into();
    match outcome.winner {
        Some(winner) => {
            let player = seat_name(current.seat(winner)).into();
            say("board-won", &[("player", player), ("side", side_name(board, winner).into()), ("reason", reason)])
        }
        None if outcome.counts() => say("board-drawn", &[("reason", reason)]),
        None => say("board-aborted", &[("reason", reason)]),
    }
}

/// The catalog's key for a reason.
pub fn reason_key(reason: Reason) -> String {
    format!("reason-{}", reason.as_str().replace(' ', "-"))
}

fn rating_change(change: &RatingChange) -> String {
    let round = |it: f64| it.round() as i64;
    let (before, after) = (round(change.before.rating), round(change.after.rating));
    let sign = if after >= before { "+" } else { "−" };
    let facts = [
        ("player", change.user.mention().into()),
        ("before", before.to_string().into()),
        ("after", after.to_string().into()),
        ("change", format!("{sign}{}", (after - before).abs()).into()),
    ];
    say(if change.after == change.before { "board-rating-stands" } else { "board-rating" }, &facts)
}

/// On the first board, why the match has no thread although it was to have one.
fn missing_thread(current: &Match) -> Option<String> {
    match current.delivery.thread.filter(|_| current.delivery.live_board.is_none())? {
        OwnThread::Missing { why } => Some(say("thread-missing", &[("why", why.name().into())])),
        _ => None,
    }
}

/// The rules, whether the match is rated, and its move number; in the first moves, how to answer instead.
fn small_print(board: &Board, invitation: Invitation) -> String {
    let Board { current, .. } = board;
    let mut facts = vec![
        ("rules", current.ruleset.to_string().into()),
        ("hints", i64::from(current.hints.taken.iter().sum::<u32>()).into()),
        ("takers", hint_takers(current).into()),
        ("clock", current.clock.control.map_or("none".to_owned(), clock::brief).into()),
        ("plies", i64::from(current.plies()).into()),
        ("rated", if current.rated { "yes" } else { "no" }.into()),
    ];
    let Some(example) = example(board).filter(|_| invitation != Invitation::None) else {
        return say("board-small-print", &facts);
    };
    facts.push(("move", example.to_string().into()));
    let choose = match invitation {
        Invitation::None | Invitation::Reply => "no",
        Invitation::ReplyOrChoose => "yes",
        Invitation::Choose => "only",
    };
    facts.push(("choose", choose.into()));
    say("board-small-print-hint", &facts)
}

/// Who has asked the engine how often, in a match between people.
fn hint_takers(current: &Match) -> String {
    let taken = |side: Side| {
        let count = current.hints.taken[side.index()];
        current.seat(side).user().filter(|_| count > 0).map(|it| format!("{} {count}", it.mention()))
    };
    match current.is_against_engine() {
        true => "none".to_owned(),
        false => Side::BOTH.into_iter().filter_map(taken).collect::<Vec<_>>().join(", "),
    }
}

/// An example of how moves are written, shown while that may be new to the player to move.
fn example(board: &Board) -> Option<Move> {
    let Board { current, position, .. } = board;
    let is_asked = current.outcome.is_none() && current.plies() < 2;
    let person = current.seat(position.to_move()).user().filter(|_| is_asked);
    person.and_then(|_| position.legal().first().copied())
}

/// The later stages of choosing a move, shown only to the player: the opponent should not see what is being considered.
pub fn choosing(board: &Board, chosen: MoveSoFar, appearance: Appearance) -> Result<View, PictureError> {
    let view = pictured(say("choosing", &[]), board, chosen_scene(&*board.position, chosen), appearance)?;
    Ok(menus(board, chosen).into_iter().fold(view, View::with_menu))
}

/// All legal moves, one line for each piece; or those from one square, with a picture.
pub fn legal(board: &Board, from: Option<Square>, appearance: Appearance) -> Result<View, PictureError> {
    let Board { position, .. } = board;
    let moves: Vec<Move> = from.map_or_else(|| position.legal(), |from| position.legal_on(from));
    let side = side_name(board, position.to_move()).into();
    let takes = if moves.iter().any(|it| !position.captured(*it).is_empty()) { "yes" } else { "no" };
    let facts = [("side", side), ("count", (moves.len() as i64).into()), ("takes", takes.into())];
    let mut lines = vec![say("legal-title", &facts)];
    for group in moves.chunk_by(|one, other| one.from == other.from) {
        let targets: Vec<String> = group.iter().map(|it| target(*it, !position.captured(*it).is_empty())).collect();
        let line =
            if group[0].is_pass() { "`pass`".into() } else { format!("`{}` → {}", group[0].from, targets.join(" ")) };
        lines.push(line);
    }
    let text = fit(&lines, 1900);
    let Some(from) = from else { return Ok(View::text(text)) };
    let mut scene = position.scene_with(&moves);
    if !scene.layable.is_empty() {
        scene.targets.push(from);
    }
    pictured(text, board, scene, appearance)
}

/// As many of these lines as fit into `most` characters, with a sign if some are left out.
pub fn fit(lines: &[String], most: usize) -> String {
    let mut text = String::new();
    for line in lines {
        if text.chars().count() + line.chars().count() + 3 > most {
            text.push_str("\n…");
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line);
    }
    text
}

/// The question whether somebody really wants to end a match that is set aside.
pub fn confirm_abandoning(id: MatchId, asked: UserId) -> View {
    let control = Control::of_match(id, MatchAction::ConfirmAbandon(asked));
    View::text(say("abandon-question", &[("match", id.to_string().into())])).with_button(
        control,
        "button-really-end",
        Style::Danger,
    )
}

/// The question whether somebody really wants to give up.
pub fn confirm_resigning(current: &Match, asked: UserId) -> View {
    let control = Control::board(current, BoardAction::ConfirmResign(asked));
    let loses = current.has_really_begun();
    let (question, label) =
        if loses { ("resign-question", "button-really-resign") } else { ("abort-question", "button-really-abort") };
    View::text(say(question, &[("match", current.id.to_string().into())])).with_button(control, label, Style::Danger)
}
