//! The last moves of a match, in words.

use crate::views::say_about;
use games::AnyPosition;
use games::board::Side;
use play::Board;
use texts::Text;

/// A move with its number and player.
pub(super) fn with_number(board: &Board, ply: usize) -> Text {
    let facts = [("number", (ply + 1).into()), ("move", written(board, ply).into())];
    say_about(board, Side::BOTH[ply % 2], "board-line-move", &facts)
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

/// What is news to the player to move.
pub(super) fn last_moves(board: &Board) -> impl Iterator<Item = Text> {
    let plies = board.current.moves.len();
    (plies - news(board)..plies).map(|ply| told(board, ply))
}

/// What a player did, as a sentence.
fn told(board: &Board, ply: usize) -> Text {
    let (side, chosen) = (Side::BOTH[ply % 2], board.position.played()[ply]);
    if chosen.is_pass() {
        return say_about(board, side, "board-passed", &[]);
    }
    let taken = taken_by(board, ply);
    let prepared = match board.current.automatic_ply == Some(ply as u32 + 1) {
        true if is_forced(board, ply) => "forced",
        true => "yes",
        false => "no",
    };
    let facts = [("move", chosen.into()), ("taken", taken.into()), ("prepared", prepared.into())];
    say_about(board, side, if taken > 0 { "board-captured" } else { "board-played" }, &facts)
}
