//! Single words: what they mean, and how they are split.

use super::switches::{self, read_switch};
use crate::errors::shorten;
use games::Refusal;
use play::durations::number_in_words;
use play::{LevelChoice, UserId};
use texts::{Locale, say};

/// How many levels the engine has.
pub(crate) const LEVELS: u8 = 10;

/// Words that people use and that mean nothing here.
pub(super) const FILLERS: [&str; 31] = [
    "a", "an", "the", "at", "as", "with", "on", "of", "in", "for", "please", "against", "vs", "versus", "and", "me",
    "you", "both", "game", "match", "side", "rules", "preset", "strength", "mode", "opponent", "some", "its", "own",
    "+", "/",
];

/// Reads the words of a text in their order. `take` gets the next one as it was typed, and all from there on in lower case;
/// it returns how many of them belong together.
pub(super) fn read_words(
    text: &str,
    mut take: impl FnMut(&str, &[&str]) -> Result<usize, Refusal>,
) -> Result<(), Refusal> {
    let words = tokens(text);
    let lower: Vec<String> = words.iter().map(|it| it.to_lowercase()).collect();
    let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
    let mut at = 0;
    while at < words.len() {
        at += take(&words[at], &lower[at..])?;
    }
    Ok(())
}

/// The words of a text as they were typed, without labels such as `game:` and what else is only for the eye.
fn tokens(text: &str) -> Vec<String> {
    // What we print about a clock explains itself in brackets.
    text.replace(&say("clock-soft-means", &[]).in_locale(Locale::English), " ")
        .split_whitespace()
        .flat_map(parts)
        .collect()
}

/// Splits a word into its parts: labels are removed, and combined words are separated.
fn parts(word: &str) -> Vec<String> {
    let word = word.trim_matches([',', ';', '.', '!', '?', '(', ')', '`', '*', '“', '”', '"']);
    let lower = word.to_lowercase();
    if word.contains(SIGNS) && word.starts_with(|it: char| it.is_ascii_digit() || SIGNS.contains(&it)) {
        return times_and_signs(word);
    }
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
        "clock" | "time" => [vec!["clock=".to_owned()], parts(value)].concat(),
        "cap" => [vec!["cap=".to_owned()], parts(value)].concat(),
        key if key == "size" || switches::is_name(key) => vec![format!("{key}={value}")],
        // A game with its preset: `loa:mso`.
        _ if word.contains(':') => not_empty(&[label, value]),
        _ => vec![word.to_owned()],
    }
}

/// The signs between the times of a clock, as in `3d+12h`, `15|10` and `1d/move`.
const SIGNS: [char; 3] = ['+', '|', '/'];

fn times_and_signs(word: &str) -> Vec<String> {
    let apart = word.replace(['+', '|'], " + ").replace('/', " / ");
    apart.split_whitespace().map(str::to_owned).collect()
}

fn not_empty(words: &[&str]) -> Vec<String> {
    words.iter().filter(|it| !it.is_empty()).map(|it| (*it).to_owned()).collect()
}

/// Adds what is not among them yet.
pub(crate) fn push_new<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// The level in a word such as `level=3`, `lvl3` or `level`, where it is empty.
fn glued_level(lower: &str) -> Option<&str> {
    let rest = ["level", "lvl", "lv"].into_iter().find_map(|it| lower.strip_prefix(it))?;
    let level = rest.trim_start_matches([':', '=', '-', '.', '#', ' ']);
    let is_level = level.len() < rest.len() || level.is_empty() || bare_level(level).is_some();
    is_level.then_some(level)
}

/// Whether the words at the beginning say that the match counts for the ratings, and how many they are.
pub(super) fn read_rated(words: &[&str]) -> Option<(bool, usize)> {
    let casual = || read_switch(words, &["casual", "unrated", "friendly"]).map(|it| (!it.0, it.1));
    read_switch(words, &["rated", "ranked"]).or_else(casual)
}

/// Reads the answer to the question whether a match is rated: `yes`, `casual`, or `not rated`.
pub(crate) fn read_rated_answer(text: &str) -> Result<bool, Refusal> {
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let state = if let [word] = words[..] { switches::read_state(word) } else { None };
    let whole = || read_rated(&words).filter(|it| it.1 == words.len()).map(|it| it.0);
    state.or_else(whole).ok_or_else(|| Refusal::new("bad-rated").with("text", text))
}

/// A word that can only mean a level: a number, or the word for the player's own strength.
pub(super) fn bare_level(word: &str) -> Option<&str> {
    (word == AUTO || word.bytes().all(|it| it.is_ascii_digit())).then_some(word)
}

/// The word that stands before a level.
pub(super) const LEVEL: &str = "level";

/// The word for a level as strong as the player.
pub(crate) const AUTO: &str = "auto";

/// The levels that have a name.
pub(crate) const NAMED_LEVELS: [(&str, u8); 4] = [("easy", 1), ("medium", 3), ("hard", 6), ("master", LEVELS)];

/// The level of that name.
pub(super) fn named_level(word: &str) -> Option<LevelChoice> {
    NAMED_LEVELS.iter().find(|it| it.0 == word).map(|it| LevelChoice::Of(it.1))
}

/// Reads a level of the engine: `3`, `level 3`, `seven`, `hard`, or `auto`.
pub(super) fn read_level(text: &str) -> Result<LevelChoice, Refusal> {
    let text = text.trim().to_lowercase();
    let text = glued_level(&text).unwrap_or(&text);
    if text.is_empty() {
        return Err(Refusal::new("level-missing").with("most", i64::from(LEVELS)));
    }
    if text == AUTO {
        return Ok(LevelChoice::Auto);
    }
    let number = text.parse().ok().or_else(|| number_in_words(text)).filter(|it| (1..=LEVELS).contains(it));
    number.map(LevelChoice::Of).or_else(|| named_level(text)).ok_or_else(|| refuse_level(text))
}

/// The refusal of a word as a level.
pub(super) fn refuse_level(word: &str) -> Refusal {
    Refusal::new("bad-level").with("level", shorten(word)).with("most", i64::from(LEVELS))
}

/// Whether a word says how strong an opponent is, but not exactly enough.
pub(super) fn is_vague_level(word: &str) -> bool {
    ["beginner", "expert", "strong", "weak", "strongest", "weakest"].contains(&word)
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
pub(crate) fn mentioned(word: &str) -> Option<UserId> {
    let id = word.strip_prefix("<@")?.strip_suffix('>')?;
    id.strip_prefix('!').unwrap_or(id).parse().ok().filter(|it| *it != 0).map(UserId)
}

/// Reads the mention of a person that is all that somebody has written.
pub(crate) fn read_person(text: &str) -> Result<UserId, Refusal> {
    mentioned(text.trim()).ok_or_else(|| Refusal::new("unknown-user").with("name", shorten(text)))
}
