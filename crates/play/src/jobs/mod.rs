//! What is done when it is due, by whichever process claims it first. When a row is due stands in the row, written in the
//! same transaction as its state: a kill at any instant forgets nothing.
//!
//! A new job is an implementation of [`Job`], a line in [`Delivery::jobs`](crate::Delivery::jobs), and a variant of
//! [`DueTable`].

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::FutureExt as _;
use jiff::Timestamp;
use parking_lot::{Mutex, MutexGuard};

use crate::core::{Core, HostError};
use crate::ports::{AnnounceError, DueRow, DueTable, Release, ReleaseOutcome, StoreResult};

/// Work that becomes due in the rows of a table.
#[async_trait]
pub trait Job: Send + Sync {
    fn table(&self) -> DueTable;

    /// Does what is due in a row. Returns how the row, as it was at that revision, is given back; `None` if another process
    /// owns it. After an error it is tried again later.
    async fn run(&self, id: i64, urgency: Urgency) -> Result<Option<(u32, Release)>, HostError>;

    /// Hears the present revision of a row on which it works, each time the lease is renewed.
    async fn renewed(&self, _id: i64, _revision: u32) {}

    /// On how many rows it works that only wait for something slow, and keep no others waiting.
    fn waiting(&self) -> usize {
        0
    }
}

/// How soon something is to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Urgency {
    /// Somebody has just acted, and looks at it.
    Now,
    /// In its turn.
    InTurn,
}

/// How the work on a row went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkOutcome {
    /// Everything that was due is done, or waits.
    Done,
    /// Something has failed.
    Failed,
    /// Another call does it.
    Left,
}

/// A row on which this process works.
struct Progress {
    urgency: Urgency,
    /// Whether it has changed since.
    is_changed: bool,
}

/// All jobs, and the rows on which this process works.
pub struct Jobs {
    core: Arc<Core>,
    jobs: Vec<Arc<dyn Job>>,
    in_progress: Mutex<HashMap<DueRow, Progress>>,
}

impl Jobs {
    pub fn new(core: Arc<Core>, jobs: Vec<Arc<dyn Job>>) -> Self {
        Self { core, jobs, in_progress: Mutex::default() }
    }

    /// Claims rows that are due, as many as there is room for if `size` are worked on at once. No job waits for another.
    pub async fn claim(&self, size: usize) -> Vec<DueRow> {
        let mut claimed = Vec::new();
        for job in &self.jobs {
            let (table, of_table) = (job.table(), self.in_turn(|it| it.table == job.table()));
            let waiting: usize = self.jobs.iter().map(|it| it.waiting()).sum();
            let free = (size + waiting).saturating_sub(self.in_turn(|_| true) + claimed.len());
            let most = if of_table == 0 { free.max(1) } else { free };
            match self.core.ports.store.claim(table, self.core.now(), most).await {
                Ok(rows) => claimed.extend(rows),
                Err(error) => {
                    let error = &error as &dyn std::error::Error;
                    tracing::error!(?table, error, "what is due cannot be found out");
                }
            }
        }
        claimed
    }

    fn in_turn(&self, counts: impl Fn(&DueRow) -> bool) -> usize {
        self.in_progress().iter().filter(|(row, it)| it.urgency == Urgency::InTurn && counts(row)).count()
    }

    /// Renews the leases of the rows on which this process works.
    pub async fn renew_leases(&self) -> StoreResult<()> {
        for job in &self.jobs {
            let table = job.table();
            let ids: Vec<i64> = self.in_progress().keys().filter(|it| it.table == table).map(|it| it.id).collect();
            if ids.is_empty() {
                continue;
            }
            for (id, revision) in self.core.ports.store.renew(table, &ids).await? {
                job.renewed(id, revision).await;
            }
        }
        Ok(())
    }

    /// Does everything that is due in a row. Only one call at a time works on a row: a second one returns at once, and
    /// makes the first one look again. Whatever fails, or panics, is tried again ever more rarely, and keeps no other row
    /// waiting.
    pub async fn work(&self, row: DueRow, urgency: Urgency) -> WorkOutcome {
        let job = self.jobs.iter().find(|it| it.table() == row.table);
        let Some(job) = job.filter(|_| self.begin(row, urgency)) else { return WorkOutcome::Left };
        let mut has_failed = false;
        loop {
            let worked = AssertUnwindSafe(self.work_once(&**job, row)).catch_unwind().await;
            let (outcome, failed) = match worked {
                Ok((outcome, failed)) => (Some(outcome), failed),
                Err(_) => {
                    tracing::error!(?row, "what is due could not be done: a panic");
                    // Where even this fails, the lease ends by itself.
                    (AssertUnwindSafe(self.put_off(row, None)).catch_unwind().await.ok(), true)
                }
            };
            has_failed |= failed;
            if outcome != Some(ReleaseOutcome::Changed) && self.end(row) {
                return if has_failed { WorkOutcome::Failed } else { WorkOutcome::Done };
            }
        }
    }

    /// Does what is due in a row, and gives it back. Returns also whether something has failed.
    async fn work_once(&self, job: &dyn Job, row: DueRow) -> (ReleaseOutcome, bool) {
        let urgency = self.in_progress().get(&row).map_or(Urgency::InTurn, |it| it.urgency);
        let (revision, release) = match job.run(row.id, urgency).await {
            Ok(None) => return (ReleaseOutcome::NotOwner, false),
            Ok(Some(released)) => released,
            Err(error) => return (self.put_off(row, Some(error)).await, true),
        };
        let released = self.core.ports.store.release(row, revision, release).await;
        let outcome = released.unwrap_or_else(|error| {
            tracing::warn!(?row, %error, "a row is free only when its lease ends");
            ReleaseOutcome::NotOwner
        });
        (outcome, matches!(release, Release::Failed(_) | Release::Refused(_)))
    }

    /// Gives back a row in which something has failed; without an error, by a panic.
    async fn put_off(&self, row: DueRow, error: Option<HostError>) -> ReleaseOutcome {
        let store = &self.core.ports.store;
        let tries = store.failed_tries(row).await.unwrap_or_default();
        let release = match back_off(error.as_ref(), tries.failures, tries.refusals, self.core.now()) {
            // Nobody acts in a server's row, and what is due in it comes again: it's tried once a day from then on.
            Release::Refused(None) if row.table == DueTable::Servers => Release::Refused(Some(self.core.after(A_DAY))),
            release => release,
        };
        match error {
            Some(HostError::Announce(error)) => {
                tracing::warn!(?row, %error, ?release, "what is due could not be shown")
            }
            Some(error) => {
                let error = &error as &dyn std::error::Error;
                tracing::error!(?row, error, ?release, "what is due could not be done");
            }
            None => {}
        }
        store.release(row, tries.revision, release).await.unwrap_or_else(|error| {
            tracing::error!(?row, %error, "what has failed could not be put off");
            ReleaseOutcome::NotOwner
        })
    }

    fn begin(&self, row: DueRow, urgency: Urgency) -> bool {
        let mut in_progress = self.in_progress();
        let is_new = !in_progress.contains_key(&row);
        let begun = in_progress.entry(row).or_insert(Progress { urgency, is_changed: false });
        begun.is_changed |= !is_new;
        if urgency == Urgency::Now {
            begun.urgency = Urgency::Now;
        }
        is_new
    }

    /// Stops working on a row, unless something has changed since. Returns whether it stopped.
    fn end(&self, row: DueRow) -> bool {
        let mut in_progress = self.in_progress();
        if let Some(progress) = in_progress.get_mut(&row)
            && std::mem::take(&mut progress.is_changed)
        {
            return false;
        }
        in_progress.remove(&row);
        true
    }

    /// Gives back every row that this process owns, before the process ends.
    pub async fn release_all(&self) -> StoreResult<()> {
        self.core.ports.store.release_all().await
    }

    fn in_progress(&self) -> MutexGuard<'_, HashMap<DueRow, Progress>> {
        self.in_progress.lock()
    }
}

/// How long to wait if the channel was not even asked.
const WITHHELD: Duration = Duration::from_secs(MINUTE);

/// How long to wait where something is tried for as long as it's wanted.
const A_DAY: Duration = Duration::from_secs(24 * HOUR);

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

/// How many seconds to wait before each retry where somebody must change something first. After the last one the row is
/// set aside until somebody acts. All of these retries are made, however long an outage lasted before, and anew after
/// each act.
const IN_A_CLOSED_PLACE: [u64; 5] = [MINUTE, 5 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];

/// The same after an error that should never happen.
const AFTER_A_FAULT: [u64; 5] = [5, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];

/// How a row is given back after an error (without one: a panic) and after so many earlier failures and refusals.
pub fn back_off(error: Option<&HostError>, failures: u32, refusals: u32, now: Timestamp) -> Release {
    let after = |wait: Duration| now.saturating_add(wait).unwrap_or(Timestamp::MAX);
    let next_of = |waits: [u64; 5]| waits.get(refusals as usize).map(|it| after(Duration::from_secs(*it)));
    // The next try may succeed.
    let soon = Some(after(Duration::from_secs((1 << failures.min(10)).min(MINUTE))));
    match error {
        // How often this happens says nothing, but it comes after rows without failures.
        Some(HostError::Announce(AnnounceError::Withheld)) if failures > 0 => Release::Waits(after(WITHHELD)),
        Some(HostError::Announce(AnnounceError::Withheld)) => Release::Failed(Some(after(WITHHELD))),
        Some(HostError::Announce(AnnounceError::Later(_))) => Release::Failed(soon),
        Some(HostError::Announce(AnnounceError::Closed(_))) => Release::Refused(next_of(IN_A_CLOSED_PLACE)),
        // That is not the row's fault.
        Some(error) if error.is_of_database() => Release::Failed(soon),
        _ => Release::Refused(next_of(AFTER_A_FAULT)),
    }
}
