//! Makes sure that what is due gets done: after a start, after an outage, and after a crash.

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

use discord::{ChatAnnouncer, Sessions};
use play::ports::DueSignal;
use play::{ChallengeId, Delivery, MatchId};

/// How often the store is asked what is due. What a commit makes due is shown at once; this poll is for everything
/// else.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// The minimum number of errands that run at once. Besides the matches, there are five kinds of errands.
const MIN_CREW: usize = 6;

/// Old events are forgotten once in this many rounds.
const FORGET_EVERY: u64 = 600;

/// While Discord does not answer, it is probed once in this many rounds.
const PROBE_EVERY: u64 = 3;

/// The pause after a panic, before the work goes on.
const RECOVERY: Duration = Duration::from_secs(5);

/// A task that runs independently of the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Errand {
    Match(MatchId),
    ExpiredChallenges,
    OwedChallenges,
    OwedCards,
    OldEvents,
    Probe,
}

/// Creates the waker through which the delivery says that something is due, and the receiver for it. Each call counts as
/// `under_way` until its work is done.
pub(super) fn waker(under_way: TaskTracker) -> (ChannelWaker, UnboundedReceiver<Woken>) {
    let (sender, receiver) = mpsc::unbounded_channel();
    (ChannelWaker { sender, under_way }, receiver)
}

/// What a change that was accepted has made due.
#[derive(Clone, Copy)]
enum Due {
    Match(MatchId),
    /// The card of a challenge that was closed.
    Card(ChallengeId),
}

/// What is due, because of a change that was accepted.
pub(super) struct Woken(Due, TaskTrackerToken);

/// Passes on which matches have something due.
pub(super) struct ChannelWaker {
    sender: UnboundedSender<Woken>,
    under_way: TaskTracker,
}

impl ChannelWaker {
    fn send(&self, due: Due) {
        // When the bot is stopping, nobody receives this anymore; the next start finds what is due.
        let _ = self.sender.send(Woken(due, self.under_way.token()));
    }
}

impl DueSignal for ChannelWaker {
    fn wake(&self, match_id: MatchId) {
        self.send(Due::Match(match_id));
    }

    fn wake_challenge(&self, id: ChallengeId) {
        self.send(Due::Card(id));
    }
}

/// Runs forever. Nothing can be shown before the bot is connected, and clocks stand still in places that `sessions` do
/// not hear. Once `under_way` is closed, nothing more is claimed.
pub(super) async fn run(
    delivery: Arc<Delivery>,
    announcer: Arc<ChatAnnouncer>,
    sessions: Arc<Sessions>,
    woken: UnboundedReceiver<Woken>,
    under_way: TaskTracker,
    requests_per_second: u16,
) {
    // Half of the requests that Discord allows are reserved for people who are moving.
    let crew = Crew::new(under_way, usize::from(requests_per_second / 2).max(MIN_CREW));
    tokio::join!(keep_looking(&delivery, &announcer, &sessions, &crew), listen(&delivery, woken));
}

/// Polls the store again and again.
async fn keep_looking(
    delivery: &Arc<Delivery>,
    announcer: &Arc<ChatAnnouncer>,
    sessions: &Sessions,
    crew: &Crew<Errand>,
) {
    keep_going(RECOVERY, || look_after(delivery, announcer, sessions, crew)).await;
}

/// Does at once what a commit has made due. The delivery makes sure that only one task at a time works on a match.
async fn listen(delivery: &Arc<Delivery>, mut woken: UnboundedReceiver<Woken>) {
    while let Some(Woken(due, accepted)) = woken.recv().await {
        let delivery = Arc::clone(delivery);
        tokio::spawn(async move {
            match due {
                Due::Match(id) => delivery.show_due(id).await,
                Due::Card(id) => delivery.show_outcome(id).await,
            }
            drop(accepted);
        });
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

async fn look_after(
    delivery: &Arc<Delivery>,
    announcer: &Arc<ChatAnnouncer>,
    sessions: &Sessions,
    crew: &Crew<Errand>,
) {
    let mut ticks = tokio::time::interval(POLL_INTERVAL);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut unanswered = 0;
    for rounds in 0_u64.. {
        ticks.tick().await;
        if !announcer.is_attached() {
            continue;
        }
        // If nobody can be heard, nobody can move, so clocks stand still.
        let heard = sessions.heard();
        if !heard.is_empty()
            && let Err(error) = delivery.beat(&heard).await
        {
            tracing::warn!(%error, "a sign of life could not be given");
        }
        if let Err(error) = delivery.renew_leases().await {
            tracing::warn!(%error, "leases could not be renewed");
        }
        // A process that is stopping leaves what is due to the others.
        if crew.is_closed() {
            continue;
        }
        // If Discord does not answer this process, it claims nothing, because other processes may get answers.
        if !may_claim(announcer, crew, &mut unanswered) {
            continue;
        }
        // A task that waits for the engine does not take up room.
        match delivery.claim_due(crew.free(delivery.thinking())).await {
            Ok(due) => {
                for id in due {
                    let delivery = Arc::clone(delivery);
                    crew.send(Errand::Match(id), async move { delivery.show_due_in_turn(id).await });
                }
            }
            Err(error) => tracing::error!(error = &error as &dyn std::error::Error, "what is due cannot be found out"),
        }
        crew.send(Errand::ExpiredChallenges, expire_challenges(Arc::clone(delivery)));
        crew.send(Errand::OwedCards, close_owed_cards(Arc::clone(delivery)));
        crew.send(Errand::OwedChallenges, show_owed_challenges(Arc::clone(delivery)));
        if rounds.is_multiple_of(FORGET_EVERY) {
            crew.send(Errand::OldEvents, forget_events(Arc::clone(delivery)));
        }
    }
}

/// Whether this process may claim what is due: not while Discord does not answer it. During that time it probes Discord
/// now and then; `unanswered` counts the rounds without an answer.
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
    // A single failure after a quiet time is usually cleared up in the first round, so it is not logged.
    if *unanswered == 2 {
        tracing::warn!("Discord does not answer this process, which leaves what is due to others until it does");
    }
    false
}

async fn probe(announcer: Arc<ChatAnnouncer>) {
    announcer.probe().await;
}

async fn expire_challenges(delivery: Arc<Delivery>) {
    if let Err(error) = delivery.expire_challenges().await {
        tracing::error!(error = &error as &dyn std::error::Error, "challenges cannot be expired");
    }
}

async fn close_owed_cards(delivery: Arc<Delivery>) {
    if let Err(error) = delivery.close_owed_cards().await {
        tracing::warn!(error = &error as &dyn std::error::Error, "cards of challenges cannot be closed");
    }
}

async fn forget_events(delivery: Arc<Delivery>) {
    if let Err(error) = delivery.forget_events().await {
        tracing::warn!(error = &error as &dyn std::error::Error, "old events cannot be forgotten");
    }
}

async fn show_owed_challenges(delivery: Arc<Delivery>) {
    if let Err(error) = delivery.show_owed_challenges().await {
        tracing::warn!(error = &error as &dyn std::error::Error, "owed challenges cannot be shown");
    }
}

/// Tasks that each do a separate errand: none waits for another, fails with it, or runs twice at once.
struct Crew<E> {
    busy: Mutex<Busy<E>>,
    under_way: TaskTracker,
    /// How many errands should run at a time.
    size: usize,
}

struct Busy<E> {
    errands: HashSet<E>,
    tasks: JoinSet<E>,
}

impl<E: Copy + Eq + Hash + Send + 'static> Busy<E> {
    /// Removes the errands that are done.
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

    /// Whether no new errands are accepted.
    fn is_closed(&self) -> bool {
        self.under_way.is_closed()
    }

    /// How many more errands can run, if `waiting` of the current ones are only waiting.
    fn free(&self, waiting: usize) -> usize {
        let mut busy = self.busy.lock().unwrap_or_else(PoisonError::into_inner);
        busy.welcome_back();
        (self.size + waiting).saturating_sub(busy.errands.len())
    }

    /// Starts an errand, unless it is already running, or no new errands are accepted.
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

        // A running errand is not started again; one that has ended, even by a panic, is.
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
