//! What somebody is shown in place of what was asked.

use super::errors::CommandError;
use super::view::View;
use super::views::{overview, refusal};
use crate::play::HostError;

/// The answer to a command that was not done; where no game is known by the name, all that there are.
pub(super) fn view(error: &CommandError, prefix: &str) -> View {
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
