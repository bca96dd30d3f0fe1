//! `resign`: give a match up, after a question.

use super::{Command, Context, Done, answer, asker, by_number, which_match};
use crate::discord::ask::Ask;
use crate::discord::errors::CommandError;
use crate::discord::view::View;
use crate::discord::views;
use crate::play::{Asker, Host, HostError, Which};

pub(super) fn command() -> Command {
    by_number::command("resign", |ctx, number| Box::pin(ask(ctx, number)))
}

async fn ask(ctx: Context<'_>, number: Option<i64>) -> Done {
    let Some(which) = which_match(ctx, number, Ask::Resign.wish(), Some(Ask::Resign)).await? else { return Ok(()) };
    answer(ctx, question(&ctx.data().host, asker(ctx), which).await?, true).await
}

/// The question whether somebody really gives a match up; also one that is set aside can be ended.
pub(in crate::discord) async fn question(host: &Host, asker: Asker, which: Which) -> Result<View, CommandError> {
    match host.may_resign(asker, which).await {
        Err(HostError::SetAside { id, .. }) => {
            host.may_abandon(asker.user, id).await?;
            Ok(views::board::confirm_abandoning(id, asker.user))
        }
        board => Ok(views::board::confirm_resigning(&board?.current, asker.user)),
    }
}
