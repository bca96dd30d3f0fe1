//! The challenge message: who offers what to whom, and what has become of it.

use poise::serenity_prelude as serenity;
use serenity::{ButtonStyle, CreateActionRow, CreateButton};

use super::{clock, threads, why_casual};
use crate::discord::controls::Control;
use crate::discord::view::View;
use crate::i18n::say;
use crate::play::decide::Rival;
use crate::play::{Challenge, ChallengeState, ChannelId, OwnThread, SideChoice};

/// The challenge as it stands; an open one to somebody notifies that person.
pub fn challenge(it: &Challenge) -> View {
    let open = it.state == ChallengeState::Open;
    View {
        content: [offer(it), terms(it), state(it)].join("\n"),
        rows: if open { vec![CreateActionRow::Buttons(buttons(it))] } else { Vec::new() },
        pings: it.offer.opponent.filter(|_| open).into_iter().collect(),
        ..View::default()
    }
}

/// An accepted challenge whose match is played in that thread, if it has one.
pub fn accepted(it: &Challenge, thread: Option<ChannelId>) -> View {
    let view = challenge(it);
    match thread {
        Some(thread) => View { content: format!("{}\n{}", view.content, threads::place(thread)), ..view },
        None => view,
    }
}

fn offer(it: &Challenge) -> String {
    let challenger = it.offer.challenger.mention().into();
    let game = it.offer.ruleset.info.name.into();
    match it.offer.opponent {
        Some(opponent) => {
            let opponent = opponent.mention().into();
            say("challenge-offer", &[("opponent", opponent), ("challenger", challenger), ("game", game)])
        }
        None => say("challenge-open-offer", &[("challenger", challenger), ("game", game)]),
    }
}

fn terms(it: &Challenge) -> String {
    let side = match it.offer.side {
        SideChoice::Take(side) => it.offer.ruleset.sides()[side.index()].name.to_owned(),
        SideChoice::Random => say("side-random", &[]),
    };
    let agreement = it.offer.agreement;
    let rival = Rival::Person { hints: agreement.hints };
    let facts = [
        ("challenger", it.offer.challenger.mention().into()),
        ("rules", it.offer.ruleset.to_string().into()),
        ("summary", it.offer.ruleset.preset.summary.into()),
        ("side", side.into()),
        ("casual", why_casual(Some(it.offer.rated), &it.offer.ruleset, it.offer.side, rival).into()),
        ("clock", agreement.clock.map_or("none".to_owned(), clock::words).into()),
        ("thread", if agreement.thread == Some(OwnThread::Wanted) { "yes" } else { "no" }.into()),
        ("hints", if agreement.hints { "yes" } else { "no" }.into()),
    ];
    say("challenge-terms", &facts)
}

fn state(it: &Challenge) -> String {
    let opponent = it.offer.opponent.map(|it| it.mention()).unwrap_or_default();
    let challenger = it.offer.challenger.mention();
    match it.state {
        ChallengeState::Open => {
            say("challenge-expires", &[("time", it.offer.expires_at.as_second().to_string().into())])
        }
        ChallengeState::Accepted(id) => say("challenge-is-accepted", &[("match", id.to_string().into())]),
        ChallengeState::Declined => say("challenge-is-declined", &[("opponent", opponent.into())]),
        ChallengeState::Withdrawn => say("challenge-is-withdrawn", &[("challenger", challenger.into())]),
        ChallengeState::Expired => say("challenge-is-expired", &[]),
    }
}

fn buttons(it: &Challenge) -> Vec<CreateButton> {
    let button =
        |control: Control, key: &str, style| CreateButton::new(control.to_string()).label(say(key, &[])).style(style);
    let accept = button(Control::Accept(it.id), "button-accept", ButtonStyle::Success);
    let decline = button(Control::Decline(it.id), "button-decline", ButtonStyle::Danger);
    let withdraw = button(Control::Withdraw(it.id), "button-withdraw", ButtonStyle::Secondary);
    let rules = button(Control::RulesOfChallenge(it.id), "button-rules", ButtonStyle::Secondary);
    if it.offer.opponent.is_some() { vec![accept, decline, withdraw, rules] } else { vec![accept, withdraw, rules] }
}
