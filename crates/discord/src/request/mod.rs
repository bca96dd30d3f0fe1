//! The words with which people say what they want to play: `loa mso limit=60 white casual`, in any order, much as they
//! would say it to a person.

pub(super) mod clock;
mod defaults;
mod game_names;
mod said;
pub(super) mod spelling;
mod switches;
mod words;

use std::fmt;

use super::errors::{refuse_ruleset, shorten};
use clock::SpokenClock;
pub(super) use defaults::change_defaults;
pub(super) use game_names::command_names as game_names;
use games::{GAMES, Info, Refusal, Ruleset, RulesetError};
use play::{Agreement, LevelChoice, OwnThread, ServerSettings, SideChoice, Terms, TimeControl, UserId};
use said::RequestWords;
pub(super) use said::{both_ways, contradiction};
use spelling::nearest;
pub(super) use switches::{read_state, read_switch};
pub(super) use words::{AUTO, LEVELS, NAMED_LEVELS, mentioned, push_new};

/// What somebody asks for.
pub struct Request {
    /// The people who were named, in a prefix command.
    opponents: Vec<UserId>,
    pub level: LevelChoice,
    /// Whether a level was named, which is then `level`.
    pub says_level: bool,
    /// Whether the opponent was named that only the engine can be: “the bot”.
    pub names_engine: bool,
    pub terms: Terms,
    /// What was said about a clock.
    clock: SpokenClock,
    /// Whether the match is to have a thread of its own, if anything was said about that.
    thread: Option<bool>,
    /// What was understood without contradiction, for use in sentences.
    understood: Vec<String>,
}

/// Reads words. What is missing gets a default; the default game is the first in the menus.
pub fn read(words: &str) -> Result<Request, Refusal> {
    read_in(words, Switches::default(), &ServerSettings::default())
}

/// Reads words with a server's defaults for what is missing.
pub(super) fn read_in(words: &str, switches: Switches, usual: &ServerSettings) -> Result<Request, Refusal> {
    settle(switches.among(RequestWords::read(words)?), usual)
}

/// The options of a slash command that are on, off, or left open.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Switches {
    pub rated: Option<bool>,
    pub hints: Option<bool>,
    pub thread: Option<bool>,
}

impl Switches {
    /// The words of the other options with these.
    fn among(self, mut said: RequestWords) -> RequestWords {
        self.rated.into_iter().for_each(|it| push_new(&mut said.rated, it));
        self.hints.into_iter().for_each(|it| push_new(&mut said.hints, it));
        self.thread.into_iter().for_each(|it| push_new(&mut said.threads, it));
        said
    }
}

/// The words of an option of a slash command, for use among others.
pub(super) fn labelled(label: &str, value: Option<impl fmt::Display>) -> Option<String> {
    value.map(|it| format!("{label}={it}"))
}

fn settle(mut said: RequestWords, usual: &ServerSettings) -> Result<Request, Refusal> {
    // What follows a wrong clock is probably a part of it.
    if let Some(refusal) = said.clock.refused.take() {
        return Err(refusal);
    }
    let named = said.game()?;
    let usual_game = usual.game.as_deref().and_then(games::find).unwrap_or(GAMES[0]);
    let info = named.unwrap_or_else(|| usual_game.info());
    let plain = Ruleset::default_of(info);
    let (sides, rules): (Vec<String>, Vec<String>) =
        std::mem::take(&mut said.others).into_iter().partition(|it| SideChoice::read(it, &plain).is_some());
    said.sides = sides;
    said.only_one_of_each(info, &rules)?;
    let ruleset = Ruleset::parse(info, &rules.join(" ")).map_err(|error| refuse_words(error, &said, named, info))?;
    // The side that a name means may depend on the rules.
    let side = said.side(&ruleset)?;
    let level = *said.levels.first().unwrap_or(&LevelChoice::Of(LevelChoice::DEFAULT));
    let rated = said.rated.first().copied();
    let understood = said.understood();
    let clock = said.clock.read(usual.clock)?;
    let thread = said.threads.first().copied();
    let own_thread = thread.unwrap_or(usual.threads).then_some(OwnThread::Wanted);
    let agreement = Agreement { clock, hints: said.hints.first() == Some(&true), thread: own_thread };
    let terms = Terms { ruleset, side, rated, agreement, rematch_of: None, origin: None };
    let says_level = !said.levels.is_empty();
    let (opponents, names_engine) = (said.opponents, said.names_engine);
    Ok(Request { opponents, level, says_level, names_engine, terms, clock: said.clock, thread, understood })
}

/// Reads the words of a match against the engine, which has no clock.
pub(super) fn read_for_play(words: &str, switches: Switches, usual: &ServerSettings) -> Result<Request, Refusal> {
    let said = switches.among(RequestWords::read_for_play(words)?);
    if said.clock.is_spoken() {
        return Err(Refusal::new("play-has-no-clock"));
    }
    settle(said, &ServerSettings { clock: None, ..usual.clone() })
}

/// The game that the words name, if there are any words.
pub(super) fn read_game(words: &str) -> Result<Option<&'static Info>, Refusal> {
    let mut said = RequestWords::read(words)?;
    let named = said.game()?;
    match said.others.first() {
        Some(word) => Err(refuse_game(said.as_typed(word))),
        None => Ok(named),
    }
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

    /// Whether anything was said about a clock.
    pub(super) fn says_clock(&self) -> bool {
        self.clock.is_spoken()
    }

    /// Whether anything was said about a thread.
    pub(super) fn says_thread(&self) -> bool {
        self.thread.is_some()
    }

    /// Whether somebody other than the bot was named as the opponent.
    pub(super) fn names_others_than(&self, is_me: impl Fn(UserId) -> bool) -> bool {
        !self.opponents.iter().all(|it| is_me(*it))
    }
}

/// The refusal for a word where only a game can be meant: a question, if that can be guessed.
fn refuse_game(word: &str) -> Refusal {
    guess(word, None, GAMES[0].info()).unwrap_or_else(|| unknown_game(word))
}

/// The refusal for a word that names no game.
pub(super) fn unknown_game(word: &str) -> Refusal {
    Refusal::new("unknown-game").with("name", shorten(word)).with("games", games::keys())
}

/// The refusal of words for the rules: a question about what an unknown one may mean, if that can be guessed.
fn refuse_words(mut error: RulesetError, said: &RequestWords, named: Option<&Info>, info: &Info) -> Refusal {
    let RulesetError::UnknownWord { word, .. } = &mut error else { return refuse_ruleset(error) };
    *word = said.as_typed(word).to_owned();
    match (guess(word, named, info), named) {
        (Some(question), _) => question,
        (None, Some(_)) => refuse_ruleset(error),
        // If no game was named, a list of presets would only confuse.
        (None, None) => unknown_game(word),
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
const OTHER_WORDS: [&str; 14] = [
    "casual", "rated", "random", "level", "size", "clock", "hints", "thread", "weekends", AUTO, "easy", "medium",
    "hard", "master",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn explain(refusal: &Refusal) -> String {
        texts::explain(refusal).in_locale(texts::Locale::English)
    }
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
        for (words, code) in [
            ("loa hard clock", "play-has-no-clock"),
            ("loa daily", "play-has-no-clock"),
            ("loa 3 soft", "play-has-no-clock"),
        ] {
            let usual = ServerSettings { clock: "3d+12h".parse().ok(), ..ServerSettings::default() };
            assert_eq!(
                read_for_play(words, Switches::default(), &usual).err().map(|it| it.code),
                Some(code),
                "{words}"
            );
            let read = read_for_play("loa with the computer", Switches::default(), &usual).unwrap();
            assert_eq!((read.names_engine, read.terms.agreement.clock), (true, None));
        }
    }

    #[test]
    fn levels_have_names() {
        for (words, level) in [
            ("loa easy", 1),
            ("medium loa", 3),
            ("loa hard", 6),
            ("hard mode", 6),
            ("loa level=hard", 6),
            ("level master", 10),
        ] {
            let read = read_for_play(words, Switches::default(), &ServerSettings::default())
                .unwrap_or_else(|it| panic!("{words}: {it:?}"));
            assert_eq!((read.level, read.says_level), (LevelChoice::Of(level), true), "{words}");
        }
        let both = read_for_play("loa 3 hard", Switches::default(), &ServerSettings::default()).err();
        assert_eq!(both.map(|it| it.code), Some("contradiction"));
        // Beside a clock, and in a challenge, the word is about the clock.
        let challenge = read("loa 3d hard").unwrap();
        assert_eq!((challenge.says_level, challenge.says_clock()), (false, true));
        assert_eq!(read("loa hard").err().map(|it| it.code), Some("clock-missing"));
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
                    format!("{} `{}` casual (with hints) · in a thread of its own", info.key, preset.name),
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
}
