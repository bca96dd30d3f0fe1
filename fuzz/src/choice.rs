//! What is chosen by the data: a ruleset; and moves by chance.

use games::board::Move;
use games::{AnyPosition, Ruleset};

/// A digit of the data as a number, so that seeds can be read; any other byte is one as well.
pub fn digit(byte: u8) -> usize {
    usize::from(byte.wrapping_sub(b'0'))
}

/// The ruleset in the first line, and the text that follows it.
pub fn ruleset(data: &[u8]) -> Option<(Ruleset, &str)> {
    let (first, rest) = std::str::from_utf8(data).ok()?.split_once('\n')?;
    Some((games::read_ruleset(first)?, rest))
}

/// A legal move, chosen by a number; none once the game has ended.
pub fn legal_move(position: &dyn AnyPosition, choice: usize) -> Option<Move> {
    let legal = position.legal();
    legal.get(choice % legal.len().max(1)).copied()
}
