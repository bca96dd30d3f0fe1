//! How good a position of Domineering is.

use super::{Domineering, Position};
use crate::board::{Bitboard, Move, SIDE_KEY, Side, key_of};
use crate::game::{Evaluate, Game as _, StaticProof};

/// The terms, in this order: own and enemy places, own and enemy safe places (the other side can never spoil them), the
/// move.
const OWN_PLACES: usize = 0;
const ENEMY_PLACES: usize = 1;
const OWN_SAFE: usize = 2;
const ENEMY_SAFE: usize = 3;
const TEMPO: usize = 4;

impl Domineering {
    /// Places of a side, and among them those that the other side can never spoil, counted without overlaps.
    fn room(&self, side: Side, position: &Position) -> (i32, i32) {
        let free = self.free(position);
        let theirs = self.places(side.other(), free);
        let spoiled = theirs | theirs.shifted(self.along(side.other()));
        let safe = self.places(side, free & !spoiled);
        let mut count = 0;
        let mut rest = safe;
        while let Some(place) = rest.next() {
            count += 1;
            let next = Bitboard::of(place).shifted(self.along(side));
            rest &= !next;
        }
        (self.places(side, free).count() as i32, count)
    }
}

impl Evaluate for Domineering {
    // No null move: a pass would give a move away, and moves are all that counts.

    const CAPTURES_ARE_NOISY: bool = false;

    /// Fitted to the engine's own games: see `docs/engine.md`.
    const WEIGHTS: &'static [i32] = &[1163, -1057, 2297, -2371, -587];

    fn terms(&self, position: &Position, mut add: impl FnMut(usize, i32)) {
        let side = self.side_to_move(position);
        let ((own, own_safe), (enemy, enemy_safe)) = (self.room(side, position), self.room(side.other(), position));
        add(OWN_PLACES, own);
        add(ENEMY_PLACES, enemy);
        add(OWN_SAFE, own_safe);
        add(ENEMY_SAFE, enemy_safe);
        add(TEMPO, 1);
    }

    /// It is best to take places from the other side and to keep one's own.
    fn order_hint(&self, position: &Position, mv: Move) -> i32 {
        let mut next = *position;
        self.play(&mut next, mv);
        -self.evaluate_by_terms(&next)
    }

    fn static_proof(&self, position: &Position) -> Option<StaticProof> {
        self.sure_winner(position).map(|winner| StaticProof { winner, plies: self.plies_left(position) })
    }

    fn plies_left(&self, position: &Position) -> u32 {
        self.free(position).count() / 2
    }

    /// Who covered a cell does not matter anymore.
    fn search_key(&self, position: &Position) -> u64 {
        let cells = position.all().fold(0, |hash, it| hash ^ key_of(Side::First, it));
        cells ^ if self.side_to_move(position) == Side::Second { SIDE_KEY } else { 0 }
    }
}
