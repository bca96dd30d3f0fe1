//! Who takes which side against the engine.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use games::Ruleset;
use games::board::Side;

use super::Host;
use crate::ports::Stored;
use crate::{SideChoice, UserId};

impl Host {
    /// The side for a rated match against the engine, which is drawn by lot. Nobody draws again by aborting, or by
    /// beginning several matches: there is another lot only once a match has really begun.
    pub(super) async fn lot(&self, user: UserId, ruleset: &Ruleset) -> Stored<SideChoice> {
        let game = ruleset.info.key;
        let begun = self.ports.store.begun_against_engine(user, game).await?;
        Ok(SideChoice::Take(lot(user, game, begun)))
    }
}

/// The side of a person in their next rated match of a game against the engine, after so many. Nobody can change it, so it
/// does no harm that it can be computed.
fn lot(user: UserId, game: &str, begun: u64) -> Side {
    let mut hasher = DefaultHasher::new();
    (user.0, game, begun).hash(&mut hasher);
    Side::BOTH[(hasher.finish() % 2) as usize]
}
