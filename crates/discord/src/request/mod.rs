//! What people say about a match that they want. The options of a slash command have a reader each; typed words, like
//! `loa mso limit=60 white casual` in any order, are sorted by the options that they belong to, and read in the same way.

pub(super) mod clock;
pub(super) mod day_times;
mod defaults;
mod game_names;
pub(super) mod spelling;
mod switches;
mod votes;
mod words;

use super::errors::{contradiction, on_and_off, refuse_ruleset, shorten};
use clock::SpokenClock;
pub(super) use defaults::DefaultsChange;
pub(super) use game_names::command_names as game_names;
use games::board::Shape;
use games::{GAMES, Info, Refusal, Ruleset, RulesetError};
use play::{Agreement, LevelChoice, OwnThread, ServerSettings, SideChoice, Terms, TimeControl, UserId};
use spelling::nearest;
pub(super) use switches::{read_state, read_switch};
pub(super) use votes::{OTHERS, SpokenRival};
use votes::{SpokenVote, time_for_vote};
pub(super) use words::{AUTO, LEVELS, NAMED_LEVELS, mentioned, push_new, read_person, read_rated_answer};
use words::{
    FILLERS, LEVEL, bare_level, is_engine, is_vague_level, level_word, named_level, read_level, read_rated, read_words,
    refuse_level,
};

/// What somebody asks for.
pub struct Request {
    /// The people who were named, in a typed command.
    opponents: Vec<UserId>,
    pub level: LevelChoice,
    pub terms: Terms,
    /// Whether anything was said about a clock.
    pub says_clock: bool,
    /// Whether the match is to have a thread of its own, if anything was said about that.
    pub thread: Option<bool>,
    /// Whether nothing was said at all.
    pub says_nothing: bool,
    /// What was understood without contradiction, for use in sentences.
    understood: Vec<String>,
}

/// Reads words. What is missing gets a default; the default game is the first in the menus.
pub fn read(words: &str) -> Result<Request, Refusal> {
    MatchOptions::read(words)?.settle(&ServerSettings::default())
}

impl Request {
    /// The opponent of `asker`, who may be among the people named.
    pub(super) fn opponent(&self, asker: UserId) -> Result<Option<UserId>, Refusal> {
        let others: Vec<UserId> = self.opponents.iter().copied().filter(|it| *it != asker).collect();
        match others.as_slice() {
            // People who name only themselves are told that this is not possible.
            [] => Ok(self.opponents.first().copied()),
            [one] => Ok(Some(*one)),
            _ => {
                let names = others.iter().map(|it| it.mention()).collect();
                Err(contradiction("opponent", names, self.understood.clone()))
            }
        }
    }
}

/// The options of a slash command as Discord sends them.
#[derive(Default)]
pub(super) struct SlashOptions {
    pub game: Option<String>,
    pub rules: Option<String>,
    pub side: Option<String>,
    pub level: Option<String>,
    pub clock: Option<String>,
    pub rated: Option<bool>,
    pub hints: Option<bool>,
    pub thread: Option<bool>,
    pub vote: Option<String>,
}

impl SlashOptions {
    /// Reads each option on its own.
    pub fn read(self) -> Result<MatchOptions, Refusal> {
        let mut options = MatchOptions::default();
        options.games.extend(read_game(&self.game.unwrap_or_default())?);
        options.read_rules(&self.rules.unwrap_or_default())?;
        options.sides.extend(self.side.map(|it| it.trim().to_lowercase()));
        options.levels.extend(self.level.map(|it| read_level(&it)).transpose()?);
        options.clock = self.clock.map(|it| SpokenClock::read(&it)).transpose()?.unwrap_or_default();
        options.rated.extend(self.rated);
        options.hints.extend(self.hints);
        options.threads.extend(self.thread);
        if let Some(text) = self.vote {
            options.read_vote(&text)?;
        }
        Ok(options)
    }
}

/// What somebody has said about a match, by option: one value of each, unless they contradict themselves.
#[derive(Clone, Default)]
pub(super) struct MatchOptions {
    /// Whether the opponent is to be the engine.
    is_for_play: bool,
    /// Whether an unknown word may be the name of the opponent, if nobody was mentioned.
    may_name_somebody: bool,
    games: Vec<&'static Info>,
    /// Presets, sizes, and options with their values, in lower case.
    rules: Vec<String>,
    /// The words for sides, whose meaning may depend on the rules.
    sides: Vec<String>,
    levels: Vec<LevelChoice>,
    rated: Vec<bool>,
    clock: SpokenClock,
    hints: Vec<bool>,
    threads: Vec<bool>,
    vote: SpokenVote,
    opponents: Vec<UserId>,
    /// Whether the opponent was named that only the engine can be: “the bot”.
    names_engine: bool,
    /// Words in lower case that may mean a game, a side, or rules, or nothing; which, is clear once the game is known.
    others: Vec<String>,
    /// The same, and those for rules, as they were typed.
    typed: Vec<String>,
}

impl MatchOptions {
    /// Sorts typed words. Refuses a level without a number, and an unknown person; unknown words are refused once the game
    /// is known.
    pub fn read(words: &str) -> Result<Self, Refusal> {
        Self::default().with_words(words)
    }

    /// The same for a match against the engine, where “hard” is a level. Elsewhere it is about a clock.
    pub fn read_for_play(words: &str) -> Result<Self, Refusal> {
        Self { is_for_play: true, ..Self::default() }.with_words(words)
    }

    /// The same for a challenge, in which an unknown word may be somebody's name.
    pub fn read_for_challenge(words: &str) -> Result<Self, Refusal> {
        Self { may_name_somebody: true, ..Self::default() }.with_words(words)
    }

    fn with_words(mut self, words: &str) -> Result<Self, Refusal> {
        read_words(words, |typed, words| self.take(typed, words))?;
        Ok(self)
    }

    /// Takes the words at the beginning that belong together, of which the first one was typed like that. Returns how many
    /// they are.
    fn take(&mut self, typed: &str, words: &[&str]) -> Result<usize, Refusal> {
        let word = words[0];
        if let Some(user) = mentioned(typed) {
            push_new(&mut self.opponents, user);
        } else if typed.starts_with('@') {
            return Err(Refusal::new("unknown-user").with("name", shorten(typed)));
        } else if let Some((info, count)) = game_names::whole(words) {
            self.add_game(info);
            return Ok(count);
        } else if word == LEVEL {
            push_new(&mut self.levels, read_level(words.get(1).copied().unwrap_or_default())?);
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
            self.rules.push(option);
            return Ok(count);
        } else if self.vote.hear(word) {
            return Ok(1);
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

    /// Reads what is only about the rules.
    fn read_rules(&mut self, text: &str) -> Result<(), Refusal> {
        read_words(text, |typed, words| {
            if let Some((option, count)) = option_switch(words) {
                self.rules.push(option);
                return Ok(count);
            }
            if !FILLERS.contains(&words[0]) {
                self.rules.push(words[0].to_owned());
                self.typed.push(typed.to_owned());
            }
            Ok(1)
        })
    }

    /// A word as it was typed.
    fn as_typed<'a>(&'a self, word: &'a str) -> &'a str {
        self.typed.iter().find(|it| it.to_lowercase() == word).map_or(word, String::as_str)
    }

    fn add_game(&mut self, info: &'static Info) {
        if self.games.iter().all(|it| it.key != info.key) {
            self.games.push(info);
        }
    }

    /// The game that was named: by its full name, by part of it, or by a preset that only one game has.
    fn game(&mut self) -> Result<Option<&'static Info>, Refusal> {
        for word in std::mem::take(&mut self.others) {
            match game_names::half(&word).filter(|_| !belongs_to_some_game(&word)) {
                Some(info) => self.add_game(info),
                None => self.others.push(word),
            }
        }
        if self.games.is_empty() {
            // A size fits every game, even if one game has a preset with that name.
            let words = self.rules.iter().chain(&self.others).filter(|it| it.parse::<Shape>().is_err());
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
    fn side(&self, ruleset: &Ruleset) -> Result<SideChoice, Refusal> {
        let mut chosen: Vec<(SideChoice, &String)> = Vec::new();
        for word in &self.sides {
            chosen.push((SideChoice::read(word, ruleset).ok_or_else(|| unknown_side(word, ruleset))?, word));
        }
        chosen.dedup_by_key(|it| it.0);
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
    fn only_one_of_each(&self, info: &Info) -> Result<(), Refusal> {
        let levels = self.levels.iter().copied().map(level_word).collect();
        let several: [(&str, usize, Vec<String>); 4] = [
            ("level", self.levels.len(), levels),
            ("rated", self.rated.len(), Vec::new()),
            ("switch", self.hints.len(), on_and_off("hints")),
            ("switch", self.threads.len(), on_and_off("thread")),
        ];
        let several = several.into_iter().find(|it| it.1 > 1).map(|(what, _, values)| (what, values));
        if let Some((what, values)) = several.or_else(|| self.clock.contradiction()) {
            return Err(contradiction(what, values, self.understood()));
        }
        let mut values: Vec<(&str, &str)> = Vec::new();
        for word in &self.rules {
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
    fn is_about_one_match(&self) -> bool {
        let persons = self.names_engine || !self.opponents.is_empty();
        persons
            || self.is_vote()
            || [&self.rated, &self.hints].iter().any(|it| !it.is_empty())
            || !self.levels.is_empty()
    }

    /// What is clear, in words.
    fn understood(&self) -> Vec<String> {
        let switch =
            |name: &str, said: &[bool]| only(said).map(|it| if *it { name.into() } else { format!("no {name}") });
        let words = [
            only(&self.levels).map(|it| format!("level {}", level_word(*it))),
            only(&self.rated).map(|it| if *it { "rated" } else { "casual" }.to_owned()),
            only(&self.sides).cloned(),
            self.clock.words(),
            switch("hints", &self.hints),
            switch("thread", &self.threads),
        ];
        let game = only(&self.games).map(|it| it.name.to_owned());
        game.into_iter().chain(words.into_iter().flatten().map(|it| format!("`{}`", shorten(&it)))).collect()
    }

    /// The match that is meant, with a server's defaults for what is left out.
    pub fn settle(mut self, usual: &ServerSettings) -> Result<Request, Refusal> {
        // What follows a wrong clock is probably a part of it.
        if let Some(refusal) = self.clock.refused.take() {
            return Err(refusal);
        }
        let named = self.game()?;
        let usual_game = usual.game.as_deref().and_then(games::find).unwrap_or(GAMES[0]);
        let info = named.unwrap_or_else(|| usual_game.info());
        let plain = Ruleset::default_of(info);
        let (sides, rules): (Vec<String>, Vec<String>) =
            std::mem::take(&mut self.others).into_iter().partition(|it| SideChoice::read(it, &plain).is_some());
        self.sides.extend(sides);
        self.rules.extend(rules);
        self.only_one_of_each(info)?;
        let ruleset =
            Ruleset::parse(info, &self.rules.join(" ")).map_err(|error| self.refuse_rules(error, named, info))?;
        // The side that a name means may depend on the rules.
        let side = self.side(&ruleset)?;
        let level = *self.levels.first().unwrap_or(&LevelChoice::Of(LevelChoice::DEFAULT));
        let rated = self.rated.first().copied();
        let understood = self.understood();
        let says_clock = self.clock.is_spoken();
        let clock = self.clock.meant(usual.clock)?;
        let thread = self.threads.first().copied();
        let own_thread = thread.unwrap_or(usual.threads).then_some(OwnThread::Wanted);
        let agreement = Agreement { clock, hints: self.hints.first() == Some(&true), thread: own_thread };
        let terms = Terms { ruleset, side, rated, agreement, rematch_of: None, origin: None };
        let opponents = self.opponents;
        let says_more = says_clock || self.names_engine || !(self.rules.is_empty() && opponents.is_empty());
        let says_nothing = understood.is_empty() && !says_more;
        Ok(Request { opponents, level, terms, says_clock, thread, says_nothing, understood })
    }

    /// The same for a challenge, where nobody has a level.
    pub fn for_challenge(self, usual: &ServerSettings) -> Result<Request, Refusal> {
        if self.is_vote() {
            return Err(Refusal::new("challenge-is-no-vote"));
        }
        let (says_level, names_engine) = (!self.levels.is_empty(), self.names_engine);
        let request = self.settle(usual)?;
        match (says_level, names_engine) {
            (true, _) => Err(Refusal::new("challenge-needs-no-level")),
            (false, true) => Err(Refusal::new("challenge-parlor")),
            (false, false) => Ok(request),
        }
    }

    /// The same for a match against the engine, which has no clock, and in which hints need not be agreed upon.
    pub fn for_play(self, usual: &ServerSettings, is_engine: impl Fn(UserId) -> bool) -> Result<Request, Refusal> {
        if self.clock.is_spoken() {
            return Err(Refusal::new("play-has-no-clock"));
        }
        let request = self.settle(&ServerSettings { clock: None, ..usual.clone() })?;
        if !request.opponents.iter().all(|it| is_engine(*it)) {
            return Err(Refusal::new("play-is-against-parlor"));
        }
        if request.terms.agreement.hints {
            return Err(Refusal::new("play-needs-no-hints"));
        }
        Ok(request)
    }

    /// Whether a channel is to vote on the moves.
    pub fn is_vote(&self) -> bool {
        self.vote.is_wanted()
    }

    /// Reads what is only about voting.
    fn read_vote(&mut self, text: &str) -> Result<(), Refusal> {
        self.vote.hear("vote");
        read_words(text, |typed, words| {
            if let Some(count) = self.clock.hear(words) {
                return Ok(count);
            }
            match self.vote.hear(words[0]) || FILLERS.contains(&words[0]) {
                true => Ok(1),
                false => Err(Refusal::new("bad-vote").with("text", shorten(typed))),
            }
        })
    }

    /// The match on whose moves a channel is to vote, and who plays the other side.
    pub fn for_vote(
        mut self,
        usual: &ServerSettings,
        is_engine: impl Fn(UserId) -> bool,
    ) -> Result<(Request, SpokenRival), Refusal> {
        let SpokenVote { others, code, .. } = std::mem::take(&mut self.vote);
        let window = std::mem::take(&mut self.clock);
        let says_level = !self.levels.is_empty() || self.names_engine;
        let says_rated = self.rated.contains(&true);
        let usual = ServerSettings { clock: None, threads: false, ..usual.clone() };
        let mut request = self.settle(&usual)?;
        if !request.opponents.iter().all(|it| is_engine(*it)) {
            return Err(Refusal::new("vote-has-no-opponent"));
        }
        if says_rated {
            return Err(Refusal::new("vote-is-casual"));
        }
        if request.terms.agreement.hints {
            return Err(Refusal::new("vote-has-no-hints"));
        }
        let rival = match code {
            Some(_) if others || window.is_spoken() || !request.says_nothing => {
                return Err(Refusal::new("vote-code-says-all"));
            }
            Some(code) => SpokenRival::Code(code),
            None if others && says_level => {
                let both = vec![format!("`{OTHERS}`"), "me".to_owned()];
                return Err(contradiction("opponent", both, request.understood));
            }
            None if others => SpokenRival::Others,
            None => SpokenRival::Engine,
        };
        request.terms.agreement.clock = Some(time_for_vote(&window)?);
        Ok((request, rival))
    }

    /// The refusal of words for the rules: a question about what an unknown one may mean, if that can be guessed.
    fn refuse_rules(&self, mut error: RulesetError, named: Option<&Info>, info: &Info) -> Refusal {
        let RulesetError::UnknownWord { word, .. } = &mut error else { return refuse_ruleset(error) };
        *word = self.as_typed(word).to_owned();
        match (guess(word, named, info), named) {
            (Some(question), _) => question,
            _ if self.may_name_somebody && self.opponents.is_empty() => {
                Refusal::new("perhaps-a-person").with("name", shorten(word))
            }
            (None, Some(_)) if self.is_for_play => refuse_for_play(error),
            (None, Some(_)) => refuse_ruleset(error),
            // If no game was named, a list of presets would only confuse.
            (None, None) => unknown_game(word),
        }
    }
}

/// What was said once.
fn only<T>(values: &[T]) -> Option<&T> {
    if let [one] = values { Some(one) } else { None }
}

/// Reads the name of a game, if anything was written.
pub(super) fn read_game(text: &str) -> Result<Option<&'static Info>, Refusal> {
    let mut options = MatchOptions::default();
    read_words(text, |typed, words| {
        let found = game_names::whole(words).or_else(|| Some((game_names::half(words[0])?, 1)));
        match found {
            Some((info, count)) => {
                options.add_game(info);
                Ok(count)
            }
            None if FILLERS.contains(&words[0]) => Ok(1),
            None => Err(refuse_game(typed)),
        }
    })?;
    options.game()
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

/// Whether a word means something about the rules or the side in any game.
fn belongs_to_some_game(word: &str) -> bool {
    let is_of = |info: &'static Info| {
        info.presets.iter().any(|it| it.name == word) || SideChoice::read(word, &Ruleset::default_of(info)).is_some()
    };
    word.contains('=') || word.parse::<Shape>().is_ok() || GAMES.iter().any(|it| is_of(it.info()))
}

/// The refusal for a word where only a game can be meant: a question, if that can be guessed.
fn refuse_game(word: &str) -> Refusal {
    guess(word, None, GAMES[0].info()).unwrap_or_else(|| unknown_game(word))
}

/// The code of the refusal that is shown with a picture of all games.
pub(super) const UNKNOWN_GAME: &str = "unknown-game";

/// The refusal for a word that names no game.
pub(super) fn unknown_game(word: &str) -> Refusal {
    Refusal::new(UNKNOWN_GAME).with("name", shorten(word)).with("games", games::keys())
}

/// The refusal of a word that is no side of a game.
fn unknown_side(word: &str, ruleset: &Ruleset) -> Refusal {
    let sides = ruleset.sides().map(|it| it.name.to_lowercase()).join(", ");
    Refusal::new("bad-side").with("side", shorten(word)).with("game", ruleset.info.name).with("sides", sides)
}

/// The refusal of words for the rules where they may have been meant as a level.
fn refuse_for_play(error: RulesetError) -> Refusal {
    let refusal = refuse_ruleset(error);
    match refusal.code {
        "unknown-rule-word" => Refusal { code: "unknown-play-word", ..refusal }.with("most", i64::from(LEVELS)),
        _ => refusal,
    }
}

/// A question about what an unknown word may mean.
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
    let clocks = TimeControl::PRESETS.iter().map(|it| it.0);
    let known = presets.chain(options).chain(OTHER_WORDS).chain(clocks).chain(sides.iter().map(String::as_str));
    let meant = nearest(word, known).filter(|it| *it != word)?;
    Some(Refusal::new("did-you-mean-word").with("word", shorten(word)).with("meant", meant))
}

/// Words that every game understands.
const OTHER_WORDS: [&str; 15] = [
    "vote", "casual", "rated", "random", "level", "size", "clock", "hints", "thread", "weekends", AUTO, "easy",
    "medium", "hard", "master",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn explain(refusal: &Refusal) -> String {
        texts::explain(refusal).in_locale(texts::Locale::English)
    }
    use games::board::Side;

    fn for_play(words: &str, usual: &ServerSettings) -> Result<Request, Refusal> {
        MatchOptions::read_for_play(words)?.for_play(usual, |_| false)
    }

    #[test]
    fn each_option_of_a_slash_command_is_read_on_its_own() {
        let read = |options: SlashOptions| options.read()?.settle(&ServerSettings::default());
        let text = |text: &str| Some(text.to_owned());
        let (game, rules, side) = (text("Lines of Action"), text("mso limit:60, 6x6"), text("White"));
        let (level, clock) = (text("level 7"), text("3 days + 12 hours a move"));
        let asked = SlashOptions { game, rules, side, level, clock, hints: Some(true), ..SlashOptions::default() };
        let Request { level, terms, .. } = read(asked).unwrap();
        assert_eq!((level, terms.side), (LevelChoice::Of(7), SideChoice::Take(Side::Second)));
        assert_eq!(terms.ruleset.to_string(), "loa:mso size=6x6 limit=60");
        assert_eq!(terms.agreement.clock, "3d+12h".parse().ok());
        assert!(terms.agreement.hints && read(SlashOptions::default()).unwrap().says_nothing);
        for (asked, code) in [
            (SlashOptions { game: text("loa 3"), ..SlashOptions::default() }, "unknown-game"),
            (SlashOptions { game: text("loa clobber"), ..SlashOptions::default() }, "contradiction"),
            (SlashOptions { rules: text("white"), game: text("loa"), ..SlashOptions::default() }, "unknown-rule-word"),
            (SlashOptions { side: text("upper"), ..SlashOptions::default() }, "bad-side"),
            (SlashOptions { level: text("strong"), ..SlashOptions::default() }, "bad-level"),
            (SlashOptions { clock: text("daily white"), ..SlashOptions::default() }, "bad-clock"),
            (SlashOptions { clock: text("daily soft hard"), ..SlashOptions::default() }, "contradiction"),
        ] {
            assert_eq!(read(asked).err().map(|it| it.code), Some(code));
        }
    }

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
            ("loa strong", "bad-level"),
            ("loa level expert", "bad-level"),
            ("loa casual off rated no", "contradiction"),
            ("loa limit=yes", "bad-option"),
            ("loa diagonal off", "unknown-rule-word"),
            ("ugolki diagonal backward no diagonal", "contradiction"),
            ("loa on off", "unknown-rule-word"),
            ("loa limit", "unknown-rule-word"),
            ("loa dialy", "did-you-mean-word"),
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
    fn unknown_words_are_quoted_as_they_were_typed() {
        for words in ["Cid", "loa Cid", "Cid white 3"] {
            let told = explain(&read(words).err().unwrap());
            assert!(told.contains("Cid"), "{words} is answered by: {told}");
        }
        let told = explain(&read_game("Chess").unwrap_err());
        assert!(told.contains("Chess"), "{told}");
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
            ("against the bot loa 5", "loa:classic", 5),
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
    fn a_match_against_the_engine_has_a_level_and_no_clock() {
        let usual = ServerSettings { clock: "3d+12h".parse().ok(), ..ServerSettings::default() };
        for (words, code) in [
            ("loa hard clock", "play-has-no-clock"),
            ("loa daily", "play-has-no-clock"),
            ("loa 3 soft", "play-has-no-clock"),
            ("loa hints", "play-needs-no-hints"),
            ("loa <@2>", "play-is-against-parlor"),
        ] {
            assert_eq!(for_play(words, &usual).err().map(|it| it.code), Some(code), "{words}");
        }
        let told = explain(&for_play("loa impossible", &usual).err().unwrap());
        assert!(told.contains("Levels go from 1 to 10") && told.contains("`easy`"), "{told}");
        let request = for_play("loa with the computer", &usual).unwrap();
        assert_eq!((request.says_nothing, request.terms.agreement.clock), (false, None));
        assert!(for_play("a game, please", &usual).unwrap().says_nothing);
    }

    #[test]
    fn levels_have_names() {
        let usual = ServerSettings::default();
        for (words, level) in [
            ("loa easy", 1),
            ("medium loa", 3),
            ("loa hard", 6),
            ("hard mode", 6),
            ("loa level=hard", 6),
            ("level master", 10),
        ] {
            let request = for_play(words, &usual).unwrap_or_else(|it| panic!("{words}: {it:?}"));
            assert_eq!(request.level, LevelChoice::Of(level), "{words}");
        }
        assert_eq!(for_play("loa 3 hard", &usual).err().map(|it| it.code), Some("contradiction"));
        // Beside a clock, and in a challenge, the word is about the clock.
        let challenge = |words| MatchOptions::read(words).and_then(|it| it.for_challenge(&usual));
        assert!(challenge("loa 3d hard").unwrap().says_clock);
        for (words, code) in
            [("loa hard", "clock-missing"), ("loa 3", "challenge-needs-no-level"), ("loa bot", "challenge-parlor")]
        {
            assert_eq!(challenge(words).err().map(|it| it.code), Some(code), "{words}");
        }
    }

    #[test]
    fn switches_are_read_however_they_are_said() {
        for (words, rated) in [
            ("rated", true),
            ("rated yes", true),
            ("rated match", true),
            ("rated=on", true),
            ("casual off", true),
            ("not casual", true),
            ("unrated", false),
            ("rated no", false),
            ("rated=false", false),
            ("rated: off", false),
            ("not rated", false),
            ("casual game", false),
            ("casual=yes", false),
        ] {
            assert_eq!(read(&format!("loa {words}")).unwrap().terms.rated, Some(rated), "{words}");
        }
        for (words, hints, thread) in [
            ("hints thread", true, true),
            ("hints on thread off", true, false),
            ("hints no thread", true, false),
            ("no hints, thread: yes", false, true),
            ("without hints, thread=true", false, true),
            ("hints off with a thread of its own", false, true),
        ] {
            let read = read(&format!("loa {words}")).unwrap_or_else(|it| panic!("{words}: {it:?}"));
            assert_eq!((read.terms.agreement.hints, read.thread), (hints, Some(thread)), "{words}");
        }
        for (words, ruleset) in [
            ("ugolki diagonal", "ugolki:classic diagonal=on"),
            ("ugolki diagonal on", "ugolki:classic diagonal=on"),
            ("ugolki diagonal=yes no backward", "ugolki:classic diagonal=on"),
            ("halma diagonal off", "ugolki:halma diagonal=off"),
            ("halma no diagonal backward: false", "ugolki:halma diagonal=off backward=off"),
            ("mso limit off", "loa:mso"),
            ("cs61b no limit", "loa:cs61b limit=off"),
            ("surakarta no repetition majority=true", "surakarta:majority repetition=off"),
            ("surakarta majority", "surakarta:majority"),
            ("loa repetition off no hints", "loa:classic repetition=off"),
        ] {
            let read = read(words).unwrap_or_else(|it| panic!("{words}: {it:?}"));
            let meant = games::read_ruleset(ruleset).unwrap();
            assert!(read.terms.ruleset == meant, "{words}: {}", read.terms.ruleset);
        }
    }

    #[test]
    fn what_is_printed_of_a_match_is_read() {
        for info in GAMES.iter().map(|it| it.info()) {
            for preset in info.presets {
                let printed = [
                    format!("`{}` · rated", Ruleset::preset(info, preset)),
                    format!("{} — `{}` (level 7)", info.name, Ruleset::preset(info, preset)),
                    format!("{} `{}` casual · hints for both · in a thread", info.key, preset.name),
                ];
                for text in printed {
                    let read = read(&text).unwrap_or_else(|it| panic!("{text}: {it:?}"));
                    assert_eq!(read.terms.ruleset, Ruleset::preset(info, preset), "{text}");
                }
            }
            for side in info.sides {
                let read = read(&format!("{} **{}**", info.name, side.name)).unwrap();
                assert_ne!(read.terms.side, SideChoice::Random, "{}", side.name);
            }
        }
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
                "There can only be one game, but you named Lines of Action and Clobber. The rest is clear: `level 3`.",
            ),
            ("loa knight", "There can only be one game, but you named Lines of Action and Knightthrough."),
            ("halma majority", "There can only be one game, but you named Ugolki and Surakarta."),
            ("loa white black", "There can only be one side, but you named `white` and `black`."),
            (
                "loa rated casual 3",
                "A match is either rated or casual, and you named both. The rest is clear: Lines of Action and `level 3`.",
            ),
            ("loa mso classic", "There can only be one preset, but you named `mso` and `classic`."),
            ("loa 6x6 size=7x7", "There can only be one size, but you named `6x6` and `7x7`."),
            ("loa limit=60 limit=80", "There can only be one `limit`, but you named `60` and `80`."),
        ] {
            let refusal = read(words).err().unwrap_or_else(|| panic!("{words}"));
            let told = explain(&refusal);
            assert!(told.starts_with(sentence), "{words} is answered by: {told}");
        }
        let two = read("<@2> <@3> loa").unwrap();
        assert_eq!(two.opponent(UserId(1)).unwrap_err().code, "contradiction");
        assert_eq!(two.opponent(UserId(3)), Ok(Some(UserId(2))), "oneself is no second opponent");
        let crowd: Vec<String> = (1..90_u64).map(|it| format!("<@{}>", u64::MAX - it)).collect();
        let told = explain(&read(&crowd.join(" ")).unwrap().opponent(UserId(1)).unwrap_err());
        assert!(told.chars().count() < 300, "{told}");
        assert_eq!(read("loa black first").unwrap().terms.side, SideChoice::Take(Side::First), "the same twice");
    }

    fn for_vote(words: &str) -> Result<(Request, SpokenRival), Refusal> {
        MatchOptions::read_for_play(words)?.for_vote(&ServerSettings::default(), |_| false)
    }

    #[test]
    fn a_vote_lasts_as_long_as_was_said() {
        for (words, seconds) in [
            ("loa vote", 12 * 3600),
            ("vote live", 60),
            ("live clobber vote 3", 60),
            ("vote 1d", 86_400),
            ("vote 5 min", 300),
        ] {
            let (request, rival) = for_vote(words).unwrap();
            let clock = request.terms.agreement.clock.unwrap();
            assert_eq!((clock.reserve, clock.is_each(), clock.hard), (seconds, true, true), "{words}");
            assert_eq!(rival, SpokenRival::Engine, "{words}");
        }
        for words in ["vote 3d+12h", "vote blitz", "vote 1d soft", "vote 1 min soft"] {
            assert_eq!(for_vote(words).err().map(|it| it.code), Some("bad-vote-time"), "{words}");
        }
    }

    #[test]
    fn another_channel_is_asked_or_joins_by_its_code() {
        assert_eq!(for_vote("loa vote others").unwrap().1, SpokenRival::Others);
        assert_eq!(for_vote("vote 12-k7q2m").unwrap().1, SpokenRival::Code("12-K7Q2M".into()));
        for (words, code) in [
            ("vote 12-k7q2m loa", "vote-code-says-all"),
            ("vote 12-k7q2m live", "vote-code-says-all"),
            ("vote others level 3", "contradiction"),
            ("vote rated", "vote-is-casual"),
            ("vote hints", "vote-has-no-hints"),
            ("vote <@7>", "vote-has-no-opponent"),
            ("vote whatever", "unknown-game"),
        ] {
            assert_eq!(for_vote(words).err().map(|it| it.code), Some(code), "{words}");
        }
    }
}
