//! What a piece is worth by its eight neighbors.
//!
//! Clobber has hardly any material or place to count: what matters is which fights are still open, and those are local.
//! So a piece is judged by what stands around it, wherever on the board, however turned (*patterns*, as Go programs
//! have used them since Stern, Herbrich, Graepel, *Bayesian Pattern Ranking*, 2006; weighed as Buro weighs those of
//! Othello in *Logistello*, 1997). Off the board is as good as empty. The sum over all pieces takes the place of the sum
//! of the islands' atomic weights (*Winning Ways*, chapter 8), which says who wins a game of this kind.

use std::sync::LazyLock;

use crate::board::{Bitboard, Shape, Square, Symmetry};

/// How many surroundings there are: eight squares, each empty, own or enemy.
const SURROUNDINGS: usize = 3_usize.pow(8);

/// How many there are when turned and reflected ones count once.
pub(super) const KINDS: usize = 954;

/// What stands around a piece, as a number in base 3, digit by digit in the order of [`NEIGHBORS`].
type Surroundings = usize;

/// A piece in the middle, and what stands around it.
const AROUND: Shape = Shape::new(3, 3);

/// Its squares but the middle, file by file.
const NEIGHBORS: [Square; 8] = [
    Square::new(0, 0),
    Square::new(0, 1),
    Square::new(0, 2),
    Square::new(1, 0),
    Square::new(1, 2),
    Square::new(2, 0),
    Square::new(2, 1),
    Square::new(2, 2),
];

/// Tells `each` the surroundings of every piece, and whether it is an own one; seen by its owner.
#[inline]
pub(super) fn survey(own: Bitboard, enemy: Bitboard, mut each: impl FnMut(Surroundings, bool)) {
    const RANKS: usize = Square::MAX_SIDE as usize;
    let ranks = |pieces: Bitboard| -> [u64; RANKS + 2] {
        let mut rest = pieces.0;
        let mut ranks = [0; RANKS + 2];
        for rank in &mut ranks[1..=RANKS] {
            *rank = SPREAD[(rest & 0x3ff) as usize];
            rest >>= Square::STRIDE;
        }
        ranks
    };
    let (own_ranks, enemy_ranks) = (ranks(own), ranks(enemy));
    for rank in 1..=RANKS {
        let three = |ranks: &[u64]| ranks[rank - 1] | ranks[rank] << 1 | ranks[rank + 1] << 2;
        let (owns, enemies) = (three(&own_ranks), three(&enemy_ranks));
        let mut pieces = own_ranks[rank] | enemy_ranks[rank];
        while pieces != 0 {
            let at = pieces.trailing_zeros();
            pieces &= pieces - 1;
            // The piece is the middle of nine bits, and `pieces` has the lowest of its three.
            let [own, enemy] = [owns, enemies].map(|it| usize::from(DIGITS[(it >> (at - 3) & 0x1ff) as usize]));
            let is_own = own_ranks[rank] >> at & 1 != 0;
            each(if is_own { own + 2 * enemy } else { enemy + 2 * own }, is_own);
        }
    }
}

/// The ten bits of a rank, three places apart, the first at place 3.
static SPREAD: [u64; 1 << 10] = {
    let mut table = [0; 1 << 10];
    let mut bits = 0;
    while bits < table.len() {
        let mut file = 0;
        while file < 10 {
            table[bits] |= ((bits >> file & 1) as u64) << (3 * file + 3);
            file += 1;
        }
        bits += 1;
    }
    table
};

/// The sum of the digits' places for nine bits, file by file; the bit in the middle does not count.
static DIGITS: [u16; 1 << 9] = {
    let mut table = [0; 1 << 9];
    let mut bits = 0;
    while bits < table.len() {
        let (mut bit, mut place) = (0, 1);
        while bit < 9 {
            if bit != 4 {
                table[bits] += (bits >> bit & 1) as u16 * place;
                place *= 3;
            }
            bit += 1;
        }
        bits += 1;
    }
    table
};

/// The number of the kind of each surroundings: below [`KINDS`].
pub(super) static KIND_OF: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let (mut kinds, mut number) = (vec![0; SURROUNDINGS], 0);
    for surroundings in 0..SURROUNDINGS {
        let least = least_turned(surroundings);
        if least == surroundings {
            kinds[surroundings] = number;
            number += 1;
        } else {
            kinds[surroundings] = kinds[least];
        }
    }
    kinds
});

/// The least number that surroundings have when turned and reflected.
fn least_turned(surroundings: Surroundings) -> Surroundings {
    let turned = |way: &Symmetry| -> Surroundings {
        let place = |to: Square| NEIGHBORS.iter().position(|it| *it == to).unwrap_or_default() as u32;
        let digit = |(index, at): (u32, Square)| {
            surroundings / 3_usize.pow(index) % 3 * 3_usize.pow(place(way.square(AROUND, at)))
        };
        (0..).zip(NEIGHBORS).map(digit).sum()
    };
    Symmetry::SQUARE.iter().map(turned).fold(surroundings, usize::min)
}

/// What each surroundings is worth to a piece's owner: in the low half while many pieces can move, in the high half
/// when few still can.
pub(super) type Worths = [i32; SURROUNDINGS];

/// The worths by what the kinds are worth, early and late.
pub(super) fn worths(early: &[i32], late: &[i32]) -> Box<Worths> {
    let mut worths = Box::new([0; SURROUNDINGS]);
    for (worth, kind) in worths.iter_mut().zip(KIND_OF.iter()) {
        *worth = early[usize::from(*kind)] + (late[usize::from(*kind)] << 16);
    }
    worths
}

/// The two halves of a sum of worths.
pub(super) fn halves(sum: i32) -> [i32; 2] {
    let early = i32::from(sum as i16);
    [early, (sum - early) >> 16]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{MoveList, Side};
    use crate::game::{Evaluate as _, Fields, Game as _, Pieces};
    use crate::clobber::Clobber;

    /// A game and positions of it: the start, and what some moves make of it.
    fn positions(size: &str) -> (Clobber, Vec<Pieces>) {
        let game = Clobber::new(&crate::read_ruleset(&format!("clobber size={size}")).unwrap());
        let mut position = game.start();
        let mut all = Vec::new();
        while game.decided(&position).is_none() {
            all.push(position);
            let mut moves = MoveList::new();
            game.moves(&position, &mut moves);
            game.play(&mut position, moves[all.len() * 7 % moves.len()]);
        }
        (game, all)
    }

    /// The surroundings of a piece, square by square.
    fn looked_up(own: Bitboard, enemy: Bitboard, piece: Square) -> Surroundings {
        let digit = |at: &Square| match piece.offset(at.file() as i8 - 1, at.rank() as i8 - 1) {
            Some(square) if own.contains(square) => 1,
            Some(square) if enemy.contains(square) => 2,
            _ => 0,
        };
        NEIGHBORS.iter().rev().fold(0, |sum, it| sum * 3 + digit(it))
    }

    /// What the terms are worth together, in sixteenths.
    fn sum(game: &Clobber, pieces: &Pieces) -> i32 {
        let mut sum = 0;
        game.terms(pieces, |term, value| sum += Clobber::WEIGHTS[term] * value);
        sum
    }

    #[test]
    fn there_are_as_many_kinds_as_said() {
        assert_eq!(KIND_OF.iter().max(), Some(&(KINDS as u16 - 1)));
    }

    #[test]
    fn both_halves_of_a_sum_hold() {
        let most = Clobber::WEIGHTS.iter().map(|it| it.abs()).max().unwrap();
        assert!(most * i32::from(Square::MAX_SIDE).pow(2) < i32::from(i16::MAX));
        let worths = worths(&[-300; KINDS], &[300; KINDS]);
        let sum: i32 = (0..100).map(|_| worths[0]).sum();
        assert_eq!((halves(sum), halves(-sum)), ([-30_000, 30_000], [30_000, -30_000]));
    }

    #[test]
    fn every_piece_is_surveyed_with_what_stands_around_it() {
        for size in ["3x4", "6x5", "10x10"] {
            for pieces in positions(size).1 {
                let (own, enemy) = (pieces.own(), pieces.enemy());
                let mut expected: Vec<(Surroundings, bool)> = own.map(|it| (looked_up(own, enemy, it), true)).collect();
                expected.extend(enemy.map(|it| (looked_up(enemy, own, it), false)));
                let mut found = Vec::new();
                survey(own, enemy, |it, is_own| found.push((it, is_own)));
                expected.sort_unstable();
                found.sort_unstable();
                assert_eq!(found, expected);
            }
        }
    }

    /// The quick sum is that of the terms; turned, moved to a larger board or seen by the other side a position is worth
    /// the same, but for the move.
    #[test]
    fn a_position_is_worth_the_same_however_it_lies() {
        let (game, all) = positions("6x5");
        let (wide, _) = positions("9x7");
        for pieces in all {
            let worth = game.evaluate_by_terms(&pieces);
            assert_eq!(worth, sum(&game, &pieces) / 16);
            let text = game.write_position(&pieces);
            let (ranks, side) = text.split_once(' ').unwrap();
            let upside_down: Vec<&str> = ranks.split('/').rev().collect();
            let text = format!("{} {side}", upside_down.join("/"));
            assert_eq!(game.evaluate_by_terms(&game.read_position(&Fields::cut(&text).unwrap()).unwrap()), worth);
            let aside = Side::BOTH.map(|it| pieces.of(it).shifted_by(2 + i32::from(Square::STRIDE)));
            assert_eq!(wide.evaluate_by_terms(&Pieces::new(aside, pieces.to_move())), worth);
            let mut passed = pieces;
            passed.pass();
            let tempo = sum(&game, &pieces) + sum(&game, &passed);
            let [early, late] = [KINDS, 2 * KINDS + 1].map(|it| 16 * Clobber::WEIGHTS[it]);
            assert!(tempo >= early.min(late) && tempo <= early.max(late), "{tempo} is between {early} and {late}");
        }
    }
}
