//! A suitable match for somebody who asks to play and says nothing else.

use games::{Info, Ruleset};

use super::host::Host;
use crate::ports::{Scope, StoreResult};
use crate::{Agreement, Asker, LevelChoice, Match, SideChoice, Terms};

/// A match that suits somebody.
pub struct SuggestedMatch {
    pub level: u8,
    pub terms: Terms,
}

/// How many of somebody's last matches say what suits them.
const MAX_LOOKED_AT: u32 = 25;

impl Host {
    /// A match against the engine that suits a person: the game that they ended last, or the one that is `first` here. Until
    /// they have won a match, it is casual, and at the level at which a beginner wins. Later it is about as strong as
    /// they are, but never more than one step from the level that they have just played.
    pub async fn suggest(&self, asker: Asker, first: &'static Info) -> StoreResult<SuggestedMatch> {
        let mut ended = self.ports.store.ended_of(asker.user, MAX_LOOKED_AT).await?;
        ended.retain(|it| it.outcome.is_some_and(|end| end.counts()));
        let ruleset = match ended.iter().max_by_key(|it| it.id) {
            Some(last) if last.ruleset.is_preset() => last.ruleset.clone(),
            Some(last) => Ruleset::default_of(last.ruleset.info),
            None => Ruleset::default_of(first),
        };
        let has_won = |it: &Match| it.outcome.is_some_and(|end| end.winner == it.side_of(asker.user));
        let is_gentle = !ended.iter().any(has_won) && {
            let standings = self.ports.store.standings(asker.user, Scope::Global).await?;
            standings.iter().all(|it| it.wins == 0)
        };
        let level = if is_gentle {
            LevelChoice::EASY
        } else {
            let usual = self.level(LevelChoice::Auto, asker.user, &ruleset).await?;
            let of_game = ended.iter().filter(|it| it.ruleset.info.key == ruleset.info.key);
            let last = of_game.filter_map(|it| Some((it.id, it.engine_level()?))).max();
            last.map_or(usual, |(_, level)| usual.clamp(level.saturating_sub(1), level.saturating_add(1)))
        };
        let terms = Terms {
            ruleset,
            side: SideChoice::Random,
            rated: is_gentle.then_some(false),
            agreement: Agreement::default(),
            rematch_of: None,
            origin: None,
        };
        Ok(SuggestedMatch { level, terms })
    }
}
