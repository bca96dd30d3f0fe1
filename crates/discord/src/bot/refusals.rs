//! What somebody sees in place of what they asked for. The next refusal to the same person in a channel takes its place,
//! so that they don't pile up.

use poise::serenity_prelude as serenity;
use serenity::{ChannelId, Http, UserId};

use super::Bot;
use super::last_refusals::Sent;
use crate::errors::{CommandError, explain, without_address};
use crate::views::board::{Appearance, refused};
use crate::views::{View, help};
use games::Refusal;
use play::ports::StoreError;
use play::{Board, HostError};

impl Bot {
    /// Notes what is refused, and removes what was refused to the same person in the channel before. If that fails, it
    /// stays.
    pub(crate) async fn replace_refusal(&self, http: &Http, user: UserId, channel: ChannelId, refused: Sent) {
        let former = self.refused.remove(&(user, channel));
        self.refused.insert((user, channel), refused);
        let removed = match former {
            None => return,
            Some(Sent::Message(message)) => http.delete_message(channel, message, None).await,
            Some(Sent::Answer(token)) => http.delete_original_interaction_response(&token).await,
            Some(Sent::FollowUp(token, message)) => http.delete_followup_message(&token, message).await,
        };
        if let Err(error) = removed {
            tracing::debug!(error = without_address(&error), "an earlier refusal stays");
        }
    }
}

/// The answer to a command that was not carried out. If no game has that name, it shows all games. `None` if another
/// process carries it out, and answers it. Pictures follow the preferences of `reader`, if nobody else sees the
/// answer.
pub(crate) async fn error_view(error: &CommandError, bot: &Bot, reader: Option<play::UserId>) -> Option<View> {
    match error {
        CommandError::Elsewhere | CommandError::Host(HostError::Store(StoreError::Repeated)) => None,
        error => Some(explained(error, bot, reader).await),
    }
}

/// The answer to something that was refused or has failed.
async fn explained(error: &CommandError, bot: &Bot, reader: Option<play::UserId>) -> View {
    let refusal = match error {
        CommandError::Host(HostError::NoMove(board, refusal)) => {
            return refused(board, refusal, appearance(bot, Some(board), reader).await);
        }
        CommandError::Host(HostError::Refused(refusal)) => refusal,
        error => return View::text(error.explain()),
    };
    match refusal.code {
        // Whom somebody has blocked is nobody else's business.
        "blocked-by-you" if reader.is_none() => {
            View::text(explain(&Refusal { code: "cannot-meet", ..refusal.clone() }))
        }
        "unknown-game" => {
            let theme = appearance(bot, None, reader).await.theme;
            help::all_games(explain(refusal), &bot.prefix, theme).unwrap_or_else(|fault| {
                tracing::error!(error = &fault as &dyn std::error::Error, "the games could not be drawn");
                View::text(explain(refusal))
            })
        }
        _ => View::text(explain(refusal)),
    }
}

/// How a picture looks; as usual where the preferences can't be read.
async fn appearance(bot: &Bot, board: Option<&Board>, reader: Option<play::UserId>) -> Appearance {
    let found = bot.appearance(board, reader).await;
    found.inspect_err(|error| tracing::warn!(%error, "a picture looks as usual")).unwrap_or_default()
}
