//! The titles of threads. Discord allows only two renames of a thread in ten minutes. So the newest title replaces any
//! that is still waiting, and one of the two renames is reserved for the end of the match.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{EditThread, Http, HttpError};
use tokio::time::Instant;

use crate::play::ChannelId;

/// How long Discord counts a rename of a thread.
const WINDOW: Duration = Duration::from_secs(600);

/// How often a thread can be renamed within [`WINDOW`].
const MAX_RENAMES: usize = 2;

/// How many of these may be used while the match goes on.
const MAX_RENAMES_UNDER_WAY: usize = 1;

/// The titles of the threads of this process.
#[derive(Clone, Default)]
pub(super) struct Titles(Arc<Mutex<HashMap<ChannelId, Thread>>>);

/// What is known about a thread's title.
struct Thread {
    /// Its current title, if known.
    title: Option<String>,
    /// When a title was last requested or set.
    touched: Instant,
    /// When it was renamed lately, the latest last.
    renamed: Vec<Instant>,
    wish: Option<String>,
    /// Whether a task is taking care of the requested title.
    has_task: bool,
}

/// What can be done about a requested title.
#[derive(PartialEq, Eq, Debug)]
enum Next {
    Nothing,
    Wait(Duration),
    Rename(String),
}

impl Thread {
    fn new(now: Instant) -> Self {
        Self { title: None, touched: now, renamed: Vec::new(), wish: None, has_task: false }
    }

    fn forget_old(&mut self, now: Instant) {
        self.renamed.retain(|it| now.duration_since(*it) < WINDOW);
    }

    /// How long to wait before the next rename, if this many are allowed.
    fn wait(&mut self, most: usize, now: Instant) -> Option<Duration> {
        self.forget_old(now);
        let blocking = self.renamed.len().checked_sub(most)?;
        self.renamed.get(blocking).map(|it| (*it + WINDOW).duration_since(now))
    }

    fn next(&mut self, now: Instant) -> Next {
        self.wish = self.wish.take().filter(|it| Some(it) != self.title.as_ref());
        if self.wish.is_none() {
            return Next::Nothing;
        }
        if let Some(wait) = self.wait(MAX_RENAMES_UNDER_WAY, now) {
            return Next::Wait(wait);
        }
        self.renamed.push(now);
        self.title = self.wish.take();
        self.title.clone().map_or(Next::Nothing, Next::Rename)
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

    /// Requests a title for a thread. It is set as soon as possible, unless a newer one is requested before that.
    pub fn wish(&self, http: &Arc<Http>, thread: ChannelId, title: String) {
        let mut threads = self.threads();
        let now = Instant::now();
        threads.retain(|_, it| it.has_task || now.duration_since(it.touched) < WINDOW);
        let entry = threads.entry(thread).or_insert_with(|| Thread::new(now));
        entry.touched = now;
        entry.wish = Some(title);
        if !std::mem::replace(&mut entry.has_task, true) {
            tokio::spawn(self.clone().look_after(Arc::clone(http), thread));
        }
    }

    /// Withdraws the requested title, because the match is over and the last title will say so. Returns how long to
    /// wait before that can be set.
    pub fn before_the_last(&self, thread: ChannelId) -> Option<Duration> {
        let mut threads = self.threads();
        let entry = threads.get_mut(&thread)?;
        entry.wish = None;
        entry.wait(MAX_RENAMES, Instant::now())
    }

    /// Notes that a thread was begun with a title.
    pub fn begin(&self, thread: ChannelId, title: String) {
        self.with(thread, |it, _| it.title = Some(title));
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

    fn with(&self, thread: ChannelId, change: impl FnOnce(&mut Thread, Instant)) {
        let now = Instant::now();
        let mut threads = self.threads();
        let entry = threads.entry(thread).or_insert_with(|| Thread::new(now));
        entry.touched = now;
        change(entry, now);
    }

    async fn look_after(self, http: Arc<Http>, thread: ChannelId) {
        loop {
            let next = {
                let mut threads = self.threads();
                let Some(entry) = threads.get_mut(&thread) else { return };
                let next = entry.next(Instant::now());
                entry.has_task = next != Next::Nothing;
                next
            };
            match next {
                Next::Nothing => return,
                Next::Wait(wait) => tokio::time::sleep(wait).await,
                Next::Rename(title) => self.rename(&http, thread, title).await,
            }
        }
    }

    /// Renames a thread. If that fails, it keeps its title until the next request.
    async fn rename(&self, http: &Http, thread: ChannelId, title: String) {
        let edit = EditThread::new().name(&title);
        let Err(error) = serenity::ChannelId::new(thread.0).edit_thread(http, edit).await else { return };
        tracing::info!(%error, "a thread keeps its title for now");
        let is_to_be_tried_again = is_too_often(&error);
        self.with(thread, |it, now| {
            it.title = None;
            if is_to_be_tried_again {
                it.use_up(now);
                it.wish.get_or_insert(title);
            }
        });
    }
}

/// Whether Discord says that something was done too often.
fn is_too_often(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) if answer.status_code.as_u16() == 429)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_wish_counts_and_the_end_need_not_wait() {
        let start = Instant::now();
        let mut thread = Thread::new(start);
        thread.title = Some("begun".into());
        thread.wish = Some("begun".into());
        let after = |seconds| start + Duration::from_secs(seconds);
        assert_eq!(thread.next(start), Next::Nothing);
        thread.wish = Some("move 1".into());
        assert_eq!(thread.next(start), Next::Rename("move 1".into()));
        for title in ["move 2", "move 3"] {
            thread.wish = Some(title.into());
            assert_eq!(thread.next(after(10)), Next::Wait(Duration::from_secs(590)));
        }
        assert_eq!(thread.wait(MAX_RENAMES, after(10)), None, "the end can be told at once");
        assert_eq!(thread.next(after(600)), Next::Rename("move 3".into()));
        thread.use_up(after(700));
        assert_eq!(thread.wait(MAX_RENAMES, after(800)), Some(Duration::from_secs(500)));
        assert_eq!(thread.wait(MAX_RENAMES, after(1300)), None);
    }
}
