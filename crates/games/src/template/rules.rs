//! The rules: set-up, moves, the end of the game, positions as text.

use super::info::INFO;
use crate::board::{Bitboard, Direction, Move, MoveList, Shape, Side, Square};
use crate::game::{
    BoardStyle, Fields, Game, Info, Outcome, PieceKind, Pieces, PositionError, Reason, Refusal, Ruleset, Scene,
    write_counters,
};

/// Pincers by one ruleset.
#[derive(Clone, Debug)]
pub struct Pincers {
    shape: Shape,
    /// Moves of both sides together without a capture after which the game is drawn.
    ply_limit: Option<u16>,
}

/// Pieces and side to move, and how many moves have gone by without a capture, if the rules count them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    pub(super) pieces: Pieces,
    pub(super) quiet: u16,
}

impl Pincers {
    /// The squares to which a side's pieces can step in a direction.
    fn steps(&self, pieces: &Pieces, side: Side, direction: Direction) -> Bitboard {
        pieces.of(side).shifted(direction) & self.shape.mask() & !pieces.all()
    }

    /// How many moves a side would have.
    pub(super) fn mobility(&self, pieces: &Pieces, side: Side) -> u32 {
        Direction::ORTHOGONAL.into_iter().map(|it| self.steps(pieces, side, it).count()).sum()
    }

    /// How many plies are left until the game is drawn, if they are limited.
    pub(super) fn plies_to_draw(&self, position: &Position) -> Option<u16> {
        self.ply_limit.map(|it| it.saturating_sub(position.quiet))
    }
}

/// The enemy pieces that are caught between the piece that moves and another of its side.
fn caught(pieces: &Pieces, mv: Move) -> Bitboard {
    let (own, enemy) = (pieces.own().without(mv.from), pieces.enemy());
    let between = |direction: Direction| {
        let beside = Bitboard::of(mv.to).shifted(direction) & enemy;
        if (beside.shifted(direction) & own).is_empty() { Bitboard::EMPTY } else { beside }
    };
    Direction::ORTHOGONAL.into_iter().fold(Bitboard::EMPTY, |all, it| all | between(it))
}

impl Game for Pincers {
    const INFO: &'static Info = &INFO;
    type Position = Position;

    fn new(ruleset: &Ruleset) -> Self {
        Self { shape: ruleset.size, ply_limit: ruleset.limit("no-progress").map(|it| 2 * it as u16) }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn start(&self) -> Position {
        let rank = |rank: u8| self.shape.squares().filter(|it| it.rank() == rank).collect();
        Position { pieces: Pieces::new([rank(0), rank(self.shape.height - 1)], Side::First), quiet: 0 }
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.pieces.to_move()
    }

    fn pieces(&self, position: &Position, side: Side) -> Bitboard {
        position.pieces.of(side)
    }

    fn hash(&self, position: &Position) -> u64 {
        position.pieces.hash()
    }

    fn moves(&self, position: &Position, out: &mut MoveList) {
        for direction in Direction::ORTHOGONAL {
            for to in self.steps(&position.pieces, position.pieces.to_move(), direction) {
                let from = Square::from_index((to.index() as i32 - direction.delta()) as usize);
                out.push(Move::new(from, to));
            }
        }
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let taken = caught(&position.pieces, mv);
        position.pieces.take(taken);
        position.pieces.play(mv);
        position.quiet = if taken.is_empty() && self.ply_limit.is_some() { position.quiet + 1 } else { 0 };
    }

    fn decided(&self, position: &Position) -> Option<Outcome> {
        let (next, mover) = (position.pieces.to_move(), position.pieces.to_move().other());
        let end = |winner, reason| Some(Outcome { winner, reason });
        if position.pieces.own().is_empty() {
            end(Some(mover), Reason::AllCaptured)
        } else if position.pieces.enemy().is_empty() {
            end(Some(next), Reason::AllCaptured)
        } else if self.mobility(&position.pieces, next) == 0 {
            end(Some(mover), Reason::CannotMove)
        } else if self.plies_to_draw(position) == Some(0) {
            end(None, Reason::NoProgress)
        } else {
            None
        }
    }

    fn captured(&self, position: &Position, mv: Move) -> Bitboard {
        caught(&position.pieces, mv)
    }

    fn refuse(&self, position: &Position, mv: Move) -> Refusal {
        let aside = (mv.from.file().abs_diff(mv.to.file()), mv.from.rank().abs_diff(mv.to.rank()));
        let code = match aside {
            (0, 1) | (1, 0) if position.pieces.own().contains(mv.to) => "own-piece-there",
            (0, 1) | (1, 0) => "pincers-taken",
            _ => "pincers-one-square",
        };
        Refusal::new(code).with("from", mv.from).with("to", mv.to)
    }

    fn write_position(&self, position: &Position) -> String {
        position.pieces.write(self.shape, self.sides()) + &write_counters([("quiet", position.quiet)])
    }

    fn read_position(&self, text: &Fields<'_>) -> Result<Position, PositionError> {
        let pieces = Pieces::read(text, self.shape, self.sides())?;
        let [quiet] = text.counters(["quiet"])?;
        if pieces.all().is_empty() {
            return Err(PositionError::Impossible("there must be at least one piece on the board".into()));
        }
        Ok(Position { pieces, quiet: self.ply_limit.map_or(0, |it| quiet.min(it)) })
    }

    fn draw(&self, position: &Position, scene: &mut Scene) {
        scene.style = BoardStyle::Plain;
        position.pieces.draw(PieceKind::DISK, scene);
    }

    fn repetition_draws(&self) -> bool {
        true
    }
}
