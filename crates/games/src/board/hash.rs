//! Zobrist keys: one random number for each piece on each square (Zobrist, *A New Hashing Method with Application for
//! Game Playing*, 1970). They never change, so hashes may be stored.

use super::{Side, Square};

/// What the second player's turn adds to a hash.
pub const SIDE_KEY: u64 = mix(0x5061_726c_6f72);

/// What a piece of `side` on `square` adds to a hash.
pub fn key_of(side: Side, square: Square) -> u64 {
    KEYS[side.index()][square.index()]
}

static KEYS: [[u64; Square::COUNT]; 2] = keys();

const fn keys() -> [[u64; Square::COUNT]; 2] {
    let mut keys = [[0; Square::COUNT]; 2];
    let mut n = 0;
    while n < 2 * Square::COUNT {
        keys[n / Square::COUNT][n % Square::COUNT] = mix(n as u64 + 1);
        n += 1;
    }
    keys
}

/// The step between two states of SplitMix64: an odd number near 2⁶⁴ divided by the golden ratio.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Scrambles a number so that near ones end far apart: the finalizer of SplitMix64 (Steele, Lea, Flood, *Fast Splittable
/// Pseudorandom Number Generators*, 2014). No two numbers end alike; 0 stays 0.
pub const fn scrambled(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// The `seed`-th output of SplitMix64.
const fn mix(seed: u64) -> u64 {
    scrambled(seed.wrapping_mul(GOLDEN))
}
