//! The rules: set-up, moves, the end of the game, positions as text.

use super::info::INFO;
use crate::board::{Bitboard, Direction, Move, MoveList, Shape, Side, Square};
use crate::game::{
    BoardStyle, Fields, Game, Illustration, Info, Outcome, PieceKind, Pieces, PositionError, Reason, Refusal, Ruleset,
    Scene,
};

/// Clobber on a board of some size.
#[derive(Clone, Debug)]
pub struct Clobber {
    shape: Shape,
}

impl Clobber {
    /// The enemy pieces that one's own can take in a direction.
    #[inline]
    fn taken(pieces: &Pieces, direction: Direction) -> Bitboard {
        // A step off the board leads to no piece.
        pieces.own().shifted(direction) & pieces.enemy()
    }

    /// How many moves a side would have. Every move takes a neighbor, so both sides have equally many.
    pub(super) fn contacts(pieces: &Pieces) -> u32 {
        Direction::ORTHOGONAL.into_iter().map(|it| Self::taken(pieces, it).count()).sum()
    }

    fn is_stuck(pieces: &Pieces) -> bool {
        Direction::ORTHOGONAL.into_iter().all(|it| Self::taken(pieces, it).is_empty())
    }
}

impl Game for Clobber {
    const INFO: &'static Info = &INFO;
    type Position = Pieces;

    fn new(ruleset: &Ruleset) -> Self {
        Self { shape: ruleset.size }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn start(&self) -> Pieces {
        // a1 is a dark square, and Black stands on the dark ones.
        let is_dark = |it: &Square| (it.file() + it.rank()).is_multiple_of(2);
        let (black, white): (Vec<Square>, Vec<Square>) = self.shape.squares().partition(is_dark);
        Pieces::new([black, white].map(|it| it.into_iter().collect()), Side::First)
    }

    fn side_to_move(&self, position: &Pieces) -> Side {
        position.to_move()
    }

    fn pieces(&self, position: &Pieces, side: Side) -> Bitboard {
        position.of(side)
    }

    fn hash(&self, position: &Pieces) -> u64 {
        position.hash()
    }

    fn moves(&self, position: &Pieces, out: &mut MoveList) {
        for direction in Direction::ORTHOGONAL {
            for to in Self::taken(position, direction) {
                let from = Square::from_index((to.index() as i32 - direction.delta()) as usize);
                out.push(Move::new(from, to));
            }
        }
    }

    fn count_moves(&self, position: &Pieces) -> u64 {
        Self::contacts(position).into()
    }

    fn play(&self, position: &mut Pieces, mv: Move) {
        position.play(mv);
    }

    fn decided(&self, position: &Pieces) -> Option<Outcome> {
        let winner = Some(position.to_move().other());
        Self::is_stuck(position).then_some(Outcome { winner, reason: Reason::CannotMove })
    }

    fn captured(&self, _: &Pieces, mv: Move) -> Bitboard {
        Bitboard::of(mv.to)
    }

    fn refuse(&self, position: &Pieces, mv: Move) -> Refusal {
        let refusal = |code| Refusal::new(code).with("from", mv.from).with("to", mv.to);
        match (mv.from.file().abs_diff(mv.to.file()), mv.from.rank().abs_diff(mv.to.rank())) {
            (0, 1) | (1, 0) if position.own().contains(mv.to) => {
                refusal("clobber-own-piece").shown_by(Illustration::stopped(mv, mv.to))
            }
            (0, 1) | (1, 0) => {
                let shown = Illustration { missing: vec![mv.to], ..Illustration::straight(mv) };
                refusal("clobber-empty-neighbor").shown_by(shown)
            }
            _ => refusal("clobber-not-a-neighbor"),
        }
    }

    fn write_position(&self, position: &Pieces) -> String {
        position.write(self.shape, self.sides())
    }

    fn read_position(&self, text: &Fields<'_>) -> Result<Pieces, PositionError> {
        let [] = text.counters([])?;
        Pieces::read(text, self.shape, self.sides())
    }

    fn draw(&self, position: &Pieces, scene: &mut Scene) {
        scene.style = BoardStyle::Checkered;
        position.draw(PieceKind::DISK, scene);
    }
}
