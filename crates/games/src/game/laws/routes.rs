//! How the way of a move is told.

use crate::board::{Bitboard, Move, MoveList, Side, Square};
use crate::game::{Game, Leg};

pub(super) fn check<G: Game>(game: &G, position: &G::Position, listed: &MoveList, text: &str) {
    for mv in listed.iter().filter(|it| !it.is_pass()) {
        check_route(game, position, *mv, text);
    }
}

/// The way of a move leads from square to square of the board, over free ones, to where the move ends.
fn check_route<G: Game>(game: &G, position: &G::Position, mv: Move, text: &str) {
    let legs = game.route(position, mv);
    assert_eq!(legs.last().map(|leg| leg.to()), Some(mv.to), "route: {text}: {mv} ends where the move ends");

    let stops: Vec<Square> = legs[..legs.len() - 1].iter().map(|leg| leg.to()).collect();
    assert!(stops.is_empty() || game.goes_by(position, mv, &stops), "route: {text}: {mv} goes by {stops:?}");

    let others =
        Side::BOTH.iter().fold(Bitboard::EMPTY, |all, side| all | game.pieces(position, *side)).without(mv.from);
    let mut at = mv.from;
    for (index, leg) in legs.iter().enumerate() {
        let to = leg.to();
        assert!(game.shape().contains(to), "route: {text}: {mv} stays on the board");
        assert_ne!(at, to, "route: {text}: {mv} goes on with every leg");
        let is_last = index + 1 == legs.len();
        assert!(is_last || !others.contains(to), "route: {text}: {mv} lands on {to}, which is taken");
        if let Leg::Loop { around, .. } = leg {
            assert_eq!(apart(at, *around), apart(*around, to), "route: {text}: {mv} goes around {around} in a circle");
        }
        at = to;
    }
}

/// How far apart two squares of a file or a rank are; `None` for others.
fn apart(one: Square, other: Square) -> Option<u8> {
    let (files, ranks) = (one.file().abs_diff(other.file()), one.rank().abs_diff(other.rank()));
    (files == 0 || ranks == 0).then_some(files + ranks)
}
