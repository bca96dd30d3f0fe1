//! Rules, help, and information about the bot.

use std::ops::Range;

use super::board::{Appearance, with_text_board};
use super::{Button, Embed, Picture, SelectMenu, SelectOption, Style, View};
use crate::controls::{AnyonesAction, Control};
use games::GAMES;
use games::{Info, Ruleset, Scene};
use play::deadlines::SILENT_DAYS;
use play::{Match, TimeControl};
use render::Theme;
use render::{PictureError, png};
use texts::alt_text;
use texts::{english, option_words, preset_words, say, size_words, value_words};

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
        if current.is_against_engine() { Self::Engine } else { Self::People(current.clock.control) }
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

/// The rules of a game as they apply: a picture and how to win, and then the rest.
pub fn rules(ruleset: &Ruleset, time: Time, appearance: Appearance) -> Result<View, PictureError> {
    let info = ruleset.info;
    let caption = say("rules-example", &[("move", info.example.play.into())]);
    let mut text = vec![format!("-# {caption}"), say(&format!("{}-rules", info.key), &[])];
    text.extend(rules_in_force(ruleset).map(|it| format!("- {it}")));
    if time != Time::Open {
        text.push(format!("- **{}.** {}", say("rules-time", &[]), time.words()));
    }
    let scene = Scene { flipped: appearance.flipped, ..games::example(info) };
    let picture = example(info, &scene, appearance)?;
    let summary = say(&format!("{}-summary", info.key), &[]);
    let how_to_win = say("rules-summary", &[("game", info.name.into()), ("summary", summary.into())]);
    let title = say("rules-title", &[("rules", ruleset.to_string().into())]);
    let view = View {
        content: with_text_board(how_to_win, &scene, appearance.text),
        picture: Some(picture),
        ..View::embed(Embed { title, text: text.join("\n"), ..Embed::default() })
    };
    let variants = Control::Anyone(AnyonesAction::Variants(info.key.to_owned()));
    Ok(view.with_button(variants, "button-variants", Style::Secondary))
}

/// What can be varied in a game: its presets, its options, and the clock.
pub fn variants(info: &Info) -> View {
    let presets: Vec<String> =
        info.presets.iter().map(|it| format!("`{}:{}` – {}", info.key, it.name, preset_words(info, it))).collect();
    let options = info.options.iter().map(|it| format!("`{}` – {}", it.key, option_words(info, it)));
    let options: Vec<String> = options.chain([format!("`size` – {}: {}", size_words(), sizes(info))]).collect();
    let preset = info.presets.last().map_or("", |it| it.name);
    let facts = [("game", info.name.into()), ("key", info.key.into()), ("preset", preset.into())];
    View::embed(Embed {
        title: say("variants-title", &facts),
        text: say("variants-intro", &facts),
        fields: vec![
            (say("rules-presets", &[]), presets.join("\n")),
            (say("rules-options", &[]), options.join("\n")),
            (say("rules-time", &[]), Time::Open.words()),
        ],
        ..Embed::default()
    })
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

/// The commands in groups, each with the key of its title.
pub const GROUPS: [(&str, &[&str]); 5] = [
    ("start", &["play", "challenge", "accept", "decline", "withdraw", "rules", "watch", "unwatch"]),
    (
        "in-a-game",
        &[
            "move", "board", "legal", "hint", "prepare", "draw", "takeback", "pause", "resume", "claim", "resign",
            "abort",
        ],
    ),
    ("afterwards", &["rematch", "analyze", "leaderboard", "profile"]),
    ("you", &["games", "settings", "away", "block", "unblock", "data", "help", "about"]),
    ("moderators", &["parlor"]),
];

/// The groups in each menu, which has room for 25 commands.
const MENUS: [Range<usize>; 2] = [0..2, 2..5];

/// All commands by group, with menus that explain each of them.
pub fn all_commands<U, E>(commands: &[poise::Command<U, E>], prefix: &str) -> View {
    let group = |(key, names): &(&str, &[&str])| {
        let names: Vec<String> = names.iter().map(|it| format!("`{it}`")).collect();
        format!("**{}**\n{}", say(&format!("help-{key}"), &[]), names.join(" "))
    };
    let groups: Vec<String> = GROUPS.iter().map(group).collect();
    let text = format!("{}\n\n{}", say("help-intro", &[("prefix", prefix.into())]), groups.join("\n"));
    with_help(View::embed(Embed { title: say("help-title", &[]), text, ..Embed::default() }), commands, None)
}

/// One command, with the menus that explain the others.
pub fn details<U, E>(commands: &[poise::Command<U, E>], chosen: &poise::Command<U, E>, prefix: &str) -> View {
    with_help(one_command(chosen, prefix), commands, Some(&chosen.name))
}

/// What a newcomer reads, with the ways to begin.
pub fn welcome(text: String) -> View {
    View::text(text).with_buttons(beginnings())
}

/// A view with the menus of all commands below, and the ways to begin.
fn with_help<U, E>(view: View, commands: &[poise::Command<U, E>], chosen: Option<&str>) -> View {
    let option = |name: &&str| {
        let command = commands.iter().find(|it| it.name == *name)?;
        let description = command.description.clone()?.into_owned();
        Some(SelectOption { description, is_chosen: chosen == Some(*name), ..SelectOption::new(*name, *name) })
    };
    let menu = |(index, groups): (usize, Range<usize>)| SelectMenu {
        control: Control::Anyone(AnyonesAction::Help(index)),
        placeholder: say(&format!("menu-help-{index}"), &[]),
        options: GROUPS[groups].iter().flat_map(|it| it.1).filter_map(option).collect(),
    };
    MENUS.into_iter().enumerate().map(menu).fold(view, View::with_menu).with_buttons(beginnings())
}

/// The buttons with which somebody can begin who knows nothing yet.
fn beginnings() -> [Button; 2] {
    [
        Button::new(Control::Anyone(AnyonesAction::Play), "button-play", Style::Success),
        Button::new(Control::Anyone(AnyonesAction::Games), "button-rules", Style::Secondary),
    ]
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
    View::embed(Embed {
        title: format!("/{}", command.name),
        text: format!("{}\n\n{usage}", command.description.as_deref().unwrap_or_default()),
        ..Embed::default()
    })
}

/// What this bot is, and where it comes from.
pub fn about() -> View {
    let names: Vec<&str> = GAMES.iter().map(|it| it.info().name).collect();
    let facts = [("version", env!("CARGO_PKG_VERSION").into()), ("games", names.join(", ").into())];
    View::embed(Embed { title: say("about-title", &[]), text: say("about-text", &facts), ..Embed::default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::MAX_OPTIONS;

    #[test]
    fn the_rules_of_every_preset_fit_an_embed() {
        for info in GAMES.iter().map(|it| it.info()) {
            for preset in info.presets {
                let time = Time::People("3d+12h".parse().ok());
                let view = rules(&Ruleset::preset(info, preset), time, Appearance::default()).unwrap();
                let text = view.embed.unwrap().text;
                assert!(text.chars().count() <= 4096, "{text}");
                // The picture stands above it, below the sentence that says how to win.
                assert_eq!(view.content.lines().count(), 1, "{}", view.content);
            }
        }
    }

    #[test]
    fn the_variants_of_every_game_fit_an_embed_and_explain_all_options() {
        for info in GAMES.iter().map(|it| it.info()) {
            let fields = variants(info).embed.unwrap().fields;
            assert!(fields.iter().all(|it| it.1.chars().count() <= 1024), "{fields:?}");
            let options = &fields[1].1;
            for option in info.options {
                let words = option_words(info, option);
                assert!(options.contains(&format!("`{}` – {words}", option.key)), "{options}");
            }
        }
    }

    #[test]
    fn the_help_fits_a_phone_and_its_menus_fit_discord() {
        for groups in MENUS {
            assert!(GROUPS[groups].iter().map(|it| it.1.len()).sum::<usize>() <= MAX_OPTIONS);
        }
        let commands: [poise::Command<(), ()>; 0] = [];
        let embed = all_commands(&commands, "!").embed.unwrap();
        // A phone has about 45 characters in a line, and 25 lines.
        let lines = embed.text.lines();
        assert!(lines.map(|it| it.len().div_ceil(45).max(1)).sum::<usize>() <= 25);
    }
}
