//! `parlor`: what moderators can do in their server.

use poise::serenity_prelude as serenity;
use serenity::{CommandOptionType, CreateCommandOption};

use super::{Command, Context, Done, acknowledge, answer, asker, both, complete, only_number};
use crate::bot::moderators::{self, moderated};
use crate::errors::CommandError;
use crate::request::{change_defaults, labelled, read_state};
use crate::views;
use games::Refusal;
use play::{ChannelId, ChannelRule, GuildId, MatchId, ServerSettings};

pub(super) fn command() -> Command {
    let named = |name: &'static str, it: Command| Command {
        name: name.into(),
        qualified_name: format!("parlor {name}").into(),
        default_member_permissions: moderators::SHOWN_TO,
        ..it
    };
    let mut channel = both(channel_slash(), channel_prefix());
    for option in channel.parameters.iter_mut().filter(|it| it.name == "here") {
        option.type_setter = Some(offer_rules);
    }
    let subcommands = vec![
        named("end", both(end_slash(), end_prefix())),
        named("channel", channel),
        named("channels", channels()),
        named("defaults", both(defaults_slash(), defaults_prefix())),
    ];
    Command { subcommands, default_member_permissions: moderators::SHOWN_TO, ..parlor() }
}

/// The rules that a channel can have.
const RULES: [(&str, ChannelRule); 4] = [
    ("on", ChannelRule::On),
    ("off", ChannelRule::Off),
    ("only", ChannelRule::Only),
    ("everywhere", ChannelRule::Everywhere),
];

/// What a channel allows or forbids, as people call it.
const NOUNS: [&str; 3] = ["here", "matches", "games"];

/// The rule that a word means.
fn channel_rule(word: &str) -> Option<ChannelRule> {
    let switched = read_state(word).map(|it| if it { ChannelRule::On } else { ChannelRule::Off });
    RULES.iter().find(|it| it.0 == word).map(|it| it.1).or(switched)
}

/// Offers the rules for a channel as the choices of an option.
fn offer_rules(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    RULES.iter().fold(option, |option, it| option.add_string_choice(it.0, it.0))
}

/// Alone, it explains itself.
#[poise::command(slash_command, prefix_command)]
async fn parlor(ctx: Context<'_>) -> Done {
    answer(ctx, views::help::one_command(ctx.command(), &ctx.data().prefix), true).await
}

#[poise::command(slash_command)]
async fn end_slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "complete::all_matches"]
    #[min = 1]
    number: i64,
) -> Done {
    end(ctx, Some(number)).await
}

#[poise::command(prefix_command)]
async fn end_prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    end(ctx, only_number(ctx, text.as_deref())?).await
}

/// Asks whether a match is really to be ended.
async fn end(ctx: Context<'_>, number: Option<i64>) -> Done {
    acknowledge(ctx).await?;
    let guild = moderated(ctx).await?;
    let which = || Refusal::new("end-which-match").with("prefix", ctx.data().prefix.to_string());
    let id = MatchId(number.ok_or_else(which)?);
    let outline = ctx.data().host.may_stop(asker(ctx).user, guild, id).await?;
    moderators::require_for(ctx.http(), outline.place, ctx.channel_id(), ctx.author().id).await?;
    answer(ctx, views::server::confirm_ending(&outline), true).await
}

#[poise::command(slash_command)]
async fn channel_slash(ctx: Context<'_>, here: String) -> Done {
    channel(ctx, &here).await
}

#[poise::command(prefix_command)]
async fn channel_prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    channel(ctx, text.as_deref().unwrap_or_default()).await
}

/// Sets whether matches may begin in the channel.
async fn channel(ctx: Context<'_>, words: &str) -> Done {
    acknowledge(ctx).await?;
    let guild = moderated(ctx).await?;
    let lower = words.to_lowercase().replace(['=', ':'], " ");
    let rule = match lower.split_whitespace().filter(|it| !NOUNS.contains(it)).collect::<Vec<_>>().as_slice() {
        [] => return Err(Refusal::new("channel-word-missing").into()),
        [word] => channel_rule(word),
        _ => None,
    };
    let rule = rule.ok_or_else(|| Refusal::new("bad-channel-word").with("text", words))?;
    if [ChannelRule::Only, ChannelRule::Everywhere].contains(&rule) {
        moderators::require_everywhere(ctx).await?;
    }
    let here = ChannelId(ctx.channel_id().get());
    let settings = ctx.data().host.change_server(guild, |it| it.rule(here, rule)).await?;
    answer(ctx, views::server::channels(&settings), true).await
}

/// Tells where matches begin.
#[poise::command(slash_command, prefix_command)]
async fn channels(ctx: Context<'_>) -> Done {
    acknowledge(ctx).await?;
    let guild = moderated(ctx).await?;
    answer(ctx, views::server::channels(&settings_of(ctx, guild).await?), true).await
}

async fn settings_of(ctx: Context<'_>, guild: GuildId) -> Result<ServerSettings, CommandError> {
    Ok(ctx.data().host.server(Some(guild)).await?)
}

#[poise::command(slash_command)]
async fn defaults_slash(
    ctx: Context<'_>,
    #[autocomplete = "complete::games"] game: Option<String>,
    #[autocomplete = "complete::clocks"] clock: Option<String>,
    threads: Option<bool>,
) -> Done {
    let words = [labelled("game", game), labelled("clock", clock), labelled("threads", threads)];
    defaults(ctx, &words.into_iter().flatten().collect::<Vec<_>>().join(" ")).await
}

#[poise::command(prefix_command)]
async fn defaults_prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    defaults(ctx, text.as_deref().unwrap_or_default()).await
}

/// Changes the defaults of a server; without arguments, shows them.
async fn defaults(ctx: Context<'_>, words: &str) -> Done {
    acknowledge(ctx).await?;
    let guild = moderated(ctx).await?;
    if words.trim().is_empty() {
        return answer(ctx, views::server::defaults(&settings_of(ctx, guild).await?), true).await;
    }
    moderators::require_everywhere(ctx).await?;
    let settings = ctx.data().host.change_server(guild, |it| change_defaults(it, words)).await?;
    answer(ctx, views::server::defaults(&settings), true).await
}
