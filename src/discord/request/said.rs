//! The words of a request, sorted by subject.

use super::clock::SpokenClock;
use super::game_names;
use super::words::{
    LEVEL, LEVELS, bare_level, is_engine, is_vague_level, level_word, mentioned, parts, read_level, read_rated,
    read_switch, refuse_level,
};
use crate::discord::errors::shorten;
use crate::i18n::say;
use crate::play::{LevelChoice, SideChoice, UserId};
use games::board::Shape;
use games::{Fact, GAMES, Info, Refusal, Ruleset};

/// Words that people use and that mean nothing here.
const FILLERS: [&str; 25] = [
    "a", "an", "the", "at", "as", "with", "on", "of", "in", "for", "please", "against", "vs", "versus", "and", "me",
    "you", "game", "match", "side", "rules", "preset", "strength", "opponent", "some",
];

/// The words of a request, sorted.
#[derive(Default)]
pub(super) struct Said {
    pub games: Vec<&'static Info>,
    pub opponents: Vec<UserId>,
    pub names_engine: bool,
    pub levels: Vec<LevelChoice>,
    pub rated: Vec<bool>,
    pub clock: SpokenClock,
    pub hints: Vec<bool>,
    pub threads: Vec<bool>,
    /// The words for sides, once the game is known.
    pub sides: Vec<String>,
    /// Words for sides and rules, and unknown words, in lower case.
    pub others: Vec<String>,
    /// The same as they were typed.
    typed: Vec<String>,
}

impl Said {
    /// Sorts the words of a request. Refuses a level without a number, and an unknown person; unknown words are left to
    /// whoever reads the rules.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let mut said = Self::default();
        let words: Vec<String> = text.split_whitespace().flat_map(parts).collect();
        let mut rest: &[String] = &words;
        while let [word, after @ ..] = rest {
            let ahead: Vec<&str> = rest.iter().map(String::as_str).collect();
            rest = after;
            let lower = word.to_lowercase();
            if let Some(user) = mentioned(word) {
                push_new(&mut said.opponents, user);
            } else if word.starts_with('@') {
                return Err(Refusal::new("unknown-user").with("name", shorten(word)));
            } else if let Some((info, count)) = game_names::whole(&ahead) {
                said.add_game(info);
                rest = &after[count - 1..];
            } else if lower == LEVEL {
                let (level, beyond) =
                    rest.split_first().ok_or_else(|| Refusal::new("level-missing").with("most", i64::from(LEVELS)))?;
                push_new(&mut said.levels, read_level(&level.to_lowercase())?);
                rest = beyond;
            } else if let Some(level) = bare_level(&lower) {
                push_new(&mut said.levels, read_level(level)?);
            } else if let Some(count) = said.clock.hear(&ahead) {
                rest = &after[count - 1..];
            } else if let Some((hints, count)) = read_switch(&ahead, ["hints", "hint"]) {
                push_new(&mut said.hints, hints);
                rest = &after[count - 1..];
            } else if let Some((thread, count)) = read_switch(&ahead, ["thread", "threads"]) {
                push_new(&mut said.threads, thread);
                rest = &after[count - 1..];
            } else if let Some(rated) = read_rated(&lower) {
                push_new(&mut said.rated, rated);
            } else if is_engine(&lower) {
                said.names_engine = true;
            } else if is_vague_level(&lower) {
                return Err(refuse_level(&lower));
            } else if !FILLERS.contains(&lower.as_str()) {
                said.others.push(lower);
                said.typed.push(word.clone());
            }
        }
        Ok(said)
    }

    /// A word of [`Self::others`] as it was typed.
    pub fn as_typed<'a>(&'a self, word: &'a str) -> &'a str {
        self.typed.iter().find(|it| it.to_lowercase() == word).map_or(word, String::as_str)
    }

    fn add_game(&mut self, info: &'static Info) {
        if self.games.iter().all(|it| it.key != info.key) {
            self.games.push(info);
        }
    }

    /// The game that was named: by its full name, by part of it, or by a preset that only one game has.
    pub fn game(&mut self) -> Result<Option<&'static Info>, Refusal> {
        for word in std::mem::take(&mut self.others) {
            match game_names::half(&word).filter(|_| !belongs_to_some_game(&word)) {
                Some(info) => self.add_game(info),
                None => self.others.push(word),
            }
        }
        if self.games.is_empty() {
            // A size fits every game, even if one game has a preset with that name.
            let words = self.others.iter().filter(|it| it.parse::<Shape>().is_err());
            let by_preset: Vec<&Info> = words.filter_map(|it| game_names::by_preset(it)).collect();
            by_preset.into_iter().for_each(|it| self.add_game(it));
        }
        match self.games.as_slice() {
            [] => Ok(None),
            [info] => Ok(Some(*info)),
            several => {
                let names = several.iter().map(|it| it.name.to_owned()).collect();
                Err(contradiction("game", names, self.understood()))
            }
        }
    }

    /// The side that was named, under a ruleset.
    pub fn side(&self, ruleset: &Ruleset) -> Result<SideChoice, Refusal> {
        let mut chosen: Vec<(SideChoice, &String)> = Vec::new();
        for word in &self.sides {
            if let Some(side) = SideChoice::read(word, ruleset)
                && chosen.iter().all(|it| it.0 != side)
            {
                chosen.push((side, word));
            }
        }
        match chosen.as_slice() {
            [] => Ok(SideChoice::Random),
            [(side, _)] => Ok(*side),
            _ => {
                let names = chosen.iter().map(|it| format!("`{}`", it.1)).collect();
                Err(contradiction("side", names, self.understood()))
            }
        }
    }

    /// Refuses contradictions: the same thing said in different ways.
    pub fn only_one_of_each(&self, info: &Info, rules: &[String]) -> Result<(), Refusal> {
        if self.levels.len() > 1 {
            let levels = self.levels.iter().copied().map(level_word).collect();
            return Err(contradiction("level", levels, self.understood()));
        }
        if self.rated.len() > 1 {
            return Err(contradiction("rated", Vec::new(), self.understood()));
        }
        if let Some(clocks) = self.clock.contradiction() {
            return Err(contradiction("clock", clocks, self.understood()));
        }
        if self.hints.len() > 1 {
            return Err(contradiction("hints", vec!["`hints`".to_owned(), "`no hints`".to_owned()], self.understood()));
        }
        if self.threads.len() > 1 {
            let both = vec!["`thread`".to_owned(), "`no thread`".to_owned()];
            return Err(contradiction("thread", both, self.understood()));
        }
        let mut values: Vec<(&str, &str)> = Vec::new();
        for word in rules {
            let (key, value) = match word.split_once('=') {
                Some(pair) => pair,
                None if word.parse::<Shape>().is_ok() => ("size", word.as_str()),
                None if info.presets.iter().any(|it| it.name == word) => ("preset", word.as_str()),
                None => continue,
            };
            if let Some((_, other)) = values.iter().find(|it| it.0 == key && it.1 != value) {
                let both = [*other, value].map(|it| format!("`{}`", shorten(it))).to_vec();
                return Err(contradiction(&shorten(key), both, self.understood()));
            }
            values.push((key, value));
        }
        Ok(())
    }

    /// What is clear, in words.
    pub fn understood(&self) -> Vec<String> {
        let mut clear = Vec::new();
        if let [info] = self.games.as_slice() {
            clear.push(info.name.to_owned());
        }
        if let [level] = self.levels.as_slice() {
            clear.push(say("understood-level", &[("level", level_word(*level).into())]));
        }
        if let [rated] = self.rated.as_slice() {
            clear.push(say(if *rated { "understood-rated" } else { "understood-casual" }, &[]));
        }
        let quoted = |word: &str| format!("`{}`", shorten(word));
        if let [side] = self.sides.as_slice() {
            clear.push(quoted(side));
        }
        clear.extend(self.clock.words().as_deref().map(quoted));
        if let [hints] = self.hints.as_slice() {
            clear.push(quoted(if *hints { "hints" } else { "no hints" }));
        }
        if let [thread] = self.threads.as_slice() {
            clear.push(quoted(if *thread { "thread" } else { "no thread" }));
        }
        clear
    }
}

fn push_new<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// How many of the contradicting values are listed.
const MAX_VALUES: usize = 4;

/// The refusal if something was said in contradicting ways. `what` is its name in a sentence; everything else that was
/// understood is repeated, so that it is not lost.
pub(super) fn contradiction(what: &str, mut values: Vec<String>, understood: Vec<String>) -> Refusal {
    if values.len() > MAX_VALUES {
        values.truncate(MAX_VALUES);
        values.push("…".to_owned());
    }
    let clear = if understood.is_empty() { "no" } else { "yes" };
    Refusal::new("contradiction")
        .with("what", what)
        .with("values", Fact::all_of(values))
        .with("clear", clear)
        .with("understood", Fact::all_of(understood))
}

/// Whether a word means something about the rules or the side in any game.
fn belongs_to_some_game(word: &str) -> bool {
    let is_of = |info: &'static Info| {
        info.presets.iter().any(|it| it.name == word) || SideChoice::read(word, &Ruleset::default_of(info)).is_some()
    };
    word.contains('=') || word.parse::<Shape>().is_ok() || GAMES.iter().any(|it| is_of(it.info()))
}
