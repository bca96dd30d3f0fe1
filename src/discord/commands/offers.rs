//! `draw`, `takeback` and `pause`: make an offer to the other player, or agree to one; `resume` and `claim`.

use super::{Command, Context, Done, answer, asker, by_number, may_post_here, which_match};
use crate::discord::controls::Ask;
use crate::discord::views::{self, View};
use crate::i18n::say;
use crate::play::{Asker, Host, HostError, OfferKind, Which};

/// All of them.
pub(super) fn commands() -> Vec<Command> {
    let names = OfferKind::ALL.into_iter().map(OfferKind::name).chain(["resume", "claim"]);
    names.map(|name| by_number::command(name, |ctx, number| Box::pin(act(ctx, number)))).collect()
}

async fn act(ctx: Context<'_>, number: Option<i64>) -> Done {
    let ask = match (OfferKind::named(&ctx.command().name), ctx.command().name.as_ref()) {
        (Some(kind), _) => Ask::Offer(kind),
        (None, "resume") => Ask::Resume,
        _ => Ask::Claim,
    };
    let Some(which) = which_match(ctx, number, ask.wish(), Some(ask)).await? else { return Ok(()) };
    if matches!(ask, Ask::Offer(_)) {
        can_be_asked(ctx, which).await?;
    }
    let done = agree(&ctx.data().host, asker(ctx), which, ask).await?;
    match ctx {
        poise::Context::Application(_) => answer(ctx, done, true).await,
        // The board that follows is the answer.
        poise::Context::Prefix(_) => Ok(()),
    }
}

/// Refuses an offer that the bot could not tell to the other player.
async fn can_be_asked(ctx: Context<'_>, which: Which) -> Done {
    let board = ctx.data().host.find(asker(ctx), which).await?;
    let is_played_here = board.current.place.channel == asker(ctx).channel;
    if is_played_here {
        may_post_here(ctx)?;
    }
    Ok(())
}

/// Makes an offer, resumes or claims, and reports the result.
pub(in crate::discord) async fn agree(host: &Host, asker: Asker, which: Which, ask: Ask) -> Result<View, HostError> {
    Ok(match ask {
        Ask::Offer(kind) => views::more::done(&host.offer(asker, which, kind).await?, kind),
        Ask::Resume => {
            host.resume(asker, which).await?;
            View::text(say("resumed", &[]))
        }
        _ => {
            host.claim(asker, which).await?;
            View::text(say("claimed", &[]))
        }
    })
}
