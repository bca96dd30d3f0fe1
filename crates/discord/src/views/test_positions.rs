//! Positions of every game, for tests of what must hold in all of them.

use rand::SeedableRng;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use games::GAMES;
use games::{AnyPosition, Info, Ruleset};

/// The numbers of plies after which a game is examined.
const LOOKED_AT: [usize; 9] = [0, 1, 2, 5, 10, 20, 40, 60, 90];

/// Positions that are not over, from random games with all presets, and on the smallest and the largest board.
pub(crate) fn positions() -> Vec<Box<dyn AnyPosition>> {
    let rulesets = GAMES.iter().flat_map(|it| rulesets(it.info()));
    rulesets.flat_map(|ruleset| (0..3).flat_map(move |seed| played(&ruleset, seed))).collect()
}

fn rulesets(info: &'static Info) -> Vec<Ruleset> {
    let mut rulesets: Vec<Ruleset> = Vec::new();
    for preset in info.presets {
        for size in [preset.size, info.smallest, info.largest] {
            let mut ruleset = Ruleset::preset(info, preset);
            ruleset.size = size;
            if !rulesets.contains(&ruleset) {
                rulesets.push(ruleset);
            }
        }
    }
    rulesets
}

fn played(ruleset: &Ruleset, seed: u64) -> Vec<Box<dyn AnyPosition>> {
    let mut random = StdRng::seed_from_u64(seed);
    let mut position = games::open(ruleset, None).expect("every ruleset has a start");
    let mut found = Vec::new();
    for ply in 0..=LOOKED_AT[LOOKED_AT.len() - 1] {
        let legal = position.legal();
        let Some(mv) = legal.choose(&mut random) else { break };
        if LOOKED_AT.contains(&ply) {
            found.push(position.clone());
        }
        position.play(*mv).expect("a legal move can be played");
    }
    found
}
