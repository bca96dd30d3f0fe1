//! `block` and `unblock`, and the button: who may not challenge me.

use poise::serenity_prelude as serenity;

use super::declare::{by_text, named};
use super::session::{Acted, Answer, Session, carry_out};
use crate::bot::{Command, Context, Done, user_id};
use crate::request::read_person;
use crate::views::{View, panel};
use games::Refusal;
use play::{MatchId, UserId};
use texts::{Text, say};

pub(super) fn commands() -> Vec<Command> {
    let command = |name| {
        let is_block = name == "block";
        named(name, by_text(slash(), move |session, text| Box::pin(act_typed(session, text, is_block))))
    };
    ["block", "unblock"].map(command).into()
}

#[poise::command(slash_command)]
async fn slash(ctx: Context<'_>, person: Option<serenity::User>) -> Done {
    let is_block = ctx.command().name == "block";
    carry_out(ctx, move |session| Box::pin(act(session, person.map(|it| user_id(it.id)), is_block))).await
}

async fn act_typed(session: &Session<'_>, text: String, is_block: bool) -> Acted {
    match text.trim() {
        // Nobody else should see whom somebody has blocked.
        "" if session.is_public() => Err(Refusal::new("blocks-in-private").into()),
        "" => act(session, None, is_block).await,
        word => act(session, Some(read_person(word)?), is_block).await,
    }
}

async fn act(session: &Session<'_>, other: Option<UserId>, is_block: bool) -> Acted {
    let (host, user) = (&session.bot.host, session.asker.user);
    let text = match other {
        None => {
            let blocked = host.blocked_by(user).await?;
            let key = if blocked.is_empty() { "blocks-none" } else { "blocks-list" };
            say(key, &[("players", Text::all_of(blocked.into_iter().take(50).map(UserId::mention)))])
        }
        Some(other) if session.is_me(other) => return Err(Refusal::new("engine-is-not-blocked").into()),
        Some(other) => {
            match is_block {
                true => host.block(user, other).await?,
                false => host.unblock(user, other).await?,
            }
            let facts = [("player", other.mention().into()), ("public", session.is_public().into())];
            say(if is_block { "blocked" } else { "unblocked" }, &facts)
        }
    };
    Ok(Answer::Show(View::text(text)))
}

/// Asks whether to block whom the presser plays, or has played.
pub(super) async fn ask(session: &Session<'_>, id: MatchId) -> Acted {
    let opponent = session.bot.host.opponent_in(session.asker, id).await?;
    Ok(Answer::Question(panel::confirm_blocking(id, opponent)))
}

/// Blocks whom the presser plays, or has played, once that is confirmed.
pub(super) async fn block_opponent(session: &Session<'_>, id: MatchId) -> Acted {
    let opponent = session.bot.host.opponent_in(session.asker, id).await?;
    match act(session, Some(opponent), true).await? {
        Answer::Show(view) => Ok(Answer::Replace(view)),
        answer => Ok(answer),
    }
}
