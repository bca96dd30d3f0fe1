//! `accept`, `decline`, `withdraw`: answer the newest challenge that the asker can answer, or else an offer in a match.

use super::{Command, Context, Done, acknowledge, asker, confirm, may_play_here};
use crate::discord::views::View;
use crate::i18n::say;
use crate::play::{Answer, ChallengeState, MatchId, Which};

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
    let challenge = match bot.host.challenge_here(asker(ctx), given).await {
        Ok(challenge) => challenge,
        Err(none) => match bot.host.match_with_offer(asker(ctx), given).await? {
            Some(id) => return reply_to_offer(ctx, id, given).await,
            None => return Err(none.into()),
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
