//! The pieces of both sides and the side to move: the whole position of some games, and part of that of others.

use super::{Fields, Piece, PieceKind, PositionError, Scene, SideInfo, read_ranks, write_ranks};
use crate::board::{Bitboard, Move, SIDE_KEY, Shape, Side, key_of};

/// Who stands where, and whose turn it is; with a hash that is kept up to date move by move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pieces {
    of: [Bitboard; 2],
    to_move: Side,
    hash: u64,
}

impl Pieces {
    /// The pieces of the first and of the second side.
    pub fn new(of: [Bitboard; 2], to_move: Side) -> Self {
        let keys = |side: Side| of[side.index()].fold(0, |hash, it| hash ^ key_of(side, it));
        let turn = if to_move == Side::Second { SIDE_KEY } else { 0 };
        Self { of, to_move, hash: keys(Side::First) ^ keys(Side::Second) ^ turn }
    }

    /// Those of one side.
    pub fn of(&self, side: Side) -> Bitboard {
        self.of[side.index()]
    }

    /// Those of the side to move.
    #[inline]
    pub fn own(&self) -> Bitboard {
        self.of[self.to_move.index()]
    }

    /// Those of the other side.
    #[inline]
    pub fn enemy(&self) -> Bitboard {
        self.of[self.to_move.other().index()]
    }

    /// Those of both sides.
    pub fn all(&self) -> Bitboard {
        self.of[0] | self.of[1]
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Tells positions apart by pieces and side to move.
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// Moves a piece of the side to move, takes the enemy piece on the target, if there is one, and gives the turn
    /// away.
    #[inline]
    pub fn play(&mut self, mv: Move) {
        let (side, other) = (self.to_move, self.to_move.other());
        self.of[side.index()] = self.of[side.index()].without(mv.from).with(mv.to);
        self.hash ^= key_of(side, mv.from) ^ key_of(side, mv.to);
        if self.of[other.index()].contains(mv.to) {
            self.of[other.index()] = self.of[other.index()].without(mv.to);
            self.hash ^= key_of(other, mv.to);
        }
        self.pass();
    }

    /// Takes pieces of the other side off the board, wherever they stand; the side to move has yet to move.
    pub fn take(&mut self, taken: Bitboard) {
        let other = self.to_move.other();
        let taken = taken & self.of[other.index()];
        self.of[other.index()] &= !taken;
        self.hash = taken.fold(self.hash, |hash, it| hash ^ key_of(other, it));
    }

    /// Gives the turn away.
    #[inline]
    pub fn pass(&mut self) {
        self.to_move = self.to_move.other();
        self.hash ^= SIDE_KEY;
    }

    /// The ranks from the top and the side to move.
    pub fn write(&self, shape: Shape, sides: [SideInfo; 2]) -> String {
        let letter = |square| {
            let owner = Side::BOTH.into_iter().find(|it| self.of(*it).contains(square))?;
            Some(sides[owner.index()].letter)
        };
        format!("{} {}", write_ranks(shape, letter), sides[self.to_move.index()].letter)
    }

    /// What [`Pieces::write`] wrote.
    pub fn read(text: &Fields<'_>, shape: Shape, sides: [SideInfo; 2]) -> Result<Self, PositionError> {
        let of = read_ranks(text.ranks, shape, sides.map(|it| it.letter))?;
        Ok(Self::new(of, text.side(sides)?))
    }

    /// Puts the pieces on a scene.
    pub fn draw(&self, kind: PieceKind, scene: &mut Scene) {
        scene.kinds = [kind; 2];
        for side in Side::BOTH {
            scene.pieces.extend(self.of(side).map(|square| Piece { square, side, kind }));
        }
    }
}
