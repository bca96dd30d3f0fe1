//! The last moves of a match, in words.

use crate::views::seat_name;
use games::AnyPosition;
use games::board::Side;
use play::Board;
use texts::say;

/// A move with its number and player.
pub(super) fn numbered(board: &Board, ply: usize) -> String {
    let player = seat_name(board.current.seat(Side::BOTH[ply % 2])).into();
    let text = written(board, ply).into();
    say("board-line-move", &[("number", (ply as i64 + 1).to_string().into()), ("player", player), ("move", text)])
}

/// A move as in records: with an x for a capture.
fn written(board: &Board, ply: usize) -> String {
    let chosen = board.position.played()[ply];
    match taken_by(board, ply) {
        0 => chosen.to_string(),
        _ => chosen.to_string().replacen('-', "x", 1),
    }
}

/// How many pieces a move captured.
fn taken_by(board: &Board, ply: usize) -> u32 {
    before(board, ply).map_or(0, |it| it.captured(board.position.played()[ply]).count())
}

/// Whether a move was the only legal one.
fn is_forced(board: &Board, ply: usize) -> bool {
    before(board, ply).is_some_and(|it| it.legal().len() == 1)
}

/// The position before a move.
fn before(board: &Board, ply: usize) -> Option<Box<dyn AnyPosition>> {
    let mut position = games::open(&board.current.ruleset, None).ok()?;
    let earlier = &board.position.played()[..ply];
    earlier.iter().all(|it| position.play(*it).is_ok()).then_some(position)
}

/// How many of the last moves are news to the player to move: the last one, and earlier ones if some were automatic.
pub(super) fn news(board: &Board) -> usize {
    let current = &board.current;
    let plies = current.plies();
    let by_engine = plies > 0 && current.seat(current.to_move().other()).engine_level().is_some();
    let is_automatic = |ply| current.automatic_ply == Some(ply);
    let wanted = match by_engine {
        // The engine's answer to an automatic move, that move, and the move that led to it.
        true if is_automatic(plies - 1) => 3,
        true => 2,
        false if is_automatic(plies) => 2,
        false => 1,
    };
    wanted.min(current.moves.len())
}

pub(super) fn last_moves(board: &Board) -> Vec<String> {
    let plies = board.current.moves.len();
    (plies - news(board)..plies).map(|ply| told(board, ply)).collect()
}

/// What a player did, as a sentence.
fn told(board: &Board, ply: usize) -> String {
    let current = &board.current;
    let player = seat_name(current.seat(Side::BOTH[ply % 2])).into();
    let chosen = board.position.played()[ply];
    let by_itself = current.automatic_ply == Some(ply as u32 + 1);
    if chosen.is_pass() {
        return say("board-passed", &[("player", player)]);
    }
    let taken = taken_by(board, ply);
    let key = if taken > 0 { "board-captured" } else { "board-played" };
    let prepared = match by_itself {
        true if is_forced(board, ply) => "forced",
        true => "yes",
        false => "no",
    }
    .into();
    let facts =
        [("player", player), ("move", chosen.to_string().into()), ("taken", taken.into()), ("prepared", prepared)];
    say(key, &facts)
}
