//! What a piece looks like: plain data.

use crate::board::{Side, Square};

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The square that it stands on; of a piece that covers several, the one with the lowest file and rank.
    pub square: Square,
    pub side: Side,
    pub kind: PieceKind,
}

/// What a piece looks like, and how many squares it covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceKind {
    pub figure: Figure,
    pub files: u8,
    pub ranks: u8,
}

/// The figure of a piece. A game whose pieces are neither round nor tiles brings its own outline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// A round piece.
    Disk,
    Outline(&'static Outline),
    /// A flat tile over all the squares of the piece.
    Tile,
}

/// A figure on one square, as paths in hundredths of the square from its upper left corner: `M x y`, `L x y`, `Q x y x y`,
/// `C x y x y x y` and `Z` as in SVG, and `O x y rx ry` for an ellipse.
#[derive(PartialEq, Eq, Debug)]
pub struct Outline {
    /// Closed shapes in the color of the side.
    pub shapes: &'static [&'static str],
    /// A line that only dark pieces have, so that the sides differ in more than color.
    pub dark_line: &'static str,
    /// A spot that both have.
    pub spot: &'static str,
}

impl Piece {
    /// Whether it stands on a square, alone or among others.
    pub fn covers(&self, square: Square) -> bool {
        let within = |own: u8, other: u8, count: u8| (own..own + count).contains(&other);
        within(self.square.file(), square.file(), self.kind.files)
            && within(self.square.rank(), square.rank(), self.kind.ranks)
    }

    /// The square that it covers in the opposite corner; its own if it covers no other.
    pub fn far_square(&self) -> Square {
        Square::new(self.square.file() + self.kind.files - 1, self.square.rank() + self.kind.ranks - 1)
    }
}

impl PieceKind {
    /// A round piece.
    pub const DISK: Self = Self::on_one_square(Figure::Disk);

    /// A piece with that figure that covers one square.
    pub const fn on_one_square(figure: Figure) -> Self {
        Self { figure, files: 1, ranks: 1 }
    }

    /// Whether it covers one square only.
    pub fn is_on_one_square(self) -> bool {
        (self.files, self.ranks) == (1, 1)
    }
}
