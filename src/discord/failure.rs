//! What somebody is shown in place of what was asked.

use super::errors::CommandError;
use super::view::View;
use super::views::{overview, refusal};
use crate::play::HostError;
use crate::play::ports::StoreError;

/// The answer to a command that was not done; where no game is known by the name, all that there are. None where it was done
/// by another process, which answers it.
pub(super) fn view(error: &CommandError, prefix: &str) -> Option<View> {
    match error {
        CommandError::HostError(HostError::Store(StoreError::Repeated)) => None,
        error => Some(explained(error, prefix)),
    }
}

/// The answer to what was refused or has failed.
pub(super) fn explained(error: &CommandError, prefix: &str) -> View {
    if let CommandError::HostError(HostError::NoMove(board, refusal)) = error {
        return refusal::refused(board, refusal);
    }
    let text = error.explain();
    let is_about_games =
        matches!(error, CommandError::HostError(HostError::Refused(refusal)) if refusal.code == "unknown-game");
    if !is_about_games {
        return View::text(text);
    }
    overview::all_games(&text, prefix).unwrap_or_else(|fault| {
        tracing::error!(error = &fault as &dyn std::error::Error, "the games could not be drawn");
        View::text(text)
    })
}
