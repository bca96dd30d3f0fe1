//! The challenge message: who offers what to whom, and what became of it.

use super::{Button, Style, View, clock, threads, why_casual};
use crate::controls::{ChallengeAction, Control};
use play::decide::Rival;
use play::{Challenge, ChallengeState, ChannelId, OwnThread, SideChoice};
use texts::say;

/// The current state of a challenge. If it is open and for one person, it notifies that person.
pub fn challenge(challenge: &Challenge) -> View {
    let open = challenge.state == ChallengeState::Open;
    let lines = [offer(challenge), summary(challenge), terms(challenge), state(challenge)];
    let view =
        View { pings: challenge.offer.opponent.filter(|_| open).into_iter().collect(), ..View::text(lines.join("\n")) };
    if open { view.with_buttons(buttons(challenge)) } else { view }
}

/// Whether a message with these controls is the card of an open challenge.
pub fn is_shown_by(challenge: &Challenge, controls: &[(Control, Vec<String>)]) -> bool {
    let accept = Control::of_challenge(challenge.id, ChallengeAction::Accept);
    controls.iter().any(|it| it.0 == accept)
}

/// A closed challenge, and the thread in which its match is played, if it has one.
pub fn closed(closed: &Challenge, thread: Option<ChannelId>) -> View {
    let view = challenge(closed);
    match thread {
        Some(thread) => View { content: format!("{}\n{}", view.content, threads::place(thread)), ..view },
        None => view,
    }
}

fn offer(challenge: &Challenge) -> String {
    let challenger = challenge.offer.challenger.mention().into();
    let game = challenge.offer.ruleset.info.name.into();
    match challenge.offer.opponent {
        Some(opponent) => {
            let opponent = opponent.mention().into();
            say("challenge-offer", &[("opponent", opponent), ("challenger", challenger), ("game", game)])
        }
        None => say("challenge-open-offer", &[("challenger", challenger), ("game", game)]),
    }
}

/// How the game is won, in a line.
fn summary(challenge: &Challenge) -> String {
    let summary = say(&format!("{}-summary", challenge.offer.ruleset.info.key), &[]);
    say("challenge-summary", &[("summary", summary.into())])
}

fn terms(challenge: &Challenge) -> String {
    let side = match challenge.offer.side {
        SideChoice::Take(side) => challenge.offer.ruleset.sides()[side.index()].name.to_owned(),
        SideChoice::Random => say("side-random", &[]),
    };
    let agreement = challenge.offer.agreement;
    let rules = &challenge.offer.ruleset;
    let rival = Rival::Person { hints: agreement.hints };
    let facts = [
        ("challenger", challenge.offer.challenger.mention().into()),
        ("rules", rules.to_string().into()),
        ("side", side.into()),
        ("casual", why_casual(Some(challenge.offer.rated), rules, challenge.offer.side, rival).into()),
        ("clock", agreement.clock.map_or("none".to_owned(), clock::words).into()),
        ("thread", if agreement.thread == Some(OwnThread::Wanted) { "yes" } else { "no" }.into()),
        ("hints", if agreement.hints { "yes" } else { "no" }.into()),
    ];
    say("challenge-terms", &facts)
}

fn state(challenge: &Challenge) -> String {
    let opponent = challenge.offer.opponent.map(|it| it.mention()).unwrap_or_default();
    let challenger = challenge.offer.challenger.mention();
    match challenge.state {
        ChallengeState::Open => {
            say("challenge-expires", &[("time", challenge.offer.expires_at.as_second().to_string().into())])
        }
        ChallengeState::Accepted(id) => say("challenge-is-accepted", &[("match", id.to_string().into())]),
        ChallengeState::Declined => say("challenge-is-declined", &[("opponent", opponent.into())]),
        ChallengeState::Withdrawn => say("challenge-is-withdrawn", &[("challenger", challenger.into())]),
        ChallengeState::Expired => say("challenge-is-expired", &[]),
    }
}

fn buttons(challenge: &Challenge) -> Vec<Button> {
    let button = |action, key: &str, style| Button::new(Control::of_challenge(challenge.id, action), key, style);
    let accept = button(ChallengeAction::Accept, "button-accept", Style::Success);
    let decline = button(ChallengeAction::Decline, "button-decline", Style::Danger);
    let withdraw = button(ChallengeAction::Withdraw, "button-withdraw", Style::Secondary);
    let rules = button(ChallengeAction::Rules, "button-rules", Style::Secondary);
    match challenge.offer.opponent {
        Some(_) => vec![accept, decline, withdraw, rules],
        None => vec![accept, withdraw, rules],
    }
}
