//! The commands, one file each. Each works with the prefix and as a slash command, through the same code.

mod about;
mod analyze;
mod answer;
mod away;
mod block;
mod board;
mod by_number;
mod challenge;
pub(super) mod chosen_match;
mod complete;
mod data;
mod games;
mod help;
mod hint;
mod leaderboard;
mod legal;
mod moves;
mod offers;
mod parlor;
mod play;
mod prepare;
mod profile;
mod rematch;
mod resign;
mod rules;
mod settings;
mod watch;

pub(super) use offers::agree;
pub(super) use resign::question as question_of_resigning;

use std::sync::atomic::Ordering;

use poise::serenity_prelude as serenity;
use serenity::InteractionContext::{BotDm, Guild, PrivateChannel};
use serenity::{AuthorizingIntegrationOwner, InstallationContext, Permissions};

use super::bot::ack::may_be_acknowledged;
use super::bot::labels::labels;
use super::bot::outside::is_given_outside;
use super::bot::{Command, Context, Done, asker, place_of};
use super::controls::Ask;
use super::errors::CommandError;
use super::permissions::{is_forum, permissions_in, require_posting};
use super::request::Request;
use super::views::board::Appearance;
use super::views::{self, View};
use crate::i18n::say;
use crate::play::ports::Stored;
use crate::play::{Board, ChannelId, MatchId, Meant, OwnThread, UserId, Which, Wish};
use ::games::Refusal;

/// All commands in the order of the help, with their texts.
pub(super) fn all() -> Vec<Command> {
    let mut commands = vec![
        play::command(),
        challenge::command(),
        answer::accept(),
        answer::decline(),
        answer::withdraw(),
        moves::command(),
        board::command(),
        legal::command(),
        hint::command(),
        prepare::command(),
        resign::resign(),
        resign::abort(),
        rematch::command(),
        away::command(),
        settings::command(),
        data::command(),
        analyze::command(),
        games::command(),
        leaderboard::command(),
        profile::command(),
        rules::command(),
        help::command(),
        about::command(),
    ];
    commands.extend(offers::commands());
    commands.extend(watch::commands());
    commands.extend(block::commands());
    commands.push(parlor::command());
    commands.iter_mut().for_each(describe);
    commands
}

/// Name, description and help of every command, for the generated pages in `docs/`.
pub fn texts() -> Vec<(String, String, String)> {
    let of = |it: Command| {
        let help = views::help::usage(&it.name, "!");
        (it.name.to_string(), it.description.unwrap_or_default().to_string(), help)
    };
    all().into_iter().map(of).collect()
}

/// A command with a name other than its function's.
fn named(name: &'static str, command: Command) -> Command {
    Command { name: name.into(), qualified_name: name.into(), ..command }
}

/// Combines the two forms of a command: as a slash command, its options have names; with the prefix, its words are read
/// freely.
fn both(slash: Command, prefix: Command) -> Command {
    Command { prefix_action: prefix.prefix_action, ..slash }
}

/// Gives a command and its options their texts, and says where it can be used.
fn describe(command: &mut Command) {
    let name = command.qualified_name.replace(' ', "-");
    command.subcommands.iter_mut().for_each(describe);
    command.description = Some(say(&format!("command-{name}"), &[]).into());
    for option in &mut command.parameters {
        option.description = Some(say(&format!("option-{}", option.name), &[]).into());
    }
    let is_for_servers = !command.default_member_permissions.is_empty();
    let (everywhere, anyhow) =
        ([Guild, BotDm, PrivateChannel], [InstallationContext::Guild, InstallationContext::User]);
    command.interaction_context = Some(if is_for_servers { vec![Guild] } else { everywhere.to_vec() });
    command.install_context = Some(if is_for_servers { anyhow[..1].to_vec() } else { anyhow.to_vec() });
}

/// Acknowledges a command whose answer is private if it is a slash command.
///
/// If the bot is not part of the conversation, a first answer is given at once and changed later, because boards are
/// further answers there, and Discord takes the next one after a promised answer for that answer.
async fn acknowledge(ctx: Context<'_>) -> Done {
    let Context::Application(application) = ctx else { return Ok(()) };
    let is_outside = is_given_outside(ctx);
    let acknowledged = if is_outside {
        let waiting = View::text(say("one-moment", &[]));
        ctx.send(waiting.reply(ctx.data().database, true)).await.map(drop)
    } else {
        ctx.defer_ephemeral().await
    };
    if acknowledged.as_ref().is_err_and(may_be_acknowledged) {
        // What is to be told of this can only follow it.
        application.has_sent_initial_response.store(true, Ordering::Relaxed);
    }
    acknowledged?;
    if is_outside {
        ctx.data().note_interaction(ctx.channel_id(), &application.interaction.token, None).await?;
    }
    Ok(())
}

/// Answers a command. If it is a slash command, only the asker sees what is `private`.
pub(super) async fn answer(ctx: Context<'_>, view: View, private: bool) -> Done {
    match begun_answer(ctx) {
        Some(begun) => drop(begun.edit_response(ctx.http(), view.edit_response_all(ctx.data().database)).await?),
        None => drop(ctx.send(view.reply(ctx.data().database, private)).await?),
    }
    Ok(())
}

/// The command whose answer has been begun, and is to be changed instead of followed by another one.
fn begun_answer(ctx: Context<'_>) -> Option<&serenity::CommandInteraction> {
    let Context::Application(application) = ctx else { return None };
    let is_begun = is_given_outside(ctx) && application.has_sent_initial_response.load(Ordering::Relaxed);
    is_begun.then_some(application.interaction)
}

/// How the asker wants to see a board in the answer. If others can see it, too, it has the default look.
async fn appearance(ctx: Context<'_>, board: &Board) -> Stored<Appearance> {
    match only_reader(ctx) {
        None => Ok(Appearance::default()),
        Some(reader) => ctx.data().appearance(board, reader).await,
    }
}

/// How the asker wants to see a picture in the answer that belongs to no match.
async fn plain_appearance(ctx: Context<'_>) -> Stored<Appearance> {
    match only_reader(ctx) {
        None => Ok(Appearance::default()),
        Some(reader) => ctx.data().plain_appearance(reader).await,
    }
}

/// The asker, if nobody else can see the answer.
pub(super) fn only_reader(ctx: Context<'_>) -> Option<UserId> {
    (!is_public(ctx)).then(|| asker(ctx).user)
}

/// Whether others can see the answer, even if it is private for slash commands.
fn is_public(ctx: Context<'_>) -> bool {
    matches!(ctx, Context::Prefix(_)) && ctx.guild_id().is_some()
}

/// Confirms that something was done. It stays done even if the confirmation fails, so nobody is asked to try again.
async fn confirm(ctx: Context<'_>, view: View) -> Done {
    if let Err(failure) = answer(ctx, view, true).await {
        tracing::warn!(error = failure.without_address(), "what was done could not be told");
    }
    Ok(())
}

/// Refuses if the bot may not post boards. With a slash command, Discord says what the bot may do; with a message, we
/// ask.
///
/// Also refuses if the moderators want no matches here. Otherwise returns the channel or forum of which this is a thread.
async fn may_play_here(ctx: Context<'_>) -> Result<Option<serenity::ChannelId>, CommandError> {
    is_member_here(ctx)?;
    let Some(guild) = ctx.guild_id() else { return Ok(None) };
    let known = match ctx {
        Context::Application(_) => told_permissions(ctx),
        Context::Prefix(_) => {
            let me = ctx.framework().bot_id();
            let found = permissions_of(ctx.http(), guild, ctx.channel_id(), me).await;
            found.inspect_err(|error| tracing::warn!(%error, "what the bot may do in a channel is not known")).ok()
        }
    };
    let thread_of = known.and_then(|it| it.1);
    let parent = thread_of.map(|it| ChannelId(it.get()));
    ctx.data().host.may_begin_in(place_of(ctx), parent).await?;
    if let Some((has, _)) = known {
        require_posting(has, thread_of.is_some())?;
    }
    Ok(thread_of)
}

/// In a forum each match has a post of its own, unless something else was said. Returns the forum that gets one.
async fn as_usual_in_forums(
    ctx: Context<'_>,
    request: &mut Request,
    thread_of: Option<serenity::ChannelId>,
) -> Option<serenity::ChannelId> {
    let stays_here = request.says_thread() && request.terms.agreement.thread.is_none();
    let parent = thread_of.filter(|_| !stays_here)?;
    if !is_forum(ctx.http(), parent).await {
        return None;
    }
    request.terms.agreement.thread = Some(OwnThread::Wanted);
    Some(parent)
}

/// Refuses if Discord says, with a slash command, that the bot may not post boards.
fn may_post_here(ctx: Context<'_>) -> Result<(), Refusal> {
    match told_permissions(ctx).filter(|_| ctx.guild_id().is_some()) {
        Some((has, thread_of)) => require_posting(has, thread_of.is_some()),
        None => Ok(()),
    }
}

/// What the bot may do where a slash command was given, as Discord says with it, and the channel of which that is a thread.
fn told_permissions(ctx: Context<'_>) -> Option<(Permissions, Option<serenity::ChannelId>)> {
    let Context::Application(application) = ctx else { return None };
    let thread = application.interaction.channel.as_ref().filter(|it| it.thread_metadata.is_some());
    application.interaction.app_permissions.map(|has| (has, thread.and_then(|it| it.parent_id)))
}

/// Refuses if the bot was installed by a user and isn't a member of the server: it couldn't post boards.
fn is_member_here(ctx: Context<'_>) -> Result<(), Refusal> {
    let Context::Application(application) = ctx else { return Ok(()) };
    let owners = &application.interaction.authorizing_integration_owners.0;
    let by_guild = |it: &AuthorizingIntegrationOwner| matches!(it, AuthorizingIntegrationOwner::GuildInstall(_));
    match application.interaction.context {
        Some(Guild) if !owners.iter().any(by_guild) => Err(Refusal::new("not-in-this-server")),
        _ => Ok(()),
    }
}

async fn permissions_of(
    http: &serenity::Http,
    guild: serenity::GuildId,
    channel: serenity::ChannelId,
    user: serenity::UserId,
) -> serenity::Result<(Permissions, Option<serenity::ChannelId>)> {
    permissions_in(http, channel, &http.get_member(guild, user).await?).await
}

/// The match that a command is about: by its number, or the one that is meant here. If only the asker can tell, the bot
/// asks and returns `None`; the later choice then does what `ask` says.
async fn which_match(
    ctx: Context<'_>,
    number: Option<i64>,
    wish: Wish<'_>,
    ask: Option<Ask>,
) -> Result<Option<Which>, CommandError> {
    if number.is_some() {
        return Ok(Some(which(number)));
    }
    let (host, asker) = (&ctx.data().host, asker(ctx));
    match (host.meant(asker, wish).await?, ask) {
        (Some(Meant::One(id)), _) => Ok(Some(Which::Number(id))),
        (Some(Meant::OneOf(boards)), Some(ask)) => {
            let matches = labels(host, &boards, asker.user).await?;
            answer(ctx, views::which::which_match(matches, asker.user, ask), true).await?;
            Ok(None)
        }
        _ => Ok(Some(Which::Here)),
    }
}

/// The match that a command is about: by its number, or the asker's only one in the channel.
fn which(number: Option<i64>) -> Which {
    match number {
        Some(number) => Which::Number(MatchId(number)),
        None => Which::Here,
    }
}

/// Cuts a leading match number, `#17` or `17`, off the text.
fn cut_number(text: &str) -> (Option<i64>, &str) {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match match_number(first) {
        Some(number) => (Some(number), rest.trim()),
        None => (None, text),
    }
}

/// Reads a word as a match number, `#17` or `17`.
fn match_number(word: &str) -> Option<i64> {
    word.strip_prefix('#').unwrap_or(word).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_number_may_stand_in_front() {
        assert_eq!(cut_number("#17 f3-d5"), (Some(17), "f3-d5"));
        assert_eq!(cut_number("17 f3 d5"), (Some(17), "f3 d5"));
        assert_eq!(cut_number(" f3 d5 "), (None, "f3 d5"));
        assert_eq!(cut_number("#17"), (Some(17), ""));
        assert_eq!(cut_number(""), (None, ""));
    }

    #[test]
    fn every_command_and_option_has_its_sentences_and_fits_discord() {
        let texts = crate::i18n::english();
        let commands = all();
        assert_eq!(commands.len(), 33);
        for part in commands.iter().flat_map(|it| &it.subcommands) {
            let key = format!("command-{}", part.qualified_name.replace(' ', "-"));
            assert!(texts.has(&key) && part.slash_action.is_some() && part.prefix_action.is_some(), "{key}");
            assert!(part.parameters.iter().all(|it| texts.has(&format!("option-{}", it.name))), "{key}");
        }
        for command in &commands {
            let description = command.description.as_deref().unwrap();
            assert!(texts.has(&format!("command-{}", command.name)), "{}", command.name);
            assert!(texts.has(&format!("command-{}-help", command.name)), "{}", command.name);
            assert!(!description.is_empty() && description.chars().count() <= 100, "{}", command.name);
            assert!(command.prefix_action.is_some() && command.slash_action.is_some(), "{}", command.name);
            for option in &command.parameters {
                assert!(texts.has(&format!("option-{}", option.name)), "{} {}", command.name, option.name);
                assert!(option.description.as_deref().unwrap().chars().count() <= 100);
            }
        }
    }

    #[test]
    fn wherever_a_match_is_asked_for_matches_are_offered() {
        let commands = all();
        let parts = commands.iter().flat_map(|it| std::iter::once(it).chain(&it.subcommands));
        let mut count = 0;
        for command in parts {
            for option in command.parameters.iter().filter(|it| it.name == "match") {
                assert!(option.autocomplete_callback.is_some(), "{}", command.qualified_name);
                count += 1;
            }
        }
        assert!(count >= 15, "{count} commands ask for a match");
    }
}
