//! How good a position of a race is: terms that all races share; each has weights of its own.

use super::race::{Race, Runner};
use crate::board::{Bitboard, Move, Side, Square, Symmetry};
use crate::game::{Accumulator, Evaluate, Game as _, Net, NetSums, Pieces, StaticProof, StoredNet};

/// What a race's terms are worth. See [`Evaluate::WEIGHTS`].
pub trait Weighed: Runner {
    const WEIGHTS: [i32; TERMS];

    /// The network for the usual board.
    const NET: &'static StoredNet;
}

/// Places: by rows to go, 1 to [`ROWS`], and files from the edge, 0 to [`FILES`] - 1.
const ROWS: usize = 7;
const FILES: usize = 4;
/// Runners: by rows to go, 1 to [`RUN`]; first those of the side to move, then the others.
const RUN: usize = 6;

const GUARDED: usize = ROWS * FILES;
const OWN_HANGING: usize = GUARDED + 1;
const ENEMY_HANGING: usize = GUARDED + 2;
const MOBILITY: usize = GUARDED + 3;
const PAIRS: usize = GUARDED + 4;
const COLUMNS: usize = GUARDED + 5;
const OWN_RUNNERS: usize = GUARDED + 6;
const ENEMY_RUNNERS: usize = OWN_RUNNERS + RUN;
const TEMPO: usize = ENEMY_RUNNERS + RUN;

/// How many terms there are.
pub const TERMS: usize = TEMPO + 1;

/// How often squares are attacked by a side: at least once, twice, three times.
struct Attacks([Bitboard; 3]);

impl Attacks {
    /// The pieces among `targets` that this side can take with gain: it attacks them more often than they are guarded.
    fn win(&self, targets: Bitboard, guards: &Self) -> Bitboard {
        let [once, twice, thrice] = self.0;
        let [guarded, well, safely] = guards.0;
        targets & (once & !guarded | twice & !well | thrice & !safely)
    }
}

impl<R: Runner> Race<R> {
    fn attack_counts(&self, side: Side, own: Bitboard) -> Attacks {
        let mut counts = [Bitboard::EMPTY; 3];
        self.each_attack(side, own, |to| {
            counts[2] |= counts[1] & to;
            counts[1] |= counts[0] & to;
            counts[0] |= to;
        });
        Attacks(counts)
    }

    /// Rows that a piece of a side has to go.
    fn rows_to_go(&self, side: Side, square: Square) -> usize {
        let top = self.shape().height - 1;
        usize::from(if side == Side::First { top - square.rank() } else { square.rank() })
    }

    /// Rows that the foremost of a side's pieces has to go; more than there are if there is none.
    fn least_rows_to_go(&self, side: Side, own: Bitboard) -> u32 {
        let rows = |bits: u32| bits / u32::from(Square::STRIDE);
        match side {
            _ if own.is_empty() => u32::from(self.shape().height),
            Side::First => u32::from(self.shape().height) - 1 - rows(own.0.ilog2()),
            Side::Second => rows(own.0.trailing_zeros()),
        }
    }

    /// How many rows a piece of a side has to go that no enemy can stop, and that has at most so many to go. What stands
    /// in its way is its own, and has less to go: the nearest one has a free way.
    fn runner_within(&self, side: Side, pieces: &Pieces, most: u32) -> Option<u32> {
        let (own, enemy) = (pieces.of(side), pieces.of(side.other()));
        let is_free = |it: &Square| (self.cone(side, *it) & enemy).is_empty();
        let rows = |it: Square| self.rows_to_go(side, it) as u32;
        (own & self.rows_within(side, most)).into_iter().filter(is_free).map(rows).min()
    }

    /// The squares from which a side has at most so many rows to go.
    fn rows_within(&self, side: Side, most: u32) -> Bitboard {
        let (height, stride) = (u32::from(self.shape().height), u32::from(Square::STRIDE));
        let rows = height.min(most + 1);
        match side {
            Side::First => Bitboard(u128::MAX << ((height - rows) * stride)),
            Side::Second => Bitboard(u128::MAX >> (u128::BITS - rows * stride)),
        }
    }

    /// The two rows before the goal of a side.
    fn last_rows(&self, side: Side) -> Bitboard {
        let top = self.shape().height - 1;
        let [one, other] = if side == Side::First { [top - 1, top - 2] } else { [1, 2] };
        self.row(one) | self.row(other)
    }

    fn place(&self, side: Side, square: Square) -> usize {
        let edge = square.file().min(self.shape().width - 1 - square.file());
        let rows = self.rows_to_go(side, square).clamp(1, ROWS);
        (rows - 1) * FILES + usize::from(edge).min(FILES - 1)
    }

    /// Tells a side's own terms to `add`, with a sign; its runners count from `runners` on.
    #[inline]
    fn side_terms(&self, side: Side, pieces: &Pieces, sign: i32, runners: usize, add: &mut impl FnMut(usize, i32)) {
        let (own, enemy) = (pieces.of(side), pieces.of(side.other()));
        for square in own {
            add(self.place(side, square), sign);
            let rows = self.rows_to_go(side, square);
            if (1..=RUN).contains(&rows) && (self.cone(side, square) & enemy).is_empty() {
                add(runners + rows - 1, 1);
            }
        }
        add(MOBILITY, sign * self.mobility(side, own, enemy) as i32);
        add(PAIRS, sign * Bitboard(own.0 & own.0 >> 1).count() as i32);
        add(COLUMNS, sign * Bitboard(own.0 & own.0 >> Square::STRIDE).count() as i32);
    }
}

impl<R: Weighed> Evaluate for Race<R> {
    const WEIGHTS: &'static [i32] = &R::WEIGHTS;

    fn terms(&self, pieces: &Pieces, mut add: impl FnMut(usize, i32)) {
        let (side, other) = (pieces.to_move(), pieces.to_move().other());
        self.side_terms(side, pieces, 1, OWN_RUNNERS, &mut add);
        self.side_terms(other, pieces, -1, ENEMY_RUNNERS, &mut add);
        let (own, enemy) = (self.attack_counts(side, pieces.own()), self.attack_counts(other, pieces.enemy()));
        add(GUARDED, (own.0[0] & pieces.own()).count() as i32 - (enemy.0[0] & pieces.enemy()).count() as i32);
        add(OWN_HANGING, enemy.win(pieces.own(), &own).count() as i32);
        add(ENEMY_HANGING, own.win(pieces.enemy(), &enemy).count() as i32);
        add(TEMPO, 1);
    }

    const CAPTURES_ARE_NOISY: bool = true;

    const TURN: Symmetry = Symmetry::RANKS;

    fn net(&self) -> Option<&'static Net> {
        R::NET.on(self.shape(), Self::TURN)
    }

    fn accumulator(&self, position: &Pieces) -> impl Accumulator<Self> + use<R> {
        NetSums::of(self, position)
    }

    fn null_move(&self, position: &Pieces) -> Option<Pieces> {
        let mut next = *position;
        next.pass();
        Some(next)
    }

    /// Pieces that can be taken with gain, and those that are about to arrive.
    fn noisy_targets(&self, pieces: &Pieces) -> Bitboard {
        let (side, other) = (pieces.to_move(), pieces.to_move().other());
        let (own, enemy) = (self.attack_counts(side, pieces.own()), self.attack_counts(other, pieces.enemy()));
        own.win(pieces.enemy(), &enemy) | own.0[0] & pieces.enemy() & self.last_rows(other)
    }

    /// A runner that nobody can stop wins if it arrives before any enemy could (a *race pattern*: Saffidine, Jouandeau,
    /// Cazenave 2011).
    fn static_proof(&self, pieces: &Pieces) -> Option<StaticProof> {
        if !R::GOES_STRAIGHT {
            return None;
        }
        let (side, other) = (pieces.to_move(), pieces.to_move().other());
        let nearest = |side: Side| self.least_rows_to_go(side, pieces.of(side));
        // From there a piece gets on, straight or by taking what stands in its way.
        if nearest(side) == 1 {
            return Some(StaticProof { winner: side, plies: 1 });
        }
        // Of two that are as far, the one that is to move arrives first.
        if let Some(rows) = self.runner_within(side, pieces, nearest(other)) {
            return Some(StaticProof { winner: side, plies: 2 * rows - 1 });
        }
        let rows = self.runner_within(other, pieces, nearest(side).saturating_sub(1))?;
        Some(StaticProof { winner: other, plies: 2 * rows })
    }

    /// Every move takes a piece at least a row on.
    fn plies_left(&self, pieces: &Pieces) -> u32 {
        let rows = |side: Side| pieces.of(side).map(|it| self.rows_to_go(side, it) as u32).sum::<u32>();
        rows(Side::First) + rows(Side::Second)
    }

    fn quick_win(&self, position: &Pieces) -> Option<Move> {
        self.arriving_move(position.to_move(), position)
    }

    fn is_threatened(&self, position: &Pieces) -> bool {
        self.arriving_move(position.to_move().other(), position).is_some()
    }

    fn order_hint(&self, position: &Pieces, mv: Move) -> i32 {
        let capture = if position.enemy().contains(mv.to) { 1000 } else { 0 };
        let side = position.to_move();
        // To take, or to move, far ahead is worth more.
        capture - 20 * self.rows_to_go(side, mv.to) as i32
    }
}
