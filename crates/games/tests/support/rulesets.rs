//! The rulesets by which every game is tried.

use games::GAMES;
use games::{Info, Ruleset};

/// Of every game all presets, and the smallest and the largest board.
#[allow(dead_code, reason = "not every test binary tries all games at once")]
pub fn rulesets() -> Vec<Ruleset> {
    GAMES.iter().flat_map(|it| rulesets_of(it.info())).collect()
}

/// All presets of a game, and its smallest and largest board.
pub fn rulesets_of(info: &'static Info) -> Vec<Ruleset> {
    let presets = info.presets.iter().map(|it| Ruleset::preset(info, it));
    let sized = [info.smallest, info.largest].map(|size| {
        let mut ruleset = Ruleset::default_of(info);
        ruleset.set("size", &size.to_string()).unwrap();
        ruleset
    });
    presets.chain(sized).collect()
}
