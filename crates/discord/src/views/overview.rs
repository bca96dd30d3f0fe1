//! An overview of all games, for somebody who has named none: their boards, a line for each, and how to begin.

use std::sync::OnceLock;

use super::{Embed, Picture, SelectMenu, SelectOption, View};
use crate::controls::{AnyonesAction, Control};
use games::{GAMES, PositionError, Ruleset, Scene};
use render::{Look, PictureError, Theme, gallery};
use texts::say;

/// The longer side of each board in the picture.
const BOARD_PIXELS: u32 = 190;
/// How many boards stand in a row.
const COLUMNS: usize = 4;

/// All games, below a sentence that says why they are shown.
pub fn all_games(content: impl Into<String>, prefix: &str, theme: Theme) -> Result<View, PictureError> {
    let line = |info: &games::Info| {
        let summary = say(&format!("{}-summary", info.key), &[]);
        say("overview-line", &[("game", info.name.into()), ("key", info.key.into()), ("summary", summary.into())])
    };
    let lines: Vec<String> = GAMES.iter().map(|it| line(it.info())).collect();
    let facts = [("prefix", prefix.into()), ("key", GAMES[0].info().key.into())];
    let picture = picture(theme)?;
    let embed = Embed {
        title: say("overview-title", &[]),
        text: format!("{}\n\n{}", lines.join("\n"), say("overview-how-to-begin", &facts)),
        ..Embed::default()
    };
    let menu = SelectMenu {
        control: Control::Anyone(AnyonesAction::RulesOfGame),
        placeholder: say("menu-rules", &[]),
        options: GAMES.iter().map(|it| it.info()).map(|it| SelectOption::new(it.name, it.key)).collect(),
    };
    Ok(View { content: content.into(), picture: Some(picture), ..View::embed(embed) }.with_menu(menu))
}

/// The boards of all games before the first move.
fn picture(theme: Theme) -> Result<Picture, PictureError> {
    static FILES: [OnceLock<Vec<u8>>; Theme::ALL.len()] = [const { OnceLock::new() }; Theme::ALL.len()];
    let drawn_once = &FILES[theme as usize];
    let file = match drawn_once.get() {
        Some(file) => file,
        None => {
            let scenes: Vec<Scene> = GAMES.iter().filter_map(|it| start(it.info()).ok()).collect();
            let look = Look { theme, pixels: BOARD_PIXELS, ..Look::default() };
            let drawn = gallery(&scenes, COLUMNS, &look)?;
            drawn_once.get_or_init(|| drawn)
        }
    };
    let names: Vec<&str> = GAMES.iter().map(|it| it.info().name).collect();
    let alt = say("overview-picture", &[("games", games::Fact::all_of(names))]);
    Ok(Picture { file: file.clone(), name: "games.png".to_owned(), alt })
}

/// The starting board of a game, without the sign for whose turn it is.
fn start(info: &'static games::Info) -> Result<Scene, PositionError> {
    let position = games::open(&Ruleset::default_of(info), None)?;
    Ok(Scene { to_move: None, ..position.scene() })
}
