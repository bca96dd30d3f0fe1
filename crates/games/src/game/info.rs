//! What a game says of itself, as data: lists, menus, help, parsers and tests are made from it.

use super::{Lesson, Reason, SideInfo};
use crate::board::{Shape, Side, Symmetry};

/// A game as the registry knows it.
#[derive(Debug)]
pub struct Info {
    /// Its lower-case key, unique: in commands, in the database, in rulesets.
    pub key: &'static str,
    /// Other words by which people ask for it, lower case.
    pub aliases: &'static [&'static str],
    /// Its name.
    pub name: &'static str,
    /// The version of its rules and presets: raise it with every change after which a match might go on otherwise than its
    /// players agreed.
    pub rules_version: u32,
    /// Who plays first and second.
    pub sides: [SideInfo; 2],
    pub default_size: Shape,
    pub smallest: Shape,
    pub largest: Shape,
    /// How its boards can be turned and mirrored without changing which moves are legal.
    pub symmetries: &'static [Symmetry],
    /// Whether each side has an edge or a corner of the board of its own, from which it's seen: the first player's is below.
    pub has_homes: bool,
    /// Its options, `size` apart, which every game has.
    pub options: &'static [OptionInfo],
    /// Its presets; the first is the default.
    pub presets: &'static [Preset],
    /// The reasons to end that only this game has.
    pub reasons: &'static [Reason],
    /// What its rules are shown by, under the default preset.
    pub example: Example,
    /// How the engine's levels play it, 1 first: measured, see `docs/engine.md`.
    pub levels: [LevelRating; 10],
    /// What it is in SGF, if it has a number there: records can then be read and written in that form, too.
    pub sgf: Option<SgfInfo>,
    /// By what people are taught it, in this order.
    pub lessons: &'static [Lesson],
    /// After how many plies the middle and the end of a game usually begin, under the default preset.
    pub phases: [u32; 2],
    /// Its puzzles, as [`read_puzzles`](super::read_puzzles) reads them; made by `parlor puzzles`.
    pub puzzles: &'static str,
    /// Its texts in the catalog format, by language.
    pub texts: &'static [(&'static str, &'static str)],
}

impl Info {
    /// Whether the board is turned around for whoever plays that side.
    pub fn is_turned_for(&self, side: Side) -> bool {
        self.has_homes && side == Side::Second
    }

    /// The reason of those words for which this game may end.
    pub fn reason(&self, words: &str) -> Option<Reason> {
        Reason::COMMON.iter().chain(self.reasons).copied().find(|it| it.as_str() == words)
    }
}

/// What a game is in SGF.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SgfInfo {
    /// Its number (`GM`).
    pub number: u32,
    /// The starts that have a name there (`SU`), lower case with hyphens, and what they are in a ruleset's words.
    pub starts: &'static [(&'static str, &'static str)],
}

/// Where a level of the engine stands in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelRating {
    /// Its rung of the engine's ladder of strengths.
    pub rung: u8,
    /// How strong it is, on the scale on which a newcomer has 1500.
    pub rating: u16,
}

impl LevelRating {
    /// The standings of a game whose levels nobody has measured yet: rungs as other games have them, and all of them are
    /// taken for newcomers. `docs/adding-a-game.md` says how to measure.
    pub const UNMEASURED: [Self; 10] =
        Self::all([2, 5, 8, 11, 15, 18, 22, 24, 27, 30], [1455, 1465, 1475, 1485, 1495, 1505, 1515, 1525, 1535, 1545]);

    /// The standings of all levels, from rungs and ratings.
    pub const fn all(rungs: [u8; 10], ratings: [u16; 10]) -> [Self; 10] {
        let mut all = [Self { rung: 0, rating: 0 }; 10];
        let mut level = 0;
        while level < 10 {
            all[level] = Self { rung: rungs[level], rating: ratings[level] };
            level += 1;
        }
        all
    }
}

/// A position and a legal move in it: the picture that goes with the rules shows the move played.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    pub position: &'static str,
    pub play: &'static str,
}

/// An option of a ruleset.
#[derive(Debug)]
pub struct OptionInfo {
    pub key: &'static str,
    pub kind: OptionKind,
}

/// What an option may be set to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `off` or a number between these.
    Limit { least: u32, most: u32 },
}

/// A named ruleset.
#[derive(Debug)]
pub struct Preset {
    pub name: &'static str,
    pub size: Shape,
    /// A value for every option, in the order of [`Info::options`].
    pub values: &'static [&'static str],
    /// How strong the engine's levels are under it, where that was measured; otherwise they're taken to be as strong as
    /// under the default preset.
    pub ratings: Option<&'static [u16; 10]>,
}
