//! What Lines of Action says of itself.

use super::reasons;
use crate::board::{Shape, Symmetry};
use crate::game::{Example, Info, OptionInfo, OptionKind, Preset, SgfInfo, SideInfo, LevelRating};

pub(super) static INFO: Info = Info {
    key: "loa",
    aliases: &["lines", "lines-of-action", "linesofaction"],
    name: "Lines of Action",
    rules_version: 1,
    sides: [SideInfo::BLACK, SideInfo::WHITE],
    default_size: Shape::new(8, 8),
    smallest: Shape::new(5, 5),
    largest: Shape::new(10, 10),
    symmetries: Symmetry::SQUARE,
    has_homes: false,
    options: &[
        OptionInfo { key: "both", kind: OptionKind::Choice(&["draw", "mover"]) },
        OptionInfo { key: "repetition", kind: OptionKind::Choice(&["draw", "off"]) },
        OptionInfo { key: "limit", kind: OptionKind::Limit { least: 1, most: 1000 } },
        OptionInfo { key: "stuck", kind: OptionKind::Choice(&["pass", "loss"]) },
        OptionInfo { key: "start", kind: OptionKind::Choice(&["standard", "scrambled", "scrambled-swapped"]) },
    ],
    presets: &[
        Preset {
            name: "classic",
            size: Shape::new(8, 8),
            values: &["mover", "draw", "off", "pass", "standard"],
            ratings: None,
        },
        Preset {
            name: "mso",
            size: Shape::new(8, 8),
            values: &["draw", "draw", "off", "pass", "standard"],
            ratings: None,
        },
        Preset {
            name: "cs61b",
            size: Shape::new(8, 8),
            values: &["mover", "off", "60", "pass", "standard"],
            ratings: None,
        },
    ],
    reasons: reasons::ALL,
    example: Example {
        position: "1bbb1bb1/8/w3b2w/w1ww1w2/w1b2w2/w3bb1w/w6w/1b1bb3 b",
        play: "f3-d5",
    },
    levels: LevelRating::all(
        [2, 3, 5, 7, 11, 15, 22, 24, 26, 30],
        [800, 1070, 1300, 1460, 1760, 1950, 2330, 2640, 3030, 3410],
    ),
    sgf: Some(SgfInfo {
        number: 9,
        starts: &[
            ("standard", "start=standard"),
            ("loa", "start=standard"),
            // Two large sites have a black piece on b1 there.
            ("scrambled-eggs", "start=scrambled-swapped"),
        ],
    }),
    lessons: super::lessons::ALL,
    phases: [12, 30],
    puzzles: include_str!("puzzles.tsv"),
    texts: &[("en", include_str!("texts/en.ftl"))],
};
