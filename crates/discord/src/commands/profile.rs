//! `profile`: a player's results so far.

use poise::serenity_prelude as serenity;

use super::{Command, Context, Done, acknowledge_publicly, answer, both};
use crate::bot::user_id;
use crate::errors::shorten;
use crate::request::mentioned;
use crate::views;
use games::Refusal;
use play::UserId;
use play::ports::Scope;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "profile")]
async fn slash(ctx: Context<'_>, player: Option<serenity::User>) -> Done {
    let user = player.as_ref().unwrap_or_else(|| ctx.author());
    show(ctx, user_id(user.id), Some(user.display_name())).await
}

#[poise::command(prefix_command, rename = "profile")]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let text = text.unwrap_or_default();
    match text.trim() {
        "" => show(ctx, user_id(ctx.author().id), Some(ctx.author().display_name())).await,
        word => {
            let unknown = || Refusal::new("unknown-user").with("name", shorten(word));
            show(ctx, mentioned(word).ok_or_else(unknown)?, None).await
        }
    }
}

async fn show(ctx: Context<'_>, user: UserId, name: Option<&str>) -> Done {
    if user.0 == ctx.framework().bot_id().get() {
        return Err(Refusal::new("profile-of-parlor").into());
    }
    acknowledge_publicly(ctx).await?;
    let host = &ctx.data().host;
    let name = match name {
        Some(name) => name.to_owned(),
        None => {
            let unknown = || Refusal::new("unknown-player").with("player", user.mention());
            host.player_name(user).await?.ok_or_else(unknown)?
        }
    };
    let standings = host.standings(user, Scope::Global).await?;
    answer(ctx, views::lists::profile(&name, &standings), false).await
}
