//! `accept`, `decline`, `withdraw`: answer the newest challenge made to the asker, or else an offer in a match, or else a
//! challenge to anyone.

use super::{Command, Context, Done, acknowledge, asker, confirm, may_play_here};
use crate::discord::errors::CommandError;
use crate::discord::views::View;
use crate::i18n::say;
use crate::play::{Answer, Challenge, ChallengeState, MatchId, Which};
use games::Refusal;

pub(super) fn accept() -> Command {
    accept_command()
}

pub(super) fn decline() -> Command {
    decline_command()
}

pub(super) fn withdraw() -> Command {
    withdraw_command()
}

#[poise::command(slash_command, prefix_command, rename = "accept")]
async fn accept_command(ctx: Context<'_>) -> Done {
    reply_to_challenge(ctx, Answer::Accept).await
}

#[poise::command(slash_command, prefix_command, rename = "decline")]
async fn decline_command(ctx: Context<'_>) -> Done {
    reply_to_challenge(ctx, Answer::Decline).await
}

#[poise::command(slash_command, prefix_command, rename = "withdraw")]
async fn withdraw_command(ctx: Context<'_>) -> Done {
    reply_to_challenge(ctx, Answer::Withdraw).await
}

async fn reply_to_challenge(ctx: Context<'_>, given: Answer) -> Done {
    acknowledge(ctx).await?;
    let bot = ctx.data();
    let challenge = match bot.host.challenge_to(asker(ctx), given).await? {
        Some(challenge) => challenge,
        // An offer of the opponent comes before a match with somebody else.
        None => match bot.host.match_with_offer(asker(ctx), given).await? {
            Some(id) => return reply_to_offer(ctx, id, given).await,
            None => challenge_to_anyone(ctx, given).await?,
        },
    };
    if given == Answer::Accept {
        may_play_here(ctx).await?;
    }
    let challenge = bot.host.answer(asker(ctx), challenge.id, given).await?;
    let text = match challenge.state {
        ChallengeState::Accepted(begun) => say("answer-accepted", &[("match", begun.to_string().into())]),
        ChallengeState::Withdrawn => say("answer-withdrawn", &[]),
        _ => say("answer-declined", &[("challenger", challenge.offer.challenger.mention().into())]),
    };
    confirm(ctx, View::text(text)).await
}

/// The challenge to anyone that the asker may accept.
async fn challenge_to_anyone(ctx: Context<'_>, given: Answer) -> Result<Challenge, CommandError> {
    let found = match given {
        Answer::Accept => ctx.data().host.challenge_to_anyone(asker(ctx)).await?,
        Answer::Decline | Answer::Withdraw => None,
    };
    let none = if given == Answer::Withdraw { "nothing-to-withdraw" } else { "no-challenge-for-you" };
    found.ok_or_else(|| Refusal::new(none).into())
}

async fn reply_to_offer(ctx: Context<'_>, id: MatchId, given: Answer) -> Done {
    let accepts = given == Answer::Accept;
    ctx.data().host.answer_offer(asker(ctx), Which::Number(id), None, accepts).await?;
    let key = match given {
        Answer::Accept => "offer-answer-accepted",
        Answer::Decline => "offer-answer-declined",
        Answer::Withdraw => "offer-answer-withdrawn",
    };
    confirm(ctx, View::text(say(key, &[("match", id.to_string().into())]))).await
}
