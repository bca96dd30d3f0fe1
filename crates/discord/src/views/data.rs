//! The data that is kept about a person: the file with it, and the question whether to delete it.

use super::{Picture, Style, View};
use crate::controls::{Control, PersonalAction};
use play::UserId;
use play::personal::PersonalData;
use texts::say;

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
    let facts = [("matches", (data.matches.len() as i64).into()), ("left", (data.matches_left_out as i64).into())];
    let alt = say("data-file", &[]);
    let picture = Some(Picture { file, name: "parlor-data.json".to_owned(), alt });
    Ok(View { picture, ..View::text(say("data-exported", &facts)) })
}

/// Asks a person whether everything is really to be deleted.
pub fn confirm_deleting(user: UserId) -> View {
    let control = Control::of_person(user, PersonalAction::ConfirmDelete);
    View::text(say("data-delete-question", &[("player", user.mention().into())])).with_button(
        control,
        "button-really-delete",
        Style::Danger,
    )
}
