//! What the search asks of a game.

use super::{Game, Net};
use crate::board::{Bitboard, Move, Side, Symmetry};

/// What [`Evaluate::plies_left`] says in a game that proves nothing before its end.
pub const NOTHING_PROVEN: u32 = 500;

/// What the search asks of a game beyond its rules.
///
/// Some of it must be *true*, and [`check_laws`](super::check_laws) and [`check_small_board`](super::check_small_board)
/// hold it against brute force: [`quick_win`](Evaluate::quick_win), [`static_proof`](Evaluate::static_proof),
/// [`plies_left`](Evaluate::plies_left), [`plies_to_limit`](Evaluate::plies_to_limit) and the keys. The rest only orders
/// moves or affects strength. A default is always true: at worst it makes the search slower.
pub trait Evaluate: Game {
    /// What the terms of the evaluation are worth, in sixteenths of a hundredth of a piece or of what comes nearest.
    const WEIGHTS: &'static [i32];

    /// Tells `add` the terms of the evaluation of an undecided position, seen by the side to move: a term's number, an
    /// index into [`Evaluate::WEIGHTS`], and what is to be added to its value, 0 at first. The procedure that fits the
    /// weights sees the terms, too.
    fn terms(&self, position: &Self::Position, add: impl FnMut(usize, i32));

    /// How the second side sees the board as the first side does: what maps the second's pieces, place by place, to the
    /// first's. A network knows one view only.
    const TURN: Symmetry = Symmetry::HALF_TURN;

    /// The network that judges positions on this board, if one was trained for it; otherwise the terms do.
    fn net(&self) -> Option<&'static Net> {
        None
    }

    /// How good an undecided position is for the side to move, in hundredths of a piece or of what comes nearest.
    #[inline]
    fn evaluate(&self, position: &Self::Position) -> i32 {
        match self.net() {
            Some(net) => {
                let pieces = Side::BOTH.map(|it| self.pieces(position, it));
                net.judge(self.side_to_move(position), pieces)
            }
            None => self.evaluate_by_terms(position),
        }
    }

    /// What the evaluation keeps of a position along the line of moves that a search follows from there. By default that's
    /// nothing, and positions are evaluated afresh; games with networks keep [`NetSums`](super::NetSums).
    #[inline]
    fn accumulator(&self, _position: &Self::Position) -> impl Accumulator<Self> + use<Self> {}

    /// [`Evaluate::evaluate`] by the terms alone.
    #[inline]
    fn evaluate_by_terms(&self, position: &Self::Position) -> i32 {
        let mut sum = 0;
        self.terms(position, |term, value| sum += Self::WEIGHTS[term] * value);
        (sum / 16).clamp(-15_000, 15_000)
    }

    /// The position with the other side to move, where a side may be let pass in thought to see if it stands well even so
    /// (null move); `None` where passing would be an advantage.
    fn null_move(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Whether captures are searched on beyond the horizon (quiescence): where material is what counts.
    const CAPTURES_ARE_NOISY: bool;

    /// The squares on which a capture may gain something: beyond the horizon only those are searched.
    fn noisy_targets(&self, _position: &Self::Position) -> Bitboard {
        !Bitboard::EMPTY
    }

    /// A legal move that wins at once, where that can be seen at little cost: it is asked in every position. `None`
    /// need not mean that there is none.
    fn quick_win(&self, _position: &Self::Position) -> Option<Move> {
        None
    }

    /// Whether the side *not* to move would win at once if it were its turn: all answers are then searched, as those
    /// to a check in chess. Asked where [`Evaluate::quick_win`] found nothing.
    fn is_threatened(&self, _position: &Self::Position) -> bool {
        false
    }

    /// The side that wins an undecided position whatever the other does, where that is proven without searching, and how
    /// soon. It is asked in every position, so it must look for a proof only where there may be one. `None` need not mean
    /// that there is none.
    fn static_proof(&self, _position: &Self::Position) -> Option<StaticProof> {
        None
    }

    /// No game lasts longer than so many plies from here. Asked where a solver of games that cannot go on forever tells the
    /// winner: that much is then known of how soon. A game of which that isn't true says [`NOTHING_PROVEN`].
    fn plies_left(&self, position: &Self::Position) -> u32;

    /// How promising a legal move looks before anything is searched, about -2000 to 2000: only the order matters.
    fn order_hint(&self, _position: &Self::Position, _it: Move) -> i32 {
        0
    }

    /// No counter of the rules changes anything in fewer plies from here: where two positions share [`search_key`], their
    /// games are the same until then, move by move.
    ///
    /// [`search_key`]: Evaluate::search_key
    fn plies_to_limit(&self, _position: &Self::Position) -> u32 {
        u32::MAX
    }

    /// The key of the search's tables: see [the law of the keys](super#the-keys-of-a-position).
    fn search_key(&self, position: &Self::Position) -> u64 {
        self.hash(position)
    }

    /// The key of searches that come to a limit, and of solvers: see [the law of the keys](super#the-keys-of-a-position).
    fn exact_key(&self, position: &Self::Position) -> u64 {
        self.search_key(position)
    }
}

/// Who wins an undecided position, known without searching.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StaticProof {
    pub winner: Side,
    /// In so many plies at most, whatever the other side does.
    pub plies: u32,
}

/// What an evaluation keeps along a line of moves, such as the sums of a network's first layer (NNUE: Nasu 2018): a move
/// changes it by little, so that no position is evaluated from scratch. Plain data, for a search copies it with every move;
/// it takes moves back by going on with the copy from before.
pub trait Accumulator<G: Evaluate>: Clone {
    /// What is kept after a legal move from one position to the next, or [`Move::PASS`] to that of
    /// [`Evaluate::null_move`].
    fn after(&self, game: &G, before: &G::Position, mv: Move, next: &G::Position) -> Self;

    /// [`Evaluate::evaluate`] of the position, and nothing else: [`check_laws`](super::check_laws) compares them.
    fn evaluate(&self, game: &G, position: &G::Position) -> i32;
}

/// Nothing is kept.
impl<G: Evaluate> Accumulator<G> for () {
    #[inline]
    fn after(&self, _: &G, _: &G::Position, _: Move, _: &G::Position) {}

    #[inline]
    fn evaluate(&self, game: &G, position: &G::Position) -> i32 {
        game.evaluate(position)
    }
}
