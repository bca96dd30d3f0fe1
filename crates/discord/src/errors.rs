//! Turns errors into sentences for people; the only place that does.

use std::panic::AssertUnwindSafe;

use futures::FutureExt as _;
use poise::serenity_prelude as serenity;

use super::views::clock;
use egress::codes::ACKNOWLEDGED;
use egress::root_cause;
use games::{Fact, Refusal, RulesetError};
use metrics::CommandOutcome;
use play::HostError;
use play::ports::{AnnounceError, StoreError, Unreachable};
use texts::{Text, say};

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
    /// A refusal of what was filled into a form, with that.
    #[error("{}", .0.code)]
    Form(Refusal, Vec<(&'static str, String)>),
    #[error("a handler panicked")]
    Panicked,
    #[error("another process does it")]
    Elsewhere,
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
    /// The same for what was filled into a form, by field: a refusal repeats it.
    pub(super) fn with_form(self, filled: Vec<(&'static str, String)>) -> Self {
        match self {
            Self::Host(HostError::Refused(refusal)) if !filled.is_empty() => Self::Form(refusal, filled),
            error => error,
        }
    }

    /// How it counts in the metrics.
    pub(super) fn outcome(&self) -> CommandOutcome {
        match self {
            Self::Host(
                HostError::Refused(_)
                | HostError::NoMove(..)
                | HostError::Blocked(_)
                | HostError::SetAside { .. }
                | HostError::Announce(AnnounceError::Closed(_)),
            )
            | Self::Form(..) => CommandOutcome::Refused,
            // Another process has done it.
            Self::Host(HostError::Store(StoreError::Repeated)) => CommandOutcome::Done,
            _ => CommandOutcome::Failed,
        }
    }

    /// What the person is told. Errors that are not refusals are logged here, once.
    pub fn explain(&self) -> Text {
        match self {
            Self::Host(HostError::Refused(refusal) | HostError::NoMove(_, refusal)) => explain(refusal),
            Self::Form(refusal, filled) => {
                let field = |(name, text): &(&'static str, String)| {
                    say("form-field", &[("field", (*name).into()), ("text", shorten(text).into())])
                };
                let filled = Text::joined(" · ", filled.iter().map(field));
                Text::lines([explain(refusal), say("form-filled-in", &[("filled", filled)])])
            }
            Self::Host(HostError::Blocked(other)) => {
                explain(&Refusal::new("blocked-by-you").with("player", other.mention()))
            }
            Self::Host(HostError::SetAside { id, why }) => {
                tracing::warn!(match.id = id.0, why, "somebody has asked for a match that is set aside");
                explain(&Refusal::new("match-set-aside").with("match", id.to_string()))
            }
            Self::Host(HostError::Announce(AnnounceError::Closed(Unreachable::Refused(why)))) => {
                explain(&Refusal::new("chat-refused").with("why", super::names::plain(why)))
            }
            fault => {
                tracing::error!(error = fault.without_address(), "a request failed");
                let key = match fault {
                    Self::Host(HostError::InDoubt(_)) => "fault-in-doubt",
                    Self::Host(HostError::Unsure(_)) => "fault-unsure",
                    _ => "fault",
                };
                say(key, &[])
            }
        }
    }

    /// The error for the log. An address could contain the token of an interaction.
    pub(super) fn without_address(&self) -> String {
        match self {
            Self::Discord(error) => without_address(error),
            error => format!("{error} ({})", root_cause(error)),
        }
    }
}

/// An error of Discord, or of the way there, for the log: what Discord says, or else the innermost cause, because the outer
/// ones name the address.
pub(super) fn without_address(error: &serenity::Error) -> String {
    match error {
        serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(_)) => error.to_string(),
        error => root_cause(error),
    }
}

/// Whether an interaction could not be acknowledged because it already was.
pub(super) fn is_acknowledged(error: &serenity::Error) -> bool {
    code_of(error) == Some(ACKNOWLEDGED)
}

/// Whether Discord may have taken an acknowledgment that failed. Then the person may be waiting for an answer, and is to
/// be told that nothing was done.
pub(super) fn may_be_acknowledged(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(answer)) if answer.status_code.is_server_error())
}

/// Discord's own code of an error, if Discord has answered.
pub(super) fn code_of(error: &serenity::Error) -> Option<isize> {
    match error {
        serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(response)) => Some(response.error.code),
        _ => None,
    }
}

/// Runs a handler. If it panics, that is an error like others: its person is told, and it is counted.
pub(super) async fn guarded<T>(handler: impl Future<Output = Result<T, CommandError>>) -> Result<T, CommandError> {
    AssertUnwindSafe(handler).catch_unwind().await.unwrap_or(Err(CommandError::Panicked))
}

/// The sentence of a refusal. A fact called `text` is what somebody typed, and is made harmless here.
pub(super) fn explain(refusal: &Refusal) -> Text {
    let mut refusal = refusal.clone();
    for (name, fact) in &mut refusal.facts {
        if let (&mut "text", Fact::Text(text)) = (name, fact) {
            *text = shorten(text);
        }
    }
    match (texts::explain(&refusal), refusal.code) {
        (Text::Sentence(key, facts), "bad-clock" | "clock-missing") => {
            Text::Sentence(key, [&facts[..], &[("clocks", clock::presets())]].concat())
        }
        (text, _) => text,
    }
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

/// The values of a switch that was turned both on and off.
pub(super) fn on_and_off(name: &str) -> Vec<String> {
    vec![format!("`{name}`"), format!("`no {name}`")]
}

/// How many of the contradicting values are listed.
const MAX_VALUES: usize = 4;

/// The refusal if something was said in contradicting ways. `what` is its name in a sentence; everything else that was
/// understood is repeated, so that it is not lost.
pub(super) fn contradiction(what: &str, mut values: Vec<String>, understood: Vec<String>) -> Refusal {
    if values.len() > MAX_VALUES {
        values.truncate(MAX_VALUES);
        values.push("…".to_owned());
    }
    let clear = if understood.is_empty() { "no" } else { "yes" };
    Refusal::new("contradiction")
        .with("what", what)
        .with("values", Fact::all_of(values))
        .with("clear", clear)
        .with("understood", Fact::all_of(understood))
}

/// A piece of what somebody typed, shortened for quoting and unable to break out of its quotes.
pub(super) fn shorten(text: &str) -> String {
    let text = super::names::plain(text);
    if text.chars().count() <= 40 { text } else { text.chars().take(39).chain(['…']).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use texts::Locale;

    #[tokio::test]
    async fn a_panic_is_told_and_counted_as_a_failure() {
        let panicked = guarded::<()>(async { panic!("a test wants a panic here") }).await.unwrap_err();
        assert_eq!(panicked.outcome(), CommandOutcome::Failed);
        assert_eq!(panicked.explain(), say("fault", &[]));
        assert!(guarded(async { Ok(()) }).await.is_ok());
    }

    #[test]
    fn the_log_never_has_the_address_of_a_request() {
        let secret = "http://127.0.0.1:1/webhooks/1/s3cret/messages/@original";
        let request = reqwest::Client::new().get(secret);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let failed = runtime.block_on(request.send()).unwrap_err();
        assert!(failed.to_string().contains("s3cret"), "{failed}");
        let error = CommandError::from(serenity::Error::Http(serenity::HttpError::Request(failed)));
        assert!(!error.without_address().contains("s3cret"), "{}", error.without_address());
    }

    #[test]
    fn nobody_is_asked_to_repeat_a_move_that_may_have_been_accepted() {
        let told = CommandError::from(HostError::InDoubt(StoreError::Conflict)).explain().in_locale(Locale::English);
        assert!(told.contains("Look at the board before you try again"), "{told}");
        let told = CommandError::from(HostError::Unsure(StoreError::Conflict)).explain().in_locale(Locale::English);
        assert!(told.contains("Please have a look before you try again"), "{told}");
        let told = CommandError::from(StoreError::Conflict).explain().in_locale(Locale::English);
        assert!(told.contains("please try again"), "{told}");
    }
}
