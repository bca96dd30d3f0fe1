//! How a command is declared: its forms (slash, typed, and in the context menu of a message or a person), its texts, and
//! where it can be used.

use std::borrow::Cow;
use std::sync::Arc;

use futures::future::BoxFuture;
use poise::serenity_prelude as serenity;
use serenity::InteractionContext::{BotDm, Guild, PrivateChannel};
use serenity::{CreateAutocompleteResponse, CreateCommandOption, InstallationContext};

use super::complete;
use super::session::{Acted, Session, carry_out};
use super::which_match::{match_in, only_number};
use crate::bot::{Command, Context, Done};
use crate::views;
use play::MatchChoice;
use texts::{Locale, Text, say};

/// A command with a name other than its function's.
pub(super) fn named(name: &'static str, command: Command) -> Command {
    Command { name: name.into(), qualified_name: name.into(), ..command }
}

/// What a command does with the text that somebody has typed behind it.
type ByText = Arc<dyn for<'s> Fn(&'s Session<'s>, String) -> BoxFuture<'s, Acted> + Send + Sync>;

/// What a command does whose only argument is the number of a match.
type ByNumber = Arc<dyn for<'s> Fn(&'s Session<'s>, Option<i64>) -> BoxFuture<'s, Acted> + Send + Sync>;

/// What a command does in the match that a message is about.
type ByMatch = Arc<dyn for<'s> Fn(&'s Session<'s>, MatchChoice) -> BoxFuture<'s, Acted> + Send + Sync>;

/// The matches that such a command may be about.
#[derive(Clone, Copy)]
pub(super) enum Offered {
    /// The asker's that are under way.
    UnderWay,
    /// The asker's that are over.
    Ended,
    /// All of the asker's.
    All,
    /// Those that the asker watches.
    Watched,
}

/// What the forms of a command do that are declared here.
#[derive(Clone)]
struct Declared {
    by_text: ByText,
    by_number: Option<(ByNumber, Offered)>,
    by_match: Option<ByMatch>,
}

/// A command whose slash form has options, and whose typed form takes what stands behind it as one text.
pub(super) fn by_text(
    slash: Command,
    action: impl for<'s> Fn(&'s Session<'s>, String) -> BoxFuture<'s, Acted> + Send + Sync + 'static,
) -> Command {
    let declared = Declared { by_text: Arc::new(action), by_number: None, by_match: None };
    Command { prefix_action: prefix().prefix_action, custom_data: Box::new(declared), ..slash }
}

/// A command whose only argument is the number of a match.
pub(super) fn by_number(
    name: &'static str,
    offered: Offered,
    action: impl for<'s> Fn(&'s Session<'s>, Option<i64>) -> BoxFuture<'s, Acted> + Send + Sync + 'static,
) -> Command {
    let action: ByNumber = Arc::new(action);
    let by_number = Some((Arc::clone(&action), offered));
    let by_text: ByText = Arc::new(move |session, text| {
        let action = Arc::clone(&action);
        Box::pin(async move { action(session, only_number(session, name, &text)?).await })
    });
    let prefix_action = prefix().prefix_action;
    let declared = Declared { by_text, by_number, by_match: None };
    Command { prefix_action, custom_data: Box::new(declared), ..named(name, numbered()) }
}

/// The command with choices for one of its options, which `offer` adds to it.
pub(super) fn with_choices(
    mut command: Command,
    option: &str,
    offer: fn(CreateCommandOption) -> CreateCommandOption,
) -> Command {
    command.parameters.iter_mut().filter(|it| it.name == option).for_each(|it| it.type_setter = Some(offer));
    command
}

/// A command that is also in the context menu of messages, for the match that the message is about.
pub(super) fn on_messages(
    mut command: Command,
    action: impl for<'s> Fn(&'s Session<'s>, MatchChoice) -> BoxFuture<'s, Acted> + Send + Sync + 'static,
) -> Command {
    if let Some(declared) = command.custom_data.downcast_mut::<Declared>() {
        declared.by_match = Some(Arc::new(action));
    }
    Command { context_menu_action: about_message().context_menu_action, ..command }
}

fn declared(ctx: Context<'_>) -> Option<Declared> {
    ctx.command().custom_data.downcast_ref().cloned()
}

#[poise::command(slash_command)]
async fn numbered(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "offer_matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    let Some((action, _)) = declared(ctx).and_then(|it| it.by_number) else { return Ok(()) };
    carry_out(ctx, move |session| Box::pin(async move { action(session, number).await })).await
}

#[poise::command(prefix_command)]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let Some(Declared { by_text, .. }) = declared(ctx) else { return Ok(()) };
    carry_out(ctx, move |session| Box::pin(async move { by_text(session, text.unwrap_or_default()).await })).await
}

#[poise::command(context_menu_command = "about a message")]
async fn about_message(ctx: Context<'_>, message: serenity::Message) -> Done {
    let Some(action) = declared(ctx).and_then(|it| it.by_match) else { return Ok(()) };
    carry_out(ctx, move |session| Box::pin(async move { action(session, match_in(session, &message).await?).await }))
        .await
}

async fn offer_matches<'a>(ctx: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    match declared(ctx).and_then(|it| it.by_number) {
        Some((_, Offered::Ended)) => complete::ended_matches(ctx, partial).await,
        Some((_, Offered::All)) => complete::all_matches_of(ctx, partial).await,
        Some((_, Offered::Watched)) => complete::watched_matches(ctx, partial).await,
        Some((_, Offered::UnderWay)) | None => complete::matches(ctx, partial).await,
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
    if command.context_menu_action.is_some() {
        let name = say(&format!("context-menu-{}", command.name), &[]).in_locale(Locale::English);
        command.context_menu_name = Some(name.into());
    }
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
