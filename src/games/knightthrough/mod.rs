//! Knightthrough: Breakthrough with knights that only leap forward.

mod eval;
mod info;
mod solve;

use super::race::{Race, Runner, Step};
use crate::board::{Move, Square};
use crate::game::{Info, Men, PieceKind, Refusal};

/// The game.
pub type Knightthrough = Race<Knights>;

/// A chess knight's leap, forward only, onto an empty square or an enemy man.
#[derive(Clone, Copy, Debug)]
pub struct Knights;

impl Runner for Knights {
    const INFO: &'static Info = &info::INFO;
    const PIECE: PieceKind = PieceKind::Knight;
    const STEPS: &'static [Step] =
        &[Step::new(-2, 1, true), Step::new(-1, 2, true), Step::new(1, 2, true), Step::new(2, 1, true)];
    const CAN_BE_STUCK: bool = true;

    fn refuse(race: &Race<Self>, men: &Men, it: Move) -> Refusal {
        let reaches = race.reaches(men.to_move(), it.from);
        if reaches.contains(&it.to) {
            return Refusal::new("own-man-there").with("from", it.from).with("to", it.to);
        }
        let refusal = match Race::<Self>::way_of(men.to_move(), it) {
            (-2 | 2, -1) | (-1 | 1, -2) => Refusal::new("men-move-forward"),
            _ if reaches.is_empty() => Refusal::new("knightthrough-no-leap"),
            _ => Refusal::new("knightthrough-not-a-leap").with("reaches", list(&reaches)),
        };
        refusal.with("from", it.from).with("to", it.to)
    }
}

fn list(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(", ")
}
