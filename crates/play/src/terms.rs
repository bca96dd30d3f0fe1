//! The terms on which somebody wants to play.

use games::Ruleset;

use super::{Agreement, EventId, Match, MatchId, SideChoice};

/// The terms on which somebody wants to play.
pub struct Terms {
    pub ruleset: Ruleset,
    /// The side that the asker takes.
    pub side: SideChoice,
    /// Whether it is to be rated; `None`: if possible.
    pub rated: Option<bool>,
    /// What is agreed besides the rules: clock, hints.
    pub agreement: Agreement,
    /// The match that this is a rematch of.
    pub rematch_of: Option<MatchId>,
    /// The event that asked for the match. The same event begins no second one.
    pub origin: Option<EventId>,
}

impl Terms {
    /// The terms of a match that is played again.
    pub(super) fn again(current: &Match, side: SideChoice) -> Self {
        let rated = (!current.rated).then_some(false);
        let agreement = current.conduct.agreement();
        Self { ruleset: current.ruleset.clone(), side, rated, agreement, rematch_of: Some(current.id), origin: None }
    }
}
