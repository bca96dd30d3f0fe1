//! What Ugolki says of itself.

use super::reasons;
use crate::board::{Shape, Symmetry};
use crate::game::{Example, Info, OptionInfo, OptionKind, Preset, SideInfo, LevelRating};

const BOARD: Shape = Shape::new(8, 8);

pub(super) static INFO: Info = Info {
    key: "ugolki",
    aliases: &["corners", "ugolky"],
    name: "Ugolki",
    rules_version: 1,
    sides: [SideInfo::WHITE, SideInfo::BLACK],
    default_size: BOARD,
    smallest: BOARD,
    largest: BOARD,
    symmetries: &[Symmetry::ANTIDIAGONAL],
    has_homes: true,
    options: &[
        OptionInfo { key: "camp", kind: OptionKind::Choice(&["4x4", "4x3", "3x3"]) },
        OptionInfo { key: "diagonal", kind: OptionKind::Choice(&["on", "off"]) },
        OptionInfo { key: "backward", kind: OptionKind::Choice(&["on", "off"]) },
        OptionInfo { key: "end", kind: OptionKind::Choice(&["count", "fill"]) },
        OptionInfo { key: "leave", kind: OptionKind::Limit { least: 1, most: 1000 } },
        OptionInfo { key: "limit", kind: OptionKind::Limit { least: 1, most: 1000 } },
        OptionInfo { key: "repetition", kind: OptionKind::Choice(&["draw", "off"]) },
    ],
    presets: &[
        Preset {
            name: "classic",
            size: BOARD,
            values: &["4x4", "off", "off", "count", "off", "off", "off"],
            ratings: None,
        },
        Preset {
            name: "russian",
            size: BOARD,
            values: &["4x4", "off", "on", "fill", "40", "80", "draw"],
            ratings: Some(&[800, 830, 920, 970, 1000, 1090, 1340, 1530, 1750, 1830]),
        },
        Preset {
            name: "halma",
            size: BOARD,
            values: &["4x4", "on", "on", "fill", "off", "100", "draw"],
            ratings: Some(&[800, 840, 910, 1040, 1050, 1060, 1150, 1330, 1400, 1420]),
        },
    ],
    reasons: reasons::ALL,
    example: Example { position: "bbbb4/bb1b4/bbbb4/b2bb3/2b1ww2/4w1ww/3w1www/4wwww w", play: "f4-b4" },
    levels: LevelRating::all(
        [6, 9, 13, 17, 21, 22, 23, 25, 27, 30],
        [800, 1120, 1280, 1480, 1640, 1780, 1910, 2160, 2460, 2710],
    ),
    sgf: None,
    lessons: super::lessons::ALL,
    phases: [16, 60],
    puzzles: include_str!("puzzles.tsv"),
    texts: &[("en", include_str!("texts/en.ftl"))],
};
