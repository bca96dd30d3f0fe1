//! How good a position of Knightthrough is.

use super::Knightthrough;
use crate::board::{Move, Side};
use crate::game::{Evaluate, Game as _, Men};

/// What a man is worth by how many rows it is from the goal: the last steps count most.
const BY_DISTANCE: [i32; 10] = [0, 260, 240, 150, 125, 112, 106, 104, 104, 104];

/// The bonus for a man that the enemy cannot take without losing one.
const GUARDED: i32 = 8;

/// The bonus for having the move.
const TEMPO: i32 = 20;

impl Knightthrough {
    fn worth(&self, side: Side, men: &Men) -> i32 {
        let own = men.of(side);
        let top = self.shape().height - 1;
        let distance = |rank: u8| usize::from(if side == Side::First { top - rank } else { rank });
        let material: i32 = own.map(|it| BY_DISTANCE[distance(it.rank())]).sum();
        let guarded = self.attacks(side, own) & own;
        material + GUARDED * guarded.count() as i32
    }
}

impl Evaluate for Knightthrough {
    const NULL_MOVE: bool = true;

    fn evaluate(&self, position: &Men) -> i32 {
        let side = position.to_move();
        self.worth(side, position) - self.worth(side.other(), position) + TEMPO
    }

    fn passed(&self, position: &Men) -> Men {
        let mut next = *position;
        next.pass();
        next
    }

    fn quick_win(&self, position: &Men) -> Option<Move> {
        self.arriving_move(position.to_move(), position)
    }

    fn is_threatened(&self, position: &Men) -> bool {
        self.arriving_move(position.to_move().other(), position).is_some()
    }

    fn promise(&self, position: &Men, it: Move) -> i32 {
        let capture = if position.enemy().contains(it.to) { 1000 } else { 0 };
        let goal = if position.to_move() == Side::First { self.shape().height - 1 } else { 0 };
        capture - 20 * i32::from(it.to.rank().abs_diff(goal))
    }
}
