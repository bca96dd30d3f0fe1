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
    has_homes: false,
    options: &[],
    presets: &[
        sized("standard", Shape::new(6, 5), None),
        sized("5x6", Shape::new(5, 6), None),
        sized("8x8", Shape::new(8, 8), Some(&[800, 1070, 1160, 1370, 1510, 1670, 1800, 1890, 2330, 2420])),
        sized("10x10", Shape::new(10, 10), Some(&[800, 1010, 1080, 1220, 1400, 1500, 1570, 1650, 1990, 2200])),
    ],
    reasons: &[],
    example: Example { position: "bwb1bw/wb1bwb/b2wbw/wbwb1b/bw1wbw b", play: "b4-b5" },
    levels: LevelRating::all(
        [3, 7, 9, 10, 15, 20, 21, 23, 26, 30],
        [800, 1040, 1120, 1310, 1500, 1680, 1810, 1950, 2080, 2220],
    ),
    sgf: None,
    lessons: super::lessons::ALL,
    phases: [8, 14],
    puzzles: include_str!("puzzles.tsv"),
    texts: &[("en", include_str!("texts/en.ftl"))],
};

const fn sized(name: &'static str, size: Shape, ratings: Option<&'static [u16; 10]>) -> Preset {
    Preset { name, size, values: &[], ratings }
}
