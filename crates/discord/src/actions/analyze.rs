//! `analyze`, the button, and the entry in the context menu of a message: the engine's opinion of a match, on all its moves
//! if it is over, otherwise on its position.

use super::declare::{Offered, by_number, on_messages};
use super::session::{Acted, Answer, Session, carry_out};
use super::which_match::{in_match, only_number};
use crate::bot::{Command, Context, Done};
use crate::controls::MatchRequest;
use crate::views::advice;
use games::Refusal;
use play::MatchChoice;

pub(super) fn command() -> Command {
    let aliases = ["analyse", "review", "replay"].map(Into::into).to_vec().into();
    let command = by_number("analyze", Offered::All, |session, number| Box::pin(analyze(session, number)));
    let command = Command { aliases, prefix_action: prefix().prefix_action, ..command };
    on_messages(command, |session, which| Box::pin(show(session, which)))
}

#[poise::command(prefix_command)]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let is_replay = ctx.invoked_command_name().eq_ignore_ascii_case("replay");
    carry_out(ctx, move |session| {
        Box::pin(async move {
            // That is to come, and must not show the best moves of a match that goes on.
            if is_replay {
                return Err(Refusal::new("no-replay").with("prefix", session.bot.prefix.to_string()).into());
            }
            analyze(session, only_number(session, "analyze", text.as_deref().unwrap_or_default())?).await
        })
    })
    .await
}

async fn analyze(session: &Session<'_>, number: Option<i64>) -> Acted {
    in_match(session, number, MatchRequest::Analyze, |which| show(session, which)).await
}

pub(super) async fn show(session: &Session<'_>, which: MatchChoice) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    session.show_typing().await;
    let board = match which {
        MatchChoice::Here => host.find_to_advise(asker).await?,
        which => host.find(asker, which).await?,
    };
    let advice = host.advise(asker.user, &board).await?;
    Ok(Answer::Show(advice::advice(&board, &advice, session.appearance(&board).await?)?))
}
