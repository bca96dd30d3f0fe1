//! Rules, help, and information about the bot.

use poise::serenity_prelude as serenity;
use serenity::CreateEmbed;

use super::board::{Appearance, with_text_board};
use super::lists::COLOR;
use super::{Picture, View};
use crate::i18n::alt_text;
use crate::i18n::{english, option_words, preset_words, say, size_words, value_words};
use crate::play::deadlines::SILENT_DAYS;
use crate::play::{Match, TimeControl};
use games::GAMES;
use games::{Info, Ruleset, Scene};
use render::Theme;
use render::{PictureError, png};

/// The clock of a match, for the text of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Time {
    /// Not yet decided.
    Open,
    /// A match against the engine, which has no clock.
    Engine,
    /// A match between people: with a clock, or without.
    People(Option<TimeControl>),
}

impl Time {
    /// The clock of a match.
    pub fn of(current: &Match) -> Self {
        if current.is_against_engine() { Self::Engine } else { Self::People(current.conduct.clock) }
    }

    /// The explanation of it.
    fn words(self) -> String {
        let key = match self {
            Self::Open => "open",
            Self::Engine => "engine",
            Self::People(None) => "none",
            Self::People(Some(_)) => "clock",
        };
        let clock = if let Self::People(clock) = self { clock } else { None };
        let facts = [
            ("kind", key.into()),
            ("clock", clock.map(super::clock::words).unwrap_or_default().into()),
            ("hard", if clock.is_some_and(|it| it.hard) { "yes" } else { "no" }.into()),
            ("live", if clock.is_some_and(TimeControl::is_live) { "yes" } else { "no" }.into()),
            ("days", i64::from(SILENT_DAYS).into()),
        ];
        say("rules-time-words", &facts)
    }
}

/// The rules of a game as they apply, with an example.
pub fn rules(ruleset: &Ruleset, time: Time, appearance: Appearance) -> Result<View, PictureError> {
    let info = ruleset.info;
    let mut text = vec![say(&format!("{}-rules", info.key), &[])];
    text.extend(rules_in_force(ruleset).map(|it| format!("- {it}")));
    let scene = Scene { flipped: appearance.flipped, ..games::example(info) };
    let picture = example(info, &scene, appearance)?;
    let content = with_text_board(String::new(), &scene, appearance.text);
    text.push(format!("-# {}", say("rules-example", &[("move", info.example.play.into())])));
    let presets: Vec<String> =
        info.presets.iter().map(|it| format!("`{}:{}` – {}", info.key, it.name, preset_words(info, it))).collect();
    let options = info.options.iter().map(|it| format!("`{}` – {}", it.key, option_words(info, it)));
    let options: Vec<String> = options.chain([format!("`size` – {}: {}", size_words(), sizes(info))]).collect();
    let title = say("rules-title", &[("game", info.name.into()), ("rules", ruleset.to_string().into())]);
    let embed = CreateEmbed::new()
        .title(title)
        .description(text.join("\n"))
        .field(say("rules-presets", &[]), presets.join("\n"), false)
        .field(say("rules-options", &[]), options.join("\n"), false)
        .field(say("rules-time", &[]), time.words(), false)
        .attachment(&picture.name)
        .colour(COLOR);
    Ok(View { content, picture: Some(picture), ..View::embed(embed) })
}

/// What the value of each option means.
pub fn rules_in_force(ruleset: &Ruleset) -> impl Iterator<Item = String> {
    let info = ruleset.info;
    info.options.iter().zip(ruleset.values()).map(|(option, (_, value))| value_words(info, option, value))
}

/// The sizes of a game's boards.
fn sizes(info: &Info) -> String {
    if info.smallest == info.largest {
        format!("`{}`", info.default_size)
    } else {
        format!("`{}`, or `{}` to `{}`", info.default_size, info.smallest, info.largest)
    }
}

/// The picture of a game's example: a position with its last move marked.
fn example(info: &'static Info, scene: &Scene, appearance: Appearance) -> Result<Picture, PictureError> {
    Ok(Picture {
        file: png(scene, &appearance.look(EXAMPLE_PIXELS))?,
        name: format!("{}-example.png", info.key),
        alt: alt_text(scene, english()),
    })
}

/// The longer side of an example's picture.
const EXAMPLE_PIXELS: u32 = 360;

/// All commands, a line each.
pub fn all_commands<U, E>(commands: &[poise::Command<U, E>], prefix: &str) -> View {
    let line = |it: &poise::Command<U, E>| {
        let description = it.description.as_deref().unwrap_or_default();
        format!("**{}** — {description}", it.name)
    };
    let lines: Vec<String> = commands.iter().map(line).collect();
    let embed = CreateEmbed::new()
        .title(say("help-title", &[]))
        .description(format!("{}\n\n{}", say("help-intro", &[("prefix", prefix.into())]), lines.join("\n")))
        .colour(COLOR);
    View::embed(embed)
}

/// How a command is written, with its details.
pub fn usage(command: &str, prefix: &str) -> String {
    let facts = [("prefix", prefix.into()), ("themes", themes().into()), ("clocks", super::clock::presets().into())];
    say(&format!("command-{command}-help"), &facts)
}

/// The names of all themes of boards.
pub fn themes() -> String {
    Theme::ALL.map(|it| format!("`{it}`")).join(", ")
}

/// One command and the ways to write it.
pub fn one_command<U, E>(command: &poise::Command<U, E>, prefix: &str) -> View {
    let usage = usage(&command.name, prefix);
    let embed = CreateEmbed::new()
        .title(format!("/{}", command.name))
        .description(format!("{}\n\n{usage}", command.description.as_deref().unwrap_or_default()))
        .colour(COLOR);
    View::embed(embed)
}

/// What this bot is, and where it comes from.
pub fn about() -> View {
    let names: Vec<&str> = GAMES.iter().map(|it| it.info().name).collect();
    let facts = [("version", env!("CARGO_PKG_VERSION").into()), ("games", names.join(", ").into())];
    View::embed(CreateEmbed::new().title(say("about-title", &[])).description(say("about-text", &facts)).colour(COLOR))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_every_preset_fit_an_embed_and_explain_all_options() {
        for info in GAMES.iter().map(|it| it.info()) {
            for preset in info.presets {
                let view = rules(&Ruleset::preset(info, preset), Time::Open, Appearance::default()).unwrap();
                let embed = serde_json::to_value(view.embed.unwrap()).unwrap();
                let length = |text: &serde_json::Value| text.as_str().unwrap().chars().count();
                assert!(length(&embed["description"]) <= 4096, "{}", embed["description"]);
                let fields = embed["fields"].as_array().unwrap();
                assert!(fields.iter().all(|it| length(&it["value"]) <= 1024), "{fields:?}");
                let options = fields[1]["value"].as_str().unwrap();
                for option in info.options {
                    let words = option_words(info, option);
                    assert!(options.contains(&format!("`{}` – {words}", option.key)), "{options}");
                }
            }
        }
    }
}
