//! What Domineering says of itself.

use crate::board::{Shape, Symmetry};
use crate::game::{Example, Info, OptionInfo, OptionKind, Preset, SideInfo, LevelRating, Tone};

pub(super) const VERTICAL: SideInfo = SideInfo { letter: 'v', name: "Vertical", tone: Tone::Dark };
const HORIZONTAL: SideInfo = SideInfo { letter: 'h', name: "Horizontal", tone: Tone::Light };

pub(super) static INFO: Info = Info {
    key: "domineering",
    aliases: &["domino", "dominoes", "crosscram"],
    name: "Domineering",
    rules_version: 1,
    sides: [VERTICAL, HORIZONTAL],
    default_size: Shape::new(8, 8),
    smallest: Shape::new(2, 2),
    largest: Shape::new(10, 10),
    symmetries: Symmetry::RECTANGLE,
    has_homes: false,
    options: &[OptionInfo { key: "first", kind: OptionKind::Choice(&["vertical", "horizontal"]) }],
    presets: &[
        Preset {
            name: "standard",
            size: Shape::new(8, 8),
            values: &["vertical"],
            ratings: None,
        },
    ],
    reasons: &[],
    example: Example { position: "8/1v2hh2/1v6/3v1hh1/3v4/hh4v1/6v1/2hh4 v", play: "e2-e3" },
    levels: LevelRating::all(
        [4, 6, 7, 8, 9, 10, 20, 24, 27, 30],
        [800, 1030, 1110, 1160, 1260, 1340, 1470, 1550, 1700, 1750],
    ),
    sgf: None,
    lessons: super::lessons::ALL,
    phases: [10, 20],
    puzzles: include_str!("puzzles.tsv"),
    texts: &[("en", include_str!("texts/en.ftl"))],
};
