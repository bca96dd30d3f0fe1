//! The rulesets by which every game is tried.

use games::GAMES;
use games::{Info, Ruleset};

/// Of every game all presets, and the smallest and the largest board.
pub fn rulesets() -> Vec<Ruleset> {
    let of = |info: &'static Info| {
        let presets = info.presets.iter().map(|it| Ruleset::preset(info, it));
        let sized = [info.smallest, info.largest].map(|size| {
            let mut ruleset = Ruleset::default_of(info);
            ruleset.set("size", &size.to_string()).unwrap();
            ruleset
        });
        presets.chain(sized).collect::<Vec<_>>()
    };
    GAMES.iter().flat_map(|it| of(it.info())).collect()
}
