//! Wins in one move, seen without playing the moves: games of Lines of Action end suddenly.

use super::super::LinesOfAction;
use crate::board::{Bitboard, Move, Square};

/// More groups than this cannot be joined by one piece: the mover's own group apart, the neighbors of the square where
/// it lands belong to at most four.
const MAX_GROUPS: usize = 5;

impl LinesOfAction {
    /// A move by which `own` connects and so wins.
    ///
    /// The piece that moves must land beside every group but its own, so most positions are dismissed by looking at the
    /// groups' surroundings only.
    pub(super) fn connecting_move(&self, own: Bitboard, enemy: Bitboard) -> Option<Move> {
        if least_groups(own) > MAX_GROUPS as i32 {
            return None;
        }
        let mut groups = [Bitboard::EMPTY; MAX_GROUPS];
        let number = self.cut_into_groups(own, &mut groups)?;
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

    /// The groups of neighbors of a set; `None` if there are too many, or no square lies beside all of them but one.
    fn cut_into_groups(&self, pieces: Bitboard, groups: &mut [Bitboard; MAX_GROUPS]) -> Option<usize> {
        let (mut rest, mut number) = (pieces.0, 0);
        let free = self.shape.mask() & !pieces;
        // The squares beside all groups so far, and those beside all but one at most.
        let (mut all, mut but_one) = (free, free);
        while rest != 0 {
            let mut group = Bitboard(rest & rest.wrapping_neg());
            let around = loop {
                let around = group.grown();
                let next = Bitboard(around.0 & rest);
                if next == group {
                    break around;
                }
                group = next;
            };
            rest &= !group.0;
            but_one = but_one & around | all;
            all &= around;
            if but_one.is_empty() {
                return None;
            }
            *groups.get_mut(number)? = group;
            number += 1;
        }
        Some(number)
    }

    /// Whether a move connects its side, and wins by the rules in force.
    fn connects(&self, own: Bitboard, enemy: Bitboard, mv: Move) -> bool {
        own.without(mv.from).with(mv.to).is_connected()
            && !(self.both_connected_draws && enemy.contains(mv.to) && enemy.without(mv.to).is_connected())
    }
}

/// A number of groups that there are at least: Euler's number of the set, its groups less their holes, is pieces less
/// pairs of neighbors and so on (Gray, *Local Properties of Binary Images in Two Dimensions*, 1971).
fn least_groups(pieces: Bitboard) -> i32 {
    let [a, b, c, d] = [0, 1, Square::STRIDE, Square::STRIDE + 1].map(|it| pieces.0 >> it);
    let [row, column] = [a & b, c & d];
    let three_or_more = row & (c | d) | column & (a | b);
    let pairs = [row, a & c, a & d, b & c].map(u128::count_ones).iter().sum::<u32>();
    let blocks = three_or_more.count_ones() + 2 * (row & column).count_ones();
    (pieces.count() + blocks) as i32 - pairs as i32
}
