//! How a command is declared: its two forms, its texts, and where it can be used.

use std::borrow::Cow;
use std::sync::Arc;

use futures::future::BoxFuture;
use poise::serenity_prelude as serenity;
use serenity::InteractionContext::{BotDm, Guild, PrivateChannel};
use serenity::{CreateAutocompleteResponse, InstallationContext};

use super::complete;
use super::session::{Acted, Session, carry_out};
use super::which_match::only_number;
use crate::bot::{Command, Context, Done};
use crate::views;
use texts::{Locale, Text, say};

/// A command with a name other than its function's.
pub(super) fn named(name: &'static str, command: Command) -> Command {
    Command { name: name.into(), qualified_name: name.into(), ..command }
}

/// Combines the two forms of a command: as a slash command, its options have names; with the prefix, its words are read
/// freely.
pub(super) fn both(slash: Command, prefix: Command) -> Command {
    Command { prefix_action: prefix.prefix_action, ..slash }
}

/// What a command does whose only argument is the number of a match.
type ByNumber = Arc<dyn for<'s> Fn(&'s Session<'s>, Option<i64>) -> BoxFuture<'s, Acted> + Send + Sync>;

/// The matches that such a command may be about.
#[derive(Clone, Copy)]
pub(super) enum Offered {
    /// The asker's that are under way.
    UnderWay,
    /// The asker's that are over.
    Ended,
    /// All of the asker's.
    All,
}

/// A command whose only argument is the number of a match.
pub(super) fn by_number(
    name: &'static str,
    offered: Offered,
    action: impl for<'s> Fn(&'s Session<'s>, Option<i64>) -> BoxFuture<'s, Acted> + Send + Sync + 'static,
) -> Command {
    let action: ByNumber = Arc::new(action);
    Command { custom_data: Box::new((action, offered)), ..named(name, both(slash(), prefix())) }
}

/// What [`by_number`] has declared.
fn declared(ctx: Context<'_>) -> Option<(ByNumber, Offered)> {
    ctx.command().custom_data.downcast_ref().cloned()
}

#[poise::command(slash_command)]
async fn slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "offer_matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    let Some((action, _)) = declared(ctx) else { return Ok(()) };
    carry_out(ctx, move |session| Box::pin(async move { action(session, number).await })).await
}

#[poise::command(prefix_command)]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let Some((action, _)) = declared(ctx) else { return Ok(()) };
    let name = ctx.command().name.clone();
    carry_out(ctx, move |session| {
        Box::pin(async move { action(session, only_number(session, &name, text.as_deref())?).await })
    })
    .await
}

async fn offer_matches<'a>(ctx: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    match declared(ctx).map(|it| it.1) {
        Some(Offered::Ended) => complete::ended_matches(ctx, partial).await,
        Some(Offered::All) => complete::all_matches_of(ctx, partial).await,
        Some(Offered::UnderWay) | None => complete::matches(ctx, partial).await,
    }
}

/// A text in English, and in the other languages by their codes.
fn localized(text: &Text) -> (Option<CowStr>, Cow<'static, [(CowStr, CowStr)]>) {
    let others = Locale::others().map(|(code, it)| (code.into(), text.in_locale(it).into()));
    (Some(text.in_locale(Locale::English).into()), others.collect::<Vec<_>>().into())
}

type CowStr = Cow<'static, str>;

/// Gives a command and its options their texts, and says where it can be used.
pub(super) fn describe(command: &mut Command) {
    command.subcommands.iter_mut().for_each(describe);
    let told = localized(&views::help::description(&command.qualified_name));
    (command.description, command.description_localizations) = told;
    for option in &mut command.parameters {
        let told = localized(&say(&format!("option-{}", option.name), &[]));
        (option.description, option.description_localizations) = told;
    }
    let is_for_servers = !command.default_member_permissions.is_empty();
    let (everywhere, anyhow) =
        ([Guild, BotDm, PrivateChannel], [InstallationContext::Guild, InstallationContext::User]);
    command.interaction_context = Some(if is_for_servers { vec![Guild] } else { everywhere.to_vec() });
    command.install_context = Some(if is_for_servers { anyhow[..1].to_vec() } else { anyhow.to_vec() });
}
