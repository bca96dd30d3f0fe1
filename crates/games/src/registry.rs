//! The registry: it makes a module, an entry of the list and a way to the type of each game that is named to it.

use std::collections::HashMap;
use std::sync::{LazyLock, OnceLock};

use crate::GAMES;
use crate::game::{
    AnyGame, AnyPosition, Info, Lesson, PositionError, Puzzle, Reason, Ruleset, Scene, Solve, read_puzzles,
};

/// Makes the modules, the list, [`visit`](crate::visit) and [`folder`](crate::folder) from one line per game, in the order of the menus, so that a
/// new game is added in one place.
macro_rules! registry {
    ($($module:ident::$game:ident,)*) => {
        $(pub mod $module;)*

        /// All games, in the order of the menus.
        pub static GAMES: &[&dyn AnyGame] = &[$(&RegistryEntry::<$module::$game>::NEW),*];

        /// Calls `visitor` with the type of the game of that key.
        ///
        /// # Panics
        /// If there is none: keys come from [`Info::key`].
        pub fn visit<V: Visitor>(key: &str, visitor: V) -> V::Output {
            $(if key == <$module::$game as Game>::INFO.key {
                return visitor.visit::<$module::$game>();
            })*
            panic!("no game is called {key}")
        }

        /// The folder of the game of that key, beside this file: its code, its texts and the facts by which it is tested.
        pub fn folder(key: &str) -> Option<&'static str> {
            $(if key == <$module::$game as Game>::INFO.key {
                return Some(stringify!($module));
            })*
            None
        }
    };
}

/// Something that is done with a statically typed game: how the search is reached from plain data.
pub trait Visitor {
    type Output;
    fn visit<G: Solve>(self) -> Self::Output;
}

/// The game that people call by `name`: its key, its name or an alias, in any case.
pub fn find(name: &str) -> Option<&'static dyn AnyGame> {
    let name = name.trim().to_lowercase();
    let answers =
        |info: &Info| info.key == name || info.name.to_lowercase() == name || info.aliases.contains(&name.as_str());
    GAMES.iter().copied().find(|it| answers(it.info()))
}

/// Opens the start of a ruleset, or a position given as text.
pub fn open(ruleset: &Ruleset, position: Option<&str>) -> Result<Box<dyn AnyPosition>, PositionError> {
    let found = GAMES.iter().find(|it| it.info().key == ruleset.info.key);
    found.unwrap_or_else(|| panic!("no game is called {}", ruleset.info.key)).open(ruleset, position)
}

/// The picture that goes with the rules of a game: its example's position with the move played.
///
/// # Panics
/// If the game's own example is wrong; a test tries them all.
pub fn example(info: &'static Info) -> Scene {
    let mut position = open(&Ruleset::default_of(info), Some(info.example.position)).expect("an example is a position");
    let mv = position.read(info.example.play).expect("an example is a move");
    position.play(mv).expect("an example is legal");
    position.scene()
}

/// The position of a lesson of a game.
///
/// # Errors
/// It is none of the game's; a test tries them all.
pub fn open_lesson(info: &'static Info, lesson: &Lesson) -> Result<Box<dyn AnyPosition>, PositionError> {
    let ruleset = Ruleset::parse(info, lesson.rules).unwrap_or_else(|_| Ruleset::default_of(info));
    open(&ruleset, Some(lesson.position))
}

/// The puzzles of a game, the easiest first.
///
/// # Panics
/// If its table can't be read; a test reads them all.
pub fn puzzles(info: &'static Info) -> &'static [Puzzle] {
    static TABLES: LazyLock<HashMap<&str, OnceLock<Vec<Puzzle>>>> =
        LazyLock::new(|| GAMES.iter().map(|it| (it.info().key, OnceLock::new())).collect());
    let read = || read_puzzles(info).expect("a table of puzzles");
    TABLES.get(info.key).map_or(&[], |it| it.get_or_init(read))
}

/// Reads a ruleset as it is written in full, `loa:mso limit=60`.
pub fn read_ruleset(text: &str) -> Option<Ruleset> {
    let key = text.split([':', ' ']).next()?;
    Ruleset::parse(find(key)?.info(), text).ok()
}

/// The reasons for which games end: the common ones, and each game's own.
pub fn reasons() -> impl Iterator<Item = Reason> {
    Reason::COMMON.into_iter().chain(GAMES.iter().flat_map(|it| it.info().reasons).copied())
}

/// The reason of those words for which some game may end.
pub fn read_reason(words: &str) -> Option<Reason> {
    reasons().find(|it| it.as_str() == words)
}

/// The keys of all games, as a list for sentences.
pub fn keys() -> String {
    let keys: Vec<&str> = GAMES.iter().map(|it| it.info().key).collect();
    keys.join(", ")
}
