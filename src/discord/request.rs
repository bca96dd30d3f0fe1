//! The words by which people say what they want to play: `loa mso limit=60 white casual`, in any order, and much as they
//! would say it to a person.

use super::errors::{refuse_ruleset, shorten};
use super::game_names;
use super::near::nearest;
use super::spoken_clock::SpokenClock;
use crate::i18n::say;
use crate::play::{Agreement, LevelChoice, OwnThread, ServerSettings, SideChoice, Terms, UserId};
use games::board::Shape;
use games::{Fact, GAMES, Info, Refusal, Ruleset, RulesetError};

/// What somebody asks for.
pub struct Request {
    /// Who was named, in a prefix command.
    opponents: Vec<UserId>,
    pub level: LevelChoice,
    pub terms: Terms,
    /// What was said of a clock.
    clock: SpokenClock,
    /// What was said without contradiction, for sentences.
    understood: Vec<String>,
}

/// How many levels the engine has.
pub(super) const LEVELS: u8 = 10;

/// Reads words; what is not said has a default, and the game is the first of the menus.
pub fn read(words: &str) -> Result<Request, Refusal> {
    read_in(words, &ServerSettings::default())
}

/// Reads words where some things are usual that need not be said.
pub(super) fn read_in(words: &str, usual: &ServerSettings) -> Result<Request, Refusal> {
    let mut said = Said::read(words)?;
    let named = said.game()?;
    let usual_game = usual.game.as_deref().and_then(games::find).unwrap_or(GAMES[0]);
    let info = named.unwrap_or_else(|| usual_game.info());
    let plain = Ruleset::default_of(info);
    let (sides, rules): (Vec<String>, Vec<String>) =
        std::mem::take(&mut said.others).into_iter().partition(|it| SideChoice::read(it, &plain).is_some());
    said.only_one_of_each(info, &rules)?;
    let ruleset = Ruleset::parse(info, &rules.join(" ")).map_err(|error| match error {
        RulesetError::UnknownWord { ref word, .. } => {
            guess(word, named, info).unwrap_or_else(|| match named {
                Some(_) => refuse_ruleset(error.clone()),
                // The presets of a game that nobody has named would only puzzle.
                None => unknown_game(word),
            })
        }
        other => refuse_ruleset(other),
    })?;
    // Which side a name means may depend on the rules.
    let side = said.side(&sides, &ruleset)?;
    let level = *said.levels.first().unwrap_or(&LevelChoice::Of(LevelChoice::USUAL));
    let rated = said.rated.first().copied();
    let understood = said.understood();
    let clock = if said.clock.is_spoken() { said.clock.read()? } else { usual.clock };
    let in_thread = said.threads.first().copied().unwrap_or(usual.threads);
    let thread = in_thread.then_some(OwnThread::Wanted);
    let agreement = Agreement { clock, hints: said.hints.first() == Some(&true), thread };
    let terms = Terms { ruleset, side, rated, agreement, rematch_of: None };
    Ok(Request { opponents: said.opponents, level, terms, clock: said.clock, understood })
}

/// The game that words name, if there are any.
pub(super) fn read_game(words: &str) -> Result<Option<&'static Info>, Refusal> {
    let mut said = Said::read(words)?;
    let named = said.game()?;
    match said.others.first() {
        Some(word) => Err(guess(word, None, GAMES[0].info()).unwrap_or_else(|| unknown_game(word))),
        None => Ok(named),
    }
}

impl Request {
    /// Who is to be the opponent of `asker`, who may be named, too.
    pub(super) fn opponent(&self, asker: UserId) -> Result<Option<UserId>, Refusal> {
        let others: Vec<UserId> = self.opponents.iter().copied().filter(|it| *it != asker).collect();
        match others.as_slice() {
            // Whoever names only oneself is told that this is no opponent.
            [] => Ok(self.opponents.first().copied()),
            [one] => Ok(Some(*one)),
            _ => {
                let names = others.iter().map(|it| it.mention()).collect();
                Err(contradiction("opponent", names, self.understood.clone()))
            }
        }
    }

    /// Whether anything was said of a clock.
    pub(super) fn says_clock(&self) -> bool {
        self.clock.is_spoken()
    }

    /// Whether somebody else than `me` was named as the opponent.
    pub(super) fn names_others_than(&self, me: u64) -> bool {
        self.opponents.iter().any(|it| it.0 != me)
    }
}

/// That a word names no game.
pub(super) fn unknown_game(word: &str) -> Refusal {
    Refusal::new("unknown-game").with("name", shorten(word)).with("games", games::keys())
}

/// What a word may have been meant to be, as a question.
fn guess(word: &str, named: Option<&Info>, info: &Info) -> Option<Refusal> {
    if named.is_none()
        && let Some(meant) = game_names::misspelled(word)
    {
        let refusal = Refusal::new("did-you-mean-game").with("name", shorten(word));
        return Some(refusal.with("game", meant.name).with("key", meant.key));
    }
    let sides = info.sides.map(|it| it.name.to_lowercase());
    let presets = info.presets.iter().map(|it| it.name);
    let options = info.options.iter().map(|it| it.key);
    let known = presets.chain(options).chain(OTHER_WORDS).chain(sides.iter().map(String::as_str));
    let meant = nearest(word, known)?;
    Some(Refusal::new("did-you-mean-word").with("word", shorten(word)).with("meant", meant))
}

/// Words that every game understands.
const OTHER_WORDS: [&str; 9] = ["casual", "rated", "random", "level", "size", "clock", "hints", "thread", AUTO];

/// Words that people say and that mean nothing here.
const FILLERS: [&str; 25] = [
    "a", "an", "the", "at", "as", "with", "on", "of", "in", "for", "please", "against", "vs", "versus", "and", "me",
    "you", "game", "match", "side", "rules", "preset", "strength", "opponent", "some",
];

/// What was said, sorted.
#[derive(Default)]
struct Said {
    games: Vec<&'static Info>,
    opponents: Vec<UserId>,
    levels: Vec<LevelChoice>,
    rated: Vec<bool>,
    clock: SpokenClock,
    hints: Vec<bool>,
    threads: Vec<bool>,
    /// Words of sides and rules, and those that nobody knows.
    others: Vec<String>,
}

impl Said {
    fn read(text: &str) -> Result<Self, Refusal> {
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
                let (level, beyond) = rest.split_first().ok_or_else(|| Refusal::new("level-missing"))?;
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
            } else if !FILLERS.contains(&lower.as_str()) {
                said.others.push(lower);
            }
        }
        Ok(said)
    }

    fn add_game(&mut self, info: &'static Info) {
        if self.games.iter().all(|it| it.key != info.key) {
            self.games.push(info);
        }
    }

    /// The game that was named: by its whole name, by half of it, or by a preset that no other game has.
    fn game(&mut self) -> Result<Option<&'static Info>, Refusal> {
        for word in std::mem::take(&mut self.others) {
            match game_names::half(&word).filter(|_| !belongs_to_some_game(&word)) {
                Some(info) => self.add_game(info),
                None => self.others.push(word),
            }
        }
        if self.games.is_empty() {
            // A size is one of any game, even where a preset is called so.
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

    /// The side that words mean under a ruleset.
    fn side(&self, words: &[String], ruleset: &Ruleset) -> Result<SideChoice, Refusal> {
        let mut chosen: Vec<(SideChoice, &String)> = Vec::new();
        for word in words {
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

    /// Refuses what was said twice in different ways.
    fn only_one_of_each(&self, info: &Info, rules: &[String]) -> Result<(), Refusal> {
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
    fn understood(&self) -> Vec<String> {
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
        clear
    }
}

/// How many of those that cannot all be are told.
const MOST_VALUES: usize = 4;

/// That there can be only one of something; `what` is said in a sentence, and what else was said is not lost.
fn contradiction(what: &str, mut values: Vec<String>, understood: Vec<String>) -> Refusal {
    if values.len() > MOST_VALUES {
        values.truncate(MOST_VALUES);
        values.push("…".to_owned());
    }
    let clear = if understood.is_empty() { "no" } else { "yes" };
    Refusal::new("contradiction")
        .with("what", what)
        .with("values", Fact::all_of(values))
        .with("clear", clear)
        .with("understood", Fact::all_of(understood))
}

fn push_new<T: PartialEq>(all: &mut Vec<T>, one: T) {
    if !all.contains(&one) {
        all.push(one);
    }
}

/// A word as it is taken: labels such as `game:` go, and what is glued together comes apart.
fn parts(word: &str) -> Vec<String> {
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

/// Whether a game has an option of that key.
fn is_option(key: &str) -> bool {
    key == "size" || GAMES.iter().any(|it| it.info().options.iter().any(|option| option.key == key))
}

/// The level of a word such as `level=3`, `lvl3` or `level`, which may be empty.
fn glued_level(lower: &str) -> Option<&str> {
    let rest = ["level", "lvl", "lv"].into_iter().find_map(|it| lower.strip_prefix(it))?;
    let level = rest.trim_start_matches([':', '=', '-', '.', '#']);
    let is_level = level.len() < rest.len() || level.is_empty() || bare_level(level).is_some();
    is_level.then_some(level)
}

/// Whether a word says something about the rules or the side in any game.
fn belongs_to_some_game(word: &str) -> bool {
    let is_of = |info: &'static Info| {
        info.presets.iter().any(|it| it.name == word) || SideChoice::read(word, &Ruleset::default_of(info)).is_some()
    };
    word.contains('=') || word.parse::<Shape>().is_ok() || GAMES.iter().any(|it| is_of(it.info()))
}

fn read_rated(word: &str) -> Option<bool> {
    match word {
        "rated" | "ranked" => Some(true),
        "casual" | "unrated" | "friendly" => Some(false),
        _ => None,
    }
}

/// Whether something called so is on, as the first words say it, and how many they are.
pub(super) fn read_switch(words: &[&str], names: [&str; 2]) -> Option<(bool, usize)> {
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

/// What can only mean a level: a number, or the word for one's own strength.
fn bare_level(word: &str) -> Option<&str> {
    (word == AUTO || word.bytes().all(|it| it.is_ascii_digit())).then_some(word)
}

/// The word that stands before a level.
const LEVEL: &str = "level";

/// The word for a level as strong as the player.
pub(super) const AUTO: &str = "auto";

/// The levels as they are said.
const NUMBERS: [&str; LEVELS as usize] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A level of the engine.
pub(super) fn read_level(text: &str) -> Result<LevelChoice, Refusal> {
    if text == AUTO {
        return Ok(LevelChoice::Auto);
    }
    let in_words = NUMBERS.iter().position(|it| *it == text).map(|it| it as u8 + 1);
    let level = text.parse().ok().or(in_words).filter(|it| (1..=LEVELS).contains(it)).map(LevelChoice::Of);
    level.ok_or_else(|| Refusal::new("bad-level").with("level", shorten(text)).with("most", i64::from(LEVELS)))
}

fn level_word(level: LevelChoice) -> String {
    match level {
        LevelChoice::Of(level) => level.to_string(),
        LevelChoice::Auto => AUTO.to_owned(),
    }
}

/// The user of a mention, `<@123>` or `<@!123>`.
pub(super) fn mentioned(word: &str) -> Option<UserId> {
    let id = word.strip_prefix("<@")?.strip_suffix('>')?;
    id.strip_prefix('!').unwrap_or(id).parse().ok().filter(|it| *it != 0).map(UserId)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::board::Side;

    #[test]
    fn words_come_in_any_order_and_have_defaults() {
        let request = read("<@!42> white LOA:mso casual limit=60 level=7").unwrap();
        assert_eq!(request.opponent(UserId(1)), Ok(Some(UserId(42))));
        let Request { level, terms, .. } = request;
        assert_eq!(level, LevelChoice::Of(7));
        assert_eq!(terms.ruleset.to_string(), "loa:mso limit=60");
        assert_eq!((terms.side, terms.rated), (SideChoice::Take(Side::Second), Some(false)));

        let request = read("").unwrap();
        assert_eq!(request.opponent(UserId(1)), Ok(None));
        let Request { level, terms, .. } = request;
        assert_eq!(level, LevelChoice::Of(3));
        assert_eq!(terms.ruleset.to_string(), "loa:classic");
        assert_eq!((terms.side, terms.rated), (SideChoice::Random, None));
        for (words, side) in [
            ("vertical", Side::First),
            ("v first=horizontal", Side::Second),
            ("first", Side::First),
            ("first=horizontal Side=Vertical", Side::Second),
        ] {
            assert_eq!(read(&format!("domineering {words}")).unwrap().terms.side, SideChoice::Take(side), "{words}");
        }
        assert_eq!(read("loa 6x6 5").unwrap().terms.ruleset.to_string(), "loa:classic size=6x6");
        for words in ["loa auto", "level=Auto clobber"] {
            assert_eq!(read(words).unwrap().level, LevelChoice::Auto, "{words}");
        }
    }

    #[test]
    fn what_cannot_be_meant_is_told() {
        for (words, code) in [
            ("chess", "unknown-game"),
            ("white chess 3", "unknown-game"),
            ("loa chess", "unknown-rule-word"),
            ("loa limit=lots", "bad-option"),
            ("loa 20x20", "unknown-rule-word"),
            ("loa level=11", "bad-level"),
            ("loa 0", "bad-level"),
            ("@Zoe loa", "unknown-user"),
            ("loa level", "level-missing"),
            ("loa level=", "level-missing"),
            ("lao", "did-you-mean-game"),
            ("clober 3", "did-you-mean-game"),
            ("loa whit", "did-you-mean-word"),
            ("loa limt=60", "did-you-mean-word"),
            ("loa casaul", "did-you-mean-word"),
        ] {
            assert_eq!(read(words).err().map(|it| it.code), Some(code), "{words}");
        }
    }

    #[test]
    fn people_need_not_speak_like_programs() {
        for (words, ruleset, level) in [
            ("lines of action", "loa:classic", 3),
            ("Lines-of-Action, level 5!", "loa:classic", 5),
            ("knight", "knightthrough:standard", 3),
            ("a game of clobber at level 2 please", "clobber:standard", 2),
            ("level:4 dom", "domineering:standard", 4),
            ("lvl3 loa", "loa:classic", 3),
            ("me a game of knights, level seven", "knightthrough:standard", 7),
            ("lvl 10 loa", "loa:classic", 10),
            ("loa level3", "loa:classic", 3),
            ("loa LEVEL = 3", "loa:classic", 3),
            ("game:loa level:6 side:white rules:mso rated:false", "loa:mso", 6),
            ("game: lines of action level: 6", "loa:classic", 6),
            ("loa limit:60 7", "loa:classic limit=60", 7),
            ("halma 2", "ugolki:halma", 2),
            ("mso", "loa:mso", 3),
            ("10x10", "loa:classic size=10x10", 3),
            ("loa loa 3 3 lines", "loa:classic", 3),
        ] {
            let read = read(words).unwrap_or_else(|it| panic!("{words}: {it:?}"));
            let told = (read.terms.ruleset.to_string(), read.level);
            assert_eq!(told, (ruleset.to_owned(), LevelChoice::Of(level)), "{words}");
        }
        assert_eq!(read("game:loa rated:false").unwrap().terms.rated, Some(false));
        assert_eq!(read("game:loa rated:true").unwrap().terms.rated, Some(true));
        assert_eq!(read("loa as white").unwrap().terms.side, SideChoice::Take(Side::Second));
        assert_eq!(read_game("Lines of Action").unwrap().map(|it| it.key), Some("loa"));
        assert_eq!(read_game(" ").unwrap().map(|it| it.key), None);
        assert_eq!(read_game("chess").unwrap_err().code, "unknown-game");
    }

    #[test]
    fn contradictions_are_told_with_what_is_clear() {
        for (words, sentence) in [
            (
                "loa level 3 level 5",
                "There can only be one level, but you named 3 and 5. The rest is clear: Lines of Action. Please say it again with one of them.",
            ),
            ("loa 3 auto", "There can only be one level, but you named 3 and auto."),
            (
                "loa clobber 3",
                "There can only be one game, but you named Lines of Action and Clobber. The rest is clear: level 3.",
            ),
            ("loa knight", "There can only be one game, but you named Lines of Action and Knightthrough."),
            ("halma majority", "There can only be one game, but you named Ugolki and Surakarta."),
            ("loa white black", "There can only be one side, but you named `white` and `black`."),
            (
                "loa rated casual 3",
                "A match is either rated or casual, and you named both. The rest is clear: Lines of Action and level 3.",
            ),
            ("loa mso classic", "There can only be one preset, but you named `mso` and `classic`."),
            ("loa 6x6 size=7x7", "There can only be one size, but you named `6x6` and `7x7`."),
            ("loa limit=60 limit=80", "There can only be one `limit`, but you named `60` and `80`."),
        ] {
            let refusal = read(words).err().unwrap_or_else(|| panic!("{words}"));
            let told = crate::i18n::english().explain(&refusal);
            assert!(told.starts_with(sentence), "{words} is answered by: {told}");
        }
        let two = read("<@2> <@3> loa").unwrap();
        assert_eq!(two.opponent(UserId(1)).unwrap_err().code, "contradiction");
        assert_eq!(two.opponent(UserId(3)), Ok(Some(UserId(2))), "oneself is no second opponent");
        let crowd: Vec<String> = (1..90_u64).map(|it| format!("<@{}>", u64::MAX - it)).collect();
        let told = crate::i18n::english().explain(&read(&crowd.join(" ")).unwrap().opponent(UserId(1)).unwrap_err());
        assert!(told.chars().count() < 300, "{told}");
        assert_eq!(read("loa black first").unwrap().terms.side, SideChoice::Take(Side::First), "the same twice");
    }
}
