//! `profile`: a player's results so far.

use poise::serenity_prelude as serenity;

use super::declare::both;
use super::session::{Answer, Audience, carry_out_for};
use crate::bot::user_id;
use crate::bot::{Command, Context, Done};
use crate::errors::shorten;
use crate::request::mentioned;
use crate::views::lists;
use games::Refusal;
use play::UserId;
use play::ports::Scope;

pub(super) fn command() -> Command {
    both(slash(), prefix())
}

#[poise::command(slash_command, rename = "profile")]
async fn slash(ctx: Context<'_>, player: Option<serenity::User>) -> Done {
    let user = player.as_ref().unwrap_or_else(|| ctx.author());
    show(ctx, Ok(user_id(user.id)), Some(user.display_name().to_owned())).await
}

#[poise::command(prefix_command, rename = "profile")]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    match text.unwrap_or_default().trim() {
        "" => show(ctx, Ok(user_id(ctx.author().id)), Some(ctx.author().display_name().to_owned())).await,
        word => {
            let unknown = || Refusal::new("unknown-user").with("name", shorten(word));
            show(ctx, mentioned(word).ok_or_else(unknown), None).await
        }
    }
}

async fn show(ctx: Context<'_>, user: Result<UserId, Refusal>, name: Option<String>) -> Done {
    let me = ctx.data().me.map(user_id);
    let user = user.and_then(|it| if Some(it) == me { Err(Refusal::new("profile-of-parlor")) } else { Ok(it) });
    let audience = if user.is_ok() { Audience::Everybody } else { Audience::Asker };
    carry_out_for(ctx, audience, move |session| {
        Box::pin(async move {
            let (user, host) = (user?, &session.bot.host);
            let name = match name {
                Some(name) => name,
                None => {
                    let unknown = || Refusal::new("unknown-player").with("player", user.mention());
                    host.player_name(user).await?.ok_or_else(unknown)?
                }
            };
            Ok(Answer::Show(lists::profile(&name, &host.standings(user, Scope::Global).await?)))
        })
    })
    .await
}
