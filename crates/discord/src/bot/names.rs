//! The names of people in answers and in menus. Discord shows a mention that notifies nobody as “@unknown-user” to everybody
//! who hasn't met that person, so an answer has the name instead.

use std::collections::HashSet;

use super::Bot;
use crate::names::{PlayerNames, mentioned_in, with_names};
use crate::views::View;
use crate::views::lists::{label, neutral_label, proposal_label};
use play::ports::StoreResult;
use play::{Board, Host, MatchId, Proposal, ProposalId, Seat, UserId};
use texts::Text;

/// Discord's limit for the text of a message.
const MAX_MESSAGE_CHARS: usize = 2000;

impl Bot {
    /// An answer with the names of the people whom it mentions without notifying them. Those whose names aren't known
    /// stay mentioned.
    pub(crate) async fn named(&self, view: View) -> View {
        let mut people = mentioned_in(&view.content);
        people.retain(|it| !view.pings.contains(it));
        if people.is_empty() {
            return view;
        }
        let names = self.host.player_names(&people).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "an answer mentions people instead of naming them");
            PlayerNames::new()
        });
        let named = with_names(view.content.clone(), &names);
        View { content: Text::FirstFitting(vec![named, view.content], MAX_MESSAGE_CHARS), ..view }
    }
}

/// The names of all players, fetched together.
pub(crate) async fn names(host: &Host, boards: &[Board]) -> StoreResult<PlayerNames> {
    of_people(host, boards.iter().flat_map(|it| it.current.seats).filter_map(Seat::user)).await
}

async fn of_people(host: &Host, people: impl Iterator<Item = UserId>) -> StoreResult<PlayerNames> {
    host.player_names(&Vec::from_iter(people.collect::<HashSet<UserId>>())).await
}

/// The labels of some matches: as their player sees them, or as everybody does.
pub(crate) async fn labels(host: &Host, boards: &[Board], player: Option<UserId>) -> StoreResult<Vec<(MatchId, Text)>> {
    let names = names(host, boards).await?;
    let label = |it: &Board| player.map_or_else(|| neutral_label(it, &names), |user| label(it, user, &names));
    Ok(boards.iter().map(|it| (it.current.id, label(it))).collect())
}

/// The labels of what `user` has been asked, or has asked others.
pub(crate) async fn proposal_labels(
    host: &Host,
    proposals: &[Proposal],
    user: UserId,
) -> StoreResult<Vec<(ProposalId, Text)>> {
    let people = |it: &Proposal| match it {
        Proposal::Challenge(challenge) => [Some(challenge.offer.challenger), challenge.offer.opponent],
        Proposal::Offer(board) => board.current.seats.map(Seat::user),
    };
    let names = of_people(host, proposals.iter().flat_map(people).flatten()).await?;
    Ok(proposals.iter().map(|it| (it.id(), proposal_label(it, user, &names))).collect())
}
