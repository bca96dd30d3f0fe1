//! On which terms somebody wants to play.

use games::Ruleset;

use super::{Agreement, EventId, Match, MatchId, SideChoice};

/// On which terms somebody wants to play.
pub struct Terms {
    pub ruleset: Ruleset,
    /// The side that who asks takes.
    pub side: SideChoice,
    /// Whether it shall count; `None`: if it can.
    pub rated: Option<bool>,
    /// What is agreed besides the rules: clock, hints.
    pub agreement: Agreement,
    /// The match of which it is the rematch.
    pub rematch_of: Option<MatchId>,
    /// By what the match was asked for: the same begins no other one.
    pub origin: Option<EventId>,
}

impl Terms {
    /// Those of a match that is played once more.
    pub(super) fn again(current: &Match, side: SideChoice) -> Self {
        let rated = (!current.rated).then_some(false);
        let agreement = current.conduct.agreement();
        Self { ruleset: current.ruleset.clone(), side, rated, agreement, rematch_of: Some(current.id), origin: None }
    }
}
