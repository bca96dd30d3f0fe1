//! Turns errors into sentences for people; the only place that does.

use poise::serenity_prelude as serenity;

use crate::i18n::{english, say};
use crate::metrics::CommandOutcome;
use crate::play::HostError;
use crate::play::ports::StoreError;
use games::{Fact, Refusal, RulesetError};

/// Why a handler did not do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error(transparent)]
    Host(#[from] HostError),
    #[error("Discord did not take it: {0}")]
    Discord(#[from] serenity::Error),
    #[error("the picture could not be drawn: {0}")]
    Picture(#[from] render::PictureError),
    #[error("the file could not be written: {0}")]
    File(#[from] serde_json::Error),
}

impl From<Refusal> for CommandError {
    fn from(refusal: Refusal) -> Self {
        Self::Host(refusal.into())
    }
}

impl From<StoreError> for CommandError {
    fn from(error: StoreError) -> Self {
        Self::Host(error.into())
    }
}

impl CommandError {
    /// How it counts in the metrics.
    pub(super) fn outcome(&self) -> CommandOutcome {
        match self {
            Self::Host(HostError::Refused(_) | HostError::NoMove(..) | HostError::SetAside { .. }) => {
                CommandOutcome::Refused
            }
            // Another process has done it.
            Self::Host(HostError::Store(StoreError::Repeated)) => CommandOutcome::Done,
            _ => CommandOutcome::Failed,
        }
    }

    /// What the person is told. Errors that are not refusals are logged here, once.
    pub fn explain(&self) -> String {
        match self {
            Self::Host(HostError::Refused(refusal) | HostError::NoMove(_, refusal)) => explain(refusal),
            Self::Host(HostError::SetAside { id, why }) => {
                tracing::warn!(match.id = id.0, why, "somebody has asked for a match that is set aside");
                explain(&Refusal::new("match-set-aside").with("match", id.to_string()))
            }
            fault => {
                tracing::error!(error = fault as &dyn std::error::Error, "a request failed");
                say(fault.apology(), &[])
            }
        }
    }

    /// The sentence for an error that is not a refusal.
    fn apology(&self) -> &'static str {
        match self {
            Self::Host(HostError::InDoubt(_)) => "fault-in-doubt",
            _ => "fault",
        }
    }
}

/// The sentence of a refusal. A fact called `text` is what somebody typed, and is made harmless here.
pub(super) fn explain(refusal: &Refusal) -> String {
    let mut refusal = refusal.clone();
    for (name, fact) in &mut refusal.facts {
        if let (&mut "text", Fact::Text(text)) = (name, fact) {
            *text = shorten(text);
        }
    }
    english().explain(&refusal)
}

/// The refusal for words that are not a ruleset.
pub(super) fn refuse_ruleset(error: RulesetError) -> Refusal {
    match error {
        RulesetError::UnknownWord { game, word, presets, options, sides } => Refusal::new("unknown-rule-word")
            .with("game", game)
            .with("sides", sides.to_lowercase())
            .with("word", shorten(&word))
            .with("presets", presets)
            .with("options", options),
        RulesetError::BadValue { option, value, expected } => Refusal::new("bad-option")
            .with("option", shorten(&option))
            .with("value", shorten(&value))
            .with("expected", expected),
    }
}

/// A piece of what somebody typed, shortened for quoting and unable to break out of its quotes.
pub(super) fn shorten(text: &str) -> String {
    let text = super::names::plain(text);
    if text.chars().count() <= 40 { text } else { text.chars().take(39).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_asked_to_repeat_a_move_that_may_have_been_accepted() {
        let told = CommandError::from(HostError::InDoubt(StoreError::Conflict)).explain();
        assert!(told.contains("Look at the board before you try again"), "{told}");
        let told = CommandError::from(StoreError::Conflict).explain();
        assert!(told.contains("please try again"), "{told}");
    }
}
