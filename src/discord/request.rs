//! The words by which people say what they want to play: `loa mso limit=60 white casual`, in any order.

use super::errors::{refuse_ruleset, shorten};
use crate::play::{Agreement, LevelChoice, SideChoice, Terms, UserId};
use games::GAMES;
use games::{Refusal, Ruleset, RulesetError};

/// What somebody asks for.
pub struct Request {
    /// Who was named, in a prefix command.
    pub opponent: Option<UserId>,
    pub level: LevelChoice,
    pub terms: Terms,
}

/// How many levels the engine has.
pub(super) const LEVELS: u8 = 10;

/// Reads words; what is not said has a default, and the game is the first of the menus.
pub fn read(words: &str) -> Result<Request, Refusal> {
    let words: Vec<&str> = words.split_whitespace().collect();
    let named = words.iter().find_map(|it| game_of(it));
    let info = named.unwrap_or_else(|| GAMES[0].info());
    let (ruleset, side) = (Ruleset::default_of(info), SideChoice::Random);
    let mut request = Request {
        opponent: None,
        level: LevelChoice::Of(LevelChoice::USUAL),
        terms: Terms { ruleset, side, rated: None, agreement: Agreement::default(), rematch_of: None },
    };
    let mut of_ruleset = Vec::new();
    for word in &words {
        if !request.take(word)? {
            of_ruleset.push(*word);
        }
    }
    let terms = &mut request.terms;
    terms.ruleset = Ruleset::parse(info, &of_ruleset.join(" ")).map_err(|error| match error {
        // The presets of a game that nobody has named would only puzzle.
        RulesetError::UnknownWord { word, .. } if named.is_none() => unknown_game(&word),
        other => refuse_ruleset(other),
    })?;
    // Which side a name means may depend on the rules.
    let mut sides = words.iter().filter_map(|it| SideChoice::read(side_word(&it.to_lowercase()), &terms.ruleset));
    terms.side = sides.next_back().unwrap_or(terms.side);
    Ok(request)
}

/// That a word names no game.
pub(super) fn unknown_game(word: &str) -> Refusal {
    Refusal::new("unknown-game").with("name", shorten(word)).with("games", games::keys())
}

/// The game that a word names, alone or with a preset: `loa`, `loa:mso`.
fn game_of(word: &str) -> Option<&'static games::Info> {
    let name = word.split(':').next().unwrap_or(word);
    games::find(name).map(|it| it.info())
}

impl Request {
    /// Takes a word that is not about the rules; `false` if it is.
    fn take(&mut self, word: &str) -> Result<bool, Refusal> {
        let lower = word.to_lowercase();
        if let Some(user) = mentioned(word) {
            self.opponent = Some(user);
        } else if word.starts_with('@') {
            return Err(Refusal::new("unknown-user").with("name", shorten(word)));
        } else if let Some(level) =
            lower.strip_prefix("level=").or_else(|| lower.strip_prefix("level")).or(bare_level(&lower))
        {
            self.level = read_level(level)?;
        } else if let Some(side) = SideChoice::read(side_word(&lower), &self.terms.ruleset) {
            self.terms.side = side;
        } else if ["rated", "casual", "unrated"].contains(&lower.as_str()) {
            self.terms.rated = Some(lower == "rated");
        } else {
            // A bare name of the game has been used already; with a preset it goes on to the ruleset.
            return Ok(game_of(word).is_some() && !word.contains(':'));
        }
        Ok(true)
    }
}

fn side_word(word: &str) -> &str {
    word.strip_prefix("side=").unwrap_or(word)
}

/// What can only mean a level: a number, or the word for one's own strength.
fn bare_level(word: &str) -> Option<&str> {
    (word == AUTO || word.bytes().all(|it| it.is_ascii_digit())).then_some(word)
}

/// The word for a level as strong as the player.
pub(super) const AUTO: &str = "auto";

/// A level of the engine.
pub(super) fn read_level(text: &str) -> Result<LevelChoice, Refusal> {
    if text == AUTO {
        return Ok(LevelChoice::Auto);
    }
    let level = text.parse().ok().filter(|it| (1..=LEVELS).contains(it)).map(LevelChoice::Of);
    level.ok_or_else(|| Refusal::new("bad-level").with("level", shorten(text)).with("most", i64::from(LEVELS)))
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
        let Request { opponent, level, terms } = read("<@!42> white LOA:mso casual limit=60 level=7").unwrap();
        assert_eq!((opponent, level), (Some(UserId(42)), LevelChoice::Of(7)));
        assert_eq!(terms.ruleset.to_string(), "loa:mso limit=60");
        assert_eq!((terms.side, terms.rated), (SideChoice::Take(Side::Second), Some(false)));

        let Request { opponent, level, terms } = read("").unwrap();
        assert_eq!((opponent, level), (None, LevelChoice::Of(3)));
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
        ] {
            assert_eq!(read(words).err().map(|it| it.code), Some(code), "{words}");
        }
    }
}
