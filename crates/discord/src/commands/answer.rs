//! `accept`, `decline`, `withdraw`: answer a challenge, or an offer in a match.

use super::{Command, Context, Done, answer, asker, by_number, confirm, confirm_begun, is_public, may_play_here};
use crate::bot::labels::proposal_labels;
use crate::views::{self, View};
use games::Refusal;
use play::{Answer, ChallengeState, MatchId, ProposalId, Settled};
use texts::say;

/// All of them.
pub(super) fn commands() -> Vec<Command> {
    let names = Answer::ALL.into_iter().map(Answer::name);
    names.map(|name| by_number::command(name, |ctx, number| Box::pin(reply(ctx, number)))).collect()
}

/// Answers the offer in the match of that number; without one, the only proposal there is, or the one that is chosen.
async fn reply(ctx: Context<'_>, number: Option<i64>) -> Done {
    let (host, asker) = (&ctx.data().host, asker(ctx));
    // Each of the commands has the name of an answer.
    let Some(given) = Answer::named(&ctx.command().name) else { return Ok(()) };
    let proposal = match number {
        Some(number) => ProposalId::Offer(MatchId(number)),
        None => match host.proposals(asker, given).await?.as_slice() {
            [] => return Err(Refusal::new(nothing_to(given)).into()),
            [only] => only.id(),
            several if is_public(ctx) && several.iter().any(|it| it.place().channel != asker.channel) => {
                let count = several.len() as i64;
                return Err(Refusal::new("proposals-elsewhere")
                    .with("count", count)
                    .with("answer", given.name())
                    .into());
            }
            several => {
                let labels = proposal_labels(host, several, asker.user).await?;
                return answer(ctx, views::which::which_proposal(labels, asker.user, given), true).await;
            }
        },
    };
    if given == Answer::Accept && matches!(proposal, ProposalId::Challenge(_)) {
        may_play_here(ctx).await?;
    }
    let settled = host.settle(asker, proposal, given).await?;
    let told = told(&settled, given);
    match settled {
        Settled::Challenge(_, ChallengeState::Accepted(begun)) => {
            confirm_begun(ctx, begun, |_| Some(told.content)).await
        }
        _ => confirm(ctx, told).await,
    }
}

fn nothing_to(answer: Answer) -> &'static str {
    match answer {
        Answer::Withdraw => "nothing-to-withdraw",
        Answer::Accept | Answer::Decline => "no-challenge-for-you",
    }
}

/// What whoever gave the answer is told.
pub(crate) fn told(settled: &Settled, given: Answer) -> View {
    let text = match settled {
        Settled::Challenge(challenger, state) => match state {
            ChallengeState::Accepted(begun) => say("answer-accepted", &[("match", begun.to_string().into())]),
            ChallengeState::Withdrawn => say("answer-withdrawn", &[]),
            _ => say("answer-declined", &[("challenger", challenger.mention().into())]),
        },
        Settled::Offer(id, end) => {
            let is_aborted = end.is_some_and(|it| !it.counts());
            let key = match given {
                Answer::Accept if is_aborted => "offer-agreed-too-early",
                Answer::Accept => "offer-answer-accepted",
                Answer::Decline => "offer-answer-declined",
                Answer::Withdraw => "offer-answer-withdrawn",
            };
            say(key, &[("match", id.to_string().into())])
        }
    };
    View::text(text)
}
