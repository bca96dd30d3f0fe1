//! How good a position is, after MIA (Winands, van den Herik, Uiterwijk, *An Evaluation Function for Lines of Action*,
//! 2003), and what the search likes to know besides.

mod terms;
mod threats;

use terms::TERMS;

use super::{LinesOfAction, Position};
use crate::board::{Move, Shape, Symmetry};
use crate::game::{Accumulator, Evaluate, Game as _, NOTHING_PROVEN, Net, NetSums, StoredNet};

/// The bonus for having the move: a term of its own, after those of the pieces.
const TEMPO: usize = TERMS;

impl Evaluate for LinesOfAction {
    // Captures are as often bad as good: fewer pieces connect more easily. Threats to connect are what disturbs.
    const CAPTURES_ARE_NOISY: bool = false;

    /// In the order of `Terms`, then the move. Fitted to the engine's own games: see `docs/engine.md`.
    const WEIGHTS: &'static [i32] = &[10, 0, 2, 9, 6, -1, 8, 6, 521];

    fn terms(&self, position: &Position, mut add: impl FnMut(usize, i32)) {
        let (own, enemy) = (position.pieces.own(), position.pieces.enemy());
        let (ours, theirs) = (self.terms_of(own, enemy), self.terms_of(enemy, own));
        for term in 0..TERMS {
            add(term, ours.0[term] - theirs.0[term]);
        }
        add(TEMPO, 1);
    }

    const TURN: Symmetry = Symmetry::DIAGONAL;

    fn net(&self) -> Option<&'static Net> {
        static NET: StoredNet = StoredNet::new(include_bytes!("8x8.net"), Shape::new(8, 8));
        NET.on(self.shape(), Self::TURN)
    }

    fn accumulator(&self, position: &Position) -> impl Accumulator<Self> + use<> {
        NetSums::of(self, position)
    }

    fn null_move(&self, position: &Position) -> Option<Position> {
        let mut next = position.clone();
        next.pieces.pass();
        Some(next)
    }

    fn quick_win(&self, position: &Position) -> Option<Move> {
        self.connecting_move(position.pieces.own(), position.pieces.enemy())
    }

    fn is_threatened(&self, position: &Position) -> bool {
        self.connecting_move(position.pieces.enemy(), position.pieces.own()).is_some()
    }

    fn order_hint(&self, _position: &Position, mv: Move) -> i32 {
        4 * (self.worth.of(mv.to) - self.worth.of(mv.from))
    }

    fn plies_left(&self, _: &Position) -> u32 {
        NOTHING_PROVEN
    }

    fn plies_to_limit(&self, position: &Position) -> u32 {
        self.plies_to_draw(position).map_or(u32::MAX, u32::from)
    }

    /// A second pass ends the game at once.
    fn search_key(&self, position: &Position) -> u64 {
        self.hash(position) ^ Self::counters_key(position, 0)
    }

    fn exact_key(&self, position: &Position) -> u64 {
        self.hash(position) ^ Self::counters_key(position, position.plies)
    }
}
