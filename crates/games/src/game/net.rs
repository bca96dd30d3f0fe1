//! A small neural network that judges who stands where: one hidden layer over the pieces, one output (after the
//! efficiently updatable networks of Nasu 2018, without their incremental update: small boards have few pieces, and
//! adding up their rows takes less time than most hand-written terms).
//!
//! Seen by the side to move, every own and every enemy piece adds a row of numbers to the hidden units. What they hold
//! is cut to 0 … 1, squared and weighed: the sum is the logarithm of the odds to win. In the file all numbers are
//! 16-bit integers.
//!
//! ```
//! use parlor_games::{Evaluate, Game, Ruleset, breakthrough::Breakthrough};
//!
//! let judge = |words| {
//!     let ruleset = Ruleset::parse(Breakthrough::INFO, words).expect("a size of the game");
//!     Breakthrough::new(&ruleset).net()
//! };
//! assert!(judge("8x8").is_some());
//! assert!(judge("6x6").is_none(), "a network knows one board");
//! ```

use std::sync::OnceLock;

use crate::board::{Bitboard, Shape, Side, Square, Symmetry};

/// Hidden units.
pub const HIDDEN: usize = 64;

/// What stands for 1 in the hidden units.
pub const ONE: i32 = 255;

/// What stands for 1 in the weights of the output.
pub const OUTPUT_ONE: i32 = 64;

/// The advantage, in hundredths, at which the side to move wins e times as often as it loses.
pub const SCALE: i32 = 150;

/// A number for every hidden unit.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Units([i16; HIDDEN]);

/// A trained network for one size of board.
#[derive(Clone, Debug)]
pub struct Net {
    /// What a piece adds: by side to move, owner (the side to move, the other) and square.
    pieces: Box<[[[Units; Square::COUNT]; 2]; 2]>,
    bias: Units,
    output: Units,
    output_bias: i32,
}

/// The file is no network for the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a network for this board has {expected} bytes, not {found}")]
pub struct NetError {
    expected: usize,
    found: usize,
}

impl Net {
    /// How many numbers a network for a board has: rows of own pieces, rows of enemy pieces (square by square, along
    /// the ranks upward), the units' biases, the output's weights and its bias.
    pub const fn numbers(shape: Shape) -> usize {
        2 * shape.width as usize * shape.height as usize * HIDDEN + 2 * HIDDEN + 1
    }

    /// Reads a network's numbers, as 16-bit little-endian integers, for a board. They are those of the first side;
    /// `turn` makes the second side's view of the board from the first's.
    pub fn read(bytes: &[u8], shape: Shape, turn: Symmetry) -> Result<Self, NetError> {
        let expected = 2 * Self::numbers(shape);
        if bytes.len() != expected || !turn.fits(shape) {
            return Err(NetError { expected, found: bytes.len() });
        }
        let mut numbers = bytes.chunks_exact(2).map(|it| i16::from_le_bytes([it[0], it[1]]));
        let mut next = || numbers.next().unwrap_or_default();
        let mut units = || Units(std::array::from_fn(|_| next()));
        let mut pieces = Box::new([[[Units([0; HIDDEN]); Square::COUNT]; 2]; 2]);
        for owner in 0..2 {
            for square in shape.squares() {
                let row = units();
                pieces[Side::First.index()][owner][square.index()] = row;
                pieces[Side::Second.index()][owner][turn.square(shape, square).index()] = row;
            }
        }
        let (bias, output) = (units(), units());
        Ok(Self { pieces, bias, output, output_bias: next().into() })
    }

    /// How good it is for `side` to be to move with these pieces, in hundredths, as [`SCALE`] says.
    #[inline]
    pub fn judge(&self, side: Side, own: Bitboard, enemy: Bitboard) -> i32 {
        let [own_rows, enemy_rows] = &self.pieces[side.index()];
        let mut units = self.bias.0;
        for (pieces, rows) in [(own, own_rows), (enemy, enemy_rows)] {
            for square in pieces {
                let row = &rows[square.index()].0;
                units.iter_mut().zip(row).for_each(|(unit, it)| *unit = unit.wrapping_add(*it));
            }
        }
        let mut sum = 0_i32;
        for (unit, weight) in units.iter().zip(&self.output.0) {
            let held = (*unit).clamp(0, ONE as i16);
            // Fits: the weights of the output are cut below 2 when they are trained.
            sum += i32::from(held.wrapping_mul(*weight)) * i32::from(held);
        }
        (sum / ONE + self.output_bias) * SCALE / (ONE * OUTPUT_ONE)
    }
}

/// A network that is part of the program, read when it is first asked for.
pub struct StoredNet {
    bytes: &'static [u8],
    shape: Shape,
    net: OnceLock<Net>,
}

impl StoredNet {
    /// The file of a network for boards of that shape.
    pub const fn new(bytes: &'static [u8], shape: Shape) -> Self {
        Self { bytes, shape, net: OnceLock::new() }
    }

    /// The network, if it is for boards of that shape; `turn` is the game's [`Evaluate::TURN`](super::Evaluate::TURN).
    ///
    /// # Panics
    /// If the file is none for its shape; the laws of the games read all of them.
    #[inline]
    pub fn on(&self, shape: Shape, turn: Symmetry) -> Option<&Net> {
        let read = || Net::read(self.bytes, self.shape, turn).expect("a network of the program fits its board");
        (shape == self.shape).then(|| self.net.get_or_init(read))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_of_the_wrong_size_is_refused() {
        let shape = Shape::new(3, 5);
        let bytes = vec![0; 2 * Net::numbers(shape)];
        assert!(Net::read(&bytes, shape, Symmetry::HALF_TURN).is_ok());
        assert!(Net::read(&bytes[2..], shape, Symmetry::HALF_TURN).is_err());
        assert!(Net::read(&bytes, Shape::new(5, 5), Symmetry::HALF_TURN).is_err());
        assert!(Net::read(&bytes, shape, Symmetry::ANTIDIAGONAL).is_err(), "that turns no such board onto itself");
    }

    /// A network whose single working unit counts own pieces against enemy pieces.
    #[test]
    fn a_network_is_reckoned_as_it_is_written() {
        let shape = Shape::new(2, 2);
        let mut numbers = vec![0_i16; Net::numbers(shape)];
        for square in 0..4 {
            numbers[square * HIDDEN] = 51;
            numbers[(4 + square) * HIDDEN] = -51;
        }
        let bias = 8 * HIDDEN;
        numbers[bias] = 51;
        numbers[bias + HIDDEN] = 64;
        numbers[bias + 2 * HIDDEN] = 255;
        let bytes: Vec<u8> = numbers.iter().flat_map(|it| it.to_le_bytes()).collect();
        let net = Net::read(&bytes, shape, Symmetry::HALF_TURN).unwrap();
        let (low, high) = (Bitboard::of(Square::new(0, 0)), Bitboard::of(Square::new(1, 1)));
        // (1/5 + 1/5)² + 1/64, and (1/5)² + 1/64, in units of 150 hundredths.
        assert_eq!(net.judge(Side::First, low, Bitboard::EMPTY), 26);
        assert_eq!(net.judge(Side::Second, low, high), 8);
        assert_eq!(net.judge(Side::First, Bitboard::EMPTY, low | high), 2, "what is below 0 is cut");
    }
}
