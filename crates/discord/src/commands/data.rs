//! `data`: what is kept about a person, as a file; and how to delete it.

use poise::serenity_prelude as serenity;
use serenity::{Mentionable as _, UserId};

use super::{Command, Context, Done, acknowledge, answer, asker, both, is_public};
use crate::errors::CommandError;
use crate::views::{self, View};
use egress::codes::WITHHELD;
use games::Refusal;
use texts::say;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

/// What to do with it.
#[derive(poise::ChoiceParameter, Clone, Copy, PartialEq, Eq)]
enum What {
    #[name = "export"]
    Export,
    #[name = "delete"]
    Delete,
}

#[poise::command(slash_command, rename = "data")]
async fn slash(ctx: Context<'_>, what: What) -> Done {
    acknowledge(ctx).await?;
    act(ctx, what).await
}

#[poise::command(prefix_command, rename = "data")]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let text = text.unwrap_or_default();
    match text.trim().to_lowercase().as_str() {
        "export" => act(ctx, What::Export).await,
        "delete" => act(ctx, What::Delete).await,
        other => Err(Refusal::new("export-or-delete").with("text", other).into()),
    }
}

async fn act(ctx: Context<'_>, what: What) -> Done {
    let user = asker(ctx).user;
    if what == What::Delete {
        return answer(ctx, views::data::confirm_deleting(user), true).await;
    }
    let data = ctx.data().host.personal_data(user).await?;
    let file = views::data::export(data)?;
    if !is_public(ctx) {
        return answer(ctx, file, true).await;
    }
    send_directly(ctx, ctx.author().id, file).await?;
    let told = say("data-sent", &[("player", ctx.author().mention().to_string().into())]);
    answer(ctx, View::text(told), true).await
}

/// Sends something private by direct message.
async fn send_directly(ctx: Context<'_>, user: UserId, file: View) -> Result<(), CommandError> {
    let closed = |error: serenity::Error| match error {
        serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(response))
            if response.status_code.as_u16() == 403 || response.error.code == WITHHELD =>
        {
            Refusal::new("data-needs-direct-messages").into()
        }
        other => CommandError::from(other),
    };
    let channel = user.create_dm_channel(ctx.http()).await.map_err(closed)?;
    channel.id.send_message(ctx.http(), file.message(ctx.data().database, None)).await.map(drop).map_err(closed)
}
