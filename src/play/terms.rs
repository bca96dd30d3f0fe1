//! On which terms somebody wants to play.

use games::Ruleset;

use super::{Match, MatchId, SideChoice};

/// On which terms somebody wants to play.
pub struct Terms {
    pub ruleset: Ruleset,
    /// The side that who asks takes.
    pub side: SideChoice,
    /// Whether it shall count; `None`: if it can.
    pub rated: Option<bool>,
    /// The match of which it is the rematch.
    pub rematch_of: Option<MatchId>,
}

impl Terms {
    /// Those of a match that is played once more.
    pub(super) fn again(current: &Match, side: SideChoice) -> Self {
        let rated = (!current.rated).then_some(false);
        Self { ruleset: current.ruleset.clone(), side, rated, rematch_of: Some(current.id) }
    }
}
