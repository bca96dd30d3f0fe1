//! Rules, help, and information about the bot; and all games, for somebody who has named none.

use std::ops::Range;
use std::sync::OnceLock;

use super::board::{Appearance, drawn_once, with_text_board};
use super::{Button, Embed, Picture, SelectMenu, SelectOption, Style, View, clock};
use crate::controls::{AnyonesAction, Control};
use games::board::Shape;
use games::{GAMES, Info, PositionError, Ruleset, Scene};
use play::deadlines::SILENT_DAYS;
use play::{Match, TimeControl};
use render::{Look, PictureError, Theme, gallery, png};
use texts::{Text, alt_text, option_words, preset_words, say, size_words, summary, value_words};

/// What the rules say about time: which clock a match has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeRules {
    /// Not yet decided.
    Open,
    /// A match against the engine, which has no clock.
    Engine,
    /// A match between people: with a clock, or without.
    People(Option<TimeControl>),
}

impl TimeRules {
    /// The clock of a match.
    pub fn of(current: &Match) -> Self {
        if current.is_against_engine() { Self::Engine } else { Self::People(current.clock.control) }
    }

    /// The explanation of it.
    fn words(self) -> Text {
        let (kind, clock) = match self {
            Self::Open => ("open", None),
            Self::Engine => ("engine", None),
            Self::People(None) => ("none", None),
            Self::People(Some(clock)) => ("clock", Some(clock)),
        };
        let facts = [
            ("kind", kind.into()),
            ("clock", clock.map(clock::words).unwrap_or_default()),
            ("hard", clock.is_some_and(|it| it.hard).into()),
            ("live", clock.is_some_and(TimeControl::is_live).into()),
            ("days", SILENT_DAYS.into()),
        ];
        say("rules-time-words", &facts)
    }
}

/// The longer side of an example's picture.
const EXAMPLE_PIXELS: u32 = 360;

/// The rules of a game as they apply: a picture and how to win, and then the rest.
pub fn rules(ruleset: &Ruleset, time: TimeRules, appearance: Appearance) -> Result<View, PictureError> {
    let info = ruleset.info;
    let rule = |words: Text| say("rules-line", &[("words", words)]);
    let values = info.options.iter().zip(ruleset.values());
    let mut text =
        vec![say("rules-example", &[("move", info.example.play.into())]), say(&format!("{}-rules", info.key), &[])];
    text.extend(values.map(|(option, (_, value))| rule(value_words(info, option, value))));
    text.extend((time != TimeRules::Open).then(|| say("rules-time-line", &[("words", time.words())])));
    // A position with its last move marked.
    let scene = Scene { flipped: appearance.flipped, ..games::example(info) };
    let file = png(&scene, &appearance.look(EXAMPLE_PIXELS))?;
    let how_to_win = say("rules-summary", &[("game", info.name.into()), ("summary", summary(info))]);
    let title = say("rules-title", &[("rules", ruleset.to_string().into())]);
    let view = View {
        content: with_text_board(how_to_win, &scene, appearance.text),
        picture: Some(Picture { file, name: format!("{}-example.png", info.key), alt: alt_text(&scene) }),
        ..View::embed(Embed { title, text: Text::lines(text), ..Embed::default() })
    };
    let variants = Control::Anyone(AnyonesAction::Variants(info.key.to_owned()));
    Ok(view.with_button(variants, "button-variants", Style::Secondary))
}

/// What can be varied in a game: its presets, its options, and the clock.
pub fn variants(info: &Info) -> View {
    let line = |word: String, meaning| say("variants-line", &[("word", word.into()), ("meaning", meaning)]);
    let presets = info.presets.iter().map(|it| line(format!("{}:{}", info.key, it.name), preset_words(info, it)));
    let options = info.options.iter().map(|it| line(it.key.to_owned(), option_words(info, it)));
    let size = |it: Shape| Text::from(it.to_string());
    let sizes = [
        ("words", size_words()),
        ("default", size(info.default_size)),
        ("smallest", size(info.smallest)),
        ("largest", size(info.largest)),
        ("fixed", (info.smallest == info.largest).into()),
    ];
    let preset = info.presets.last().map_or("", |it| it.name);
    let facts = [("game", info.name.into()), ("key", info.key.into()), ("preset", preset.into())];
    View::embed(Embed {
        title: say("variants-title", &facts),
        text: say("variants-intro", &facts),
        fields: vec![
            (say("rules-presets", &[]), Text::lines(presets)),
            (say("rules-options", &[]), Text::lines(options.chain([say("variants-size", &sizes)]))),
            (say("rules-time", &[]), TimeRules::Open.words()),
        ],
        ..Embed::default()
    })
}

/// The commands in groups. The help begins with the first ones.
pub const GROUPS: [&[&str]; 5] = [
    &["play", "learn", "challenge", "puzzle", "accept", "decline", "withdraw", "rules", "watch", "unwatch"],
    &[
        "move", "vote", "board", "open", "legal", "hint", "prepare", "explore", "draw", "takeback", "pause", "resume",
        "claim", "resign", "abort",
    ],
    &[
        "rematch",
        "replay",
        "analyze",
        "share",
        "try",
        "export",
        "import",
        "leaderboard",
        "profile",
        "versus",
        "history",
        "stats",
    ],
    &["games", "settings", "away", "block", "unblock", "data", "help", "about"],
    &["parlor"],
];

/// With how many commands the help begins.
const FIRST: usize = 4;

/// The groups in each menu, which has room for 25 commands.
const MENUS: [Range<usize>; 2] = [0..2, 2..5];

/// How to begin, with menus that explain all commands. `prefix` stands before typed ones, where these are heard.
pub fn all_commands(prefix: Option<&str>) -> View {
    let intro = match prefix {
        Some(prefix) => say("help-intro", &[("prefix", prefix.into())]),
        None => say("help-intro-outside", &[]),
    };
    let first = GROUPS[0].iter().take(FIRST);
    let first = first.map(|it| say("help-first", &[("command", (*it).into()), ("does", description(it))]));
    let lines = [intro, Text::default()].into_iter().chain(first).chain([Text::default(), say("help-more", &[])]);
    let embed = Embed { title: say("help-title", &[]), text: Text::lines(lines), ..Embed::default() };
    with_help(View::embed(embed), None)
}

/// One command, with the menus that explain the others.
pub fn details(command: &str, prefix: Option<&str>) -> View {
    with_help(one_command(command, prefix), Some(command))
}

/// What a newcomer reads, with the ways to begin.
pub fn welcome(text: Text) -> View {
    View::text(text).with_buttons(beginnings())
}

/// A view with the menus of all commands below, and the ways to begin.
fn with_help(view: View, chosen: Option<&str>) -> View {
    let option = |name: &&str| SelectOption {
        description: description(name),
        is_chosen: chosen == Some(*name),
        ..SelectOption::new(*name, *name)
    };
    let menu = |(index, groups): (usize, Range<usize>)| {
        let options = GROUPS[groups].iter().copied().flatten().map(option);
        SelectMenu::new(Control::Anyone(AnyonesAction::Help(index)), &format!("menu-help-{index}"), options)
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

/// What a command does, in a line. A part of another command is named with that one: `parlor end`.
pub fn description(command: &str) -> Text {
    say(&format!("command-{}", command.replace(' ', "-")), &[])
}

/// How a command is written, with its details.
pub fn usage(command: &str, prefix: Option<&str>) -> Text {
    let key = format!("command-{command}-typed");
    let typed = prefix.filter(|_| texts::has(&key)).map(|it| say(&key, &[("prefix", it.into())]));
    let facts = [("themes", themes().into()), ("clocks", clock::presets())];
    Text::lines(typed.into_iter().chain([say(&format!("command-{command}-help"), &facts)]))
}

/// The names of all themes of boards.
pub fn themes() -> String {
    Theme::ALL.map(|it| format!("`{it}`")).join(", ")
}

/// One command and the ways to write it.
pub fn one_command(command: &str, prefix: Option<&str>) -> View {
    let text = Text::lines([description(command), Text::default(), usage(command, prefix)]);
    View::embed(Embed { title: format!("/{command}").into(), text, ..Embed::default() })
}

/// What this bot is, and where it comes from.
pub fn about() -> View {
    let names: Vec<&str> = GAMES.iter().map(|it| it.info().name).collect();
    let facts = [("version", env!("CARGO_PKG_VERSION").into()), ("games", names.join(", ").into())];
    View::embed(Embed { title: say("about-title", &[]), text: say("about-text", &facts), ..Embed::default() })
}

/// The longer side of each board in the picture.
const BOARD_PIXELS: u32 = 190;
/// How many boards stand in a row.
const COLUMNS: usize = 4;

/// All games, below a sentence that says why they are shown.
pub fn all_games(content: impl Into<Text>, prefix: Option<&str>, theme: Theme) -> Result<View, PictureError> {
    let line = |info: &Info| {
        let facts = [("game", info.name.into()), ("key", info.key.into()), ("summary", summary(info))];
        say("overview-line", &facts)
    };
    let lines = GAMES.iter().map(|it| line(it.info()));
    let how_to_begin = match prefix {
        Some(prefix) => say("overview-how-to-begin", &[("prefix", prefix.into()), ("key", GAMES[0].info().key.into())]),
        None => say("overview-how-to-begin-outside", &[]),
    };
    let text = Text::lines(lines.chain([Text::default(), how_to_begin, say("overview-order", &[])]));
    let embed = Embed { title: say("overview-title", &[]), text, ..Embed::default() };
    let games = GAMES.iter().map(|it| it.info()).map(|it| SelectOption::new(it.name, it.key));
    let menu = SelectMenu::new(Control::Anyone(AnyonesAction::RulesOfGame), "menu-rules", games);
    Ok(View { content: content.into(), picture: Some(picture(theme)?), ..View::embed(embed) }.with_menu(menu))
}

/// The boards of all games before the first move.
fn picture(theme: Theme) -> Result<Picture, PictureError> {
    static FILES: [OnceLock<Vec<u8>>; Theme::ALL.len()] = [const { OnceLock::new() }; Theme::ALL.len()];
    let file = drawn_once(&FILES[theme as usize], || {
        let named = |it: &'static Info| Some((start(it).ok()?, it.name));
        let scenes: Vec<(Scene, &str)> = GAMES.iter().filter_map(|it| named(it.info())).collect();
        gallery(&scenes, COLUMNS, &Look { theme, pixels: BOARD_PIXELS, ..Look::default() })
    })?;
    let names: Vec<&str> = GAMES.iter().map(|it| it.info().name).collect();
    let alt = say("overview-picture", &[("games", Text::all_of(names))]);
    Ok(Picture { file, name: "games.png".to_owned(), alt })
}

/// The starting board of a game, without the sign for whose turn it is.
fn start(info: &'static Info) -> Result<Scene, PositionError> {
    let position = games::open(&Ruleset::default_of(info), None)?;
    Ok(Scene { to_move: None, ..position.scene() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::MAX_OPTIONS;
    use texts::Locale;

    #[test]
    fn the_rules_of_every_preset_fit_an_embed() {
        for info in GAMES.iter().map(|it| it.info()) {
            for preset in info.presets {
                let time = TimeRules::People("3d+12h".parse().ok());
                let view = rules(&Ruleset::preset(info, preset), time, Appearance::default()).unwrap();
                let text = view.embed.unwrap().text.in_locale(Locale::English);
                assert!(text.chars().count() <= 4096, "{text}");
                // The picture stands above it, below the sentence that says how to win.
                assert_eq!(view.content.in_locale(Locale::English).lines().count(), 1, "{:?}", view.content);
            }
        }
    }

    #[test]
    fn the_variants_of_every_game_fit_an_embed_and_explain_all_options() {
        for info in GAMES.iter().map(|it| it.info()) {
            let fields = variants(info).embed.unwrap().fields.into_iter();
            let texts: Vec<String> = fields.map(|it| it.1.in_locale(Locale::English)).collect();
            assert!(texts.iter().all(|it| it.chars().count() <= 1024), "{texts:?}");
            let options = &texts[1];
            for option in info.options {
                let words = option_words(info, option).in_locale(Locale::English);
                assert!(options.contains(&format!("`{}` – {words}", option.key)), "{options}");
            }
        }
    }

    #[test]
    fn the_help_fits_a_phone_and_its_menus_fit_discord() {
        for groups in MENUS {
            assert!(GROUPS[groups].iter().map(|it| it.len()).sum::<usize>() <= MAX_OPTIONS);
        }
        let text = all_commands(Some("!")).embed.unwrap().text.in_locale(Locale::English);
        // A phone has about 45 characters in a line, and 25 lines.
        let lines = text.lines();
        assert!(lines.map(|it| it.len().div_ceil(45).max(1)).sum::<usize>() <= 25);
    }
}
