//! Sees to it that what is due is done: after a start, after an outage, and for what a crash left behind.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures::FutureExt as _;
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use tokio::task::JoinSet;
use tokio_util::task::TaskTracker;
use tokio_util::task::task_tracker::TaskTrackerToken;

use crate::discord::{ChatAnnouncer, Sessions};
use crate::play::ports::Waker;
use crate::play::{Host, MatchId};

/// How often the store is asked what is due. What a commit makes due is shown at once; this is for the rest.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// So many errands are done at once at least: apart from matches, there are five.
const MIN_CREW: usize = 6;

/// In every how many looks old events are forgotten.
const FORGET_EVERY: u64 = 600;

/// While Discord does not answer, it is asked in every how many looks whether it does.
const PROBE_EVERY: u64 = 3;

/// The pause before looking again after a panic.
const RECOVERY: Duration = Duration::from_secs(5);

/// What is looked after, apart from all else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Errand {
    Match(MatchId),
    ExpiredChallenges,
    OwedChallenges,
    OwedCards,
    OldEvents,
    Probe,
}

/// How the host says that something is due, and where that is heard. Each call is `under_way` until what is due is done.
pub(super) fn waker(under_way: TaskTracker) -> (ChannelWaker, UnboundedReceiver<Woken>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    (ChannelWaker { sender, under_way }, receiver)
}

/// A match in which something is due, since something that was accepted has made it so.
pub(super) struct Woken(MatchId, TaskTrackerToken);

/// Passes on which matches have something due.
pub(super) struct ChannelWaker {
    sender: UnboundedSender<Woken>,
    under_way: TaskTracker,
}

impl Waker for ChannelWaker {
    fn wake(&self, match_id: MatchId) {
        // Nobody listens anymore when the bot stops; what is due then is found after the next start.
        let _ = self.sender.send(Woken(match_id, self.under_way.token()));
    }
}

/// Runs forever; nothing can be shown before the bot is connected, and where `sessions` hear nothing, clocks stand still.
/// Once `under_way` is closed, nothing more is looked for.
pub(super) async fn run(
    host: Arc<Host>,
    announcer: Arc<ChatAnnouncer>,
    sessions: Arc<Sessions>,
    woken: UnboundedReceiver<Woken>,
    under_way: TaskTracker,
    requests_per_second: u16,
) {
    // Half of what Discord takes is left to those who move meanwhile.
    let crew = Crew::new(under_way, usize::from(requests_per_second / 2).max(MIN_CREW));
    tokio::join!(keep_looking(&host, &announcer, &sessions, &crew), listen(&host, woken));
}

/// Looks into the store again and again.
async fn keep_looking(host: &Arc<Host>, announcer: &Arc<ChatAnnouncer>, sessions: &Sessions, crew: &Crew<Errand>) {
    keep_going(RECOVERY, || look_after(host, announcer, sessions, crew)).await;
}

/// Shows at once what a commit has made due. The host sees to it that one task at a time works on a match.
async fn listen(host: &Arc<Host>, mut woken: UnboundedReceiver<Woken>) {
    while let Some(Woken(id, accepted)) = woken.recv().await {
        let host = Arc::clone(host);
        tokio::spawn(async move {
            host.show_due(id).await;
            drop(accepted);
        });
    }
}

/// Does something that has no end, again after each panic.
async fn keep_going<F: Future<Output = ()>>(recovery: Duration, work: impl Fn() -> F) {
    loop {
        if AssertUnwindSafe(work()).catch_unwind().await.is_ok() {
            return;
        }
        tracing::error!(wait_s = recovery.as_secs(), "looking after what is due has panicked; it goes on in a moment");
        tokio::time::sleep(recovery).await;
    }
}

async fn look_after(host: &Arc<Host>, announcer: &Arc<ChatAnnouncer>, sessions: &Sessions, crew: &Crew<Errand>) {
    let mut ticks = tokio::time::interval(POLL_INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut unanswered = 0;
    for rounds in 0_u64.. {
        ticks.tick().await;
        if !announcer.is_attached() {
            continue;
        }
        // Where nobody is heard, nobody can move, and clocks stand still.
        let heard = sessions.heard();
        if !heard.is_empty()
            && let Err(error) = host.beat(&heard).await
        {
            tracing::warn!(%error, "a sign of life could not be given");
        }
        if let Err(error) = host.renew_leases().await {
            tracing::warn!(%error, "leases could not be renewed");
        }
        // Whoever stops leaves what is due to the others.
        if crew.is_closed() {
            continue;
        }
        // What this process cannot show is not to wait for it: others may be answered.
        if !may_claim(announcer, crew, &mut unanswered) {
            continue;
        }
        // Where the engine thinks, nothing is in the way of others.
        match host.claim_due(crew.free(host.thinking())).await {
            Ok(due) => {
                for id in due {
                    let host = Arc::clone(host);
                    crew.send(Errand::Match(id), async move { host.show_due(id).await });
                }
            }
            Err(error) => tracing::error!(error = &error as &dyn std::error::Error, "what is due cannot be found out"),
        }
        crew.send(Errand::ExpiredChallenges, expire_challenges(Arc::clone(host)));
        crew.send(Errand::OwedCards, close_owed_cards(Arc::clone(host)));
        crew.send(Errand::OwedChallenges, show_owed_challenges(Arc::clone(host)));
        if rounds.is_multiple_of(FORGET_EVERY) {
            crew.send(Errand::OldEvents, forget_events(Arc::clone(host)));
        }
    }
}

/// Whether what is due may be claimed: not while Discord does not answer this process. Meanwhile somebody is sent now and
/// then to find out whether it does again; `unanswered` counts the looks in which it does not.
fn may_claim(announcer: &Arc<ChatAnnouncer>, crew: &Crew<Errand>, unanswered: &mut u64) -> bool {
    if announcer.is_answered() {
        if *unanswered > 1 {
            tracing::info!("Discord answers this process again, which does what is due");
        }
        *unanswered = 0;
        return true;
    }
    if unanswered.is_multiple_of(PROBE_EVERY) {
        crew.send(Errand::Probe, probe(Arc::clone(announcer)));
    }
    *unanswered += 1;
    // A single failure after a long time is found to be none in the first look.
    if *unanswered == 2 {
        tracing::warn!("Discord does not answer this process, which leaves what is due to others until it does");
    }
    false
}

async fn probe(announcer: Arc<ChatAnnouncer>) {
    announcer.probe().await;
}

async fn expire_challenges(host: Arc<Host>) {
    if let Err(error) = host.expire_challenges().await {
        tracing::error!(error = &error as &dyn std::error::Error, "challenges cannot be expired");
    }
}

async fn close_owed_cards(host: Arc<Host>) {
    if let Err(error) = host.close_owed_cards().await {
        tracing::warn!(error = &error as &dyn std::error::Error, "cards of challenges cannot be closed");
    }
}

async fn forget_events(host: Arc<Host>) {
    if let Err(error) = host.forget_events().await {
        tracing::warn!(error = &error as &dyn std::error::Error, "old events cannot be forgotten");
    }
}

async fn show_owed_challenges(host: Arc<Host>) {
    if let Err(error) = host.show_owed_challenges().await {
        tracing::warn!(error = &error as &dyn std::error::Error, "owed challenges cannot be shown");
    }
}

/// Tasks of which each does an errand of its own: none waits for another, falls with it, or is there twice.
struct Crew<E> {
    busy: Mutex<Busy<E>>,
    under_way: TaskTracker,
    /// How many errands there should be at a time.
    size: usize,
}

struct Busy<E> {
    errands: HashSet<E>,
    tasks: JoinSet<E>,
}

impl<E: Copy + Eq + Hash + Send + 'static> Busy<E> {
    /// Forgets the errands that are done.
    fn welcome_back(&mut self) {
        while let Some(Ok(done)) = self.tasks.try_join_next() {
            self.errands.remove(&done);
        }
    }
}

impl<E: Copy + Eq + Hash + Debug + Send + 'static> Crew<E> {
    fn new(under_way: TaskTracker, size: usize) -> Self {
        Self { busy: Mutex::new(Busy { errands: HashSet::new(), tasks: JoinSet::new() }), under_way, size }
    }

    /// Whether nothing more is begun.
    fn is_closed(&self) -> bool {
        self.under_way.is_closed()
    }

    /// For how many more errands there is somebody, if so many of the crew only wait.
    fn free(&self, waiting: usize) -> usize {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy.welcome_back();
        (self.size + waiting).saturating_sub(busy.errands.len())
    }

    /// Sends somebody on an errand, unless somebody is still on it, or nothing more is begun.
    fn send(&self, errand: E, work: impl Future<Output = ()> + Send + 'static) {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy.welcome_back();
        if self.under_way.is_closed() || !busy.errands.insert(errand) {
            return;
        }
        let work = self.under_way.track_future(work);
        busy.tasks.spawn(async move {
            if AssertUnwindSafe(work).catch_unwind().await.is_err() {
                tracing::error!(?errand, "what is due could not be done: a panic");
            }
            errand
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use tokio::sync::oneshot;

    use super::*;

    async fn panics() {
        panic!("as the test wants it");
    }

    async fn begins_twice() {
        unreachable!("it is under way");
    }

    #[tokio::test]
    async fn a_panic_or_a_slow_errand_stops_no_other() {
        let crew = Crew::new(TaskTracker::new(), 2);
        assert_eq!((crew.free(0), crew.free(1)), (2, 3));
        let (done, mut heard) = mpsc::unbounded_channel();
        let (release, slow) = oneshot::channel::<()>();
        crew.send(1, panics());
        let told = done.clone();
        crew.send(2, async move {
            drop(slow.await);
            told.send(2).unwrap();
        });
        let told = done.clone();
        crew.send(3, async move { told.send(3).unwrap() });
        assert_eq!(heard.recv().await, Some(3), "the panic and the slow one are no hindrance");
        assert!(crew.free(0) < 2, "the slow one is still busy");

        // What is under way is not begun again; what has ended, even by a panic, is.
        for _ in 0..100 {
            crew.send(2, begins_twice());
        }
        while crew.busy.lock().unwrap().tasks.len() > 1 {
            tokio::task::yield_now().await;
            crew.send(2, begins_twice());
        }
        let told = done.clone();
        crew.send(1, async move { told.send(1).unwrap() });
        assert_eq!(heard.recv().await, Some(1));
        release.send(()).unwrap();
        assert_eq!(heard.recv().await, Some(2));
    }

    #[tokio::test]
    async fn it_goes_on_after_a_panic() {
        let rounds = AtomicU32::new(0);
        let work = || async { assert!(rounds.fetch_add(1, Ordering::SeqCst) == 2, "as the test wants it") };
        keep_going(Duration::ZERO, work).await;
        assert_eq!(rounds.load(Ordering::SeqCst), 3);
    }
}
