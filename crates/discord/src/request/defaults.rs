//! The defaults of a server as moderators write them: `game=loa clock=daily threads=on`, or `loa daily no threads`.

use super::clock::{self, SpokenClock};
use super::{MatchOptions, read_game, refuse_game};
use crate::errors::contradiction;
use games::{Info, Refusal};
use play::ServerSettings;

/// What somebody wants to change in the defaults of a server.
pub(crate) struct DefaultsChange {
    /// The game, or none, which is the first in the menus.
    game: Option<Option<&'static Info>>,
    clock: SpokenClock,
    threads: Option<bool>,
}

impl DefaultsChange {
    /// Reads the options of the slash command.
    pub fn of_options(game: Option<&str>, clock: Option<&str>, threads: Option<bool>) -> Result<Self, Refusal> {
        let game = match game.map(str::trim) {
            Some(text) if text.eq_ignore_ascii_case(clock::NONE) => Some(None),
            named => read_game(named.unwrap_or_default())?.map(Some),
        };
        Ok(Self { game, clock: clock.map(SpokenClock::read).transpose()?.unwrap_or_default(), threads })
    }

    /// Reads typed words.
    pub fn read(words: &str) -> Result<Self, Refusal> {
        let bad = |text: &str| Refusal::new("bad-default").with("text", text);
        let mut options = MatchOptions::read(words)?;
        let named = options.game()?;
        let mut clears_game = false;
        for word in options.rules.iter().chain(&options.others) {
            match word.as_str() {
                clock::NONE => clears_game = true,
                word if word.contains('=') => return Err(bad(word)),
                word => return Err(refuse_game(options.as_typed(word))),
            }
        }
        if let (Some(game), true) = (named, clears_game) {
            let both = vec![game.name.to_owned(), format!("`{}`", clock::NONE)];
            return Err(contradiction("game", both, Vec::new()));
        }
        if options.is_about_one_match() {
            return Err(bad(words));
        }
        options.only_one_of_each(named.unwrap_or(games::GAMES[0].info()))?;
        let game = if clears_game { Some(None) } else { named.map(Some) };
        Ok(Self { game, clock: options.clock, threads: options.threads.first().copied() })
    }

    pub fn is_empty(&self) -> bool {
        self.game.is_none() && !self.clock.is_spoken() && self.threads.is_none()
    }

    /// Changes the defaults. What is said about the clock alone changes the one that is usual so far.
    pub fn apply(&self, settings: &mut ServerSettings) -> Result<(), Refusal> {
        if let Some(game) = self.game {
            settings.game = game.map(|it| it.key.to_owned());
        }
        if self.clock.is_spoken() {
            settings.clock = self.clock.meant(settings.clock)?;
        }
        settings.threads = self.threads.unwrap_or(settings.threads);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_changed_as_moderators_write() {
        let usual =
            ServerSettings { game: Some("clobber".into()), clock: "1d".parse().ok(), ..ServerSettings::default() };
        let changed = |words: &str| {
            let mut settings = usual.clone();
            DefaultsChange::read(words)
                .and_then(|it| it.apply(&mut settings))
                .map(|()| (settings.game, settings.clock.map(|it| it.to_string()), settings.threads))
        };
        for (words, game, clock, threads) in [
            ("game=loa clock=daily threads=on", Some("loa"), Some("3d+12h"), true),
            ("loa, 3 days + 12 hours a move, weekends off", Some("loa"), Some("3d+12h weekends off"), false),
            ("game: lines of action clock: none", Some("loa"), None, false),
            ("game=none clock=none threads=no", None, None, false),
            ("threads yes", Some("clobber"), Some("1d"), true),
            ("clock=daily no threads", Some("clobber"), Some("3d+12h"), false),
            ("soft", Some("clobber"), Some("1d soft"), false),
        ] {
            let meant = (game.map(str::to_owned), clock.map(str::to_owned), threads);
            assert_eq!(changed(words), Ok(meant), "{words}");
        }
        for (words, code) in [
            ("game=chess", "unknown-game"),
            ("clock=soon", "bad-clock"),
            ("language=de", "bad-default"),
            ("color=red", "bad-default"),
            ("threads=perhaps", "bad-default"),
            ("loa rated", "bad-default"),
            ("loa 3", "bad-default"),
            ("loa hints", "bad-default"),
            ("threads=on threads=off", "contradiction"),
            ("game=loa game=clobber", "contradiction"),
            ("game=loa game=none", "contradiction"),
            ("daily 1d", "contradiction"),
        ] {
            assert_eq!(changed(words).unwrap_err().code, code, "{words}");
        }
    }
}
