//! What Discord's refusals mean for what was to be shown.

use poise::serenity_prelude as serenity;
use serenity::HttpError;

use crate::egress::WITHHELD;
use crate::play::ports::{AnnounceError, Closure};

/// Discord's code for a channel that is not there.
pub(super) const UNKNOWN_CHANNEL: isize = 10003;
/// Discord's code for what an archived thread does not take.
pub(super) const THREAD_IS_ARCHIVED: isize = 50083;

/// Discord's code for what a locked thread does not take.
const THREAD_IS_LOCKED: isize = 160_005;

/// Why Discord has not done something.
pub(super) struct Fault {
    pub error: AnnounceError,
    /// The answer's status; 0 where there was none.
    pub status: u16,
    /// Discord's own number of what is wrong; 0 where there is none.
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

/// Whether trying again soon can help: not where Discord says that the bot may not, or that the place is gone.
fn classify(error: serenity::Error) -> AnnounceError {
    match &error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == WITHHELD => {
            AnnounceError::Withheld
        }
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
            if [401, 403, 404].contains(&response.status_code.as_u16())
                || [THREAD_IS_ARCHIVED, THREAD_IS_LOCKED].contains(&response.error.code) =>
        {
            AnnounceError::Closed(match response.error.code {
                UNKNOWN_CHANNEL => Closure::Gone,
                _ => Closure::Refused(response.error.message.clone()),
            })
        }
        _ => AnnounceError::Later(error.to_string()),
    }
}
