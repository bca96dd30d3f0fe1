//! The rules: set-up, moves, the end of the game, positions as text.

use super::position::Start;
use super::{LinesOfAction, Position, info::INFO, reasons, refusals, scene, tables, worth::Worth};
use crate::board::{Bitboard, Direction, Move, MoveList, Shape, Side, Square};
use crate::game::{
    BoardStyle, Fields, Game, Info, Outcome, PieceKind, Pieces, PositionError, Reason, Refusal, Ruleset, Scene,
    write_counters,
};

impl LinesOfAction {
    /// Calls `found` with each legal move, the pass left out.
    #[inline]
    fn each_move(&self, position: &Position, mut found: impl FnMut(Move)) {
        let (own, enemy) = (position.pieces.own(), position.pieces.enemy());
        for from in own {
            self.each_move_of(from, own, enemy, !Bitboard::EMPTY, &mut found);
        }
    }

    fn is_stuck(&self, position: &Position) -> bool {
        let mut stuck = true;
        self.each_move(position, |_| stuck = false);
        stuck
    }

    fn is_corner(&self, square: Square) -> bool {
        let Shape { width, height } = self.shape;
        [0, width - 1].contains(&square.file()) && [0, height - 1].contains(&square.rank())
    }

    /// The edge without the corners, clockwise from the upper left.
    fn edge(&self) -> impl Iterator<Item = Square> {
        let Shape { width, height } = self.shape;
        let top = (1..width - 1).map(move |file| Square::new(file, height - 1));
        let right = (1..height - 1).rev().map(move |rank| Square::new(width - 1, rank));
        let bottom = (1..width - 1).rev().map(|file| Square::new(file, 0));
        let left = (1..height - 1).map(|rank| Square::new(0, rank));
        top.chain(right).chain(bottom).chain(left)
    }
}

impl Game for LinesOfAction {
    const INFO: &'static Info = &INFO;
    type Position = Position;

    fn new(ruleset: &Ruleset) -> Self {
        let (board, Shape { width, height }) = (ruleset.size.mask(), ruleset.size);
        let line = |is: &dyn Fn(&Square) -> bool| ruleset.size.squares().filter(|it| is(it)).collect();
        let edges = [
            line(&|it| it.rank() == height - 1),
            line(&|it| it.rank() == 0),
            line(&|it| it.file() == 0),
            line(&|it| it.file() == width - 1),
        ];
        let reach = |from: usize, direction: Direction| {
            let from = Square::from_index(from);
            if board.contains(from) { (tables::ray(direction, from) & board).count() as u8 } else { 0 }
        };
        Self {
            shape: ruleset.size,
            reach: Box::new(std::array::from_fn(|from| Direction::ALL.map(|it| reach(from, it)))),
            both_connected_draws: ruleset.value("both") == "draw",
            repetition_draws: ruleset.value("repetition") == "draw",
            ply_limit: ruleset.limit("limit").map(|it| 2 * it as u16),
            stuck_loses: ruleset.value("stuck") == "loss",
            start: match ruleset.value("start") {
                "scrambled" => Start::Alternating(Side::First),
                "scrambled-swapped" => Start::Alternating(Side::Second),
                _ => Start::Standard,
            },
            worth: Worth::new(ruleset.size),
            edges,
            edge: edges[0] | edges[1] | edges[2] | edges[3],
        }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn start(&self) -> Position {
        let is_black = |(index, square): &(usize, Square)| {
            match self.start {
                Start::Standard => [0, self.shape.height - 1].contains(&square.rank()),
                Start::Alternating(first) => index % 2 == first.index(),
            }
        };
        let (black, white): (Vec<_>, Vec<_>) = self.edge().enumerate().partition(is_black);
        debug_assert!(self.edge().all(|it| !self.is_corner(it)));
        let set = |it: Vec<(usize, Square)>| it.into_iter().map(|(_, square)| square).collect();
        Position { pieces: Pieces::new([set(black), set(white)], Side::First), passes: 0, plies: 0 }
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
        self.each_move(position, |it| out.push(it));
        if out.len() == before {
            out.push(Move::PASS);
        }
    }

    fn count_moves(&self, position: &Position) -> u64 {
        let mut count = 0;
        self.each_move(position, |_| count += 1);
        count.max(1)
    }

    fn play(&self, position: &mut Position, mv: Move) {
        if mv.is_pass() {
            position.passes += 1;
            position.pieces.pass();
        } else {
            position.passes = 0;
            position.pieces.play(mv);
        }
        position.plies += u16::from(self.ply_limit.is_some());
    }

    fn decided(&self, position: &Position) -> Option<Outcome> {
        let win = |side, reason| Some(Outcome { winner: Some(side), reason });
        let draw = |reason| Some(Outcome { winner: None, reason });
        let (next, mover) = (position.pieces.to_move(), position.pieces.to_move().other());
        match (position.pieces.enemy().is_connected(), position.pieces.own().is_connected()) {
            (true, true) if self.both_connected_draws => draw(reasons::BOTH_CONNECTED),
            (true, true) => win(mover, reasons::BOTH_CONNECTED),
            (true, false) => win(mover, reasons::CONNECTED),
            (false, true) => win(next, reasons::CONNECTED),
            (false, false) if position.passes >= 2 => draw(reasons::NEITHER_CAN_MOVE),
            (false, false) if self.ply_limit.is_some_and(|it| position.plies >= it) => draw(Reason::MoveLimit),
            (false, false) if self.stuck_loses && self.is_stuck(position) => win(mover, Reason::CannotMove),
            (false, false) => None,
        }
    }

    fn captured(&self, position: &Position, mv: Move) -> Bitboard {
        if mv.is_pass() { Bitboard::EMPTY } else { position.pieces.enemy() & Bitboard::of(mv.to) }
    }

    fn refuse(&self, position: &Position, mv: Move) -> Refusal {
        let refusal = refusals::refuse(self, position, mv);
        match refusals::illustrate(self, position, mv, &refusal) {
            Some(shown) => Refusal::from(refusal).shown_by(shown),
            None => refusal.into(),
        }
    }

    fn write_position(&self, position: &Position) -> String {
        let counters = [("passes", position.passes.into()), ("plies", position.plies)];
        position.pieces.write(self.shape, self.sides()) + &write_counters(counters)
    }

    fn read_position(&self, text: &Fields<'_>) -> Result<Position, PositionError> {
        let pieces = Pieces::read(text, self.shape, self.sides())?;
        let [passes, plies] = text.counters(["passes", "plies"])?;
        if Side::BOTH.iter().any(|it| pieces.of(*it).is_empty()) {
            return Err(PositionError::Impossible("each side needs at least one piece".into()));
        }
        let plies = if self.ply_limit.is_some() { plies } else { 0 };
        Ok(Position { pieces, passes: passes.min(2) as u8, plies })
    }

    fn draw(&self, position: &Position, scene: &mut Scene) {
        scene.style = BoardStyle::Checkered;
        position.pieces.draw(PieceKind::DISK, scene);
        let winner = self.decided(position).and_then(|it| it.winner);
        scene.groups = scene::connected(&position.pieces, winner);
    }

    fn repetition_draws(&self) -> bool {
        self.repetition_draws
    }
}
