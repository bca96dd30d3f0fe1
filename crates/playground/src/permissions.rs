//! What the bot may do in a channel. A thread is as the channel it belongs to.

use super::channel::{Channel, Hidden};
use super::error::ApiError;
use super::ids::BOT;
use super::objects::PERMISSIONS;
use super::world::World;

/// See a channel.
const VIEW: u64 = 1 << 10;
/// Write in a channel, and in its threads.
const POST: u64 = 1 << 11 | 1 << 38;
/// Read what was written before.
const READ_HISTORY: u64 = 1 << 16;

impl World {
    /// Whether something holds for a channel, or for the one that a thread belongs to.
    fn holds(&self, channel: u64, what: impl Fn(&Channel) -> bool) -> bool {
        let of = |id| self.channel(id).is_some_and(&what);
        of(channel) || self.thread(channel).is_some_and(|it| of(it.parent))
    }

    /// Whether the bot may not post.
    pub(crate) fn is_denied(&self, channel: u64) -> bool {
        self.holds(channel, |it| it.denied)
    }

    /// Whether the bot may not read what was written before.
    pub(crate) fn has_no_history(&self, channel: u64) -> bool {
        self.holds(channel, |it| it.no_history)
    }

    /// Whether AutoMod blocks what the bot writes.
    pub(crate) fn is_moderated(&self, channel: u64) -> bool {
        self.holds(channel, |it| it.moderated)
    }

    /// A channel that the bot may view.
    pub(crate) fn viewed(&self, id: u64) -> Result<&Channel, ApiError> {
        let channel = self.channel(id).ok_or_else(ApiError::unknown_channel)?;
        let is_stranger = channel.thread.as_ref().is_some_and(|it| it.private && !it.members.contains_key(&BOT));
        if is_stranger || self.holds(id, |it| it.hidden == Some(Hidden::Forbidden)) {
            return Err(ApiError::missing_access());
        }
        if self.holds(id, |it| it.hidden == Some(Hidden::Unknown)) {
            return Err(ApiError::unknown_channel());
        }
        Ok(channel)
    }

    /// The bot's permissions as they come with interactions. Who is in no private thread has those of its channel.
    pub(crate) fn bot_permissions(&self, channel: u64) -> String {
        let missing = [
            (self.holds(channel, |it| it.hidden.is_some()), VIEW),
            (self.is_denied(channel), POST),
            (self.has_no_history(channel), READ_HISTORY),
        ];
        let missing = missing.iter().filter(|it| it.0).fold(0, |all, it| all | it.1);
        (PERMISSIONS.parse().unwrap_or(0) & !missing).to_string()
    }
}
