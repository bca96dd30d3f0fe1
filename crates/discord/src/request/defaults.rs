//! The defaults of a server as moderators write them: `game=loa clock=daily threads=on`, or `loa daily no threads`.

use super::said::{RequestWords, contradiction};
use super::{clock, push_new, refuse_game};
use games::Refusal;
use play::ServerSettings;

/// Changes the defaults of a server as the words say.
pub(crate) fn change_defaults(
    settings: &mut ServerSettings,
    words: &str,
    threads: Option<bool>,
) -> Result<(), Refusal> {
    let bad = |text: &str| Refusal::new("bad-default").with("text", text);
    let mut said = RequestWords::read(words)?;
    threads.into_iter().for_each(|it| push_new(&mut said.threads, it));
    let game = said.game()?;
    let mut clears_game = false;
    for word in std::mem::take(&mut said.others) {
        let (word, value) = match word.split_once('=') {
            Some((word, value)) => (word.to_owned(), Some(value.to_owned())),
            None => (word, None),
        };
        match (word.as_str(), value) {
            (clock::NONE, None) => clears_game = true,
            (word, Some(value)) => return Err(bad(&format!("{word}={value}"))),
            (word, None) => return Err(refuse_game(said.as_typed(word))),
        }
    }
    if let (Some(game), true) = (game, clears_game) {
        let both = vec![game.name.to_owned(), format!("`{}`", clock::NONE)];
        return Err(contradiction("game", both, Vec::new()));
    }
    if said.is_about_one_match() {
        return Err(bad(words));
    }
    said.only_one_of_each(game.unwrap_or(games::GAMES[0].info()), &[])?;
    if game.is_some() || clears_game {
        settings.game = game.map(|it| it.key.to_owned());
    }
    if said.clock.is_spoken() {
        settings.clock = said.clock.read(settings.clock)?;
    }
    settings.threads = said.threads.first().copied().unwrap_or(settings.threads);
    Ok(())
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
            change_defaults(&mut settings, words, None)
                .map(|()| (settings.game, settings.clock.map(|it| it.to_string()), settings.threads))
        };
        for (words, game, clock, threads) in [
            ("game=loa clock=daily threads=on", Some("loa"), Some("3d+12h"), true),
            ("loa, 3 days + 12 hours a move, weekends off", Some("loa"), Some("3d+12h weekends"), false),
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
