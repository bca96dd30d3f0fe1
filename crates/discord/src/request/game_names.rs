//! Finds the game that people mean by its full name, part of it, or a misspelling.

use super::spelling::nearest;
use games::{GAMES, Info};

/// The longest name, in words.
const MAX_WORDS: usize = 4;

/// The shortest part of a name that counts, in letters.
const MIN_HALF_CHARS: usize = 3;

/// The game whose full name is at the beginning of these words, in any case and with or without spaces, and how many
/// words that takes.
pub(super) fn whole(words: &[&str]) -> Option<(&'static Info, usize)> {
    let longest_first = (1..=words.len().min(MAX_WORDS)).rev();
    longest_first.into_iter().find_map(|count| Some((called(&words[..count].concat())?, count)))
}

/// The game that has exactly this name.
fn called(name: &str) -> Option<&'static Info> {
    let name = letters(name);
    infos().find(|it| !name.is_empty() && names(it).any(|known| letters(known) == name))
}

/// The only game with a name, or a word in a name, that begins like that.
pub(super) fn half(word: &str) -> Option<&'static Info> {
    let word = letters(word);
    let begins = |info: &Info| {
        let parts = names(info).flat_map(|it| std::iter::once(it).chain(it.split([' ', '-'])));
        parts.map(letters).any(|it| it.starts_with(&word))
    };
    let mut fitting = infos().filter(|it| begins(it));
    let found = fitting.next().filter(|_| word.chars().count() >= MIN_HALF_CHARS)?;
    fitting.next().is_none().then_some(found)
}

/// The game with a name that is similar to that.
pub(super) fn misspelled(word: &str) -> Option<&'static Info> {
    let found = nearest(word, infos().flat_map(names))?;
    infos().find(|it| names(it).any(|known| known == found))
}

/// The only game that has a preset of that name.
pub(super) fn by_preset(word: &str) -> Option<&'static Info> {
    let mut having = infos().filter(|it| it.presets.iter().any(|preset| preset.name.eq_ignore_ascii_case(word)));
    let found = having.next()?;
    having.next().is_none().then_some(found)
}

/// The names of games that are commands, in lower case: the key, the name, and how it begins.
pub(crate) fn command_names() -> Vec<String> {
    let of = |info: &'static Info| {
        let begins = info.name.split(' ').next().unwrap_or_default();
        [letters(info.key), letters(info.name), letters(begins)]
    };
    let mut names: Vec<String> = infos().flat_map(of).collect();
    names.sort();
    names.dedup();
    names
}

fn infos() -> impl Iterator<Item = &'static Info> {
    GAMES.iter().map(|it| it.info())
}

/// All names of a game.
fn names(info: &Info) -> impl Iterator<Item = &'static str> + use<> {
    [info.key, info.name].into_iter().chain(info.aliases.iter().copied())
}

/// A name reduced to its letters, because people leave out or add spaces and marks.
fn letters(name: &str) -> String {
    name.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(info: Option<&'static Info>) -> Option<&'static str> {
        info.map(|it| it.key)
    }

    #[test]
    fn every_game_is_found_by_its_whole_name_however_it_is_written() {
        for info in infos() {
            for name in names(info) {
                for spelled in [name.to_owned(), name.to_uppercase(), name.replace(' ', "-"), name.replace(' ', "")] {
                    let words: Vec<&str> = spelled.split_whitespace().chain(["3"]).collect();
                    let (found, count) = whole(&words).unwrap_or_else(|| panic!("{spelled}"));
                    assert_eq!((found.key, count), (info.key, words.len() - 1), "{spelled}");
                }
            }
        }
        assert!(whole(&["chess"]).is_none() && whole(&[]).is_none() && whole(&["-"]).is_none());
    }

    #[test]
    fn every_game_is_a_command_by_its_names() {
        let names = command_names();
        assert!(infos().all(|it| names.contains(&it.key.to_owned())), "{names:?}");
        assert!(names.contains(&"linesofaction".to_owned()) && names.contains(&"lines".to_owned()), "{names:?}");
        for name in names {
            assert!(called(&name).is_some(), "{name}");
        }
    }

    #[test]
    fn half_a_name_is_enough_where_it_fits_one_game() {
        for (word, meant) in [
            ("knight", Some("knightthrough")),
            ("action", Some("loa")),
            ("Dom", Some("domineering")),
            ("lo", None),
            ("chess", None),
            ("", None),
        ] {
            assert_eq!(key(half(word)), meant, "{word}");
        }
        for (word, meant) in [("lao", Some("loa")), ("clober", Some("clobber")), ("chess", None), ("go", None)] {
            assert_eq!(key(misspelled(word)), meant, "{word}");
        }
    }

    #[test]
    fn a_preset_of_one_game_names_it() {
        for info in infos() {
            for preset in info.presets {
                let is_own = infos().filter(|it| it.presets.iter().any(|one| one.name == preset.name)).count() == 1;
                assert_eq!(key(by_preset(preset.name)), is_own.then_some(info.key), "{}", preset.name);
            }
        }
        assert_eq!(key(by_preset("nonsense")), None);
    }
}
