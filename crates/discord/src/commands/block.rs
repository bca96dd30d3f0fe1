//! `block` and `unblock`: who may not challenge me.

use poise::serenity_prelude as serenity;

use super::{Command, Context, Done, acknowledge, answer, asker, both, is_public, named};
use crate::bot::user_id;
use crate::errors::shorten;
use crate::request::mentioned;
use crate::views::View;
use games::{Fact, Refusal};
use play::UserId;
use texts::say;

pub(super) fn commands() -> Vec<Command> {
    ["block", "unblock"].map(|name| named(name, both(slash(), prefix()))).into()
}

#[poise::command(slash_command)]
async fn slash(ctx: Context<'_>, person: Option<serenity::User>) -> Done {
    acknowledge(ctx).await?;
    act(ctx, person.map(|it| user_id(it.id))).await
}

#[poise::command(prefix_command)]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let text = text.unwrap_or_default();
    match text.trim() {
        // Nobody else should see whom somebody has blocked.
        "" if ctx.guild_id().is_some() => Err(Refusal::new("blocks-in-private").into()),
        "" => act(ctx, None).await,
        word => {
            let unknown = || Refusal::new("unknown-user").with("name", shorten(word));
            act(ctx, Some(mentioned(word).ok_or_else(unknown)?)).await
        }
    }
}

async fn act(ctx: Context<'_>, other: Option<UserId>) -> Done {
    let (host, user) = (&ctx.data().host, asker(ctx).user);
    let text = match other {
        None => {
            let blocked: Vec<String> = host.blocked_by(user).await?.into_iter().map(UserId::mention).collect();
            let key = if blocked.is_empty() { "blocks-none" } else { "blocks-list" };
            say(key, &[("players", Fact::all_of(blocked.into_iter().take(50)))])
        }
        Some(other) if other.0 == ctx.framework().bot_id().get() => {
            return Err(Refusal::new("engine-is-not-blocked").into());
        }
        Some(other) => {
            let is_block = ctx.command().name == "block";
            match is_block {
                true => host.block(user, other).await?,
                false => host.unblock(user, other).await?,
            }
            let public = if is_public(ctx) { "yes" } else { "no" };
            let facts = [("player", other.mention().into()), ("public", public.into())];
            say(if is_block { "blocked" } else { "unblocked" }, &facts)
        }
    };
    answer(ctx, View::text(text), true).await
}
