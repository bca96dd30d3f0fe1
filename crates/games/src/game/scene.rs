//! What is drawn: a picture as plain data. The renderer knows no game, and no game knows pixels.

use crate::board::{Bitboard, Move, Shape, Side, Square};

use super::{Illustration, Leg, Piece, PieceKind, SideInfo};

/// A board with everything that is to be seen on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    pub shape: Shape,
    pub style: BoardStyle,
    /// Who plays first and second, by [`Side::index`].
    pub sides: [SideInfo; 2],
    pub pieces: Vec<Piece>,
    /// What a piece of each side looks like, by [`Side::index`], for where none stands on the board.
    pub kinds: [PieceKind; 2],
    /// The squares that each side is to reach, by [`Side::index`].
    pub goals: [Bitboard; 2],
    pub last: Option<LastMove>,
    /// Pieces that are connected, where that has ended the game.
    pub groups: Vec<Group>,
    /// What shows why a move is refused.
    pub refused: Option<Illustration>,
    /// Squares to point at: where a chosen piece may go.
    pub targets: Vec<Square>,
    /// The ways that a piece may go: one as an arrow, several as lines.
    pub ways: Vec<PossibleWay>,
    /// Pieces that may be laid.
    pub layable: Vec<Piece>,
    /// How a vote on the last moves has ended.
    pub wanted: Vec<WantedMove>,
    /// Whose turn it is; nobody's when the game is over.
    pub to_move: Option<Side>,
    /// Whether it is turned around: the second player sits below.
    pub flipped: bool,
}

/// What the board itself looks like.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BoardStyle {
    /// Squares of two shades, pieces on the squares.
    Checkered,
    /// Squares of one shade.
    Plain,
    /// Lines, pieces on their crossings. Around each corner go loops that join the lines so many squares from it.
    Lines { loops: &'static [u8] },
}

/// The move that led here.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LastMove {
    pub side: Side,
    pub from: Square,
    pub to: Square,
    /// The squares on which pieces were taken.
    pub captured: Bitboard,
    /// The way that it went, up to `to`; empty where that is not known.
    pub route: Vec<Leg>,
}

/// The way of a move that may be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PossibleWay {
    pub from: Square,
    /// The way up to where it ends.
    pub route: Vec<Leg>,
}

/// A move for which people voted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WantedMove {
    pub mv: Move,
    /// The way up to where it ends.
    pub route: Vec<Leg>,
    /// The piece that it lays, if it lays one.
    pub lays: Option<Piece>,
    /// The share of those who voted that wanted it.
    pub percent: usize,
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
            kinds: [PieceKind::DISK; 2],
            goals: [Bitboard::EMPTY; 2],
            last: None,
            groups: Vec::new(),
            refused: None,
            targets: Vec::new(),
            ways: Vec::new(),
            layable: Vec::new(),
            wanted: Vec::new(),
            to_move: None,
            flipped: false,
        }
    }

    /// The same board with what shows why a move is refused, in place of the last move.
    pub fn refusing(self, illustration: Illustration) -> Self {
        let targets = illustration.targets.clone();
        Self { last: None, groups: Vec::new(), targets, refused: Some(illustration), ..self }
    }

    /// What stands on a square, alone or among others.
    pub fn piece_at(&self, square: Square) -> Option<&Piece> {
        self.pieces.iter().find(|it| it.covers(square))
    }
}

impl BoardStyle {
    /// Whether a move may go around a corner.
    pub fn has_loops(self) -> bool {
        matches!(self, Self::Lines { loops } if !loops.is_empty())
    }
}
