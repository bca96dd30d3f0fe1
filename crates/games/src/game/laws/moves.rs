//! What a move does to the men and to the turn.

use crate::board::{Bitboard, Move, MoveList};
use crate::game::Game;

pub(super) fn check<G: Game>(game: &G, position: &G::Position, listed: &MoveList, text: &str) {
    for it in listed {
        check_move(game, position, *it, text);
    }
}

fn check_move<G: Game>(game: &G, before: &G::Position, it: Move, text: &str) {
    let mut after = before.clone();
    game.play(&mut after, it);
    let side = game.side_to_move(before);
    assert_eq!(game.side_to_move(&after), side.other(), "turn: {text}: after {it} the other side is to move");

    let [enemy, left] = [before, &after].map(|position| game.men(position, side.other()));
    let captured = game.captured(before, it);
    assert_eq!(enemy & !left, captured, "captures: {text}: {it} takes away what it says, and nothing else");
    assert_eq!(left & !enemy, Bitboard::EMPTY, "captures: {text}: {it} moves no enemy man");

    let [own, kept] = [before, &after].map(|position| game.men(position, side));
    let others = if it.is_pass() { own } else { own.without(it.from) };
    assert_eq!(others & !kept, Bitboard::EMPTY, "own men: {text}: {it} leaves the others where they are");
    assert!(kept.count() >= own.count(), "own men: {text}: {it} costs no own man");
    assert_eq!(left & kept, Bitboard::EMPTY, "own men: {text}: after {it} no square has two owners");
}
