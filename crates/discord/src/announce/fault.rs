//! What Discord's errors mean for an announcement.

use poise::serenity_prelude as serenity;
use serenity::HttpError;

use egress::codes::{
    BLOCKED_BY_AUTOMOD, THREAD_IS_ARCHIVED, THREAD_IS_LOCKED, TOO_MANY_FOLLOW_UPS, TOO_MANY_OLD_EDITS, UNKNOWN_CHANNEL,
    WITHHELD,
};
use egress::root_cause;
use play::ports::{AnnounceError, Unreachable};

/// Why Discord has not done something.
pub(super) struct Fault {
    pub error: AnnounceError,
    /// The status of the response; 0 if there was none.
    pub status: u16,
    /// Discord's own error code; 0 if there is none.
    pub code: isize,
}

impl From<serenity::Error> for Fault {
    fn from(error: serenity::Error) -> Self {
        let (status, code) = match &error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                (response.status_code.as_u16(), response.error.code)
            }
            _ => (0, 0),
        };
        Self { error: classify(error), status, code }
    }
}

/// Whether trying again soon can help. It cannot if Discord says that the bot has no permission, or that the place is
/// gone.
fn classify(error: serenity::Error) -> AnnounceError {
    match &error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == WITHHELD => {
            AnnounceError::Withheld
        }
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
            if [401, 403, 404].contains(&response.status_code.as_u16())
                || [THREAD_IS_ARCHIVED, THREAD_IS_LOCKED, BLOCKED_BY_AUTOMOD, TOO_MANY_OLD_EDITS]
                    .contains(&response.error.code) =>
        {
            AnnounceError::Closed(match response.error.code {
                UNKNOWN_CHANNEL => Unreachable::Gone,
                _ => Unreachable::Refused(response.error.message.clone()),
            })
        }
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
            if response.error.code == TOO_MANY_FOLLOW_UPS =>
        {
            AnnounceError::Closed(Unreachable::Unused)
        }
        serenity::Error::Http(HttpError::UnsuccessfulRequest(_)) => AnnounceError::Later(error.to_string()),
        // Without the address, which may contain a token.
        _ => AnnounceError::Later(root_cause(&error)),
    }
}
