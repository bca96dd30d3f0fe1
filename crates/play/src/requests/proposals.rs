//! What somebody has been asked, or has asked others, and has not been answered: challenges, and offers in matches.

use super::host::Host;
use crate::core::HostError;
use crate::ports::StoreResult;
use crate::{
    Answer, Asker, Board, Challenge, ChallengeId, ChallengeState, Match, MatchChoice, MatchId, Offer, OfferKind, Place,
    UserId,
};
use games::Outcome;

/// Something that somebody can accept, decline, or withdraw.
#[derive(Clone, Debug)]
pub enum Proposal {
    Challenge(Box<Challenge>),
    /// What one player of a match has offered the other.
    Offer(Box<Board>),
}

/// Which proposal it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProposalId {
    Challenge(ChallengeId),
    /// Whatever is offered in a match.
    Offer(MatchId),
    /// What is offered in a match at a version, and nothing else.
    OfferAt(MatchId, u32, OfferKind),
}

impl Proposal {
    /// Where it was made.
    pub fn place(&self) -> Place {
        match self {
            Self::Challenge(challenge) => challenge.offer.place,
            Self::Offer(board) => board.current.place,
        }
    }

    pub fn id(&self) -> ProposalId {
        match self {
            Self::Challenge(challenge) => ProposalId::Challenge(challenge.id),
            Self::Offer(board) => {
                let current = &board.current;
                let at = |offer: Offer| ProposalId::OfferAt(current.id, current.version(), offer.kind);
                current.offers.pending.map_or(ProposalId::Offer(current.id), at)
            }
        }
    }
}

/// What has become of a proposal.
#[derive(Clone, Debug)]
pub enum ProposalOutcome {
    /// A challenge by that person.
    Challenge(UserId, ChallengeState),
    /// With the outcome of the match, if it is over by that.
    Offer(MatchId, Option<Outcome>),
}

impl Host {
    /// The proposals that may be meant by whoever gives this answer in a channel and names none: challenges first, then
    /// offers, the newest of each first. A challenge to anyone is meant only if nothing else was asked: an offer of the
    /// opponent comes before a match with somebody else.
    pub async fn proposals(&self, asker: Asker, answer: Answer) -> Result<Vec<Proposal>, HostError> {
        let mut proposals: Vec<Proposal> = self.challenges_to(asker, answer).await?;
        proposals.extend(self.offers_to(asker, answer).await?);
        if proposals.is_empty() && answer == Answer::Accept {
            proposals.extend(self.challenge_to_anyone(asker).await?.map(Box::new).map(Proposal::Challenge));
        }
        Ok(proposals)
    }

    /// Gives an answer to a proposal.
    pub async fn settle(
        &self,
        asker: Asker,
        proposal: ProposalId,
        answer: Answer,
    ) -> Result<ProposalOutcome, HostError> {
        let settled = |board: Board| ProposalOutcome::Offer(board.current.id, board.current.outcome);
        match proposal {
            ProposalId::Challenge(id) => {
                let challenge = self.answer(asker, id, answer).await?;
                Ok(ProposalOutcome::Challenge(challenge.offer.challenger, challenge.state))
            }
            ProposalId::Offer(id) => self.settle_offer(asker, MatchChoice::Number(id), None, answer).await.map(settled),
            ProposalId::OfferAt(id, version, kind) => {
                let which = MatchChoice::Control(id, version);
                self.settle_offer(asker, which, Some(kind), answer).await.map(settled)
            }
        }
    }

    /// The challenges that are the asker's to answer, because they were made to them, or are to be withdrawn.
    async fn challenges_to(&self, asker: Asker, answer: Answer) -> StoreResult<Vec<Proposal>> {
        let (store, now) = (&self.ports.store, self.ports.clock.now());
        let mut open = store.open_challenges(asker.channel, now).await?;
        open.retain(|it| match answer {
            Answer::Withdraw => it.offer.challenger == asker.user,
            Answer::Accept | Answer::Decline => it.offer.opponent == Some(asker.user),
        });
        // Whoever has too many open ones may have made them anywhere.
        if open.is_empty() && answer == Answer::Withdraw {
            open = store.challenges_by(asker.user, now).await?;
        }
        Ok(open.into_iter().map(Box::new).map(Proposal::Challenge).collect())
    }

    /// The offers in the asker's matches that can be answered in this way.
    async fn offers_to(&self, asker: Asker, answer: Answer) -> StoreResult<Vec<Proposal>> {
        let mut mine = self.mine(asker).await?;
        mine.retain(|it: &Match| {
            let by = it.offers.pending.map(|offer| offer.by);
            let own = it.side_of(asker.user);
            by.is_some() && (by == own) == (answer == Answer::Withdraw)
        });
        let mut boards = self.sorted_boards(mine, asker.user);
        boards.sort_by_key(|it| std::cmp::Reverse((it.current.updated_at, it.current.id)));
        Ok(boards.into_iter().map(Box::new).map(Proposal::Offer).collect())
    }

    /// The newest challenge in a channel that anyone may accept, this person too.
    async fn challenge_to_anyone(&self, asker: Asker) -> Result<Option<Challenge>, HostError> {
        let open = self.ports.store.open_challenges(asker.channel, self.ports.clock.now()).await?;
        let others = open.into_iter().filter(|it| it.offer.opponent.is_none() && it.offer.challenger != asker.user);
        for challenge in others {
            match self.may_meet(asker.user, challenge.offer.challenger).await {
                Ok(()) => return Ok(Some(challenge)),
                Err(HostError::Refused(_) | HostError::Blocked(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }
}
