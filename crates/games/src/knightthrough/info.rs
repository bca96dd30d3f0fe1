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
        position: "bb1bb1bb/b2bb1bb/2b2b2/1w3w2/4b3/3w4/ww2wwww/www1w1ww w",
        play: "f5-e7",
    },
    levels: LevelRating::all(
        [0, 3, 5, 8, 10, 18, 25, 26, 28, 30],
        [800, 900, 1140, 1370, 1500, 1750, 1940, 2120, 2280, 2620],
    ),
    sgf: None,
    lessons: super::lessons::ALL,
    phases: [10, 20],
    puzzles: include_str!("puzzles.tsv"),
    texts: &[("en", include_str!("texts/en.ftl"))],
};
