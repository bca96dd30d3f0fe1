//! Wins in one move, seen without playing the moves: games of Lines of Action end suddenly.

use super::super::LinesOfAction;
use crate::board::{Bitboard, Move};

/// More groups than this cannot be joined by one man: the mover's own group apart, the neighbours of the square where
/// it lands belong to at most four.
const MOST_GROUPS: usize = 5;

impl LinesOfAction {
    /// A move by which `own` connects and so wins.
    ///
    /// The man that moves must land beside every group but its own, so most positions are dismissed by looking at the
    /// groups' surroundings only.
    pub(super) fn connecting_move(&self, own: Bitboard, enemy: Bitboard) -> Option<Move> {
        let mut groups = [Bitboard::EMPTY; MOST_GROUPS];
        let number = cut_into_groups(own, &mut groups)?;
        let groups = &groups[..number];
        let board = self.shape.mask() & !own;
        for (index, group) in groups.iter().enumerate() {
            let others = groups.iter().enumerate().filter(|(it, _)| *it != index);
            let beside_all = others.fold(board, |beside, (_, it)| beside & it.grown());
            if beside_all.is_empty() {
                continue;
            }
            let mut win = None;
            for from in *group {
                self.each_move_of(from, own, enemy, beside_all, &mut |it| {
                    if win.is_none() && self.connects(own, enemy, it) {
                        win = Some(it);
                    }
                });
                if win.is_some() {
                    return win;
                }
            }
        }
        None
    }

    /// Whether a move connects its side, and wins by the rules in force.
    fn connects(&self, own: Bitboard, enemy: Bitboard, it: Move) -> bool {
        own.without(it.from).with(it.to).is_connected()
            && !(self.both_connected_draws && enemy.contains(it.to) && enemy.without(it.to).is_connected())
    }
}

/// The groups of neighbours of a set; `None` if there are too many.
fn cut_into_groups(men: Bitboard, groups: &mut [Bitboard; MOST_GROUPS]) -> Option<usize> {
    let (mut rest, mut number) = (men.0, 0);
    while rest != 0 {
        let mut group = rest & rest.wrapping_neg();
        loop {
            let next = Bitboard(group).grown().0 & rest;
            if next == group {
                break;
            }
            group = next;
        }
        rest &= !group;
        *groups.get_mut(number)? = Bitboard(group);
        number += 1;
    }
    Some(number)
}
