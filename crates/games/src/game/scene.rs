//! What is drawn: a picture as plain data. The renderer knows no game, and no game knows pixels.

use crate::board::{Bitboard, Shape, Side, Square};

use super::{Illustration, Leg, SideInfo};

/// A board with everything that is to be seen on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    pub shape: Shape,
    pub style: BoardStyle,
    /// Who plays first and second, by [`Side::index`].
    pub sides: [SideInfo; 2],
    pub pieces: Vec<Piece>,
    /// Squares of a special ground, such as camps.
    pub tints: Vec<(Square, Tint)>,
    pub last: Option<LastMove>,
    /// Pieces that are connected, where that has ended the game.
    pub groups: Vec<Group>,
    /// What shows why a move is refused.
    pub refused: Option<Illustration>,
    /// Squares to point at: where a chosen man may go.
    pub targets: Vec<Square>,
    /// Whose turn it is; nobody's when the game is over.
    pub to_move: Option<Side>,
    /// Whether the second player sits below.
    pub flipped: bool,
}

/// What the board itself looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardStyle {
    /// Squares of two shades, men on the squares.
    Checkered,
    /// Squares of one shade.
    Plain,
    /// Lines, men on their crossings; with eight loops around the corners.
    Loops,
}

/// A man on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    pub square: Square,
    pub side: Side,
    pub kind: PieceKind,
}

/// What a man looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceKind {
    Man,
    Knight,
    /// A domino on this square and the one above it.
    DominoUp,
    /// A domino on this square and the one to its right.
    DominoRight,
}

/// The ground of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tint {
    /// The camp in which this side starts.
    CampOf(Side),
}

/// The move that led here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastMove {
    pub side: Side,
    pub from: Square,
    pub to: Square,
    /// The squares on which men were taken.
    pub captured: Bitboard,
    /// The way that it went, up to `to`; empty where that is not known.
    pub route: Vec<Leg>,
}

/// Connected pieces of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub side: Side,
    pub squares: Bitboard,
    /// The pairs of squares that touch.
    pub links: Vec<(Square, Square)>,
}

impl Scene {
    /// An empty scene of a board on which nobody has moved.
    pub fn new(shape: Shape, sides: [SideInfo; 2]) -> Self {
        Self {
            shape,
            style: BoardStyle::Checkered,
            sides,
            pieces: Vec::new(),
            tints: Vec::new(),
            last: None,
            groups: Vec::new(),
            refused: None,
            targets: Vec::new(),
            to_move: None,
            flipped: false,
        }
    }

    /// The same board with what shows why a move is refused, in place of the last move.
    pub fn refusing(self, illustration: Illustration) -> Self {
        let targets = illustration.targets.clone();
        Self { last: None, groups: Vec::new(), targets, refused: Some(illustration), ..self }
    }

    /// What stands on a square. A domino stands on both its cells.
    pub fn piece_at(&self, square: Square) -> Option<&Piece> {
        self.pieces.iter().find(|it| {
            it.square == square
                || match it.kind {
                    PieceKind::Man | PieceKind::Knight => false,
                    PieceKind::DominoUp => it.square.offset(0, 1) == Some(square),
                    PieceKind::DominoRight => it.square.offset(1, 0) == Some(square),
                }
        })
    }
}
