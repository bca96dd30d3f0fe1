//! Texts on a page: without the chat's markup, and with names in place of mentions.

use std::collections::HashMap;

use jiff::Timestamp;

use play::{Board, Host, Seat, UserId};
use texts::names::tamed;
use texts::{Locale, Text, say};

/// Says texts about one match.
pub(crate) struct Speaker {
    pub locale: Locale,
    names: HashMap<UserId, String>,
}

impl Speaker {
    /// One that knows the names of a match's players.
    pub(crate) async fn of(host: &Host, board: &Board, locale: Locale) -> Self {
        let players: Vec<UserId> = board.current.seats.into_iter().filter_map(Seat::user).collect();
        let names = host.player_names(&players).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "a page names nobody");
            HashMap::new()
        });
        Self { locale, names }
    }

    pub(crate) fn say(&self, text: Text) -> String {
        self.named(&plain(&text.in_locale(self.locale)))
    }

    /// A text with names in place of mentions.
    fn named(&self, text: &str) -> String {
        let mut parts = text.split("<@");
        let mut named = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let user = part.split_once('>').and_then(|(number, rest)| Some((UserId(number.parse().ok()?), rest)));
            match user.and_then(|(user, rest)| Some((self.names.get(&user)?, rest))) {
                Some((name, rest)) if name.is_empty() => {
                    named += &say("former-player", &[]).in_locale(self.locale);
                    named += rest;
                }
                Some((name, rest)) => {
                    named += &tamed(name);
                    named += rest;
                }
                None => {
                    named += "<@";
                    named += part;
                }
            }
        }
        named
    }
}

/// A text without the markup of the chat.
pub(crate) fn plain(text: &str) -> String {
    let (mut plain, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(next) = rest.chars().next() {
        if let Some((time, after)) = time_in(rest) {
            plain.push_str(&time);
            rest = after;
        } else if let Some((words, after)) = link_in(rest) {
            plain.push_str(words);
            rest = after;
        } else if let Some(next) = rest.strip_prefix('\\').and_then(|it| it.chars().next()) {
            // What is escaped for the chat is meant as it is.
            plain.push(next);
            rest = &rest[1 + next.len_utf8()..];
        } else if let Some(after) = ["**", "`", "-# "].iter().find_map(|it| rest.strip_prefix(it)) {
            rest = after;
        } else {
            plain.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    plain
}

/// A time at the beginning of a text, `<t:1700000000:R>`, and what follows it.
fn time_in(text: &str) -> Option<(String, &str)> {
    let (inside, after) = text.strip_prefix("<t:")?.split_once('>')?;
    let time = Timestamp::from_second(inside.split(':').next()?.parse().ok()?).ok()?;
    Some((time.strftime("%Y-%m-%d %H:%M UTC").to_string(), after))
}

/// The words of a link at the beginning of a text, `[words](https://…)`, and what follows it.
fn link_in(text: &str) -> Option<(&str, &str)> {
    let (words, after) = text.strip_prefix('[')?.split_once("](http")?;
    let (_, after) = after.split_once(')')?;
    (!words.contains(['[', ']'])).then_some((words, after))
}

/// A text for HTML.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_as_they_are() {
        let names = HashMap::from([
            (UserId(1), "**Ann** <t:1700000000:R>".to_owned()),
            (UserId(2), String::new()),
            (UserId(4), "evil\u{202e}\n".to_owned()),
        ]);
        let speaker = Speaker { locale: Locale::English, names };
        let text = Text::from("<@1> played **b1-b3**, <@2>, <@4> and <@3> didn't <@x");
        assert_eq!(speaker.say(text), "**Ann** <t:1700000000:R> played b1-b3, Former player, evil and <@3> didn't <@x");
    }

    #[test]
    fn markup_of_the_chat_is_left_out() {
        for (text, words) in [
            ("Ann played **f3-d5**. Try `f3-c6`.", "Ann played f3-d5. Try f3-c6."),
            ("until <t:1700000000:R>, or never", "until 2023-11-14 22:13 UTC, or never"),
            ("[The board](https://discord.com/channels/1/2) is there", "The board is there"),
            ("a < b [x] <t:x> 3 * 4", "a < b [x] <t:x> 3 * 4"),
            (r"Jean\-Luc \*\*x\*\* \<t:1700000000:R\>", "Jean-Luc **x** <t:1700000000:R>"),
        ] {
            assert_eq!(plain(text), words);
        }
        assert_eq!(escaped(r#"<b a="&">"#), "&lt;b a=&quot;&amp;&quot;&gt;");
    }
}
