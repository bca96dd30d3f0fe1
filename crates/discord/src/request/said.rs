//! The words of a request, sorted by subject.

use super::clock::SpokenClock;
use super::game_names;
use super::switches::read_switch;
use super::words::{
    LEVEL, LEVELS, bare_level, is_engine, is_vague_level, level_word, mentioned, named_level, push_new, read_level,
    read_rated, refuse_level, tokens,
};
use crate::errors::shorten;
use games::board::Shape;
use games::{Fact, GAMES, Info, Refusal, Ruleset};
use play::{LevelChoice, SideChoice, UserId};

/// Words that people use and that mean nothing here.
const FILLERS: [&str; 30] = [
    "a", "an", "the", "at", "as", "with", "on", "of", "in", "for", "please", "against", "vs", "versus", "and", "me",
    "you", "game", "match", "side", "rules", "preset", "strength", "mode", "opponent", "some", "its", "own", "+", "/",
];

/// The words of a request, sorted.
#[derive(Default)]
pub(super) struct RequestWords {
    /// Whether the opponent is to be the engine.
    is_for_play: bool,
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

impl RequestWords {
    /// Sorts the words of a request. Refuses a level without a number, and an unknown person; unknown words are left to
    /// whoever reads the rules.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        Self::default().hear_all(text)
    }

    /// The same for a match against the engine, where “hard” is a level. Elsewhere it is about a clock.
    pub fn read_for_play(text: &str) -> Result<Self, Refusal> {
        Self { is_for_play: true, ..Self::default() }.hear_all(text)
    }

    fn hear_all(mut self, text: &str) -> Result<Self, Refusal> {
        let words = tokens(text);
        let lower: Vec<String> = words.iter().map(|it| it.to_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        let mut at = 0;
        while at < words.len() {
            at += self.hear(&words[at], &lower[at..])?;
        }
        Ok(self)
    }

    /// Takes the words at the beginning that belong together, of which the first one was typed like that. Returns how many
    /// they are.
    fn hear(&mut self, typed: &str, words: &[&str]) -> Result<usize, Refusal> {
        let word = words[0];
        if let Some(user) = mentioned(typed) {
            push_new(&mut self.opponents, user);
        } else if typed.starts_with('@') {
            return Err(Refusal::new("unknown-user").with("name", shorten(typed)));
        } else if let Some((info, count)) = game_names::whole(words) {
            self.add_game(info);
            return Ok(count);
        } else if word == LEVEL {
            let missing = || Refusal::new("level-missing").with("most", i64::from(LEVELS));
            push_new(&mut self.levels, read_level(words.get(1).ok_or_else(missing)?)?);
            return Ok(2);
        } else if let Some(level) = named_level(word).filter(|_| word != "hard" || self.is_level(words)) {
            push_new(&mut self.levels, level);
        } else if let Some(count) = self.clock.hear(words) {
            return Ok(count);
        } else if let Some(level) = bare_level(word) {
            push_new(&mut self.levels, read_level(level)?);
        } else if let Some((hints, count)) = read_switch(words, &["hints", "hint"]) {
            push_new(&mut self.hints, hints);
            return Ok(count);
        } else if let Some((thread, count)) = read_switch(words, &["thread", "threads"]) {
            push_new(&mut self.threads, thread);
            return Ok(count);
        } else if let Some((rated, count)) = read_rated(words) {
            push_new(&mut self.rated, rated);
            return Ok(count);
        } else if let Some((option, count)) = option_switch(words) {
            self.others.push(option);
            return Ok(count);
        } else if is_engine(word) {
            self.names_engine = true;
        } else if is_vague_level(word) {
            return Err(refuse_level(word));
        } else if !FILLERS.contains(&word) {
            self.others.push(word.to_owned());
            self.typed.push(typed.to_owned());
        }
        Ok(1)
    }

    /// Whether the word “hard” at the beginning is a level.
    fn is_level(&self, words: &[&str]) -> bool {
        self.is_for_play && words.get(1) != Some(&"clock")
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
        if let Some((what, values)) = self.clock.contradiction() {
            return Err(contradiction(what, values, self.understood()));
        }
        if self.hints.len() > 1 {
            return Err(both_ways("hints", self.understood()));
        }
        if self.threads.len() > 1 {
            return Err(both_ways("thread", self.understood()));
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

    /// Whether anything was said that can't be usual for all matches.
    pub fn is_about_one_match(&self) -> bool {
        let persons = self.names_engine || !self.opponents.is_empty();
        persons || [&self.rated, &self.hints].iter().any(|it| !it.is_empty()) || !self.levels.is_empty()
    }

    /// What is clear, in words.
    pub fn understood(&self) -> Vec<String> {
        let mut clear = Vec::new();
        if let [info] = self.games.as_slice() {
            clear.push(info.name.to_owned());
        }
        if let [level] = self.levels.as_slice() {
            clear.push(format!("`level {}`", level_word(*level)));
        }
        if let [rated] = self.rated.as_slice() {
            clear.push(if *rated { "`rated`" } else { "`casual`" }.to_owned());
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

/// The refusal of a switch that was turned both on and off.
pub(crate) fn both_ways(name: &str, understood: Vec<String>) -> Refusal {
    contradiction("switch", vec![format!("`{name}`"), format!("`no {name}`")], understood)
}

/// An option of a game that is turned on or off at the beginning of the words, in the form of rules, and how many words
/// that takes.
fn option_switch(words: &[&str]) -> Option<(String, usize)> {
    GAMES.iter().flat_map(|it| it.info().options).find_map(|option| {
        let (is_on, count) = read_switch(words, &[option.key])?;
        let is_alone = count == 1 && !words[0].contains('=');
        // Many options have a name that is an everyday word.
        let is_meant = if is_on { option.names("on") } else { !is_alone };
        let is_preset = is_alone && game_names::by_preset(option.key).is_some();
        let state = if is_on { "on" } else { "off" };
        (is_meant && !is_preset).then(|| (format!("{}={state}", option.key), count))
    })
}

/// How many of the contradicting values are listed.
const MAX_VALUES: usize = 4;

/// The refusal if something was said in contradicting ways. `what` is its name in a sentence; everything else that was
/// understood is repeated, so that it is not lost.
pub(crate) fn contradiction(what: &str, mut values: Vec<String>, understood: Vec<String>) -> Refusal {
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
