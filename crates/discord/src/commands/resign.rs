//! `resign`: gives a match up, after a confirmation. `abort`: the same, but only where nobody loses by it.

use super::{Command, Context, Done, answer, asker, by_number, which_match};
use crate::controls::Ask;
use crate::errors::CommandError;
use crate::views::{self, View};
use play::{Asker, Host, HostError, Which};

pub(super) fn resign() -> Command {
    by_number::command("resign", |ctx, number| Box::pin(give_up(ctx, number, Ask::Resign)))
}

pub(super) fn abort() -> Command {
    by_number::command("abort", |ctx, number| Box::pin(give_up(ctx, number, Ask::Abort)))
}

async fn give_up(ctx: Context<'_>, number: Option<i64>, ask: Ask) -> Done {
    let Some(which) = which_match(ctx, number, ask.wish(), Some(ask)).await? else { return Ok(()) };
    answer(ctx, question(&ctx.data().host, asker(ctx), which, ask).await?, true).await
}

/// The question whether somebody really wants to give a match up. Matches that are set aside can be ended in this way,
/// too.
pub(crate) async fn question(host: &Host, asker: Asker, which: Which, ask: Ask) -> Result<View, CommandError> {
    let board = match ask {
        Ask::Abort => host.may_abort(asker, which).await,
        _ => host.may_resign(asker, which).await,
    };
    match board {
        Err(HostError::SetAside { id, .. }) => {
            host.may_abandon(asker.user, id).await?;
            Ok(views::board::confirm_abandoning(id, asker.user))
        }
        board => Ok(views::board::confirm_resigning(&board?.current, asker.user)),
    }
}
