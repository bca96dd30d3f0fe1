//! What is chosen by the first bytes of the data: a game, its preset and its size; and moves by chance.

use games::GAMES;
use games::board::Move;
use games::{AnyPosition, Info, Ruleset};

/// A digit of the data as a number, so that seeds can be read; any other byte is one as well.
pub fn digit(byte: u8) -> usize {
    usize::from(byte.wrapping_sub(b'0'))
}

/// The ruleset that three bytes choose, and the text that follows them.
pub fn ruleset(data: &[u8]) -> Option<(Ruleset, &str)> {
    let [game, preset, size, text @ ..] = data else { return None };
    let info = GAMES[digit(*game) % GAMES.len()].info();
    let preset = &info.presets[digit(*preset) % info.presets.len()];
    let mut ruleset = Ruleset::preset(info, preset);
    if let Some(choice) = digit(*size).checked_sub(1) {
        ruleset.set("size", &nth_size(info, choice)).expect("a size of the game");
    }
    Some((ruleset, std::str::from_utf8(text).ok()?))
}

/// The sizes of a game, one after the other, and again.
fn nth_size(info: &Info, choice: usize) -> String {
    let span = |least: u8, most: u8| usize::from(most - least) + 1;
    let widths = span(info.smallest.width, info.largest.width);
    let heights = span(info.smallest.height, info.largest.height);
    let width = usize::from(info.smallest.width) + choice % widths;
    let height = usize::from(info.smallest.height) + choice / widths % heights;
    format!("{width}x{height}")
}

/// A legal move, chosen by a number; none once the game has ended.
pub fn legal_move(table: &dyn AnyPosition, choice: usize) -> Option<Move> {
    let legal = table.legal();
    legal.get(choice % legal.len().max(1)).copied()
}
