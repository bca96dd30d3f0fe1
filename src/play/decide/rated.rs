//! Whether a match counts for the ratings.

use games::{Refusal, Ruleset};

use crate::play::SideChoice;

/// Whether a match counts for the ratings. It does where nothing speaks against it and nobody has asked otherwise; to ask
/// for a rated match that cannot be is refused.
pub fn rated(wish: Option<bool>, ruleset: &Ruleset, side: SideChoice, rival: Rival) -> Result<bool, Refusal> {
    match (wish, why_casual(ruleset, side, rival)) {
        (Some(false), _) => Ok(false),
        (Some(true), Some(why)) => Err(why.refusal(ruleset)),
        (_, why) => Ok(why.is_none()),
    }
}

/// Against whom a match is played, as far as it matters for whether it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rival {
    Engine,
    /// Somebody, with whom it may be agreed that the engine is asked.
    Person {
        hints: bool,
    },
}

/// Why a match cannot count for the ratings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WhyCasual {
    /// The rules are no preset as it is: what is easily won on a small board says nothing of how strong somebody is.
    OwnRules,
    /// A side was chosen against the engine, which would make the better one a habit.
    ChosenSide,
    /// Who asks the engine shows the engine's strength.
    Hints,
}

/// Why a match on these terms cannot count for the ratings, if it cannot.
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
