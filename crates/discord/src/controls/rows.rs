//! Rows of controls as they are sent: each control names the database that its rows are in.

use poise::serenity_prelude as serenity;
use serde::Serialize;
use serenity::{CreateActionRow, CreateButton};

use super::Control;
use play::DatabaseId;

/// The same rows, with controls that name a database.
pub(crate) fn of_database(rows: Vec<CreateActionRow>, database: DatabaseId) -> Vec<CreateActionRow> {
    rows.into_iter().map(|it| row_of(it, database)).collect()
}

fn row_of(row: CreateActionRow, database: DatabaseId) -> CreateActionRow {
    match row {
        CreateActionRow::Buttons(buttons) => {
            let named = |it: CreateButton| match id_of(&it, database) {
                Some(id) => it.custom_id(id),
                None => it,
            };
            CreateActionRow::Buttons(buttons.into_iter().map(named).collect())
        }
        CreateActionRow::SelectMenu(menu) => match id_of(&menu, database) {
            Some(id) => CreateActionRow::SelectMenu(menu.custom_id(id)),
            None => CreateActionRow::SelectMenu(menu),
        },
        // A text field belongs to a form, which names the database itself.
        field @ CreateActionRow::InputText(_) => field,
    }
}

/// The id that a button or menu is to have; `None` for a link. Serenity reveals its current id only in serialized form.
fn id_of(part: &impl Serialize, database: DatabaseId) -> Option<String> {
    let sent = serde_json::to_value(part).ok()?;
    let (_, control) = Control::decode(sent["custom_id"].as_str()?)?;
    Some(control.custom_id(database))
}
