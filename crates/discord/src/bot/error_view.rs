//! What somebody sees in place of what they asked for.

use super::Bot;
use crate::errors::{CommandError, explain};
use crate::views::board::Appearance;
use crate::views::{View, overview, refusal};
use games::Refusal;
use play::ports::StoreError;
use play::{HostError, Preferences, UserId};

/// The answer to a command that was not carried out. If no game has that name, it shows all games. `None` if another
/// process carries it out, and answers it. Pictures follow the preferences of `reader`, if nobody else sees the
/// answer.
pub(crate) async fn view(error: &CommandError, bot: &Bot, reader: Option<UserId>) -> Option<View> {
    match error {
        CommandError::Elsewhere | CommandError::Host(HostError::Store(StoreError::Repeated)) => None,
        error => Some(explained(error, bot, reader).await),
    }
}

/// The answer to something that was refused or has failed.
pub(crate) async fn explained(error: &CommandError, bot: &Bot, reader: Option<UserId>) -> View {
    if let CommandError::Host(HostError::NoMove(board, refusal)) = error {
        let appearance = match reader {
            Some(reader) => bot.appearance(board, reader).await,
            None => bot.public_appearance(board).await,
        };
        let appearance = appearance.inspect_err(|error| tracing::warn!(%error, "a picture looks as usual"));
        return refusal::refused(board, refusal, appearance.unwrap_or_default());
    }
    let text = match error {
        // Whom somebody has blocked is nobody else's business.
        CommandError::Host(HostError::Refused(refusal)) if reader.is_none() && refusal.code == "blocked-by-you" => {
            explain(&Refusal { code: "cannot-meet", ..refusal.clone() })
        }
        error => error.explain(),
    };
    let is_about_games =
        matches!(error, CommandError::Host(HostError::Refused(refusal)) if refusal.code == "unknown-game");
    if !is_about_games {
        return View::text(text);
    }
    let theme = Appearance::of(&chosen(bot, reader).await, None).theme;
    overview::all_games(&text, &bot.prefix, theme).unwrap_or_else(|fault| {
        tracing::error!(error = &fault as &dyn std::error::Error, "the games could not be drawn");
        View::text(text)
    })
}

/// The preferences of the only reader. A picture for several readers, or for somebody whose preferences cannot be read,
/// has the default look.
async fn chosen(bot: &Bot, reader: Option<UserId>) -> Preferences {
    let Some(reader) = reader else { return Preferences::default() };
    let found = bot.host.preferences(reader).await;
    found.inspect_err(|error| tracing::warn!(%error, "a picture looks as usual")).unwrap_or_default()
}
