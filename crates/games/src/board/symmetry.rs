//! The ways in which a board can be turned and mirrored onto itself.

use super::{Move, Shape, Square};

/// A symmetry of a rectangle, or, with `transposes`, of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Whether files and ranks change places, before all else.
    pub transposes: bool,
    /// Whether left and right change places.
    pub mirrors_files: bool,
    /// Whether top and bottom change places.
    pub mirrors_ranks: bool,
}

impl Symmetry {
    /// Left and right change places.
    pub const MIRROR: Self = Self::new(false, true, false);
    /// Top and bottom change places.
    pub const RANKS: Self = Self::new(false, false, true);
    /// Mirrored at the diagonal from the lower left to the upper right.
    pub const DIAGONAL: Self = Self::new(true, false, false);
    /// Half a turn.
    pub const HALF_TURN: Self = Self::new(false, true, true);
    /// Mirrored at the diagonal from the lower right to the upper left.
    pub const ANTIDIAGONAL: Self = Self::new(true, true, true);
    /// All of a rectangle but the one that changes nothing.
    pub const RECTANGLE: &'static [Self] = &[Self::MIRROR, Self::RANKS, Self::HALF_TURN];
    /// All of a square but the one that changes nothing.
    pub const SQUARE: &'static [Self] = &[
        Self::MIRROR,
        Self::RANKS,
        Self::HALF_TURN,
        Self::DIAGONAL,
        Self::new(true, true, false),
        Self::new(true, false, true),
        Self::ANTIDIAGONAL,
    ];

    /// Files and ranks trade places first, if they do; then each is mirrored or not.
    pub const fn new(transposes: bool, mirrors_files: bool, mirrors_ranks: bool) -> Self {
        Self { transposes, mirrors_files, mirrors_ranks }
    }

    /// Whether it maps a board of that shape onto itself.
    pub const fn fits(self, shape: Shape) -> bool {
        !self.transposes || shape.width == shape.height
    }

    /// Where a square of a board of that shape goes.
    pub fn square(self, shape: Shape, square: Square) -> Square {
        let (file, rank) =
            if self.transposes { (square.rank(), square.file()) } else { (square.file(), square.rank()) };
        let mirrored = |at: u8, side: u8, mirrors: bool| if mirrors { side - 1 - at } else { at };
        Square::new(mirrored(file, shape.width, self.mirrors_files), mirrored(rank, shape.height, self.mirrors_ranks))
    }

    /// Where a move goes.
    pub fn play(self, shape: Shape, mv: Move) -> Move {
        if mv.is_pass() { mv } else { Move::new(self.square(shape, mv.from), self.square(shape, mv.to)) }
    }
}
