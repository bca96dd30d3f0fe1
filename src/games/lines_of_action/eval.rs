//! How good a position is, after MIA (Winands, van den Herik, Uiterwijk, *An Evaluation Function for Lines of Action*,
//! 2003), and what the search likes to know besides.

mod terms;
mod threats;

pub(super) use terms::Worth;

use terms::{TERMS, Terms};

use super::{LinesOfAction, Position};
use crate::board::{Move, Side};
use crate::game::{Evaluate, Game as _};

/// What each term is worth, in 1/64 of a hundredth, in the order of [`Terms`].
const WEIGHTS: Terms = Terms([80, 60, 40, 900, 500, -60]);

/// The bonus for having the move, in hundredths.
const TEMPO: i32 = 15;

impl Evaluate for LinesOfAction {
    const NULL_MOVE: bool = true;

    // Captures are as often bad as good: fewer men connect more easily. Threats to connect are what disturbs.
    const CAPTURES_DISTURB: bool = false;

    fn evaluate(&self, position: &Position) -> i32 {
        let (own, enemy) = (self.terms(position.men.own()), self.terms(position.men.enemy()));
        let total: i32 = (0..TERMS).map(|it| WEIGHTS.0[it] * (own.0[it] - enemy.0[it])).sum();
        (total / 64 + TEMPO).clamp(-15_000, 15_000)
    }

    fn passed(&self, position: &Position) -> Position {
        let mut next = position.clone();
        next.men.pass();
        next
    }

    fn quick_win(&self, position: &Position) -> Option<Move> {
        self.connecting_move(position.men.own(), position.men.enemy())
    }

    fn is_threatened(&self, position: &Position) -> bool {
        self.connecting_move(position.men.enemy(), position.men.own()).is_some()
    }

    fn promise(&self, _position: &Position, it: Move) -> i32 {
        4 * (self.worth.of(it.to) - self.worth.of(it.from))
    }

    fn search_key(&self, position: &Position) -> u64 {
        self.hash(position) ^ self.counters_key(position)
    }
}

impl LinesOfAction {
    /// The terms of the evaluation, those of the first side less those of the second: for fitting the weights.
    pub fn terms_of(&self, position: &Position) -> [i32; TERMS] {
        let [first, second] = Side::BOTH.map(|it| self.terms(position.men.of(it)));
        std::array::from_fn(|it| first.0[it] - second.0[it])
    }
}
