//! Commands whose only argument is the number of a match.

use super::session::{Acted, Session, carry_out};
use super::which_match::{in_match, only_number};
use super::{Command, Context, Done, answer, both, complete, named, rematch};
use crate::controls::MatchRequest;
use play::decide::RematchTerms;
use play::{Answer, MatchId};

/// What such a command does.
#[derive(Clone, Copy)]
pub(super) enum ByNumber {
    /// Something in one's own match.
    InMatch(MatchRequest),
    /// Answers what was offered.
    Answer(Answer),
    Rematch,
}

/// The command of that name.
pub(super) fn command(name: &'static str, action: ByNumber) -> Command {
    Command { custom_data: Box::new(action), ..named(name, both(slash(), prefix())) }
}

/// What the command does, which every one in this file is created with.
pub(super) fn action_of(command: &Command) -> ByNumber {
    command.custom_data.downcast_ref().copied().unwrap_or(ByNumber::InMatch(MatchRequest::Board(None, None)))
}

#[poise::command(slash_command)]
async fn slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "complete::by_number"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    let action = action_of(ctx.command());
    carry_out(ctx, move |session| Box::pin(act(session, number, action))).await
}

#[poise::command(prefix_command)]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let (action, name) = (action_of(ctx.command()), ctx.command().name.clone());
    carry_out(ctx, move |session| {
        Box::pin(async move { act(session, only_number(session, &name, text.as_deref())?, action).await })
    })
    .await
}

async fn act(session: &Session<'_>, number: Option<i64>, action: ByNumber) -> Acted {
    match action {
        ByNumber::InMatch(ask) => in_match(session, number, ask).await,
        ByNumber::Answer(given) => answer::answer(session, number, given).await,
        ByNumber::Rematch => rematch::rematch(session, number.map(MatchId), RematchTerms::AsBefore).await,
    }
}
