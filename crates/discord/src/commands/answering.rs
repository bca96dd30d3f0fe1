//! How a command answers: the acknowledgment, the answer, and who can see it.

use std::sync::atomic::Ordering;

use poise::serenity_prelude as serenity;

use crate::bot::ack::{is_acknowledged, may_be_acknowledged};
use crate::bot::outside::is_given_outside;
use crate::bot::refused::Refused;
use crate::bot::{Bot, Context, Done, asker};
use crate::errors::CommandError;
use crate::replies;
use crate::views::View;
use crate::views::board::Appearance;
use play::ports::Stored;
use play::{Board, FirstBoard, MatchId, UserId};
use texts::say;

/// Acknowledges a command whose answer is private if it is a slash command.
///
/// If the bot is not part of the conversation, a first answer is given at once and changed later, because boards are
/// further answers there, and Discord takes the next one after a promised answer for that answer.
pub(crate) async fn acknowledge(ctx: Context<'_>) -> Done {
    let Context::Application(application) = ctx else { return Ok(()) };
    let is_outside = is_given_outside(ctx);
    let acknowledged = if is_outside {
        let waiting = View::text(say("one-moment", &[]));
        ctx.send(waiting.reply(ctx.data().database, true)).await.map(drop)
    } else {
        ctx.defer_ephemeral().await
    };
    claim(application, acknowledged).await?;
    if is_outside {
        ctx.data().note_interaction(ctx.channel_id(), &application.interaction.token, None).await?;
    }
    Ok(())
}

/// Acknowledges a command whose answer everybody sees.
pub(super) async fn acknowledge_publicly(ctx: Context<'_>) -> Done {
    let acknowledged = ctx.defer().await;
    match ctx {
        Context::Application(application) => claim(application, acknowledged).await,
        Context::Prefix(_) => Ok(acknowledged?),
    }
}

/// Succeeds if this process is to carry out a command that it has acknowledged with that result.
async fn claim(command: poise::ApplicationContext<'_, Bot, CommandError>, acknowledged: serenity::Result<()>) -> Done {
    if acknowledged.as_ref().is_err_and(|it| is_acknowledged(it) || may_be_acknowledged(it)) {
        // What is to be told can only follow it.
        command.has_sent_initial_response.store(true, Ordering::Relaxed);
    }
    command.data().claim(command.interaction.id.get(), acknowledged).await
}

/// Answers a command. If it is a slash command, only the asker sees what is `private`.
pub(crate) async fn answer(ctx: Context<'_>, view: View, private: bool) -> Done {
    send(ctx, view, private).await.map(drop)
}

/// Refuses a command, in place of what was last refused to the same person there.
pub(crate) async fn refuse(ctx: Context<'_>, view: View) -> Done {
    let refused = match (send(ctx, view, true).await?, ctx) {
        (Some(message), _) => Refused::Message(message),
        (None, Context::Application(application)) => Refused::Answer(application.interaction.token.clone()),
        (None, Context::Prefix(_)) => return Ok(()),
    };
    ctx.data().replace_refusal(ctx.http(), ctx.author().id, ctx.channel_id(), refused).await;
    Ok(())
}

/// Sends an answer, or changes the one that has been begun. Returns the message, if it is not the answer of an
/// interaction.
async fn send(ctx: Context<'_>, view: View, private: bool) -> Result<Option<serenity::MessageId>, CommandError> {
    let bot = ctx.data();
    match (ctx, begun_answer(ctx)) {
        (Context::Prefix(asked), _) => return Ok(Some(replies::reply(ctx.http(), bot, asked.msg, view).await?.id)),
        (_, Some(begun)) => {
            let view = bot.named(view).await;
            begun.edit_response(ctx.http(), view.edit_response_all(bot.database)).await?;
        }
        (_, None) => drop(ctx.send(bot.named(view).await.reply(bot.database, private)).await?),
    }
    Ok(None)
}

/// The command whose answer has been begun or promised. That is changed instead of followed by another one, because a
/// change can be repeated.
fn begun_answer(ctx: Context<'_>) -> Option<&serenity::CommandInteraction> {
    let Context::Application(application) = ctx else { return None };
    let is_begun = application.has_sent_initial_response.load(Ordering::Relaxed);
    is_begun.then_some(application.interaction)
}

/// Confirms that something was done. It stays done even if the confirmation fails, so nobody is asked to try again.
pub(super) async fn confirm(ctx: Context<'_>, view: View) -> Done {
    if let Err(failure) = answer(ctx, view, true).await {
        tracing::warn!(error = failure.without_address(), "what was done could not be told");
    }
    Ok(())
}

/// Confirms that a match has begun, with what `told` makes of its first board, once that can be seen. If Discord doesn't
/// take the board, the person is told what to do.
pub(super) async fn confirm_begun(
    ctx: Context<'_>,
    id: MatchId,
    told: impl FnOnce(FirstBoard) -> Option<String>,
) -> Done {
    match ctx.data().begun(id, told).await {
        Some(text) => confirm(ctx, View::text(text)).await,
        None => Ok(()),
    }
}

/// How the asker wants to see a board in the answer. If others can see it, too, it looks as it does to everybody.
pub(super) async fn appearance(ctx: Context<'_>, board: &Board) -> Stored<Appearance> {
    match only_reader(ctx) {
        None => ctx.data().public_appearance(board).await,
        Some(reader) => ctx.data().appearance(board, reader).await,
    }
}

/// How the asker wants to see a picture in the answer that belongs to no match.
pub(super) async fn plain_appearance(ctx: Context<'_>) -> Stored<Appearance> {
    match only_reader(ctx) {
        None => Ok(Appearance::default()),
        Some(reader) => ctx.data().plain_appearance(reader).await,
    }
}

/// The asker, if nobody else can see the answer.
pub(crate) fn only_reader(ctx: Context<'_>) -> Option<UserId> {
    (!is_public(ctx)).then(|| asker(ctx).user)
}

/// Whether others can see the answer, even if it is private for slash commands.
pub(super) fn is_public(ctx: Context<'_>) -> bool {
    matches!(ctx, Context::Prefix(_)) && ctx.guild_id().is_some()
}
