//! What Pincers says of itself.

use crate::board::{Shape, Symmetry};
use crate::game::{Example, Info, LevelRating, OptionInfo, OptionKind, Preset, SideInfo};

pub(super) static INFO: Info = Info {
    key: "pincers",
    aliases: &[],
    name: "Pincers",
    rules_version: 1,
    sides: [SideInfo::BLACK, SideInfo::WHITE],
    default_size: Shape::new(5, 5),
    smallest: Shape::new(3, 3),
    largest: Shape::new(6, 6),
    symmetries: Symmetry::SQUARE,
    has_homes: false,
    options: &[OptionInfo { key: "no-progress", kind: OptionKind::Limit { least: 1, most: 100 } }],
    presets: &[Preset { name: "standard", size: Shape::new(5, 5), values: &["20"], ratings: None }],
    reasons: &[],
    example: Example { position: "1w1w1/2w2/b3b/1w3/1bb2 b", play: "a3-a2" },
    levels: LevelRating::UNMEASURED,
    sgf: None,
    lessons: super::lessons::ALL,
    phases: [6, 12],
    puzzles: include_str!("puzzles.tsv"),
    texts: &[("en", include_str!("texts/en.ftl"))],
};
