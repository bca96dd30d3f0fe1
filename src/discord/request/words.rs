//! Single words: what they mean, and how they are split.

use crate::discord::errors::shorten;
use crate::play::{LevelChoice, UserId};
use games::{GAMES, Refusal};

/// How many levels the engine has.
pub(in crate::discord) const LEVELS: u8 = 10;

/// Splits a word into its parts: labels such as `game:` are removed, and combined words are separated.
pub(super) fn parts(word: &str) -> Vec<String> {
    let word = word.trim_matches([',', ';', '.', '!', '?']);
    let lower = word.to_lowercase();
    if !word.contains(char::is_alphanumeric) {
        return Vec::new();
    }
    if mentioned(word).is_some() {
        return vec![word.to_owned()];
    }
    if let Some(level) = glued_level(&lower) {
        return not_empty(&[LEVEL, level]);
    }
    let Some((label, value)) = word.split_once([':', '=']) else { return vec![word.to_owned()] };
    match label.to_lowercase().as_str() {
        "game" | "rules" | "preset" | "side" | "opponent" => not_empty(&[value]),
        "rated" if ["no", "false", "off"].contains(&value.to_lowercase().as_str()) => vec!["casual".to_owned()],
        "rated" => vec!["rated".to_owned()],
        key @ ("clock" | "cap" | "weekends" | "hints" | "thread" | "threads") => {
            vec![format!("{key}={}", value.to_lowercase())]
        }
        key if is_option(key) => vec![format!("{key}={value}")],
        // A game with its preset: `loa:mso`.
        _ if word.contains(':') => not_empty(&[label, value]),
        _ => vec![word.to_owned()],
    }
}

fn not_empty(words: &[&str]) -> Vec<String> {
    words.iter().filter(|it| !it.is_empty()).map(|it| (*it).to_owned()).collect()
}

/// Whether any game has an option with that key.
fn is_option(key: &str) -> bool {
    key == "size" || GAMES.iter().any(|it| it.info().options.iter().any(|option| option.key == key))
}

/// The level in a word such as `level=3`, `lvl3` or `level`, where it is empty.
fn glued_level(lower: &str) -> Option<&str> {
    let rest = ["level", "lvl", "lv"].into_iter().find_map(|it| lower.strip_prefix(it))?;
    let level = rest.trim_start_matches([':', '=', '-', '.', '#']);
    let is_level = level.len() < rest.len() || level.is_empty() || bare_level(level).is_some();
    is_level.then_some(level)
}

pub(super) fn read_rated(word: &str) -> Option<bool> {
    match word {
        "rated" | "ranked" => Some(true),
        "casual" | "unrated" | "friendly" => Some(false),
        _ => None,
    }
}

/// Reads a switch with one of these names at the beginning of the words: whether it is on, and how many words it takes.
pub(in crate::discord) fn read_switch(words: &[&str], names: [&str; 2]) -> Option<(bool, usize)> {
    let first = words.first()?.to_lowercase();
    let second = words.get(1).map(|it| it.to_lowercase()).unwrap_or_default();
    if ["no", "without"].contains(&first.as_str()) {
        return names.contains(&second.as_str()).then_some((false, 2));
    }
    let (name, value) = first.split_once('=').unwrap_or((&first, ""));
    if !names.contains(&name) {
        return None;
    }
    match (value, second.as_str()) {
        ("", "on" | "allowed") => Some((true, 2)),
        ("", "off") => Some((false, 2)),
        ("" | "on" | "yes" | "true", _) => Some((true, 1)),
        ("off" | "no" | "none" | "false", _) => Some((false, 1)),
        _ => None,
    }
}

/// A word that can only mean a level: a number, or the word for the player's own strength.
pub(super) fn bare_level(word: &str) -> Option<&str> {
    (word == AUTO || word.bytes().all(|it| it.is_ascii_digit())).then_some(word)
}

/// The word that stands before a level.
pub(super) const LEVEL: &str = "level";

/// The word for a level as strong as the player.
pub(in crate::discord) const AUTO: &str = "auto";

/// The levels in words.
const NUMBERS: [&str; LEVELS as usize] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A level of the engine.
pub(super) fn read_level(text: &str) -> Result<LevelChoice, Refusal> {
    if text == AUTO {
        return Ok(LevelChoice::Auto);
    }
    let in_words = NUMBERS.iter().position(|it| *it == text).map(|it| it as u8 + 1);
    let level = text.parse().ok().or(in_words).filter(|it| (1..=LEVELS).contains(it)).map(LevelChoice::Of);
    level.ok_or_else(|| refuse_level(text))
}

/// The refusal of a word as a level.
pub(super) fn refuse_level(word: &str) -> Refusal {
    Refusal::new("bad-level").with("level", shorten(word)).with("most", i64::from(LEVELS))
}

/// Whether a word says how strong an opponent is, but not exactly enough.
pub(super) fn is_vague_level(word: &str) -> bool {
    ["easy", "medium", "beginner", "expert", "strong", "weak", "strongest", "weakest"].contains(&word)
}

/// Whether a word means the engine as an opponent.
pub(super) fn is_engine(word: &str) -> bool {
    ["bot", "computer", "engine", "parlor", "ai"].contains(&word)
}

pub(super) fn level_word(level: LevelChoice) -> String {
    match level {
        LevelChoice::Of(level) => level.to_string(),
        LevelChoice::Auto => AUTO.to_owned(),
    }
}

/// The user of a mention, `<@123>` or `<@!123>`.
pub(in crate::discord) fn mentioned(word: &str) -> Option<UserId> {
    let id = word.strip_prefix("<@")?.strip_suffix('>')?;
    id.strip_prefix('!').unwrap_or(id).parse().ok().filter(|it| *it != 0).map(UserId)
}
