//! What Surakarta says of itself.

use crate::board::{Shape, Symmetry};
use crate::game::{Example, Info, OptionInfo, OptionKind, Preset, SideInfo, LevelRating};

pub(super) static INFO: Info = Info {
    key: "surakarta",
    aliases: &["sura", "dara"],
    name: "Surakarta",
    rules_version: 1,
    sides: [SideInfo::BLACK, SideInfo::WHITE],
    default_size: Shape::new(6, 6),
    smallest: Shape::new(6, 6),
    largest: Shape::new(6, 6),
    symmetries: Symmetry::SQUARE,
    has_homes: true,
    options: &[
        OptionInfo { key: "repetition", kind: OptionKind::Choice(&["draw", "off"]) },
        OptionInfo { key: "no-progress", kind: OptionKind::Limit { least: 1, most: 1000 } },
        OptionInfo { key: "majority", kind: OptionKind::Choice(&["off", "on"]) },
    ],
    presets: &[
        Preset {
            name: "standard",
            size: Shape::new(6, 6),
            values: &["draw", "50", "off"],
            ratings: None,
        },
        Preset {
            name: "majority",
            size: Shape::new(6, 6),
            values: &["draw", "50", "on"],
            ratings: None,
        },
    ],
    reasons: &[],
    example: Example { position: "1www1w/w1ww1w/2w3/1b2w1/b1bb1b/bb1bb1 b", play: "d1-e3" },
    levels: LevelRating::all(
        [3, 4, 5, 7, 9, 10, 18, 24, 27, 30],
        [800, 1010, 1210, 1540, 1720, 1930, 2130, 2330, 2590, 2730],
    ),
    sgf: None,
    lessons: super::lessons::ALL,
    phases: [10, 40],
    puzzles: include_str!("puzzles.tsv"),
    texts: &[("en", include_str!("texts/en.ftl"))],
};
