//! What is drawn on a board to show why something is refused: plain data.

use super::{Leg, Piece};
use crate::board::{Move, Square};

/// What shows why something is refused.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Illustration {
    /// Where the refused move begins.
    pub from: Option<Square>,
    /// The way that it would go; empty where that is not drawn.
    pub route: Vec<Leg>,
    /// The piece that the move would lay on the board.
    pub laid: Option<Piece>,
    /// Squares to cross out: the move may not begin or end there.
    pub crossed: Vec<Square>,
    /// Squares whose pieces are in the way.
    pub in_the_way: Vec<Square>,
    /// Empty squares on which something would have to stand.
    pub missing: Vec<Square>,
    /// The line that decides, from end to end.
    pub line: Option<(Square, Square)>,
    /// The pieces that count, the first first.
    pub counted: Vec<Square>,
    /// Squares to which the piece could go instead.
    pub targets: Vec<Square>,
}

impl Illustration {
    /// A move that goes straight to where it may not end.
    pub fn not_there(mv: Move) -> Self {
        Self { crossed: vec![mv.to], ..Self::straight(mv) }
    }

    /// A move that goes straight to its target.
    pub fn straight(mv: Move) -> Self {
        Self { from: Some(mv.from), route: vec![Leg::Straight(mv.to)], ..Self::default() }
    }

    /// A move that a piece stops, on its way or where it would end.
    pub fn stopped(mv: Move, by: Square) -> Self {
        Self { in_the_way: vec![by], ..Self::straight(mv) }
    }

    /// A square on which no move may begin.
    pub fn not_from(from: Square) -> Self {
        Self { crossed: vec![from], ..Self::default() }
    }
}
