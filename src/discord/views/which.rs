//! The question which of somebody's matches is meant, as a menu that only that person can use.

use poise::serenity_prelude as serenity;
use serenity::{CreateActionRow, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption};

use super::{MAX_OPTIONS, View};
use crate::discord::controls::{Ask, Control};
use crate::i18n::say;
use crate::play::{MatchId, UserId};

/// Asks `user` which of these labeled matches is meant; the choice carries out what was asked.
pub fn which_match(matches: Vec<(MatchId, String)>, user: UserId, ask: Ask) -> View {
    let count = matches.len();
    let option = |(id, label): (MatchId, String)| CreateSelectMenuOption::new(label, id.0.to_string());
    let kind = CreateSelectMenuKind::String { options: matches.into_iter().take(MAX_OPTIONS).map(option).collect() };
    let menu = CreateSelectMenu::new(Control::Pick(user, ask).to_string(), kind).placeholder(say("menu-which", &[]));
    let asked = match ask {
        Ask::Move(typed) => say("which-match-to-move-in", &[("move", typed.as_str().into())]),
        _ => say("which-match", &[]),
    };
    let more = (count > MAX_OPTIONS).then(|| say("which-match-of-more", &[("count", (count as i64).into())]));
    let content = std::iter::once(asked).chain(more).collect::<Vec<_>>().join("\n");
    View { rows: vec![CreateActionRow::SelectMenu(menu)], ..View::text(content) }
}
