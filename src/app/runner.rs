//! Makes sure that what is due gets done: after a start, after an outage, and after a crash.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures::FutureExt as _;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use discord::{ChatAnnouncer, Sessions};
use play::Core;
use play::jobs::{Jobs, Urgency, WorkOutcome};
use play::ports::{DueRow, DueSignal};

/// How often the store is asked what is due. What a commit makes due is shown at once; this poll is for everything
/// else.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The minimum number of rows that are worked on at once.
const MIN_AT_ONCE: usize = 6;

/// While Discord does not answer, it is probed once in this many rounds.
const PROBE_EVERY: u64 = 3;

/// The pause after a panic, before the work goes on.
const RECOVERY: Duration = Duration::from_secs(5);

/// Creates the signal by which a change that was accepted says that something is due, and the receiver for it. Each call
/// counts as `under_way` until its work is done.
pub(super) fn signal(under_way: TaskTracker) -> (ChannelSignal, UnboundedReceiver<Signaled>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    (ChannelSignal { sender, under_way }, receiver)
}

/// What is due, because of a change that was accepted.
pub(super) struct Signaled(DueRow, TaskTrackerToken);

/// Passes on in which rows something is due.
pub(super) struct ChannelSignal {
    sender: UnboundedSender<Signaled>,
    under_way: TaskTracker,
}

impl DueSignal for ChannelSignal {
    fn wake(&self, row: DueRow) {
        // When the bot is stopping, nobody receives this anymore; the next start finds what is due.
        let _ = self.sender.send(Signaled(row, self.under_way.token()));
    }
}

/// What looks after what is due.
pub(super) struct Runner {
    pub jobs: Arc<Jobs>,
    pub core: Arc<Core>,
    pub announcer: Arc<ChatAnnouncer>,
    /// Which shards are heard: clocks stand still in places where nobody is.
    pub sessions: Arc<Sessions>,
    /// Once it is closed, nothing more is claimed.
    pub under_way: TaskTracker,
    pub requests_per_second: u16,
}

impl Runner {
    /// Runs forever. Nothing can be shown before the bot is connected.
    pub async fn run(self, signals: UnboundedReceiver<Signaled>) {
        tokio::join!(keep_going(RECOVERY, || self.look_after()), self.listen(signals));
    }

    /// Does at once what a commit has made due.
    async fn listen(&self, mut signals: UnboundedReceiver<Signaled>) {
        while let Some(Signaled(row, accepted)) = signals.recv().await {
            let jobs = Arc::clone(&self.jobs);
            tokio::spawn(async move {
                work(&jobs, row, Urgency::Now).await;
                drop(accepted);
            });
        }
    }

    /// Asks the store again and again what is due.
    async fn look_after(&self) {
        let mut ticks = tokio::time::interval(POLL_INTERVAL);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        // Half of the requests that Discord allows are reserved for people who are moving.
        let at_once = usize::from(self.requests_per_second / 2).max(MIN_AT_ONCE);
        let mut probe = DiscordProbe::default();
        loop {
            ticks.tick().await;
            if !self.announcer.is_attached() {
                continue;
            }
            // If nobody can be heard, nobody can move, so clocks stand still.
            let heard = self.sessions.heard();
            if !heard.is_empty()
                && let Err(error) = self.core.beat(&heard).await
            {
                tracing::warn!(%error, "a sign of life could not be given");
            }
            if let Err(error) = self.jobs.renew_leases().await {
                tracing::warn!(%error, "leases could not be renewed");
            }
            // A process that is stopping leaves what is due to the others, as does one that gets no answers from Discord.
            if self.under_way.is_closed() || !probe.may_claim(&self.announcer) {
                continue;
            }
            for row in self.jobs.claim(at_once).await {
                let jobs = Arc::clone(&self.jobs);
                self.under_way.spawn(async move { work(&jobs, row, Urgency::InTurn).await });
            }
        }
    }
}

/// Does what is due in a row, and measures that.
async fn work(jobs: &Jobs, row: DueRow, urgency: Urgency) {
    let begun = Instant::now();
    let outcome = jobs.work(row, urgency).await;
    if outcome != WorkOutcome::Left {
        metrics::job(row.table.name(), outcome == WorkOutcome::Failed, begun.elapsed());
    }
}

/// Runs endless work, and starts it again after each panic.
async fn keep_going<F: Future<Output = ()>>(recovery: Duration, work: impl Fn() -> F) {
    loop {
        if AssertUnwindSafe(work()).catch_unwind().await.is_ok() {
            return;
        }
        tracing::error!(wait_s = recovery.as_secs(), "looking after what is due has panicked; it goes on in a moment");
        tokio::time::sleep(recovery).await;
    }
}

/// Whether Discord answers this process.
#[derive(Default)]
struct DiscordProbe {
    /// For how many rounds it has not.
    unanswered: u64,
    is_probing: Arc<AtomicBool>,
}

impl DiscordProbe {
    /// Whether this process may claim what is due: not while Discord does not answer it. During that time it probes Discord
    /// now and then.
    fn may_claim(&mut self, announcer: &Arc<ChatAnnouncer>) -> bool {
        if announcer.is_answered() {
            if self.unanswered > 1 {
                tracing::info!("Discord answers this process again, which does what is due");
            }
            self.unanswered = 0;
            return true;
        }
        if self.unanswered.is_multiple_of(PROBE_EVERY) && !self.is_probing.swap(true, Ordering::SeqCst) {
            let (announcer, is_probing) = (Arc::clone(announcer), Arc::clone(&self.is_probing));
            tokio::spawn(async move {
                announcer.probe().await;
                is_probing.store(false, Ordering::SeqCst);
            });
        }
        self.unanswered += 1;
        // A single failure after a quiet time is usually cleared up in the first round, so it is not logged.
        if self.unanswered == 2 {
            tracing::warn!("Discord does not answer this process, which leaves what is due to others until it does");
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU32;

    use super::*;

    #[tokio::test]
    async fn it_goes_on_after_a_panic() {
        let rounds = AtomicU32::new(0);
        let work = || async { assert!(rounds.fetch_add(1, Ordering::SeqCst) == 2, "as the test wants it") };
        keep_going(Duration::ZERO, work).await;
        assert_eq!(rounds.load(Ordering::SeqCst), 3);
    }
}
