//! Wrong copies of the template, which the conformance kit must refuse: they show that its laws can fail.

use super::{Pincers, Position, eval::PIECES};
use crate::board::{Bitboard, Move, MoveList, Shape, Side};
use crate::game::{
    Accumulator, Evaluate, Fields, Game, Info, Leg, NOTHING_PROVEN, Nature, Outcome, PositionError, Refusal, Ruleset,
    Scene, Solve, StaticProof,
};

/// A copy of the template with one fault.
#[derive(Clone)]
pub(super) struct Faulty<const FAULT: usize>(Pincers);

pub(super) const TAKES_THE_FIRST_ONLY: usize = 0;
pub(super) const SAYS_NOTHING_OF_CAPTURES: usize = 1;
pub(super) const LOSES_AN_OWN_PIECE: usize = 2;
pub(super) const KEEPS_THE_TURN: usize = 3;
pub(super) const HASH_FORGETS_THE_TURN: usize = 4;
pub(super) const HASH_KNOWS_A_COUNTER: usize = 5;
pub(super) const SEARCH_KEY_FORGETS_THE_PIECES: usize = 6;
pub(super) const EXACT_KEY_FORGETS_A_COUNTER: usize = 7;
pub(super) const SOLVE_KEY_FORGETS_THE_TURN: usize = 8;
pub(super) const SAYS_NOTHING_RETURNS: usize = 9;
pub(super) const PROVES_BY_COUNTING: usize = 10;
pub(super) const ENDS_TOO_SOON: usize = 11;
pub(super) const WINS_TOO_QUICKLY: usize = 12;
pub(super) const LISTS_A_MOVE_TWICE: usize = 13;
pub(super) const LIMIT_COMES_LATE: usize = 14;
pub(super) const COUNTS_ALONG_WITHOUT_CAPTURES: usize = 15;
/// No fault: it counts pieces along the line of moves instead of on the board.
pub(super) const COUNTS_ALONG: usize = 16;
pub(super) const ROUTE_ENDS_ELSEWHERE: usize = 17;
pub(super) const ROUTE_LANDS_ON_PIECES: usize = 18;
/// It agrees with itself: only facts from elsewhere tell.
pub(super) const TAKES_THE_FIRST_AND_SAYS_SO: usize = 19;

impl<const FAULT: usize> Game for Faulty<FAULT> {
    const INFO: &'static Info = Pincers::INFO;
    type Position = Position;

    fn new(ruleset: &Ruleset) -> Self {
        Self(Pincers::new(ruleset))
    }

    fn shape(&self) -> Shape {
        self.0.shape()
    }

    fn start(&self) -> Position {
        self.0.start()
    }

    fn side_to_move(&self, position: &Position) -> Side {
        self.0.side_to_move(position)
    }

    fn pieces(&self, position: &Position, side: Side) -> Bitboard {
        self.0.pieces(position, side)
    }

    fn hash(&self, position: &Position) -> u64 {
        match FAULT {
            HASH_FORGETS_THE_TURN => {
                self.pieces(position, Side::First).0 as u64 ^ self.pieces(position, Side::Second).0 as u64
            }
            HASH_KNOWS_A_COUNTER => self.0.exact_key(position),
            _ => self.0.hash(position),
        }
    }

    fn moves(&self, position: &Position, out: &mut MoveList) {
        self.0.moves(position, out);
        if FAULT == LISTS_A_MOVE_TWICE && !out.is_empty() {
            out.push(out[0]);
        }
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let before = *position;
        self.0.play(position, mv);
        let taken = self.0.captured(&before, mv);
        match FAULT {
            TAKES_THE_FIRST_ONLY | TAKES_THE_FIRST_AND_SAYS_SO if taken.count() > 1 => {
                let mut pieces = before.pieces;
                pieces.take(taken.first().map(Bitboard::of).unwrap_or_default());
                pieces.play(mv);
                position.pieces = pieces;
            }
            LOSES_AN_OWN_PIECE if !taken.is_empty() => {
                let other = before.pieces.own().without(mv.from).first().map(Bitboard::of).unwrap_or_default();
                position.pieces.take(other);
            }
            KEEPS_THE_TURN if !taken.is_empty() => position.pieces.pass(),
            _ => {}
        }
    }

    fn decided(&self, position: &Position) -> Option<Outcome> {
        self.0.decided(position)
    }

    fn captured(&self, position: &Position, mv: Move) -> Bitboard {
        match FAULT {
            SAYS_NOTHING_OF_CAPTURES => Bitboard::EMPTY,
            TAKES_THE_FIRST_AND_SAYS_SO => self.0.captured(position, mv).first().map(Bitboard::of).unwrap_or_default(),
            _ => self.0.captured(position, mv),
        }
    }

    fn route(&self, position: &Position, mv: Move) -> Vec<Leg> {
        let taken = position.pieces.enemy().first().map(Leg::Straight);
        match FAULT {
            ROUTE_ENDS_ELSEWHERE => vec![Leg::Straight(mv.from)],
            ROUTE_LANDS_ON_PIECES => taken.into_iter().chain([Leg::Straight(mv.to)]).collect(),
            _ => self.0.route(position, mv),
        }
    }

    fn refuse(&self, position: &Position, mv: Move) -> Refusal {
        self.0.refuse(position, mv)
    }

    fn write_position(&self, position: &Position) -> String {
        self.0.write_position(position)
    }

    fn read_position(&self, text: &Fields<'_>) -> Result<Position, PositionError> {
        self.0.read_position(text)
    }

    fn draw(&self, position: &Position, scene: &mut Scene) {
        self.0.draw(position, scene);
    }

    fn repetition_draws(&self) -> bool {
        FAULT != SAYS_NOTHING_RETURNS
    }
}

impl<const FAULT: usize> Evaluate for Faulty<FAULT> {
    const WEIGHTS: &'static [i32] = Pincers::WEIGHTS;
    const CAPTURES_ARE_NOISY: bool = true;

    fn terms(&self, position: &Position, add: impl FnMut(usize, i32)) {
        self.0.terms(position, add);
    }

    fn accumulator(&self, position: &Position) -> impl Accumulator<Self> + use<FAULT> {
        let [first, second] = Side::BOTH.map(|it| self.pieces(position, it).count() as i32);
        Lead(first - second)
    }

    fn quick_win(&self, position: &Position) -> Option<Move> {
        let mut moves = MoveList::new();
        self.0.moves(position, &mut moves);
        moves.first().copied().filter(|_| FAULT == WINS_TOO_QUICKLY)
    }

    fn static_proof(&self, position: &Position) -> Option<StaticProof> {
        let [own, enemy] = [position.pieces.own().count(), position.pieces.enemy().count()];
        let side = position.pieces.to_move();
        let (winner, plies) = (if own > enemy { side } else { side.other() }, NOTHING_PROVEN);
        (FAULT == PROVES_BY_COUNTING && own != enemy).then_some(StaticProof { winner, plies })
    }

    fn plies_left(&self, _: &Position) -> u32 {
        if FAULT == ENDS_TOO_SOON { 1 } else { NOTHING_PROVEN }
    }

    fn plies_to_limit(&self, position: &Position) -> u32 {
        match FAULT {
            LIMIT_COMES_LATE => u32::MAX,
            _ => self.0.plies_to_limit(position),
        }
    }

    fn search_key(&self, position: &Position) -> u64 {
        match FAULT {
            SEARCH_KEY_FORGETS_THE_PIECES => self.side_to_move(position) as u64,
            _ => self.0.search_key(position),
        }
    }

    fn exact_key(&self, position: &Position) -> u64 {
        match FAULT {
            EXACT_KEY_FORGETS_A_COUNTER => self.0.search_key(position),
            _ => self.0.exact_key(position),
        }
    }
}

impl<const FAULT: usize> Solve for Faulty<FAULT> {
    const NATURE: Nature = if FAULT == SAYS_NOTHING_RETURNS { Nature::Race } else { Nature::Free };

    fn solve_key(&self, position: &Position) -> u64 {
        match FAULT {
            SOLVE_KEY_FORGETS_THE_TURN => position.pieces.of(Side::First).0 as u64 ^ u64::from(position.quiet) << 40,
            _ => self.0.solve_key(position),
        }
    }
}

/// How many pieces more the first side has, counted along the line of moves.
#[derive(Clone)]
struct Lead(i32);

impl<const FAULT: usize> Accumulator<Faulty<FAULT>> for Lead {
    fn after(&self, game: &Faulty<FAULT>, before: &Position, mv: Move, _: &Position) -> Self {
        match (FAULT, game.captured(before, mv).count() as i32, game.side_to_move(before)) {
            (COUNTS_ALONG_WITHOUT_CAPTURES, ..) => self.clone(),
            (_, taken, Side::First) => Self(self.0 + taken),
            (_, taken, Side::Second) => Self(self.0 - taken),
        }
    }

    fn evaluate(&self, game: &Faulty<FAULT>, position: &Position) -> i32 {
        if ![COUNTS_ALONG, COUNTS_ALONG_WITHOUT_CAPTURES].contains(&FAULT) {
            return game.evaluate(position);
        }
        let lead = if game.side_to_move(position) == Side::First { self.0 } else { -self.0 };
        let mut sum = 0;
        game.terms(position, |term, value| sum += Pincers::WEIGHTS[term] * if term == PIECES { lead } else { value });
        sum / 16
    }
}
