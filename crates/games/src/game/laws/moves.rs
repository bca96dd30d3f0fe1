//! What a move does to the pieces and to the turn.

use crate::board::{Bitboard, Move, MoveList};
use crate::game::Game;

pub(super) fn check<G: Game>(game: &G, position: &G::Position, listed: &MoveList, text: &str) {
    for mv in listed {
        check_move(game, position, *mv, text);
    }
}

fn check_move<G: Game>(game: &G, before: &G::Position, mv: Move, text: &str) {
    let mut after = before.clone();
    game.play(&mut after, mv);
    let side = game.side_to_move(before);
    assert_eq!(game.side_to_move(&after), side.other(), "turn: {text}: after {mv} the other side is to move");

    let [enemy, left] = [before, &after].map(|position| game.pieces(position, side.other()));
    let captured = game.captured(before, mv);
    assert_eq!(enemy & !left, captured, "captures: {text}: {mv} takes away what it says, and nothing else");
    assert_eq!(left & !enemy, Bitboard::EMPTY, "captures: {text}: {mv} moves no enemy piece");

    let [own, kept] = [before, &after].map(|position| game.pieces(position, side));
    let others = if mv.is_pass() { own } else { own.without(mv.from) };
    assert_eq!(others & !kept, Bitboard::EMPTY, "own pieces: {text}: {mv} leaves the others where they are");
    assert!(kept.count() >= own.count(), "own pieces: {text}: {mv} costs no own piece");
    assert_eq!(left & kept, Bitboard::EMPTY, "own pieces: {text}: after {mv} no square has two owners");
}
