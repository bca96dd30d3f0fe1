//! What races share: two rows of pieces on each side that run for the far row.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Move, MoveList, Shape, Side, Square};
use crate::game::{
    BoardStyle, Fields, Game, Info, Outcome, PieceKind, Pieces, PositionError, Reason, Refusal, Ruleset, Scene,
};

/// What tells one race from another: its pieces.
pub trait Runner: Clone + Copy + Send + Sync + 'static {
    const INFO: &'static Info;
    const PIECE: PieceKind;
    /// The ways in which a piece moves.
    const STEPS: &'static [Step];
    /// Whether there are positions without a legal move, which lose.
    const CAN_BE_STUCK: bool;

    /// Whether a piece can go straight on, so that no enemy outside its cone can ever stop it.
    const GOES_STRAIGHT: bool;

    /// Why a move of one of the player's pieces is not legal.
    fn refuse(race: &Race<Self>, pieces: &Pieces, mv: Move) -> Refusal;
}

/// A way in which a piece moves, seen by the side that plays it.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub files: i8,
    /// Forward: above 0.
    pub ranks: i8,
    /// Whether it may take an enemy piece.
    pub captures: bool,
}

impl Step {
    /// So many files to the right and ranks forward; below 0 the other way.
    pub const fn new(files: i8, ranks: i8, captures: bool) -> Self {
        Self { files, ranks, captures }
    }
}

/// A [`Step`] on a board: what it adds to a square's number, and the squares from which it stays on the board.
#[derive(Clone, Copy, Debug)]
struct BoardStep {
    delta: i32,
    from: Bitboard,
    captures: bool,
}

/// A race by one ruleset. The first side plays White, from the two lowest ranks upward.
#[derive(Clone, Debug)]
pub struct Race<R> {
    shape: Shape,
    /// By [`Side::index`].
    ways: [ArrayVec<BoardStep, 4>; 2],
    /// By [`Side::index`] and square: see [`cones`].
    cones: Box<[[Bitboard; Square::COUNT]; 2]>,
    runner: std::marker::PhantomData<R>,
}

impl BoardStep {
    /// Where these pieces get.
    #[inline]
    fn targets(&self, own: Bitboard, enemy: Bitboard) -> Bitboard {
        let closed = if self.captures { own } else { own | enemy };
        (own & self.from).shifted_by(self.delta) & !closed
    }
}

impl<R: Runner> Race<R> {
    /// Every square that the pieces of a side, `own`, can move to.
    #[inline]
    pub fn targets(&self, side: Side, own: Bitboard, enemy: Bitboard) -> Bitboard {
        self.ways[side.index()].iter().fold(Bitboard::EMPTY, |all, way| all | way.targets(own, enemy))
    }

    /// Calls `found` with the squares on which the pieces of a side, `own`, could take an enemy piece, way by way.
    #[inline]
    pub fn each_attack(&self, side: Side, own: Bitboard, mut found: impl FnMut(Bitboard)) {
        for way in self.ways[side.index()].iter().filter(|it| it.captures) {
            found((own & way.from).shifted_by(way.delta));
        }
    }

    /// How many moves a side would have.
    #[inline]
    pub fn mobility(&self, side: Side, own: Bitboard, enemy: Bitboard) -> u32 {
        self.ways[side.index()].iter().map(|it| it.targets(own, enemy).count()).sum()
    }

    /// The squares from which an enemy could stop the piece of a side on a square.
    #[inline]
    pub fn cone(&self, side: Side, square: Square) -> Bitboard {
        self.cones[side.index()][square.index()]
    }

    /// Calls `found` with each move of a side to one of the squares `to`.
    #[inline]
    pub fn each_move(&self, side: Side, own: Bitboard, enemy: Bitboard, to: Bitboard, mut found: impl FnMut(Move)) {
        for way in &self.ways[side.index()] {
            for target in way.targets(own, enemy) & to {
                let from = Square::from_index((target.index() as i32 - way.delta) as usize);
                found(Move::new(from, target));
            }
        }
    }

    /// A move of a side onto its far row.
    #[inline]
    pub fn arriving_move(&self, side: Side, pieces: &Pieces) -> Option<Move> {
        let (own, enemy) = (pieces.of(side), pieces.of(side.other()));
        let goal = self.goal(side);
        let mut last = None;
        if !(self.targets(side, own, enemy) & goal).is_empty() {
            self.each_move(side, own, enemy, goal, |it| last = Some(it));
        }
        last
    }

    /// The row that a side runs for.
    pub fn goal(&self, side: Side) -> Bitboard {
        match side {
            Side::First => self.row(self.shape.height - 1),
            Side::Second => self.row(0),
        }
    }

    /// All squares of a rank.
    #[inline]
    pub fn row(&self, rank: u8) -> Bitboard {
        Bitboard(((1 << self.shape.width) - 1) << (rank * Square::STRIDE))
    }

    /// How many files to the right and ranks forward a move of a side goes.
    pub fn way_of(side: Side, mv: Move) -> (i8, i8) {
        let files = mv.to.file() as i8 - mv.from.file() as i8;
        let ranks = mv.to.rank() as i8 - mv.from.rank() as i8;
        (files, if side == Side::First { ranks } else { -ranks })
    }

    /// Where the piece on a square could go, whatever stands there.
    pub fn reaches(&self, side: Side, from: Square) -> Vec<Square> {
        let forward = if side == Side::First { 1 } else { -1 };
        let to = R::STEPS.iter().filter_map(|it| from.offset(it.files, it.ranks * forward));
        to.filter(|it| self.shape.contains(*it)).collect()
    }
}

/// The squares before a piece, wider by a file on each side with every row, from which an enemy could stop it.
fn cones(shape: Shape) -> Box<[[Bitboard; Square::COUNT]; 2]> {
    let mut cones = Box::new([[Bitboard::EMPTY; Square::COUNT]; 2]);
    for from in shape.squares() {
        for square in shape.squares() {
            let up = i32::from(square.rank()) - i32::from(from.rank());
            if i32::from(square.file().abs_diff(from.file())) <= up.abs() && up != 0 {
                let cone = &mut cones[usize::from(up < 0)][from.index()];
                *cone = cone.with(square);
            }
        }
    }
    cones
}

impl<R: Runner> Game for Race<R> {
    const INFO: &'static Info = R::INFO;
    type Position = Pieces;

    fn new(ruleset: &Ruleset) -> Self {
        let shape = ruleset.size;
        let ways = |forward: i8| {
            let way = |it: &Step| {
                let (files, ranks) = (it.files, it.ranks * forward);
                let stays = |from: &Square| from.offset(files, ranks).is_some_and(|to| shape.contains(to));
                let delta = i32::from(files) + i32::from(ranks) * i32::from(Square::STRIDE);
                BoardStep { delta, from: shape.squares().filter(stays).collect(), captures: it.captures }
            };
            R::STEPS.iter().map(way).collect()
        };
        let cones = cones(shape);
        Self { shape, ways: [ways(1), ways(-1)], cones, runner: std::marker::PhantomData }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn start(&self) -> Pieces {
        let top = self.shape.height - 1;
        Pieces::new([self.row(0) | self.row(1), self.row(top) | self.row(top - 1)], Side::First)
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
        self.each_move(position.to_move(), position.own(), position.enemy(), !Bitboard::EMPTY, |it| out.push(it));
    }

    fn count_moves(&self, position: &Pieces) -> u64 {
        self.mobility(position.to_move(), position.own(), position.enemy()).into()
    }

    fn play(&self, position: &mut Pieces, mv: Move) {
        position.play(mv);
    }

    fn decided(&self, position: &Pieces) -> Option<Outcome> {
        let (next, mover) = (position.to_move(), position.to_move().other());
        let win = |winner, reason| Some(Outcome { winner: Some(winner), reason });
        let arrived = |side| !(position.of(side) & self.goal(side)).is_empty();
        if arrived(mover) {
            win(mover, Reason::HomeRowReached)
        } else if arrived(next) {
            win(next, Reason::HomeRowReached)
        } else if position.own().is_empty() {
            win(mover, Reason::AllCaptured)
        } else if position.enemy().is_empty() {
            win(next, Reason::AllCaptured)
        } else if R::CAN_BE_STUCK && self.targets(next, position.own(), position.enemy()).is_empty() {
            win(mover, Reason::CannotMove)
        } else {
            None
        }
    }

    fn captured(&self, position: &Pieces, mv: Move) -> Bitboard {
        position.enemy() & Bitboard::of(mv.to)
    }

    fn refuse(&self, position: &Pieces, mv: Move) -> Refusal {
        R::refuse(self, position, mv)
    }

    fn write_position(&self, position: &Pieces) -> String {
        position.write(self.shape, self.sides())
    }

    fn read_position(&self, text: &Fields<'_>) -> Result<Pieces, PositionError> {
        let [] = text.counters([])?;
        let pieces = Pieces::read(text, self.shape, self.sides())?;
        match pieces.all().is_empty() {
            true => Err(PositionError::Impossible("there must be at least one piece on the board".into())),
            false => Ok(pieces),
        }
    }

    fn draw(&self, position: &Pieces, scene: &mut Scene) {
        scene.style = BoardStyle::Checkered;
        scene.goals = Side::BOTH.map(|it| self.goal(it));
        position.draw(R::PIECE, scene);
    }
}
