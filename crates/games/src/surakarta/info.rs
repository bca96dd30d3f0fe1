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
            ratings: Some(&[800, 970, 1180, 1330, 1500, 1760, 1940, 2210, 2530, 2660]),
        },
    ],
    reasons: &[],
    example: Example { position: "1www1w/w1ww1w/2w3/1b2w1/b1bb1b/bb1bb1 b", play: "d1-e3" },
    levels: LevelRating::all(
        [8, 10, 12, 13, 21, 24, 27, 30, 33, 36],
        [800, 970, 1200, 1380, 1540, 1740, 1970, 2260, 2540, 2670],
    ),
    sgf: None,
    lessons: super::lessons::ALL,
    phases: [10, 40],
    puzzles: include_str!("puzzles.tsv"),
    texts: &[("en", include_str!("texts/en.ftl"))],
};
