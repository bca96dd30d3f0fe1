//! Which moves a takeback undoes. Pure.

use super::Match;
use games::board::Side;

/// The plies to take back so that a side can choose its last move anew: a move that was the only legal one is no choice.
/// None if it has not chosen a move yet.
pub fn plies_to_take_back(current: &Match, side: Side) -> usize {
    last_choice(current, side).map_or(0, |ply| current.moves.len() - ply)
}

/// The moves that a takeback for a side undoes, in their order.
pub fn moves_to_take_back(current: &Match, side: Side) -> &[String] {
    &current.moves[current.moves.len() - plies_to_take_back(current, side)..]
}

/// The last ply, counted from 0, at which a side had several moves.
fn last_choice(current: &Match, side: Side) -> Option<usize> {
    let mut position = current.open().ok()?;
    let mut last = None;
    for (ply, text) in current.moves.iter().enumerate() {
        if ply >= current.opening_plies() && position.to_move() == side && position.legal().len() > 1 {
            last = Some(ply);
        }
        let played = position.read(text).ok()?;
        position.play(played).ok()?;
    }
    last
}
