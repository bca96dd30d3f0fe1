//! Who takes which side against the engine.

use games::{Outcome, Ruleset};

use super::Host;
use crate::play::ports::Stored;
use crate::play::{SideChoice, UserId};

/// How many of a person's newest ended matches are looked at.
const MATCHES_LOOKED_AT: u32 = 25;

impl Host {
    /// The side for a rated match against the engine, which is drawn by lot. If the last such match to end was aborted,
    /// its side stays: nobody draws again by aborting.
    pub(super) async fn lot(&self, user: UserId, ruleset: &Ruleset) -> Stored<SideChoice> {
        let ended = self.ports.store.ended_of(user, MATCHES_LOOKED_AT).await?;
        let like_this = ended
            .into_iter()
            .filter(|it| it.rated && it.is_against_engine() && it.ruleset.info.key == ruleset.info.key);
        let last = like_this.max_by_key(|it| (it.updated_at, it.id)).filter(|it| it.outcome == Some(Outcome::ABORTED));
        let drawn = last.and_then(|it| it.side_of(user));
        Ok(drawn.map_or(SideChoice::Random, SideChoice::Take))
    }
}
