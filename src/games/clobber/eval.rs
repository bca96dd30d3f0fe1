//! How good a position of Clobber is.

use std::sync::OnceLock;

use super::{
    Clobber,
    islands::{neighbours, winner},
};
use crate::board::{Bitboard, Move, Shape, Side};
use crate::game::{Evaluate, Game as _, Men, Net, StoredNet};

/// The terms, in this order: own and enemy men that can move, the moves of a side (both have equally many), the move.
const OWN_MOVABLE: usize = 0;
const ENEMY_MOVABLE: usize = 1;
const CONTACTS: usize = 2;
const TEMPO: usize = 3;

impl Clobber {
    /// The own and the enemy men that can move.
    pub(super) fn movable(position: &Men) -> [i32; 2] {
        let count = |men: Bitboard, others: Bitboard| (men & neighbours(others)).count() as i32;
        [count(position.own(), position.enemy()), count(position.enemy(), position.own())]
    }
}

impl Evaluate for Clobber {
    // No null move: having to move is never a burden, but a pass would be worth a move: the game is about nothing else.

    // Every move is a capture.
    const CAPTURES_DISTURB: bool = false;

    /// Set by hand: of the quiet positions of a game too few are open for a fit.
    const WEIGHTS: &'static [i32] = &[320, -320, 0, 160];

    fn terms(&self, position: &Men, mut add: impl FnMut(usize, i32)) {
        let [own, enemy] = Self::movable(position);
        add(OWN_MOVABLE, own);
        add(ENEMY_MOVABLE, enemy);
        add(CONTACTS, Self::contacts(position) as i32);
        add(TEMPO, 1);
    }

    fn net(&self) -> Option<&'static Net> {
        const LYING: Shape = Shape::new(6, 5);
        static NET: StoredNet = StoredNet::new(include_bytes!("6x5.net"), LYING);
        static UPRIGHT: OnceLock<Option<Net>> = OnceLock::new();
        NET.on(self.shape(), Self::TURN).or_else(|| {
            let turned = || NET.on(LYING, Self::TURN).map(Net::transposed);
            UPRIGHT.get_or_init(turned).as_ref().filter(|it| it.shape() == self.shape())
        })
    }

    /// By the values of islands, if all are small.
    fn settled(&self, position: &Men) -> Option<Side> {
        let side = position.to_move();
        winner(position).map(|wins| if wins { side } else { side.other() })
    }

    /// Every move takes a man, and the last one stays.
    fn plies_left(&self, position: &Men) -> u32 {
        position.all().count().saturating_sub(1)
    }

    fn promise(&self, position: &Men, it: Move) -> i32 {
        let mut next = *position;
        self.play(&mut next, it);
        -self.evaluate_by_terms(&next)
    }
}
