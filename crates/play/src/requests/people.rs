//! People's preferences, and the data that is kept about them.

use games::Refusal;

use crate::Which;
use crate::host::{Host, HostError};
use crate::personal::PersonalData;
use crate::ports::{StoreError, Stored};
use crate::steps::{self, MadeBy};
use crate::{Asker, Board, Challenge, ChallengeState, MatchId, Preferences, Setting, UserId};

/// How often open matches are listed and ended: one list is limited, and a match that cannot be ended stays in it.
const MAX_ROUNDS: u32 = 20;

impl Host {
    /// A person's preferences.
    pub async fn preferences(&self, user: UserId) -> Stored<Preferences> {
        self.ports.store.preferences(user).await
    }

    /// Changes one preference. Returns all of them.
    pub async fn set_preference(&self, user: UserId, setting: Setting) -> Stored<Preferences> {
        self.ports.store.set_preference(user, setting, self.ports.clock.now()).await
    }

    /// Everything that is kept about a person.
    pub async fn personal_data(&self, user: UserId) -> Result<PersonalData, HostError> {
        let kept = self.ports.store.personal_data(user).await?;
        kept.ok_or_else(|| Refusal::new("nothing-is-kept").into())
    }

    /// Deletes what is kept about a person, who gives up all matches and withdraws all challenges. Records of matches
    /// stay.
    pub async fn forget(&self, user: UserId) -> Result<(), HostError> {
        for challenge in self.ports.store.challenges_by(user, self.ports.clock.now()).await? {
            self.withdraw_silently(challenge).await?;
        }
        for _ in 0..MAX_ROUNDS {
            let open = self.ports.store.matches_of(user, None).await?;
            if open.is_empty() {
                break;
            }
            for current in open {
                let asker = Asker { user, channel: current.place.channel, is_alone: false, origin: None };
                ignore_refusal(self.leave_match(asker, current.id).await)?;
            }
        }
        for id in self.ports.store.unreadable_of(user).await? {
            ignore_refusal(self.abort(id).await)?;
        }
        Ok(self.ports.store.forget(user).await?)
    }

    /// Gives a match up, even one that cannot be replayed.
    async fn leave_match(&self, asker: Asker, id: MatchId) -> Result<(), HostError> {
        match self.resign(asker, Which::Number(id)).await {
            Err(HostError::SetAside { .. }) => self.abort(id).await,
            resigned => resigned.map(drop),
        }
    }

    async fn withdraw_silently(&self, mut challenge: Challenge) -> Stored<()> {
        match self.ports.store.close_challenge(challenge.id, ChallengeState::Withdrawn, self.ports.clock.now()).await {
            Err(StoreError::Conflict) => return Ok(()),
            closed => closed?,
        }
        challenge.state = ChallengeState::Withdrawn;
        self.show_closed(&challenge).await;
        Ok(())
    }

    /// The board after the only legal move of the side to move, if its player wants such moves played at once.
    pub(crate) async fn after_only_move(&self, board: &Board) -> Stored<Option<Board>> {
        let current = &board.current;
        let Some(user) = current.seat(current.to_move()).user().filter(|_| current.outcome.is_none()) else {
            return Ok(None);
        };
        let &[only] = board.position.legal().as_slice() else { return Ok(None) };
        if current.waits_for_player() || !self.ports.store.preferences(user).await?.plays_forced {
            return Ok(None);
        }
        Ok(steps::moved(board, only, MadeBy::Automatic, self.ports.clock.now()).ok())
    }
}

/// A refusal means the match or challenge changed first. Whatever is still open is in the next list.
fn ignore_refusal(left: Result<(), HostError>) -> Result<(), HostError> {
    match left {
        Err(HostError::Refused(_)) => Ok(()),
        left => left,
    }
}
