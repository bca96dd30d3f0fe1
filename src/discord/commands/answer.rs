//! `accept`, `decline`, `withdraw`: answer a challenge, or an offer in a match.

use super::{Command, Context, Done, answer, asker, by_number, confirm, may_play_here};
use crate::discord::bot::labels::question_labels;
use crate::discord::views::{self, View};
use crate::i18n::say;
use crate::play::{Answer, ChallengeState, MatchId, QuestionId, Settled};
use games::Refusal;

/// All of them.
pub(super) fn commands() -> Vec<Command> {
    let names = Answer::ALL.into_iter().map(Answer::name);
    names.map(|name| by_number::command(name, |ctx, number| Box::pin(reply(ctx, number)))).collect()
}

/// Answers the offer in the match of that number; without one, the only question there is, or the one that is chosen.
async fn reply(ctx: Context<'_>, number: Option<i64>) -> Done {
    let (host, asker) = (&ctx.data().host, asker(ctx));
    // Each of the commands has the name of an answer.
    let Some(given) = Answer::named(&ctx.command().name) else { return Ok(()) };
    let question = match number {
        Some(number) => QuestionId::Offer(MatchId(number)),
        None => match host.questions(asker, given).await?.as_slice() {
            [] => return Err(Refusal::new(nothing_to(given)).into()),
            [only] => only.id(),
            several => {
                let labels = question_labels(host, several, asker.user).await?;
                return answer(ctx, views::which::which_question(labels, asker.user, given), true).await;
            }
        },
    };
    if given == Answer::Accept && matches!(question, QuestionId::Challenge(_)) {
        may_play_here(ctx).await?;
    }
    let settled = host.settle(asker, question, given).await?;
    confirm(ctx, told(&settled, given)).await
}

fn nothing_to(answer: Answer) -> &'static str {
    match answer {
        Answer::Withdraw => "nothing-to-withdraw",
        Answer::Accept | Answer::Decline => "no-challenge-for-you",
    }
}

/// What whoever gave the answer is told.
pub(in crate::discord) fn told(settled: &Settled, given: Answer) -> View {
    let text = match settled {
        Settled::Challenge(challenge) => match challenge.state {
            ChallengeState::Accepted(begun) => say("answer-accepted", &[("match", begun.to_string().into())]),
            ChallengeState::Withdrawn => say("answer-withdrawn", &[]),
            _ => say("answer-declined", &[("challenger", challenge.offer.challenger.mention().into())]),
        },
        Settled::Offer(id) => {
            let key = match given {
                Answer::Accept => "offer-answer-accepted",
                Answer::Decline => "offer-answer-declined",
                Answer::Withdraw => "offer-answer-withdrawn",
            };
            say(key, &[("match", id.to_string().into())])
        }
    };
    View::text(text)
}
