//! A small neural network that judges who stands where: one hidden layer over the *quads* of the board, one output (after
//! the efficiently updatable networks of Nasu 2018).
//!
//! A quad is a square of two by two; what stands on it is one of 81 contents, and each content of each quad adds a row of
//! numbers to the hidden units. So the network sees which pieces stand side by side, behind, or diagonally to each other,
//! which it could hardly learn from single pieces. Both sides have hidden units of their own, from the same rows: what the
//! board looks like to the side to move, and to the other. What they hold is cut to 0 … 1, squared and weighed, with other
//! weights in each phase of the game: the sum is the logarithm of the odds to win. In the file all numbers are 16-bit
//! integers.
//!
//! A move changes what stands on eight quads at most: only their rows are exchanged (`net_sums.rs`).
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

/// Hidden units of each side.
pub const HIDDEN: usize = 32;

/// What can stand on a quad: its four squares are empty, own, or enemy.
pub const CONTENTS: usize = 81;

/// Phases of a game, by the pieces left: up to 8, up to 16, up to 24, and more.
pub const PHASES: usize = 4;

/// What stands for 1 in the hidden units.
pub const ONE: i32 = 255;

/// What stands for 1 in the weights of the output.
pub const OUTPUT_ONE: i32 = 64;

/// The advantage, in hundredths, at which the side to move wins e times as often as it loses.
pub const SCALE: i32 = 150;

/// A number for every hidden unit.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Units([i16; HIDDEN]);

pub(super) const ZERO: Units = Units([0; HIDDEN]);

/// The rows of a quad's contents.
type Rows = [Units; CONTENTS];

/// A trained network for one size of board.
#[derive(Clone, Debug)]
pub struct Net {
    /// What the contents of quads add to the units of a side. After all quads of the board there's one for those that lie
    /// partly beyond it, which adds nothing.
    rows: [Box<[Rows]>; 2],
    /// The quads that a square is part of, by where they lie: below and left of it, below, left, and from it on.
    quads: Box<[[u8; 4]; Square::COUNT]>,
    bias: Units,
    /// By phase: for the units of the side to move, and of the other.
    output: [[Units; 2]; PHASES],
    output_bias: [i32; PHASES],
}

/// The file is no network for the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a network for this board has {expected} bytes, not {found}")]
pub struct NetError {
    expected: usize,
    found: usize,
}

/// The lower left squares of a board's quads, along the ranks upward.
pub fn quads(shape: Shape) -> impl Iterator<Item = Square> {
    shape.squares().filter(move |it| it.file() + 1 < shape.width && it.rank() + 1 < shape.height)
}

/// The squares of a quad: the lower left, lower right, upper left, upper right.
pub fn squares_of(quad: Square) -> [Square; 4] {
    let (file, rank) = (quad.file(), quad.rank());
    [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(right, up)| Square::new(file + right, rank + up))
}

/// The number of what stands on four squares: each is empty, own (1), or enemy (2), and counts three times as much as the
/// one before.
pub fn content(squares: [Square; 4], own: Bitboard, enemy: Bitboard) -> usize {
    let digit = |it: Square| usize::from(own.contains(it)) + 2 * usize::from(enemy.contains(it));
    squares.into_iter().rev().fold(0, |sum, it| 3 * sum + digit(it))
}

/// The phase of a game with so many pieces.
#[inline]
pub fn phase(pieces: u32) -> usize {
    (pieces.saturating_sub(1) as usize / 8).min(PHASES - 1)
}

impl Net {
    /// How many numbers a network for a board has: the rows of all contents but the empty one, quad by quad; the units'
    /// biases; by phase the output's weights for the side to move and for the other; by phase its bias.
    pub fn numbers(shape: Shape) -> usize {
        quads(shape).count() * (CONTENTS - 1) * HIDDEN + HIDDEN + PHASES * (2 * HIDDEN + 1)
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
        let places: Vec<Square> = quads(shape).collect();
        let mut first = vec![[ZERO; CONTENTS]; places.len() + 1].into_boxed_slice();
        for rows in first.iter_mut().take(places.len()) {
            rows[1..].fill_with(&mut units);
        }
        let second = turned(&first, &places, shape, turn);
        let bias = units();
        let output = std::array::from_fn(|_| [units(), units()]);
        let output_bias = std::array::from_fn(|_| next().into());
        Ok(Self { rows: [first, second], quads: quads_of_squares(&places), bias, output, output_bias })
    }

    /// Exchanges what stands on the quads around squares where something changes; pieces by side, before and after.
    #[inline]
    pub(super) fn update(&self, sums: &mut [Units; 2], before: [Bitboard; 2], after: [Bitboard; 2]) {
        let [first, second] = [0, 1].map(|side| before[side] ^ after[side]);
        let mut now = before;
        for square in first | second {
            let next = [0, 1].map(|side| now[side].without(square) | after[side] & Bitboard::of(square));
            let (old, new) = (contents_around(now, square), contents_around(next, square));
            let quads = self.quads[square.index()];
            for (side, Units(sums)) in sums.iter_mut().enumerate() {
                let row = |contents: [[u8; 4]; 2], it: usize| {
                    &self.rows[side][usize::from(quads[it])][usize::from(contents[side][it])].0
                };
                let (lost, won) = ([0, 1, 2, 3].map(|it| row(old, it)), [0, 1, 2, 3].map(|it| row(new, it)));
                for (unit, sum) in sums.iter_mut().enumerate() {
                    for quad in 0..4 {
                        *sum = sum.wrapping_add(won[quad][unit]).wrapping_sub(lost[quad][unit]);
                    }
                }
            }
            now = next;
        }
    }

    /// How good it is for `side` to be to move with these pieces, by side; in hundredths, as [`SCALE`] says.
    pub fn judge(&self, side: Side, pieces: [Bitboard; 2]) -> i32 {
        self.value(&self.sums(pieces), side, pieces)
    }

    /// What the hidden units of both sides add up to.
    pub(super) fn sums(&self, pieces: [Bitboard; 2]) -> [Units; 2] {
        let mut sums = [self.bias; 2];
        self.update(&mut sums, [Bitboard::EMPTY; 2], pieces);
        sums
    }

    /// [`Net::judge`] by the sums of the hidden units.
    #[inline]
    pub(super) fn value(&self, sums: &[Units; 2], side: Side, pieces: [Bitboard; 2]) -> i32 {
        let phase = phase((pieces[0] | pieces[1]).count());
        let [own, enemy] = &self.output[phase];
        let sum = weighed(&sums[side.index()], own) + weighed(&sums[side.other().index()], enemy);
        ((sum / ONE + self.output_bias[phase]) * SCALE / (ONE * OUTPUT_ONE)).clamp(-15_000, 15_000)
    }
}

/// What the units of a side hold, weighed.
#[inline]
fn weighed(units: &Units, weights: &Units) -> i32 {
    let mut sum = 0_i32;
    for (unit, weight) in units.0.iter().zip(&weights.0) {
        let held = (*unit).clamp(0, ONE as i16);
        // Fits: the weights of the output are cut below 2 when they are trained.
        sum += i32::from(held.wrapping_mul(*weight)) * i32::from(held);
    }
    sum
}

/// The rows as the second side has them: its quad is the first's, turned.
fn turned(first: &[Rows], places: &[Square], shape: Shape, turn: Symmetry) -> Box<[Rows]> {
    let mut second = vec![[ZERO; CONTENTS]; first.len()].into_boxed_slice();
    for (rows, quad) in second.iter_mut().zip(places) {
        let squares = squares_of(*quad).map(|it| turn.square(shape, it));
        let as_first = places.iter().position(|it| squares_of(*it).iter().all(|it| squares.contains(it)));
        let as_first = as_first.expect("a symmetry of the board turns quads into quads");
        // What stands on the squares in the order of the quad stands on them in another order for the first side.
        for (number, row) in rows.iter_mut().enumerate() {
            let digit = |at: usize| number / 3_usize.pow(at as u32) % 3;
            let holding = |what: usize| (0..4).filter(|at| digit(*at) == what).map(|at| squares[at]).collect();
            *row = first[as_first][content(squares_of(places[as_first]), holding(1), holding(2))];
        }
    }
    second
}

/// The quads around every square, of four each; those that lie partly beyond the board are the one after the last.
fn quads_of_squares(places: &[Square]) -> Box<[[u8; 4]; Square::COUNT]> {
    let mut all = Box::new([[places.len() as u8; 4]; Square::COUNT]);
    for (number, quad) in places.iter().enumerate() {
        for (at, square) in squares_of(*quad).into_iter().enumerate() {
            // On whose upper right a square is, that one lies below and left of it.
            all[square.index()][3 - at] = number as u8;
        }
    }
    all
}

/// What stands on the four quads around a square, as each side sees it; pieces by side.
#[inline]
fn contents_around(pieces: [Bitboard; 2], square: Square) -> [[u8; 4]; 2] {
    let [first, second] = pieces.map(|it| OCCUPIED[neighborhood(it, square)]);
    // No content is more than 80, so nothing is carried from one quad to the next.
    [first + 2 * second, second + 2 * first].map(u32::to_le_bytes)
}

/// Which of a square and its eight neighbors are in a set: the bits are those of the rank below, from the left, then those
/// of its own rank and of the rank above.
#[inline]
fn neighborhood(set: Bitboard, square: Square) -> usize {
    const STRIDE: u32 = Square::STRIDE as u32;
    // The lower left neighbor becomes the lowest bit; the first square of all has none, hence the shift.
    let low = ((set.0 << (STRIDE + 1)) >> square.index()) as u32;
    (low & 7 | (low >> STRIDE & 7) << 3 | (low >> (2 * STRIDE) & 7) << 6) as usize
}

/// By a square's neighborhood in a set: the contents of its four quads, a byte each, if the set is of own pieces and there
/// are no others.
const OCCUPIED: [u32; 512] = {
    let mut all = [0; 512];
    let mut number = 0;
    while number < all.len() {
        let mut quad = 0;
        while quad < 4 {
            let low = number >> (quad % 2 + quad / 2 * 3);
            let content = (low & 1) + (low >> 1 & 1) * 3 + (low >> 3 & 1) * 9 + (low >> 4 & 1) * 27;
            all[number] |= (content as u32) << (8 * quad);
            quad += 1;
        }
        number += 1;
    }
    all
};

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

    /// A board of one quad, and a network whose single working unit is 1/5 and, for the contents given, as many fifths
    /// more.
    fn net(fifths: &[(usize, i16)]) -> Net {
        let shape = Shape::new(2, 2);
        let mut numbers = vec![0_i16; Net::numbers(shape)];
        for (content, fifths) in fifths {
            numbers[(content - 1) * HIDDEN] = 51 * fifths;
        }
        let bias = (CONTENTS - 1) * HIDDEN;
        numbers[bias] = 51;
        let output = bias + HIDDEN;
        // 1 for the side to move and 1/2 for the other, in the first phase.
        numbers[output] = 64;
        numbers[output + HIDDEN] = 32;
        numbers[output + PHASES * 2 * HIDDEN] = 255;
        let bytes: Vec<u8> = numbers.iter().flat_map(|it| it.to_le_bytes()).collect();
        Net::read(&bytes, shape, Symmetry::RANKS).unwrap()
    }

    fn judged(net: &Net, side: Side, first: &str, second: &str) -> i32 {
        let pieces = [first, second].map(|it| it.split_whitespace().map(|it| it.parse::<Square>().unwrap()).collect());
        net.judge(side, pieces)
    }

    #[test]
    fn a_network_is_reckoned_as_it_is_written() {
        // Own pieces on the lower left and the upper right: 1 + 27. An enemy on the upper left: 18.
        let net = net(&[(1 + 27, 2), (18, 1), (1 + 18, -3)]);
        // (3/5)² + (1/5)² / 2 + 1/64, in units of 150 hundredths.
        assert_eq!(judged(&net, Side::First, "a1 b2", ""), 59);
        // (1/5)² + (3/5)² / 2 + 1/64.
        assert_eq!(judged(&net, Side::Second, "a1 b2", ""), 35);
        // The second side sees the board upside down.
        assert_eq!(judged(&net, Side::Second, "", "a2 b1"), 59);
        // (2/5)² + (1/5)² / 2 + 1/64.
        assert_eq!(judged(&net, Side::First, "", "a2"), 29);
        assert_eq!(judged(&net, Side::Second, "a1", ""), 29);
        // What is below 0 is cut, here for both sides.
        assert_eq!(judged(&net, Side::First, "a1", "a2"), 2);
    }

    #[test]
    fn what_stands_around_a_square_is_what_stands_on_its_quads() {
        let shape = Shape::new(4, 3);
        let places: Vec<Square> = quads(shape).collect();
        let around = quads_of_squares(&places);
        let pieces = ["a1 b2 c3 d3 c1", "a2 c2 b3 d1"]
            .map(|it| it.split_whitespace().map(|it| it.parse::<Square>().unwrap()).collect::<Bitboard>());
        let mut seen = 0;
        for square in shape.squares() {
            let contents = contents_around(pieces, square);
            for at in 0..4 {
                let Some(quad) = places.get(usize::from(around[square.index()][at])) else { continue };
                seen += 1;
                for (side, contents) in contents.into_iter().enumerate() {
                    let expected = content(squares_of(*quad), pieces[side], pieces[1 - side]);
                    assert_eq!(usize::from(contents[at]), expected, "{quad} from {square} by side {side}");
                }
            }
        }
        assert_eq!(seen, 4 * places.len());
    }
}
