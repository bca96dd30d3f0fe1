//! The titles of threads: the game and its players, and the result once there is one. Discord allows only two renames of a
//! thread in ten minutes, so a title says nothing that each move would change.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{AutoArchiveDuration, EditThread};

use super::ChatAnnouncer;
use super::fault::Fault;
use crate::views;
use play::{Board, ChannelId, Names};

/// A match may pause for a long time, so its thread is archived as late as possible.
pub(super) const LONG: AutoArchiveDuration = AutoArchiveDuration::OneWeek;

/// How long a rename may take: somebody may move meanwhile.
const BRIEFLY: Duration = Duration::from_secs(2);

/// How long to wait if Discord says that a thread was renamed too often: for that long, it counts renames.
pub(super) const RENAME_RETRY_DELAY: Duration = Duration::from_secs(600);

impl ChatAnnouncer {
    /// Gives the thread of a match under way its title: that of a rematch still tells how the match before it has ended.
    /// Each process tries it once.
    pub(super) async fn retitle(&self, board: &Board, names: &Names) {
        let (id, thread) = (board.current.id, board.current.place.channel);
        if self.titled.contains_key(&id) {
            return;
        }
        self.titled.insert(id, ());
        let title = views::cards::title(board, names).in_locale(self.locale_in(board.current.place.guild));
        match tokio::time::timeout(BRIEFLY, self.rename(thread, &title)).await {
            Ok(Ok(())) => {}
            Ok(Err(fault)) => tracing::info!(match.id = id.0, error = %fault.error, "a thread keeps its title"),
            Err(_) => tracing::info!(match.id = id.0, "a thread keeps its title: it may be renamed only later"),
        }
    }

    /// Renames a thread in which a match begins, unless it has that title already.
    async fn rename(&self, thread: ChannelId, title: &str) -> Result<(), Fault> {
        let http = self.http().map_err(|error| Fault { error, status: 0, code: 0 })?;
        let id = serenity::ChannelId::new(thread.0);
        let found = self.attempt(id.to_channel(http)).await?.guild();
        if found.is_none_or(|it| it.name == title) {
            return Ok(());
        }
        let edit = EditThread::new().name(title).auto_archive_duration(LONG);
        self.attempt(id.edit_thread(http, edit)).await.map(drop)
    }
}
