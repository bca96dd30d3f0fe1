//! Rematches: the same players again. A match has at most one, however often it is asked for.

use games::Refusal;

use super::host::Host;
use crate::MatchChoice;
use crate::core::HostError;
use crate::decide::{self, Invited, RematchTerms};
use crate::ports::{StoreError, StoreResult};
use crate::threads;
use crate::{Answer, Asker, Board, Challenge, ChallengeState, Match, MatchId, Place, Seat, SideChoice, Terms, UserId};

/// How many matches that are over are offered for a rematch or a review.
const MAX_OFFERED: u32 = 25;

/// What asking for a rematch leads to.
pub enum Rematch {
    Offered(Box<Challenge>),
    /// The match that has begun there.
    Begun(MatchId, Place),
}

impl Host {
    /// The same players again with sides changed: a new match against the engine (by lot, if it is rated), a challenge
    /// to a person, or the match itself if the other player has already challenged. A match has at most one rematch.
    pub async fn rematch(&self, asker: Asker, id: MatchId, again: RematchTerms) -> Result<Rematch, HostError> {
        let user = asker.user;
        let board = self.find(asker, MatchChoice::Number(id)).await?;
        let current = board.current.clone();
        let side = decide::player_in(&current, user)?;
        if current.outcome.is_none() {
            return Err(Refusal::new("match-goes-on").with("match", id.to_string()).into());
        }
        if let Some(begun) = self.ports.store.rematch_of(id).await? {
            return Err(Refusal::new("rematch-begun").with("match", begun.to_string()).into());
        }
        self.may_begin_in(current.place, threads::parent(&current)).await?;
        if !self.can_post_in(current.place).await? {
            return Err(Refusal::new("rematch-there").with("match", id.to_string()).into());
        }
        if self.ports.announcer.is_gone(current.place).await {
            return Err(Refusal::new("rematch-place-gone").with("match", id.to_string()).into());
        }
        let place = current.place;
        match current.seat(side.other()) {
            Seat::Engine(level) => {
                let rated = current.rated || again == RematchTerms::Rated;
                let level = if let RematchTerms::Level(chosen) = again { chosen } else { level };
                let begun = match current.opening.clone().filter(|_| !rated) {
                    // Whoever tries a position tries it again.
                    Some(opening) => {
                        self.may_be_helped_with(user, &board).await?;
                        let seats = current.seats.map(|it| it.user().map_or(Seat::Engine(level), Seat::User));
                        self.play_on(asker, place, current.ruleset, seats, opening, Some(id)).await
                    }
                    None => {
                        let lot = if rated { SideChoice::Random } else { SideChoice::Take(side.other()) };
                        let terms = Terms { origin: asker.origin, rated: Some(rated), ..Terms::again(&current, lot) };
                        self.play_engine(place, user, level, terms).await
                    }
                };
                match begun {
                    Ok(begun) => Ok(Rematch::Begun(begun, place)),
                    Err(error) => Err(self.explain_lost_rematch(id, error).await?),
                }
            }
            // Nobody of those who play has such an opponent.
            Seat::Channel | Seat::Rival | Seat::Recorded => Err(decide::no_such_match(id).into()),
            Seat::User(other) => {
                let ask = || self.offer_or_accept_rematch(asker, other, &current, again);
                let asked = match ask().await {
                    // Both pressed at once, and the other player was first: the offer exists now.
                    Err(HostError::Store(StoreError::Conflict)) => ask().await,
                    asked => asked,
                };
                match asked {
                    Err(error) => Err(self.explain_lost_rematch(id, error).await?),
                    done => done,
                }
            }
        }
    }

    /// Whether a match that is over is played again: the offer that is open, or the match that has begun.
    pub async fn rematch_so_far(&self, current: &Match) -> Result<Option<Rematch>, HostError> {
        if current.outcome.is_none() {
            return Ok(None);
        }
        if let Some(begun) = self.ports.store.rematch_of(current.id).await? {
            return Ok(Some(Rematch::Begun(begun, current.place)));
        }
        Ok(self.offered_rematch(current).await?.map(|it| Rematch::Offered(Box::new(it))))
    }

    /// Withdraws one's own offer of a rematch, or declines the other player's.
    pub async fn drop_rematch(&self, asker: Asker, id: MatchId) -> Result<(), HostError> {
        let current = self.find(asker, MatchChoice::Number(id)).await?.current;
        let offered = self.offered_rematch(&current).await?.ok_or_else(|| Refusal::new("no-such-challenge"))?;
        let is_own = offered.offer.challenger == asker.user;
        self.answer(asker, offered.id, if is_own { Answer::Withdraw } else { Answer::Decline }).await?;
        Ok(())
    }

    async fn offered_rematch(&self, current: &Match) -> StoreResult<Option<Challenge>> {
        let open = self.ports.store.open_challenges(current.place.channel, self.ports.clock.now()).await?;
        Ok(open.into_iter().find(|it| it.offer.rematch_of == Some(current.id)))
    }

    /// The last match that somebody played in a channel and that is over. If there is none, the refusal says what is under
    /// way.
    pub async fn last_ended(&self, asker: Asker) -> Result<MatchId, HostError> {
        let store = &self.ports.store;
        if let Some(last) = store.last_ended_in(asker.channel, asker.user).await? {
            return Ok(last.id);
        }
        let refusal = match store.last_match_in(asker.channel, Some(asker.user)).await? {
            Some(under_way) => Refusal::new("match-goes-on").with("match", under_way.id.to_string()),
            None => Refusal::new("nothing-to-repeat"),
        };
        Err(refusal.into())
    }

    /// A person's newest matches that are over, with their positions.
    pub async fn ended_of(&self, user: UserId) -> Result<Vec<Board>, HostError> {
        let mut ended = self.sorted_boards(self.ports.store.ended_of(user, MAX_OFFERED).await?, user);
        ended.sort_by_key(|it| std::cmp::Reverse(it.current.id));
        Ok(ended)
    }

    /// A rematch between people: the first one to ask offers it, the second one accepts.
    async fn offer_or_accept_rematch(
        &self,
        asker: Asker,
        other: UserId,
        current: &Match,
        again: RematchTerms,
    ) -> Result<Rematch, HostError> {
        let user = asker.user;
        if let Some(offered) = self.offered_rematch(current).await? {
            if offered.offer.challenger == user {
                return Err(Refusal::new("rematch-offered").with("player", other.mention()).into());
            }
            return match self.answer(asker, offered.id, Answer::Accept).await?.state {
                ChallengeState::Accepted(begun) => Ok(Rematch::Begun(begun, current.place)),
                _ => Err(Refusal::new("no-such-challenge").into()),
            };
        }
        let invited = Invited { user: other, is_bot: false, is_parlor: false };
        let side = current.side_of(user).map_or(SideChoice::Random, |it| SideChoice::Take(it.other()));
        let rated = Some(current.rated || again == RematchTerms::Rated);
        let terms = Terms { origin: asker.origin, rated, ..Terms::again(current, side) };
        let offered = self.challenge(current.place, user, Some(&invited), terms).await?;
        Ok(Rematch::Offered(Box::new(offered)))
    }

    /// Why a rematch did not begin. If another press of the same button was first, it names that match.
    async fn explain_lost_rematch(&self, id: MatchId, error: HostError) -> StoreResult<HostError> {
        Ok(match self.ports.store.rematch_of(id).await? {
            Some(begun) => Refusal::new("rematch-begun").with("match", begun.to_string()).into(),
            None => error,
        })
    }
}
