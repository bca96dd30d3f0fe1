//! Whether a match counts for the ratings.

use games::{Refusal, Ruleset};

use crate::SideChoice;

/// Whether a match is rated. It is if nothing prevents it and nobody asked for a casual one. Asking for a rated match
/// that is not possible is refused.
pub fn rated(wish: Option<bool>, ruleset: &Ruleset, side: SideChoice, rival: Rival) -> Result<bool, Refusal> {
    match (wish, why_casual(ruleset, side, rival)) {
        (Some(false), _) => Ok(false),
        (Some(true), Some(why)) => Err(why.refusal(ruleset)),
        (_, why) => Ok(why.is_none()),
    }
}

/// The opponent, as far as it decides whether a match can be rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rival {
    Engine,
    /// A person; both may agree that the engine can be asked.
    Person {
        hints: bool,
    },
}

/// Why a match cannot be rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyCasual {
    /// The rules are not an unchanged preset: wins that come easily, for example on a small board, say nothing about
    /// strength.
    OwnRules,
    /// A side was chosen against the engine: people would always choose the better one.
    ChosenSide,
    /// Hints are allowed: a player who asks the engine shows the engine's strength.
    Hints,
}

/// Why a match on these terms cannot be rated, if it cannot.
pub fn why_casual(ruleset: &Ruleset, side: SideChoice, rival: Rival) -> Option<WhyCasual> {
    match rival {
        _ if !ruleset.is_preset() => Some(WhyCasual::OwnRules),
        Rival::Engine if side != SideChoice::Random => Some(WhyCasual::ChosenSide),
        Rival::Person { hints: true } => Some(WhyCasual::Hints),
        _ => None,
    }
}

impl WhyCasual {
    fn refusal(self, ruleset: &Ruleset) -> Refusal {
        match self {
            Self::OwnRules => {
                let presets: Vec<String> = ruleset.info.presets.iter().map(|it| format!("`{}`", it.name)).collect();
                Refusal::new("rated-needs-a-preset")
                    .with("rules", ruleset.to_string())
                    .with("game", ruleset.info.name)
                    .with("presets", presets.join(", "))
            }
            Self::ChosenSide => Refusal::new("rated-needs-a-drawn-side"),
            Self::Hints => Refusal::new("rated-without-hints"),
        }
    }
}
