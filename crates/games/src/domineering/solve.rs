//! What the solver asks, and the search of positions that are as good as decided.

use super::{
    Domineering, Position,
    bounds::is_sure,
    lines::{Lines, RIGHT, UP, cells_along, most, ranks, turned},
    regions::Sum,
};
use crate::board::{Direction, Move, Shape, Side};
use crate::game::{Game as _, Nature, Prospect, Reach, Solve};

/// Bounds are computed only for a side that looks as if they could prove its win; this sets how strict that is.
const SLACK: u32 = 4;

/// Whether the side with such cells looks as if bounds could prove its win.
fn is_hopeful(own: u128, other: u128) -> bool {
    let safe = (own & !other).count_ones();
    3 * own.count_ones() + safe + SLACK >= 4 * other.count_ones()
}

impl Domineering {
    /// Whether the side to move lays vertical dominoes.
    fn vertical_begins(&self, position: &Position) -> bool {
        self.along(self.side_to_move(position)) == Direction::North
    }

    fn side_of(&self, vertical: bool) -> Side {
        if (self.along(Side::First) == Direction::North) == vertical { Side::First } else { Side::Second }
    }

    /// The side that wins by the bounds of its moves, if they tell.
    pub(super) fn sure_winner(&self, position: &Position) -> Option<Side> {
        let (free, vertical_begins) = (self.free(position).0, self.vertical_begins(position));
        let (vertical, horizontal) = (cells_along(free, UP), cells_along(free, RIGHT));
        let is_sure = |is_vertical: bool| {
            let [own, other] = if is_vertical { [vertical, horizontal] } else { [horizontal, vertical] };
            is_hopeful(own, other) && is_sure(free, is_vertical, is_vertical == vertical_begins)
        };
        let winner = [vertical_begins, !vertical_begins].into_iter().find(|it| is_sure(*it));
        winner.map(|it| self.side_of(it))
    }

    /// The side that wins by the values of the regions, if all of them are known.
    fn winner_by_values(&self, sum: &Sum, position: &Position) -> Option<Side> {
        sum.vertical_wins(self.vertical_begins(position)).map(|it| self.side_of(it))
    }
}

impl Solve for Domineering {
    const NATURE: Nature = Nature::Tempo;

    fn solve_key(&self, position: &Position) -> u64 {
        Sum::of(self.free(position).0).key(self.vertical_begins(position))
    }

    fn reach(&self, position: &Position) -> Reach {
        match self.free(position).count() {
            ..=40 => Reach::Moment,
            41..=72 => Reach::Seconds,
            _ => Reach::Far,
        }
    }

    /// By the bounds of either side, then by the values of regions.
    fn prospect(&self, position: &Position) -> Prospect {
        if let Some(winner) = self.sure_winner(position) {
            return Prospect::Proven(winner);
        }
        let sum = Sum::of(self.free(position).0);
        let key = sum.key(self.vertical_begins(position));
        self.winner_by_values(&sum, position).map_or(Prospect::Open(key), Prospect::Proven)
    }

    /// Many moves and many safe ones for the side that has moved, as far as they do not overlap; then the lines in the
    /// order of [`turn_of_line`], each from its ends. What the other side loses hardly matters: the less is told apart by
    /// counting, the more alike the positions are, and the more of them meet again.
    fn outlook(&self, position: &Position, mv: Move) -> i32 {
        let free = self.free(position).without(mv.from).without(mv.to).0;
        let Shape { width, height } = self.shape();
        let (file, rank) = (mv.from.file(), mv.from.rank());
        let (lines, line, count, at, places) = match self.vertical_begins(position) {
            true => (ranks(turned(free)), file, width, rank, height - 1),
            false => (ranks(free), rank, height, file, width - 1),
        };
        let from_edge = |it: u8, all: u8| i32::from(it.min(all - 1 - it));
        -1024 * most_and_safe(&lines) + 16 * turn_of_line(from_edge(line, count)) + from_edge(at, places)
    }
}

/// How many dominoes fit along lines, and into the cells that the other side cannot use.
fn most_and_safe(lines: &Lines) -> i32 {
    let of_line = |it: &[u32; 3]| most(it[1]) + most(it[1] & !(it[0] | it[2]));
    lines.array_windows().map(of_line).sum()
}

/// When a line of dominoes is filled, by its distance from the edge: first the second from the edge, which makes the first
/// one safe, and all that are an even number of lines away from it; then those in between; last the first one itself.
fn turn_of_line(distance: i32) -> i32 {
    match distance {
        0 => 20,
        _ if distance % 2 == 1 => distance,
        _ => 10 + distance,
    }
}
