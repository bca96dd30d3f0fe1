//! What Clobber says of itself.

use crate::board::{Shape, Symmetry};
use crate::game::{Example, Info, Preset, SideInfo, LevelRating};

pub(super) static INFO: Info = Info {
    key: "clobber",
    aliases: &["clob"],
    name: "Clobber",
    rules_version: 1,
    sides: [SideInfo::BLACK, SideInfo::WHITE],
    default_size: Shape::new(6, 5),
    smallest: Shape::new(2, 2),
    largest: Shape::new(10, 10),
    symmetries: Symmetry::SQUARE,
    options: &[],
    presets: &[
        sized("standard", Shape::new(6, 5)),
        sized("5x6", Shape::new(5, 6)),
        Preset {
            ratings: Some(&[800, 960, 1120, 1460, 1620, 1740, 1910, 2060, 2240, 2390]),
            ..sized("8x8", Shape::new(8, 8))
        },
        Preset {
            ratings: Some(&[800, 950, 1140, 1530, 1680, 1820, 1980, 2130, 2280, 2430]),
            ..sized("10x10", Shape::new(10, 10))
        },
    ],
    reasons: &[],
    example: Example { position: "bwb1bw/wb1bwb/b2wbw/wbwb1b/bw1wbw b", play: "b4-b5" },
    levels: LevelRating::all(
        [0, 5, 11, 16, 18, 22, 25, 28, 30, 36],
        [800, 930, 1100, 1310, 1460, 1660, 1800, 1940, 2070, 2220],
    ),
    sgf: None,
    lessons: super::lessons::ALL,
    phases: [8, 14],
    puzzles: include_str!("puzzles.tsv"),
    texts: &[("en", include_str!("texts/en.ftl"))],
};

const fn sized(name: &'static str, size: Shape) -> Preset {
    Preset { name, size, values: &[], ratings: None }
}
