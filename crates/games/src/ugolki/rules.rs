//! The rules: camps, steps and jumps, the ends of the game, positions as text.

use std::cmp::Ordering;

use super::info::INFO;
use super::{Position, Ugolki, reasons, refusals, routes};
use crate::board::{Bitboard, Direction, Move, MoveList, Shape, Side, Square};
use crate::game::{
    BoardStyle, Fields, Game, Info, Leg, Outcome, PieceKind, Pieces, PositionError, Reason, Refusal, Ruleset, Scene,
    write_counters,
};

impl Ugolki {
    /// Whether a side has any move.
    fn can_move(&self, side: Side, pieces: &Pieces) -> bool {
        !self.movable(side, pieces.of(side), pieces.all()).is_empty()
    }

    /// Whether all pieces of a side stand in the far camp.
    fn has_filled(&self, side: Side, pieces: &Pieces) -> bool {
        let own = pieces.of(side);
        !own.is_empty() && (own & !self.goal(side)).is_empty()
    }

    fn filled(&self, pieces: &Pieces) -> Option<Outcome> {
        let end = |winner| Some(Outcome { winner, reason: reasons::CAMP_FILLED });
        match Side::BOTH.map(|it| self.has_filled(it, pieces)) {
            [true, true] => end(None),
            // Who moved first has moved once more: the other side may still fill its camp, too.
            [true, false] if pieces.to_move() == Side::First => end(Some(Side::First)),
            [false, true] => end(Some(Side::Second)),
            _ => None,
        }
    }

    /// Who has more pieces in the far camp.
    fn count(&self, pieces: &Pieces, reason: Reason) -> Option<Outcome> {
        let [first, second] = Side::BOTH.map(|it| (pieces.of(it) & self.goal(it)).count());
        let winner = match first.cmp(&second) {
            Ordering::Greater => Some(Side::First),
            Ordering::Less => Some(Side::Second),
            Ordering::Equal => None,
        };
        Some(Outcome { winner, reason })
    }

    /// Whether a side has pieces in its own camp longer than the rules allow.
    fn is_late(&self, side: Side, position: &Position) -> bool {
        self.moves_to_leave(side, position).is_some_and(|it| it <= 0)
            && !(position.pieces.of(side) & self.camp(side)).is_empty()
    }

    fn counts_plies(&self) -> bool {
        self.leave.is_some() || self.ply_limit.is_some()
    }
}

/// The directions of the first side's pieces, which run to the upper left; the second side's are the opposite ones.
fn directions(diagonal: bool, backward: bool) -> impl Iterator<Item = Direction> {
    let ahead = |it: &Direction| matches!(it, Direction::North | Direction::West | Direction::NorthWest);
    let straight = |it: &Direction| Direction::ORTHOGONAL.contains(it);
    Direction::ALL.into_iter().filter(move |it| (diagonal || straight(it)) && (backward || ahead(it)))
}

/// The squares of the lower right corner.
fn corner(board: Shape, camp: Shape) -> Bitboard {
    let inside = |it: &Square| it.file() >= board.width - camp.width && it.rank() < camp.height;
    board.squares().filter(inside).collect()
}

impl Game for Ugolki {
    const INFO: &'static Info = &INFO;
    type Position = Position;

    fn new(ruleset: &Ruleset) -> Self {
        let shape = ruleset.size;
        let camp = ruleset.value("camp").parse().unwrap_or(Shape::new(4, 4));
        let (diagonal, backward) = (ruleset.value("diagonal") == "on", ruleset.value("backward") == "on");
        let lower = corner(shape, camp);
        Self {
            shape,
            board: shape.mask(),
            camps: [lower, lower.map(|it| shape.rotated(it)).collect()],
            directions: [
                directions(diagonal, backward).collect(),
                directions(diagonal, backward).map(Direction::opposite).collect(),
            ],
            fill_wins: ruleset.value("end") == "fill",
            leave: ruleset.limit("leave").map(|it| it as u16),
            ply_limit: ruleset.limit("limit").map(|it| 2 * it as u16),
            repetition_draws: ruleset.value("repetition") == "draw",
        }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn start(&self) -> Position {
        Position { pieces: Pieces::new(self.camps, Side::First), plies: 0 }
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
        let (side, all) = (position.pieces.to_move(), position.pieces.all());
        for from in position.pieces.own() {
            out.extend(self.targets(side, from, all).map(|to| Move::new(from, to)));
        }
        if out.len() == before {
            out.push(Move::PASS);
        }
    }

    fn count_moves(&self, position: &Position) -> u64 {
        let (side, all) = (position.pieces.to_move(), position.pieces.all());
        position.pieces.own().map(|it| u64::from(self.targets(side, it, all).count())).sum::<u64>().max(1)
    }

    fn play(&self, position: &mut Position, mv: Move) {
        if mv.is_pass() {
            position.pieces.pass();
        } else {
            position.pieces.play(mv);
        }
        position.plies += u16::from(self.counts_plies());
    }

    fn decided(&self, position: &Position) -> Option<Outcome> {
        let pieces = &position.pieces;
        if self.fill_wins && Side::BOTH.iter().any(|it| self.has_filled(*it, pieces)) {
            return self.filled(pieces);
        }
        if let Some(late) = Side::BOTH.into_iter().find(|it| self.is_late(*it, position)) {
            return Some(Outcome { winner: Some(late.other()), reason: reasons::STRAGGLERS });
        }
        if self.ply_limit.is_some_and(|it| position.plies >= it) {
            return self.count(pieces, Reason::MoveLimit);
        }
        let stuck = !Side::BOTH.iter().any(|it| self.can_move(*it, pieces));
        stuck.then(|| self.count(pieces, reasons::COUNT_AT_THE_END)).flatten()
    }

    fn captured(&self, _: &Position, _: Move) -> Bitboard {
        Bitboard::EMPTY
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
        position.pieces.write(self.shape, self.sides()) + &write_counters([("plies", position.plies)])
    }

    fn read_position(&self, text: &Fields<'_>) -> Result<Position, PositionError> {
        let pieces = Pieces::read(text, self.shape, self.sides())?;
        let [plies] = text.counters(["plies"])?;
        if Side::BOTH.iter().any(|it| pieces.of(*it).is_empty()) {
            return Err(PositionError::Impossible("each side needs at least one piece".into()));
        }
        let parity = u16::from(pieces.to_move() == Side::Second);
        // Where nothing is said, as few have been played as the side to move allows.
        let plies = plies.max(parity);
        if plies % 2 != parity {
            let side = self.sides()[usize::from(plies % 2)].name;
            return Err(PositionError::Impossible(format!("after {plies} plies, {side} is to move")));
        }
        Ok(Position { pieces, plies: if self.counts_plies() { plies.min(10_000 + parity) } else { 0 } })
    }

    fn draw(&self, position: &Position, scene: &mut Scene) {
        scene.style = BoardStyle::Checkered;
        scene.goals = Side::BOTH.map(|it| self.camp(it.other()));
        position.pieces.draw(PieceKind::DISK, scene);
    }

    fn repetition_draws(&self) -> bool {
        self.repetition_draws
    }
}
