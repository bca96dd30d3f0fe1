//! Commands whose only argument is the number of a match.

use super::session::carry_out;
use super::which_match::only_number;
use super::{Command, Context, Done, both, complete, named};
use crate::controls::MatchRequest;
use play::Answer;
use poise::serenity_prelude::CreateAutocompleteResponse;

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
fn action_of(command: &Command) -> ByNumber {
    command.custom_data.downcast_ref().copied().unwrap_or(ByNumber::InMatch(MatchRequest::Board(None, None)))
}

#[poise::command(slash_command)]
async fn slash(
    ctx: Context<'_>,
    #[rename = "match"]
    #[autocomplete = "suggest"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    let action = action_of(ctx.command());
    carry_out(ctx, move |session| Box::pin(super::act_by_number(session, number, action))).await
}

#[poise::command(prefix_command)]
async fn prefix(ctx: Context<'_>, #[rest] text: Option<String>) -> Done {
    let (action, name) = (action_of(ctx.command()), ctx.command().name.clone());
    carry_out(ctx, move |session| {
        Box::pin(
            async move { super::act_by_number(session, only_number(session, &name, text.as_deref())?, action).await },
        )
    })
    .await
}

/// The matches that a command may be about whose only argument is a number.
async fn suggest<'a>(ctx: Context<'a>, partial: &'a str) -> CreateAutocompleteResponse {
    match action_of(ctx.command()) {
        ByNumber::Rematch => complete::ended_matches(ctx, partial).await,
        ByNumber::InMatch(MatchRequest::Analyze) => complete::all_matches_of(ctx, partial).await,
        ByNumber::InMatch(_) | ByNumber::Answer(_) => complete::matches(ctx, partial).await,
    }
}
