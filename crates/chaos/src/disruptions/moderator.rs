//! A moderator, who now and then deletes a message of the bot.

use std::time::{Duration, Instant};

use crate::scene::{Channels, Onlooker, Scene, SeenMessage};

/// How long a moderator searches for a message to delete.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(2);

/// How often the moderator looks during that time.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Which messages a moderator deletes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MessageKind {
    /// A board with controls.
    LiveBoard,
    /// A board that was reduced to one line.
    OldBoard,
    /// A challenge that can be accepted.
    Card,
}

/// What a moderator does to a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ThreadFault {
    /// The thread is archived: the next message takes it up again.
    Archive,
    /// It is archived, and for a while only moderators can take it up again.
    Lock(Duration),
    Delete,
}

/// Deletes such a message, if there is one: `chance` chooses among several. Returns whether one was deleted.
pub(crate) async fn delete(kind: MessageKind, chance: u32, scene: &Scene) -> bool {
    let moderator = &scene.people[0];
    let start = Instant::now();
    while start.elapsed() < SEARCH_TIMEOUT {
        let seen = kind.look_for(&scene.onlooker, &scene.channels);
        // If the bot has deleted it meanwhile, there is nothing to do.
        if let Some(message) = seen.get(chance as usize % seen.len().max(1))
            && let Ok(gone) = moderator.delete(*message).await
        {
            scene.onlooker.note_gone(&gone);
            return true;
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    false
}

/// Does something to a thread that is not archived, if there is one: `chance` chooses among several. Returns whether
/// something was done.
pub(crate) async fn disturb_thread(what: ThreadFault, chance: u32, scene: &Scene) -> bool {
    let threads = scene.channels.threads();
    let open: Vec<u64> = threads.iter().filter(|it| !it.archived).map(|it| it.id).collect();
    let Some(thread) = open.get(chance as usize % open.len().max(1)).copied() else { return false };
    match what {
        ThreadFault::Archive => scene.channels.archive(thread),
        ThreadFault::Lock(time) => {
            scene.channels.lock(thread, true);
            scene.channels.archive(thread);
            tokio::time::sleep(time).await;
            scene.channels.lock(thread, false);
        }
        ThreadFault::Delete => {
            // Its boards are shown again elsewhere.
            scene.onlooker.look_at(thread).await;
            scene.channels.delete_thread(thread);
        }
    }
    true
}

impl MessageKind {
    /// The messages of that kind, in the channels that have moderators.
    fn look_for(self, onlooker: &Onlooker, channels: &Channels) -> Vec<u64> {
        let boards = onlooker.board_messages();
        let is_meant = |it: &&SeenMessage| match self {
            Self::LiveBoard => it.board().is_some() && it.has_controls() && !it.shows_the_end(),
            Self::OldBoard => boards.contains(&it.id()) && !it.has_controls(),
            Self::Card => it.open_challenge().is_some(),
        };
        let channels = channels.all().map(|it| onlooker.channel(it));
        let public = channels.iter().flat_map(|it| it.iter()).filter(|it| it.is_public());
        public.filter(is_meant).map(SeenMessage::id).collect()
    }
}
