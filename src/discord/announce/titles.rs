//! The titles of threads. Discord allows only two renames of a thread in ten minutes, so one of them is reserved for the
//! end of the match. A title that cannot be set yet is set later, by whichever process owns the match then, and says
//! what is true then.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::EditThread;
use tokio::time::Instant;

use super::ChatAnnouncer;
use crate::discord::views;
use crate::play::ports::AnnounceError;
use crate::play::{Board, ChannelId, Names};

/// How long Discord counts a rename of a thread.
const WINDOW: Duration = Duration::from_secs(600);

/// How often a thread can be renamed within [`WINDOW`].
const MAX_RENAMES: usize = 2;

/// How many of these may be used while the match goes on.
const MAX_RENAMES_UNDER_WAY: usize = 1;

/// How long a rename may take: somebody may move meanwhile.
const BRIEFLY: Duration = Duration::from_secs(2);

/// How long to wait if Discord says that a thread was renamed too often.
pub(super) const RENAME_RETRY_DELAY: Duration = Duration::from_secs(60);

impl ChatAnnouncer {
    /// Gives the thread of a match the title of now. Returns how long to wait before the next try, if that cannot be
    /// done yet.
    pub(super) async fn retitle(&self, board: &Board, names: &Names) -> Option<Duration> {
        let (thread, title) = (board.current.place.channel, views::threads::title(board, names));
        let renamed = tokio::time::timeout(BRIEFLY, self.rename(thread, title)).await;
        match renamed.unwrap_or_else(|_| Err(AnnounceError::Later("no answer soon".into()))) {
            Ok(wait) => wait,
            Err(error) => {
                tracing::info!(match.id = board.current.id.0, %error, "a thread keeps its title for now");
                matches!(error, AnnounceError::Later(_)).then_some(WINDOW)
            }
        }
    }

    /// Renames a thread, unless it has that title already. Returns how long to wait if it was renamed too often.
    async fn rename(&self, thread: ChannelId, title: String) -> Result<Option<Duration>, AnnounceError> {
        let id = serenity::ChannelId::new(thread.0);
        if !self.titles.is_known(thread)
            && let Some(found) = self.guild_channel(id).await?
        {
            self.titles.learn(thread, found.name);
        }
        match self.titles.begin_renaming(thread, &title) {
            Renaming::Needless => return Ok(None),
            Renaming::After(wait) => return Ok(Some(wait)),
            Renaming::Now => {}
        }
        match self.attempt(id.edit_thread(self.http()?, EditThread::new().name(&title))).await {
            Ok(_) => self.titles.learn(thread, title),
            Err(fault) if fault.status == 429 => {
                self.titles.note_too_often(thread);
                return Ok(Some(RENAME_RETRY_DELAY));
            }
            Err(fault) => return Err(fault.error),
        }
        Ok(None)
    }
}

/// What this process knows about the titles of threads.
#[derive(Default)]
pub(super) struct Titles(Mutex<HashMap<ChannelId, Thread>>);

/// What is known about a thread's title.
struct Thread {
    /// Its current title, if known.
    title: Option<String>,
    /// When this process last had to do with it.
    touched: Instant,
    /// When it was renamed lately, the latest last.
    renamed: Vec<Instant>,
}

/// Whether a thread can be renamed.
#[derive(PartialEq, Eq, Debug)]
enum Renaming {
    Needless,
    After(Duration),
    Now,
}

impl Thread {
    fn new(now: Instant) -> Self {
        Self { title: None, touched: now, renamed: Vec::new() }
    }

    /// How long to wait before the next rename, if this many are allowed.
    fn wait(&mut self, most: usize, now: Instant) -> Option<Duration> {
        self.renamed.retain(|it| now.duration_since(*it) < WINDOW);
        let blocking = self.renamed.len().checked_sub(most)?;
        self.renamed.get(blocking).map(|it| (*it + WINDOW).duration_since(now))
    }

    /// Whether it can be renamed now. If so, its title is unknown until Discord has answered.
    fn begin_renaming(&mut self, title: &str, now: Instant) -> Renaming {
        if self.title.as_deref() == Some(title) {
            return Renaming::Needless;
        }
        if let Some(wait) = self.wait(MAX_RENAMES_UNDER_WAY, now) {
            return Renaming::After(wait);
        }
        self.title = None;
        self.renamed.push(now);
        Renaming::Now
    }

    /// Discord says that the thread was renamed more often than this process knows.
    fn use_up(&mut self, now: Instant) {
        self.renamed = vec![now; MAX_RENAMES];
    }
}

impl Titles {
    fn threads(&self) -> MutexGuard<'_, HashMap<ChannelId, Thread>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_known(&self, thread: ChannelId) -> bool {
        self.threads().get(&thread).is_some_and(|it| it.title.is_some())
    }

    /// Notes which title a thread has.
    pub fn learn(&self, thread: ChannelId, title: String) {
        self.with(thread, |it, _| it.title = Some(title));
    }

    fn begin_renaming(&self, thread: ChannelId, title: &str) -> Renaming {
        self.with(thread, |it, now| it.begin_renaming(title, now))
    }

    /// How long to wait before the last title of a match can be set.
    pub fn before_the_last(&self, thread: ChannelId) -> Option<Duration> {
        self.threads().get_mut(&thread)?.wait(MAX_RENAMES, Instant::now())
    }

    /// Notes that a thread was renamed.
    pub fn note(&self, thread: ChannelId, title: String) {
        self.with(thread, |it, now| {
            it.title = Some(title);
            it.renamed.push(now);
        });
    }

    /// Notes that, according to Discord, a thread was renamed too often.
    pub fn note_too_often(&self, thread: ChannelId) {
        self.with(thread, Thread::use_up);
    }

    fn with<T>(&self, thread: ChannelId, change: impl FnOnce(&mut Thread, Instant) -> T) -> T {
        let now = Instant::now();
        let mut threads = self.threads();
        threads.retain(|_, it| now.duration_since(it.touched) < WINDOW);
        let entry = threads.entry(thread).or_insert_with(|| Thread::new(now));
        entry.touched = now;
        change(entry, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_title_in_ten_minutes_and_the_end_need_not_wait() {
        let start = Instant::now();
        let mut thread = Thread::new(start);
        thread.title = Some("begun".into());
        let after = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(thread.begin_renaming("begun", start), Renaming::Needless);
        assert_eq!(thread.begin_renaming("move 1", start), Renaming::Now);
        thread.title = Some("move 1".into());
        for title in ["move 2", "move 3"] {
            assert_eq!(thread.begin_renaming(title, after(10)), Renaming::After(Duration::from_secs(590)));
        }
        assert_eq!(thread.wait(MAX_RENAMES, after(10)), None, "the end can be told at once");
        assert_eq!(thread.begin_renaming("move 3", after(600)), Renaming::Now);
        thread.use_up(after(700));
        assert_eq!(thread.wait(MAX_RENAMES, after(800)), Some(Duration::from_secs(500)));
        assert_eq!(thread.wait(MAX_RENAMES, after(1300)), None);
    }
}
