//! The question which of somebody's matches, or of what was proposed to them, is meant, as a menu that only that person
//! can use.

use super::{MAX_OPTIONS, SelectMenu, SelectOption, View};
use crate::controls::{Control, MatchRequest, PersonalAction};
use play::{Answer, ChallengeId, MatchId, OfferKind, ProposalId, UserId};
use texts::say;

/// Asks `user` which of these labeled proposals an answer is to; the choice gives it.
pub fn which_proposal(proposals: Vec<(ProposalId, String)>, user: UserId, answer: Answer) -> View {
    let option = |(id, label): (ProposalId, String)| SelectOption::new(label, proposal_word(id));
    let options = proposals.into_iter().take(MAX_OPTIONS).map(option).collect();
    let control = Control::of_person(user, PersonalAction::Reply(answer));
    View::text(say("which-proposal", &[("answer", answer.name().into())])).with_menu(SelectMenu {
        control,
        placeholder: say("menu-which-proposal", &[]),
        options,
    })
}

/// A proposal as the value of an option.
fn proposal_word(id: ProposalId) -> String {
    match id {
        ProposalId::Challenge(id) => format!("challenge:{}", id.0),
        ProposalId::Offer(id) => format!("offer:{}", id.0),
        ProposalId::OfferAt(id, version, kind) => format!("offer:{}:{version}:{}", id.0, kind.name()),
    }
}

/// The proposal in the value of an option.
pub fn read_proposal(word: &str) -> Option<ProposalId> {
    match *word.split(':').collect::<Vec<_>>().as_slice() {
        ["challenge", id] => Some(ProposalId::Challenge(ChallengeId(id.parse().ok()?))),
        ["offer", id] => Some(ProposalId::Offer(MatchId(id.parse().ok()?))),
        ["offer", id, version, kind] => {
            Some(ProposalId::OfferAt(MatchId(id.parse().ok()?), version.parse().ok()?, OfferKind::named(kind)?))
        }
        _ => None,
    }
}

/// Asks `user` which of these labeled matches is meant; the choice carries out what was asked.
pub fn which_match(matches: Vec<(MatchId, String)>, user: UserId, ask: MatchRequest) -> View {
    let count = matches.len();
    let option = |(id, label): (MatchId, String)| SelectOption::new(label, id.0.to_string());
    let options = matches.into_iter().take(MAX_OPTIONS).map(option).collect();
    let control = Control::of_person(user, PersonalAction::Pick(ask));
    let asked = match ask {
        MatchRequest::Move(typed) => say("which-match-to-move-in", &[("move", typed.as_str().into())]),
        _ => say("which-match", &[]),
    };
    let more = (count > MAX_OPTIONS).then(|| say("which-match-of-more", &[("count", (count as i64).into())]));
    let content = std::iter::once(asked).chain(more).collect::<Vec<_>>().join("\n");
    View::text(content).with_menu(SelectMenu { control, placeholder: say("menu-which", &[]), options })
}
