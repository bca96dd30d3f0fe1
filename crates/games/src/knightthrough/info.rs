//! What Knightthrough says of itself.

use crate::board::{Shape, Symmetry};
use crate::game::{Example, Info, Preset, SideInfo, LevelRating};

pub(super) static INFO: Info = Info {
    key: "knightthrough",
    aliases: &["knights", "kt"],
    name: "Knightthrough",
    rules_version: 1,
    sides: [SideInfo::WHITE, SideInfo::BLACK],
    default_size: Shape::new(8, 8),
    smallest: Shape::new(3, 5),
    largest: Shape::new(10, 10),
    symmetries: &[Symmetry::MIRROR],
    options: &[],
    presets: &[Preset {
        name: "standard",
        size: Shape::new(8, 8),
        values: &[],
        ratings: None,
    }],
    reasons: &[],
    example: Example {
        position: "bb1bb1bb/b2bb1bb/2b2b2/1w3w2/4b3/3w4/ww2wwww/www1w1ww w",
        play: "f5-e7",
    },
    levels: LevelRating::all(
        [8, 11, 14, 22, 25, 28, 30, 32, 34, 36],
        [800, 1080, 1270, 1680, 1850, 1960, 2190, 2350, 2540, 2700],
    ),
    sgf: None,
    lessons: super::lessons::ALL,
    phases: [10, 20],
    puzzles: include_str!("puzzles.tsv"),
    texts: &[("en", include_str!("texts/en.ftl"))],
};
