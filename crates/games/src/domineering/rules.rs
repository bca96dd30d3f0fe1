//! The rules: moves, the end of the game, positions as text, dominoes.

use super::piece::{ACROSS, UPRIGHT};
use super::info::{INFO, VERTICAL};
use crate::board::{Bitboard, Direction, Move, MoveList, SIDE_KEY, Shape, Side, Square, key_of};
use crate::game::{
    BoardStyle, Fields, Game, Illustration, Info, Outcome, Piece, PieceKind, PositionError, Reason, Refusal, Ruleset, Scene,
    SideInfo, read_ranks, write_ranks,
};

/// Domineering by one ruleset.
#[derive(Clone, Debug)]
pub struct Domineering {
    shape: Shape,
    board: Bitboard,
    sides: [SideInfo; 2],
}

/// The cells that each side has covered, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    covered: [Bitboard; 2],
    pub(super) to_move: Side,
}

impl Position {
    pub(super) fn all(&self) -> Bitboard {
        self.covered[0] | self.covered[1]
    }
}

impl Domineering {
    /// Where the second cell of a side's dominoes lies from the first.
    pub(super) fn along(&self, side: Side) -> Direction {
        if self.sides[side.index()].letter == VERTICAL.letter { Direction::North } else { Direction::East }
    }

    /// The free cells.
    pub(super) fn free(&self, position: &Position) -> Bitboard {
        self.board & !position.all()
    }

    /// The lower or left cells of the dominoes that a side could lay on free cells.
    #[inline]
    pub(super) fn places(&self, side: Side, free: Bitboard) -> Bitboard {
        let back = match self.along(side) {
            Direction::North => Direction::South,
            _ => Direction::West,
        };
        free & free.shifted(back)
    }

    fn kind(&self, side: Side) -> PieceKind {
        match self.along(side) {
            Direction::North => UPRIGHT,
            _ => ACROSS,
        }
    }

    /// Which cell of a domino is covered already.
    fn covered(cell: Square, laid: Option<Piece>) -> Refusal {
        let shown = Illustration { in_the_way: vec![cell], laid, ..Illustration::default() };
        Refusal::new("domineering-covered").with("square", cell).shown_by(shown)
    }

    fn other_cell(&self, side: Side, first: Square) -> Square {
        Square::from_index((first.index() as i32 + self.along(side).delta()) as usize)
    }

    /// The first cells of the dominoes that cover a side's cells: in each line, from below or from the left, every
    /// second one. `None` if some cell is left over.
    fn dominoes(&self, side: Side, cells: Bitboard) -> Option<Bitboard> {
        let (mut rest, mut first) = (cells, Bitboard::EMPTY);
        while let Some(cell) = rest.first() {
            let (files, ranks) = self.along(side).step();
            let other = cell.offset(files, ranks).filter(|it| rest.contains(*it))?;
            rest = rest.without(cell).without(other);
            first = first.with(cell);
        }
        Some(first)
    }
}

impl Game for Domineering {
    const INFO: &'static Info = &INFO;
    type Position = Position;

    fn new(ruleset: &Ruleset) -> Self {
        Self { shape: ruleset.size, board: ruleset.size.mask(), sides: ruleset.sides() }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn sides(&self) -> [SideInfo; 2] {
        self.sides
    }

    fn start(&self) -> Position {
        Position { covered: [Bitboard::EMPTY; 2], to_move: Side::First }
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.to_move
    }

    fn pieces(&self, position: &Position, side: Side) -> Bitboard {
        position.covered[side.index()]
    }

    fn hash(&self, position: &Position) -> u64 {
        let keys = |side: Side| position.covered[side.index()].fold(0, |hash, it| hash ^ key_of(side, it));
        let turn = if position.to_move == Side::Second { SIDE_KEY } else { 0 };
        keys(Side::First) ^ keys(Side::Second) ^ turn
    }

    fn moves(&self, position: &Position, out: &mut MoveList) {
        let side = position.to_move;
        out.extend(self.places(side, self.free(position)).map(|it| Move::new(it, self.other_cell(side, it))));
    }

    fn count_moves(&self, position: &Position) -> u64 {
        self.places(position.to_move, self.free(position)).count().into()
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let covered = &mut position.covered[position.to_move.index()];
        *covered = covered.with(mv.from).with(mv.to);
        position.to_move = position.to_move.other();
    }

    fn decided(&self, position: &Position) -> Option<Outcome> {
        let winner = Some(position.to_move.other());
        let stuck = self.places(position.to_move, self.free(position)).is_empty();
        stuck.then_some(Outcome { winner, reason: Reason::CannotMove })
    }

    fn captured(&self, _: &Position, _: Move) -> Bitboard {
        Bitboard::EMPTY
    }

    /// The lower or left cell first.
    fn canonical(&self, mv: Move) -> Move {
        if mv.from <= mv.to { mv } else { Move::new(mv.to, mv.from) }
    }

    fn refuse(&self, position: &Position, mv: Move) -> Refusal {
        let side = position.to_move;
        let (files, ranks) = self.along(side).step();
        if mv.from.offset(files, ranks) == Some(mv.to) {
            let free = self.free(position);
            let taken = if free.contains(mv.from) { mv.to } else { mv.from };
            return Self::covered(taken, laid(side, mv));
        }
        let code = match self.along(side) {
            Direction::North => "domineering-not-above",
            _ => "domineering-not-beside",
        };
        let turned = if mv.from.offset(ranks, files) == Some(mv.to) { "yes" } else { "no" };
        let places = self.places(side, self.free(position));
        let dominoes = || places.filter_map(|it| Some(Move::new(it, it.offset(files, ranks)?)));
        let is_near = |it: &Move| [it.from, it.to].iter().any(|cell| [mv.from, mv.to].contains(cell));
        let example = dominoes().find(is_near).or_else(|| dominoes().next());
        let refusal = Refusal::new(code).with("from", mv.from).with("to", mv.to).with("turned", turned);
        let refusal = refusal.with("example", example.unwrap_or(mv));
        match laid(side, mv) {
            None => refusal,
            turned => refusal.shown_by(Illustration { laid: turned, crossed: vec![mv.to], ..Illustration::default() }),
        }
    }

    /// Nobody owns a free cell.
    fn refuse_owner(&self, _: &Position, _: Square) -> Option<Refusal> {
        None
    }

    /// A move places a domino, so both squares being the same is a mistake like others.
    fn refuse_staying(&self, _: Move) -> Option<Refusal> {
        None
    }

    fn refuse_from(&self, position: &Position, from: Square) -> Refusal {
        let side = position.to_move;
        let (files, ranks) = self.along(side).step();
        let other = from.offset(files, ranks).filter(|it| self.shape.contains(*it));
        let laid = other.and_then(|it| laid(side, Move::new(from, it)));
        if !self.free(position).contains(from) {
            return Self::covered(from, laid);
        }
        let code = match self.along(side) {
            Direction::North => "domineering-no-room-above",
            _ => "domineering-no-room-beside",
        };
        let shown = match other {
            Some(taken) => Illustration { in_the_way: vec![taken], laid, ..Illustration::default() },
            None => Illustration::not_from(from),
        };
        Refusal::new(code).with("square", from).shown_by(shown)
    }

    fn write_position(&self, position: &Position) -> String {
        let sides = self.sides();
        let letter = |square| {
            let owner = Side::BOTH.into_iter().find(|it| position.covered[it.index()].contains(square))?;
            Some(sides[owner.index()].letter)
        };
        format!("{} {}", write_ranks(self.shape, letter), sides[position.to_move.index()].letter)
    }

    fn read_position(&self, text: &Fields<'_>) -> Result<Position, PositionError> {
        let [] = text.counters([])?;
        let sides = self.sides();
        let covered = read_ranks(text.ranks, self.shape, sides.map(|it| it.letter))?;
        if let Some(half) = Side::BOTH.into_iter().find(|it| self.dominoes(*it, covered[it.index()]).is_none()) {
            let letter = sides[half.index()].letter;
            return Err(PositionError::Impossible(format!(
                "some “{letter}” is half a domino: the other half is missing"
            )));
        }
        Ok(Position { covered, to_move: text.side(sides)? })
    }

    fn draw(&self, position: &Position, scene: &mut Scene) {
        scene.style = BoardStyle::Plain;
        scene.kinds = Side::BOTH.map(|it| self.kind(it));
        for side in Side::BOTH {
            let kind = self.kind(side);
            let first = self.dominoes(side, position.covered[side.index()]).unwrap_or_default();
            scene.pieces.extend(first.map(|square| Piece { square, side, kind }));
        }
    }
}

/// The domino on two neighboring cells, the lower or left one first, whichever way it lies.
fn laid(side: Side, mv: Move) -> Option<Piece> {
    let lies = |kind: &PieceKind| mv.from.offset(kind.files as i8 - 1, kind.ranks as i8 - 1) == Some(mv.to);
    let kind = [UPRIGHT, ACROSS].into_iter().find(lies)?;
    Some(Piece { square: mv.from, side, kind })
}
