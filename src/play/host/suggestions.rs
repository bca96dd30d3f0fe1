//! A suitable match for somebody who asks to play and says nothing else.

use games::{GAMES, Info, Ruleset};

use super::Host;
use crate::play::ports::{Scope, Stored};
use crate::play::{Agreement, Asker, LevelChoice, Match, SideChoice, Terms};

/// A match that suits somebody.
pub struct Suggested {
    pub level: LevelChoice,
    pub terms: Terms,
    /// Whether it is meant for somebody who has no rating yet.
    pub is_gentle: bool,
}

/// The level at which a beginner wins.
const GENTLE: u8 = 1;

impl Host {
    /// A match against the engine that suits a person. A newcomer gets a casual one that a beginner wins, in the game
    /// that is `first` here. Others get their last game, at their own strength.
    pub async fn suggest(&self, asker: Asker, first: &'static Info) -> Stored<Suggested> {
        let (side, agreement) = (SideChoice::Random, Agreement::default());
        let terms = |ruleset, rated| Terms { ruleset, side, rated, agreement, rematch_of: None, origin: None };
        let standings = self.ports.store.standings(asker.user, Scope::Global).await?;
        let Some(most_played) = standings.iter().max_by_key(|it| it.wins + it.draws + it.losses) else {
            let ruleset = Ruleset::default_of(first);
            return Ok(Suggested {
                level: LevelChoice::Of(GENTLE),
                terms: terms(ruleset, Some(false)),
                is_gentle: true,
            });
        };
        let ruleset = match self.last_match(asker).await? {
            Some(last) if last.ruleset.is_preset() => last.ruleset,
            Some(last) => Ruleset::default_of(last.ruleset.info),
            None => Ruleset::default_of(games::find(&most_played.game).unwrap_or(GAMES[0]).info()),
        };
        Ok(Suggested { level: LevelChoice::Auto, terms: terms(ruleset, None), is_gentle: false })
    }

    /// The newest of a person's matches in the channel and those under way.
    async fn last_match(&self, asker: Asker) -> Stored<Option<Match>> {
        let here = self.ports.store.last_match_in(asker.channel, Some(asker.user)).await?;
        let under_way = self.ports.store.matches_of(asker.user, None).await?;
        Ok(under_way.into_iter().chain(here).max_by_key(|it| it.id))
    }
}
