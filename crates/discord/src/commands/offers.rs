//! `draw`, `takeback` and `pause`: make an offer to the other player, or agree to one; `resume` and `claim`.

use super::{Command, Context, Done, asker, by_number, confirm, may_post_here, which_match};
use crate::controls::Ask;
use crate::replies;
use crate::views::{self, View};
use play::{Asker, Board, Host, HostError, OfferKind, Which};
use texts::say;

/// All of them.
pub(super) fn commands() -> Vec<Command> {
    let names = OfferKind::ALL.into_iter().map(OfferKind::name).chain(["resume", "claim"]);
    let with_aliases = |command: Command| match command.name.as_ref() {
        "takeback" => Command { aliases: vec!["undo".into()].into(), ..command },
        _ => command,
    };
    names.map(|name| with_aliases(by_number::command(name, |ctx, number| Box::pin(act(ctx, number))))).collect()
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
    let (board, done) = agree(&ctx.data().host, asker(ctx), which, ask).await?;
    match ctx {
        // The board that follows is the answer.
        poise::Context::Prefix(_) if !replies::is_elsewhere(asker(ctx), board.current.place) => Ok(()),
        _ => confirm(ctx, done).await,
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

/// Makes an offer, resumes or claims. Returns the board after it, and what is told of it.
pub(crate) async fn agree(host: &Host, asker: Asker, which: Which, ask: Ask) -> Result<(Board, View), HostError> {
    Ok(match ask {
        Ask::Offer(kind) => {
            let board = host.offer(asker, which, kind).await?;
            let done = views::more::done(&board, kind);
            (board, done)
        }
        Ask::Resume => (host.resume(asker, which).await?, View::text(say("resumed", &[]))),
        _ => (host.claim(asker, which).await?, View::text(say("claimed", &[]))),
    })
}
