//! A person's preferences, in a panel that only that person sees, below a picture of the themes. Using its controls
//! changes it.

use std::sync::OnceLock;

use super::{Button, Picture, SelectMenu, SelectOption, Style, View};
use crate::controls::{Control, PersonalAction, SettingChoice};
use games::{Fact, GAMES, example};
use play::preferences::{Flip, Notices, TextBoard};
use play::{Preferences, UserId};
use render::{PictureError, Theme};
use texts::say;

/// The longer side of each theme's board in the picture.
const BOARD_PIXELS: u32 = 300;
/// How many of them stand in a row: on a phone, each has half of its width.
const COLUMNS: usize = 2;

/// The panel of a person's settings.
pub fn panel(preferences: &Preferences, user: UserId) -> Result<View, PictureError> {
    let theme: Theme = preferences.theme.as_deref().and_then(|it| it.parse().ok()).unwrap_or_default();
    let menu = |choice, key: &str, names: &[&str], chosen: &str| {
        let option = |name: &&str| SelectOption {
            is_chosen: *name == chosen,
            ..SelectOption::new(say(&format!("settings-{key}-{name}"), &[]), *name)
        };
        let control = Control::of_person(user, PersonalAction::Set(choice));
        SelectMenu { control, placeholder: String::new(), options: names.iter().map(option).collect() }
    };
    let switch = |is_on: bool, key: &str, choice| {
        let (state, style) = if is_on { ("on", Style::Success) } else { ("off", Style::Secondary) };
        Button::new(Control::of_person(user, PersonalAction::Set(choice)), &format!("{key}-{state}"), style)
    };
    let Preferences { lettered, plays_forced, unlisted, .. } = *preferences;
    let away = Control::of_person(user, PersonalAction::Away);
    let buttons = [
        switch(lettered, "button-lettered", SettingChoice::Lettered(!lettered)),
        switch(plays_forced, "button-forced", SettingChoice::PlaysForced(!plays_forced)),
        switch(!unlisted, "button-listed", SettingChoice::Unlisted(!unlisted)),
        Button::new(away, "button-away", Style::Secondary),
    ];
    let closed = preferences.notices == Notices::Direct && preferences.direct_closed;
    let lines = [Some("settings"), closed.then_some("settings-direct-closed")];
    let lines: Vec<String> = lines.into_iter().flatten().map(|it| say(it, &[])).collect();
    let view = View { picture: Some(picture()?), ..View::text(lines.join("\n")) };
    Ok(view
        .with_menu(menu(SettingChoice::Theme, "theme", &Theme::ALL.map(Theme::name), theme.name()))
        .with_menu(menu(SettingChoice::Flip, "flip", &Flip::ALL.map(Flip::name), preferences.flip.name()))
        .with_menu(menu(
            SettingChoice::TextBoard,
            "text",
            &TextBoard::ALL.map(TextBoard::name),
            preferences.text_board.name(),
        ))
        .with_menu(menu(
            SettingChoice::Notices,
            "notices",
            &Notices::ALL.map(Notices::name),
            preferences.notices.name(),
        ))
        .with_buttons(buttons))
}

/// What the themes look like.
fn picture() -> Result<Picture, PictureError> {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    let file = match FILE.get() {
        Some(file) => file,
        None => {
            let drawn = render::themes(&example(GAMES[0].info()), COLUMNS, BOARD_PIXELS)?;
            FILE.get_or_init(|| drawn)
        }
    };
    let alt = say("settings-picture", &[("themes", Fact::all_of(Theme::ALL))]);
    Ok(Picture { file: file.clone(), name: "themes.png".to_owned(), alt })
}
