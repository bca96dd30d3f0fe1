//! `accept`, `decline`, `withdraw`, and the buttons: answer a challenge, or an offer in a match.

use super::declare::{Offered, by_number};
use super::session::{Acted, Answer, Session, unknown_control};
use crate::bot::{Command, proposal_labels};
use crate::views::lists::{read_proposal, which_proposal};
use crate::views::{View, say_of};
use games::Refusal;
use play::{Answer as Given, ChallengeId, ChallengeState, MatchId, ProposalId, ProposalOutcome};
use texts::{Text, say};

/// All of them.
pub(super) fn commands() -> Vec<Command> {
    let command = |given: Given| {
        by_number(given.name(), Offered::UnderWay, move |session, number| Box::pin(answer(session, number, given)))
    };
    Given::ALL.into_iter().map(command).collect()
}

/// Answers the offer in the match of that number; without one, the only proposal there is, or the one that is chosen.
async fn answer(session: &Session<'_>, number: Option<i64>, given: Given) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    if let Some(number) = number {
        return settle(session, ProposalId::Offer(MatchId(number)), given).await;
    }
    match host.proposals(asker, given).await?.as_slice() {
        [] => Err(Refusal::new(nothing_to(given)).into()),
        [only] => settle(session, only.id(), given).await,
        several if session.is_public() && several.iter().any(|it| it.place().channel != asker.channel) => {
            let count = several.len() as i64;
            Err(Refusal::new("proposals-elsewhere").with("count", count).with("answer", given.name()).into())
        }
        several => {
            let labels = proposal_labels(host, several, asker.user).await?;
            Ok(Answer::Question(which_proposal(labels, asker.user, given)))
        }
    }
}

/// Gives an answer to the proposal that was chosen from a menu, which is then replaced.
pub(super) async fn answer_chosen(session: &Session<'_>, given: Given) -> Acted {
    let proposal = read_proposal(session.value()?).ok_or_else(unknown_control)?;
    match settle(session, proposal, given).await? {
        Answer::Done(view) => Ok(Answer::Replace(view)),
        answer => {
            session.remove_above().await;
            Ok(answer)
        }
    }
}

async fn settle(session: &Session<'_>, proposal: ProposalId, given: Given) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    if let (ProposalId::Challenge(id), Given::Accept) = (proposal, given) {
        host.challenge_in(asker, id).await?;
        session.may_play_here().await?;
    }
    let settled = host.settle(asker, proposal, given).await?;
    let told = told(&settled, given);
    Ok(match settled {
        ProposalOutcome::Challenge(_, ChallengeState::Accepted(begun)) => session.begun(begun, Some(told)).await,
        _ => Answer::Done(View::text(told)),
    })
}

/// Answers a challenge by a button under its card, which then says it all.
pub(super) async fn answer_card(session: &Session<'_>, id: ChallengeId, given: Given) -> Acted {
    if given == Given::Accept {
        session.may_play_here().await?;
    }
    let answered = session.bot.host.answer(session.asker, id, given).await?;
    Ok(match answered.state {
        ChallengeState::Accepted(begun) => session.begun(begun, None).await,
        _ => Answer::Nothing,
    })
}

fn nothing_to(answer: Given) -> &'static str {
    match answer {
        Given::Withdraw => "nothing-to-withdraw",
        Given::Accept | Given::Decline => "no-challenge-for-you",
    }
}

/// What whoever gave the answer is told.
fn told(settled: &ProposalOutcome, given: Given) -> Text {
    match settled {
        ProposalOutcome::Challenge(challenger, state) => match state {
            ChallengeState::Accepted(begun) => say_of("answer-accepted", *begun),
            ChallengeState::Withdrawn => say("answer-withdrawn", &[]),
            _ => say("answer-declined", &[("challenger", challenger.mention().into())]),
        },
        ProposalOutcome::Offer(id, end) => {
            let is_aborted = end.is_some_and(|it| !it.counts());
            let key = match given {
                Given::Accept if is_aborted => "offer-agreed-too-early",
                Given::Accept => "offer-answer-accepted",
                Given::Decline => "offer-answer-declined",
                Given::Withdraw => "offer-answer-withdrawn",
            };
            say_of(key, *id)
        }
    }
}
