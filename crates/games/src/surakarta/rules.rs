//! The rules: set-up, moves, the end of the game, positions as text.

use std::sync::Arc;

use super::info::INFO;
use super::tracks::{SIDE, Occupancy, Tracks};
use super::{Position, Surakarta, refusals, routes};
use crate::board::{Bitboard, Move, MoveList, Shape, Side, Square};
use crate::game::{
    BoardStyle, Fields, Game, Info, Leg, Outcome, PieceKind, Pieces, PositionError, Reason, Refusal, Ruleset, Scene,
    write_counters,
};

impl Surakarta {
    /// The points to which the piece on `from` can move.
    #[inline]
    fn targets(&self, from: Square, standing: Occupancy, pieces: &Pieces) -> Bitboard {
        self.neighbors(from) & !pieces.all() | self.captures(from, standing, pieces.enemy())
    }
}

impl Game for Surakarta {
    const INFO: &'static Info = &INFO;
    type Position = Position;

    fn new(ruleset: &Ruleset) -> Self {
        let board = Shape::new(SIDE, SIDE).mask();
        let around = |index: usize| Bitboard(Bitboard(1 << index).grown().0 & board.0 & !(1 << index));
        Self {
            tracks: Arc::new(Tracks::new()),
            neighbors: Box::new(std::array::from_fn(around)),
            repetition_draws: ruleset.value("repetition") == "draw",
            ply_limit: ruleset.limit("no-progress").map(|it| 2 * it as u16),
            majority: ruleset.value("majority") == "on",
        }
    }

    fn shape(&self) -> Shape {
        Shape::new(SIDE, SIDE)
    }

    fn start(&self) -> Position {
        let ranks = |ranks: [u8; 2]| self.shape().squares().filter(|it| ranks.contains(&it.rank())).collect();
        Position { pieces: Pieces::new([ranks([0, 1]), ranks([4, 5])], Side::First), quiet: 0 }
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
        let before = out.len();
        let standing = self.tracks.standing(position.pieces.all());
        for from in position.pieces.own() {
            out.extend(self.targets(from, standing, &position.pieces).map(|to| Move::new(from, to)));
        }
        if out.len() == before {
            out.push(Move::PASS);
        }
    }

    fn count_moves(&self, position: &Position) -> u64 {
        let standing = self.tracks.standing(position.pieces.all());
        let count = |from| u64::from(self.targets(from, standing, &position.pieces).count());
        position.pieces.own().map(count).sum::<u64>().max(1)
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let captures = !self.captured(position, mv).is_empty();
        if mv.is_pass() {
            position.pieces.pass();
        } else {
            position.pieces.play(mv);
        }
        position.quiet = if captures || self.ply_limit.is_none() { 0 } else { position.quiet + 1 };
    }

    fn decided(&self, position: &Position) -> Option<Outcome> {
        let (next, mover) = (position.pieces.to_move(), position.pieces.to_move().other());
        let end = |winner, reason| Some(Outcome { winner, reason });
        if position.pieces.own().is_empty() {
            end(Some(mover), Reason::AllCaptured)
        } else if position.pieces.enemy().is_empty() {
            end(Some(next), Reason::AllCaptured)
        } else if self.ply_limit.is_some_and(|it| position.quiet >= it) {
            let more = match position.pieces.own().count().cmp(&position.pieces.enemy().count()) {
                std::cmp::Ordering::Greater => Some(next),
                std::cmp::Ordering::Less => Some(mover),
                std::cmp::Ordering::Equal => None,
            };
            end(more.filter(|_| self.majority), Reason::NoProgress)
        } else {
            None
        }
    }

    fn captured(&self, position: &Position, mv: Move) -> Bitboard {
        if mv.is_pass() { Bitboard::EMPTY } else { position.pieces.enemy() & Bitboard::of(mv.to) }
    }

    fn route(&self, position: &Position, mv: Move) -> Vec<Leg> {
        routes::route(self, &position.pieces, mv)
    }

    fn goes_by(&self, position: &Position, mv: Move, between: &[Square]) -> bool {
        routes::goes_by(self, &position.pieces, mv, between)
    }

    fn refuse(&self, position: &Position, mv: Move) -> Refusal {
        refusals::refuse(self, &position.pieces, mv)
    }

    fn write_position(&self, position: &Position) -> String {
        position.pieces.write(self.shape(), self.sides()) + &write_counters([("quiet", position.quiet)])
    }

    fn read_position(&self, text: &Fields<'_>) -> Result<Position, PositionError> {
        let pieces = Pieces::read(text, self.shape(), self.sides())?;
        let [quiet] = text.counters(["quiet"])?;
        if pieces.all().is_empty() {
            return Err(PositionError::Impossible("there must be at least one piece on the board".into()));
        }
        Ok(Position { pieces, quiet: self.ply_limit.map_or(0, |it| quiet.min(it)) })
    }

    fn draw(&self, position: &Position, scene: &mut Scene) {
        scene.style = BoardStyle::Lines { loops: &[1, 2] };
        position.pieces.draw(PieceKind::DISK, scene);
    }

    fn repetition_draws(&self) -> bool {
        self.repetition_draws
    }
}
