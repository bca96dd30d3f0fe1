//! What Breakthrough says of itself.

use crate::board::{Shape, Symmetry};
use crate::game::{Example, Info, Preset, SideInfo, LevelRating};

pub(super) static INFO: Info = Info {
    key: "breakthrough",
    aliases: &["break", "bt"],
    name: "Breakthrough",
    rules_version: 1,
    sides: [SideInfo::WHITE, SideInfo::BLACK],
    default_size: Shape::new(8, 8),
    smallest: Shape::new(3, 5),
    largest: Shape::new(10, 10),
    symmetries: &[Symmetry::MIRROR],
    has_homes: true,
    options: &[],
    presets: &[Preset {
        name: "standard",
        size: Shape::new(8, 8),
        values: &[],
        ratings: None,
    }],
    reasons: &[],
    example: Example {
        position: "1bbbb1bb/bbb2b1b/3b2b1/1w3w2/3bw3/2w5/ww1w1www/w1www1ww w",
        play: "c3-d4",
    },
    levels: LevelRating::all(
        [6, 8, 10, 15, 18, 23, 25, 26, 28, 30],
        [800, 990, 1260, 1400, 1590, 1810, 2030, 2210, 2320, 2560],
    ),
    sgf: None,
    lessons: super::lessons::ALL,
    phases: [14, 34],
    puzzles: include_str!("puzzles.tsv"),
    texts: &[("en", include_str!("texts/en.ftl"))],
};
