//! Moves by the referee alone.

use games::Game;
use games::board::{Move, MoveList};

/// The legal moves.
pub fn moves<G: Game>(game: &G, position: &G::Position) -> MoveList {
    let mut moves = MoveList::new();
    game.moves(position, &mut moves);
    moves
}

/// The position after a move.
pub fn after<G: Game>(game: &G, position: &G::Position, mv: Move) -> G::Position {
    let mut next = position.clone();
    game.play(&mut next, mv);
    next
}
