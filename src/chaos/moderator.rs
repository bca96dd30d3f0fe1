//! A moderator, who now and then deletes a message of the bot.

use std::time::{Duration, Instant};

use super::channels::Channels;
use super::onlooker::Onlooker;
use super::player::Hall;
use super::seen::Seen;

/// How long a moderator searches for a message to delete.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(2);

/// How often the moderator looks during that time.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// What a moderator deletes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unwanted {
    /// A board with controls.
    LiveBoard,
    /// A board that was reduced to one line.
    OldBoard,
    /// A challenge that can be accepted.
    Card,
}

/// Deletes such a message, if there is one: `chance` chooses among several. Returns whether one was deleted.
pub(super) async fn delete(unwanted: Unwanted, chance: u32, hall: &Hall) -> bool {
    let moderator = &hall.people[0];
    let start = Instant::now();
    while start.elapsed() < SEARCH_TIMEOUT {
        let seen = unwanted.look_for(&hall.onlooker, &hall.channels);
        // If the bot has deleted it meanwhile, there is nothing to do.
        if let Some(message) = seen.get(chance as usize % seen.len().max(1))
            && let Ok((gone, event)) = moderator.delete(*message).await
        {
            hall.history.delete(*message, event);
            hall.onlooker.note_gone(&gone);
            return true;
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    false
}

impl Unwanted {
    /// The messages of that kind, in the channels that have moderators.
    fn look_for(self, onlooker: &Onlooker, channels: &Channels) -> Vec<u64> {
        let boards = onlooker.board_messages();
        let is_meant = |it: &&Seen| match self {
            Self::LiveBoard => it.board().is_some() && it.has_controls() && !it.shows_the_end(),
            Self::OldBoard => boards.contains(&it.id()) && !it.has_controls(),
            Self::Card => it.open_challenge().is_some(),
        };
        let channels = channels.all().map(|it| onlooker.channel(it));
        let public = channels.iter().flat_map(|it| it.iter()).filter(|it| it.is_public());
        public.filter(is_meant).map(Seen::id).collect()
    }
}
