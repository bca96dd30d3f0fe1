//! What is set and kept: a person's preferences, in a panel that only that person sees, their absence and their data; and
//! the settings of a server.

use std::sync::OnceLock;

use super::board::drawn_once;
use super::{Button, Picture, SelectMenu, SelectOption, Style, View, clock};
use crate::controls::{Control, PersonalAction, SettingChoice};
use games::{GAMES, example};
use jiff::Timestamp;
use play::personal::PersonalData;
use play::preferences::{Flip, Notices, TextBoard};
use play::{ChannelId, DailySchedule, Preferences, ServerSettings, UserId};
use render::{PictureError, Theme};
use strum::VariantNames as _;
use texts::{Text, say};

/// The longer side of each theme's board in the picture.
const BOARD_PIXELS: u32 = 300;
/// How many of them stand in a row: on a phone, each has half of its width.
const COLUMNS: usize = 2;

/// The panel of a person's settings; where boards are opened on pages, they can be closed there.
pub fn panel(preferences: &Preferences, user: UserId, has_pages: bool) -> Result<View, PictureError> {
    let theme: Theme = preferences.theme.as_deref().and_then(|it| it.parse().ok()).unwrap_or_default();
    let menu = |choice, key: &str, names: &[&str], chosen: &str| {
        let option = |name: &&str| SelectOption {
            is_chosen: *name == chosen,
            ..SelectOption::new(say(&format!("settings-{key}-{name}"), &[]), *name)
        };
        let control = Control::of_person(user, PersonalAction::Set(choice));
        SelectMenu { control, placeholder: Text::default(), options: names.iter().map(option).collect() }
    };
    let switch = |is_on: bool, key: &str, choice| {
        let (state, style) = if is_on { ("on", Style::Success) } else { ("off", Style::Secondary) };
        Button::new(Control::of_person(user, PersonalAction::Set(choice)), &format!("{key}-{state}"), style)
    };
    let Preferences { lettered, plays_forced, unlisted, .. } = *preferences;
    let away = Control::of_person(user, PersonalAction::Away);
    let close = Control::of_person(user, PersonalAction::Set(SettingChoice::CloseBoards));
    let close = has_pages.then(|| Button::new(close, "button-close-boards", Style::Secondary));
    let buttons = [
        switch(lettered, "button-lettered", SettingChoice::Lettered(!lettered)),
        switch(plays_forced, "button-forced", SettingChoice::PlaysForced(!plays_forced)),
        switch(!unlisted, "button-listed", SettingChoice::Unlisted(!unlisted)),
        Button::new(away, "button-away", Style::Secondary),
    ];
    let buttons = buttons.into_iter().chain(close);
    let closed = preferences.notices == Notices::Direct && preferences.direct_closed;
    let lines = [Some("settings"), closed.then_some("settings-direct-closed")];
    let text = Text::lines(lines.into_iter().flatten().map(|it| say(it, &[])));
    let view = View { picture: Some(picture()?), ..View::text(text) };
    let Preferences { flip, text_board, notices, .. } = *preferences;
    let menus = [
        menu(SettingChoice::Theme, "theme", &Theme::ALL.map(Theme::name), theme.name()),
        menu(SettingChoice::Flip, "flip", Flip::VARIANTS, flip.into()),
        menu(SettingChoice::TextBoard, "text", TextBoard::VARIANTS, text_board.into()),
        menu(SettingChoice::Notices, "notices", Notices::VARIANTS, notices.into()),
    ];
    Ok(menus.into_iter().fold(view, View::with_menu).with_buttons(buttons))
}

/// What the themes look like.
fn picture() -> Result<Picture, PictureError> {
    static FILE: OnceLock<Vec<u8>> = OnceLock::new();
    let file = drawn_once(&FILE, || render::themes(&example(GAMES[0].info()), COLUMNS, BOARD_PIXELS))?;
    let alt = say("settings-picture", &[("themes", Text::all_of(Theme::ALL.map(Theme::name)))]);
    Ok(Picture { file, name: "themes.png".to_owned(), alt })
}

/// For how many days somebody can be away, as the choices of a menu.
const DAYS: [u32; 4] = [1, 3, 7, 14];

/// Asks somebody for how many days they will be away.
pub fn ask_days(user: UserId) -> View {
    let option = |days: u32| SelectOption::new(say("away-days", &[("days", days.into())]), days.to_string());
    let control = Control::of_person(user, PersonalAction::AwayFor);
    View::text(say("away-question", &[])).with_menu(SelectMenu::new(control, "menu-away", DAYS.map(option)))
}

/// Larger files are not accepted everywhere.
const MAX_FILE_BYTES: usize = 8 << 20;

/// Everything that is kept about a person, as a file. If it would be too large, the oldest matches are left out.
pub fn export(mut data: PersonalData) -> serde_json::Result<View> {
    let file = loop {
        let file = serde_json::to_vec_pretty(&data)?;
        if file.len() <= MAX_FILE_BYTES || data.matches.is_empty() {
            break file;
        }
        let kept = data.matches.len() / 2;
        data.matches_left_out += (data.matches.len() - kept) as u64;
        data.matches.truncate(kept);
    };
    let facts = [("matches", data.matches.len().into()), ("left", (data.matches_left_out as i64).into())];
    let alt = say("data-file", &[]);
    let picture = Some(Picture { file, name: "parlor-data.json".to_owned(), alt });
    Ok(View { picture, ..View::text(say("data-exported", &facts)) })
}

/// Asks a person whether everything is really to be deleted.
pub fn confirm_deleting(user: UserId) -> View {
    let control = Control::of_person(user, PersonalAction::ConfirmDelete);
    let question = say("data-delete-question", &[("player", user.mention().into())]);
    View::text(question).with_button(control, "button-really-delete", Style::Danger)
}

/// Where matches may begin in a server.
pub fn channels(settings: &ServerSettings) -> View {
    let named = |all: &[ChannelId]| match all {
        [] => Text::from("none"),
        some => Text::all_of(some.iter().take(50).map(|it| it.mention())),
    };
    let facts = [("only", named(&settings.only_in)), ("never", named(&settings.never_in))];
    View::text(say("channels-rules", &facts))
}

/// The defaults of a server.
pub fn defaults(settings: &ServerSettings) -> View {
    let info = settings.game.as_deref().and_then(games::find).unwrap_or(GAMES[0]).info();
    let facts = [
        ("game", info.name.into()),
        ("clock", settings.clock.map_or("none".into(), clock::words)),
        ("threads", settings.threads.into()),
    ];
    View::text(say("server-defaults", &facts))
}

/// Where and when the puzzle of the day is posted, and what becomes of the last one.
pub fn daily(schedule: &DailySchedule, now: Timestamp) -> View {
    let last = schedule.last.as_ref().map(|it| it.card.channel);
    let state = match schedule.channel {
        None if last.is_some() => "ending",
        None => "off",
        Some(_) if schedule.next_at() <= now => "now",
        Some(channel) if last.is_some_and(|it| it != channel) => "moved",
        Some(_) => "on",
    };
    let mention = |it: Option<ChannelId>| Text::from(it.map(|it| it.mention()).unwrap_or_default());
    let facts = [
        ("state", state.into()),
        ("channel", mention(schedule.channel)),
        ("last", mention(last)),
        ("clock", schedule.time.to_string().into()),
        ("zone", schedule.time.zone.to_string().into()),
        ("time", schedule.next_at().as_second().to_string().into()),
    ];
    View::text(say("daily-setting", &facts))
}
