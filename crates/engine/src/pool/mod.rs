//! Threads that think: a fixed number of them, fed fairly from one queue.
//!
//! ```
//! use std::sync::mpsc;
//!
//! use parlor_engine::{Client, Level, Pool, Question, Strength};
//!
//! let pool = Pool::new(1, 1);
//! let question = Question::new(games::read_ruleset("loa").unwrap(), None, Vec::new());
//! let (answer, answered) = mpsc::channel();
//! pool.submit(
//!     Client { owner: 1, match_key: 1 },
//!     question.at(Strength::level(Level::LOWEST)),
//!     Box::new(move |report| answer.send(report).unwrap()),
//! );
//! assert!(answered.recv().unwrap().is_ok());
//! ```

mod turns;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
};

use self::turns::Turns;
use crate::{
    any_engine::{study_with, think_with},
    base::{Question, Report, Stop, ThinkError},
    search::{Crew, Helpers, Memory, STACK_BYTES},
    study::{Analysis, Effort},
    survey::Survey,
};

/// Takes the answer. It is called exactly once, on a thread of the pool or on the one that cancels.
pub type OnDone<A = Report> = Box<dyn FnOnce(Result<A, ThinkError>) + Send>;

/// A bounded number of thinking threads.
///
/// Those for whom the questions are take turns ([`Client::owner`]): a free thread takes a question of whoever has the
/// fewest thought about, among those of the one who came first or was answered longest ago. So a person whose first
/// question comes while all threads think for somebody with fifty more waiting has the next thread that is free, and
/// waits for the rest of one think; where others wait, too, for one more think of each of them at most. The questions of
/// one owner are answered in the order in which they came, but never two of one match at a time, and a survey queues up
/// again behind them after each position. What is more than may wait is answered at once with [`ThinkError::Busy`].
///
/// A question that is thought about while nobody else asks has the idle threads' share of the processor: helpers, which
/// leave when another question comes. When the pool is dropped, running searches are stopped, and they and the waiting
/// ones are answered with [`ThinkError::Closed`].
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

/// For whom a question is, and what it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Client {
    /// Any number that stands for the person who waits for the answer.
    pub owner: u64,
    /// Any number that stands for the match.
    pub match_key: i64,
}

struct Shared {
    /// How many threads may think at once.
    threads: usize,
    /// Threads that help while others idle: never more of both are at work than may think at once.
    crew: Crew,
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: Turns<Job>,
    running: Vec<Running>,
    next_id: u64,
    closed: bool,
}

struct Job {
    id: u64,
    client: Client,
    work: Box<dyn Work>,
}

/// Something to think about, turn by turn.
trait Work: Send {
    /// Thinks for a turn; `true` once there is nothing left to think about.
    fn think(&mut self, stop: &Stop, memory: &mut Memory) -> bool;
    /// Gives the answer: what was thought, unless somebody has given it up.
    fn answer(self: Box<Self>, given_up: Option<ThinkError>);
}

/// Work whose turns are calls of a function, which gives the result in the last one.
struct Asked<A, F> {
    turn: F,
    result: Option<Result<A, ThinkError>>,
    on_done: OnDone<A>,
}

impl<A, F> Work for Asked<A, F>
where
    A: Send,
    F: FnMut(&Stop, &mut Memory) -> Option<Result<A, ThinkError>> + Send,
{
    fn think(&mut self, stop: &Stop, memory: &mut Memory) -> bool {
        // After a panic the memory is at worst half written, and every move that comes out of it is checked anyway.
        let thought = catch_unwind(AssertUnwindSafe(|| (self.turn)(stop, memory)));
        self.result = thought.unwrap_or_else(|panic| Some(Err(ThinkError::Panicked(message(panic.as_ref())))));
        self.result.is_some()
    }

    fn answer(self: Box<Self>, given_up: Option<ThinkError>) {
        let Self { result, on_done, .. } = *self;
        let answer = match (result, given_up) {
            (Some(Err(error)), _) | (_, Some(error)) => Err(error),
            (Some(Ok(thought)), None) => Ok(thought),
            (None, None) => Err(ThinkError::Canceled),
        };
        // A panic of the one who takes it must not end the worker.
        let _ = catch_unwind(AssertUnwindSafe(|| on_done(answer)));
    }
}

/// A job in work; the job itself is on its worker's stack.
struct Running {
    id: u64,
    client: Client,
    stop: Stop,
    helpers: Helpers,
    canceled: bool,
}

/// A question that was handed in. Dropping it changes nothing.
pub struct Ticket {
    id: u64,
    shared: Arc<Shared>,
}

impl Ticket {
    /// Gives the question up: it is answered with [`ThinkError::Canceled`], at once if it was still waiting, in some
    /// milliseconds if it was being thought about, not at all if it is answered already.
    pub fn cancel(&self) {
        let mut queue = self.shared.lock();
        if let Some(running) = queue.running.iter_mut().find(|it| it.id == self.id) {
            running.canceled = true;
            running.stop.set();
            return;
        }
        let job = queue.waiting.remove(|it| it.id == self.id);
        drop(queue);
        if let Some(job) = job {
            job.work.answer(Some(ThinkError::Canceled));
        }
    }
}

impl Pool {
    /// Starts `threads` threads (at least one), each with a transposition table of `hash_mb` MiB of its own, allocated
    /// when it is first needed. Where the system gives fewer threads, there are fewer; with none at all, every question
    /// is answered with [`ThinkError::Closed`].
    pub fn new(threads: usize, hash_mb: usize) -> Self {
        let threads = threads.max(1);
        let crew = Crew::new(threads - 1);
        let shared = Arc::new(Shared { threads, crew, queue: Mutex::default(), changed: Condvar::new() });
        let start = |number: usize| {
            let shared = Arc::clone(&shared);
            let builder = thread::Builder::new().name(format!("engine-{number}")).stack_size(STACK_BYTES);
            builder.spawn(move || work(&shared, hash_mb)).ok()
        };
        let workers: Vec<_> = (0..threads).filter_map(start).collect();
        shared.lock().closed = workers.is_empty();
        Self { shared, workers }
    }

    /// Hands a question in, to be answered with a move.
    pub fn submit(&self, client: Client, question: Question, on_done: OnDone) -> Ticket {
        self.enqueue(client, on_done, move |stop, memory| Some(think_with(&question, stop, memory)))
    }

    /// Hands a question in, to be answered with an analysis.
    pub fn study(&self, client: Client, question: Question, effort: Effort, on_done: OnDone<Analysis>) -> Ticket {
        self.enqueue(client, on_done, move |stop, memory| Some(study_with(&question, &effort, stop, memory.small())))
    }

    /// Hands a survey in.
    pub fn survey(&self, client: Client, mut survey: Survey, on_done: OnDone<Vec<Analysis>>) -> Ticket {
        self.enqueue(client, on_done, move |stop, _| survey.step(stop).transpose())
    }

    fn enqueue<A: Send + 'static>(
        &self,
        client: Client,
        on_done: OnDone<A>,
        turn: impl FnMut(&Stop, &mut Memory) -> Option<Result<A, ThinkError>> + Send + 'static,
    ) -> Ticket {
        let mut queue = self.shared.lock();
        let id = queue.next_id;
        queue.next_id += 1;
        let job = Job { id, client, work: Box::new(Asked { turn, result: None, on_done }) };
        let accepted = queue.accept(job);
        drop(queue);
        match accepted {
            Ok(()) => self.shared.changed.notify_one(),
            Err((job, why)) => job.work.answer(Some(why)),
        }
        Ticket { id, shared: Arc::clone(&self.shared) }
    }

    /// How many questions wait and how many are thought about.
    pub fn load(&self) -> (usize, usize) {
        let queue = self.shared.lock();
        (queue.waiting.len(), queue.running.len())
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.running.iter().for_each(|it| it.stop.set());
        let waiting = queue.waiting.drain();
        drop(queue);
        self.shared.changed.notify_all();
        for job in waiting {
            job.work.answer(Some(ThinkError::Closed));
        }
        for worker in self.workers.drain(..) {
            // An answer may have been the last to hold the pool: a thread cannot wait for itself.
            if worker.thread().id() != thread::current().id() {
                let _ = worker.join();
            }
        }
    }
}

impl Shared {
    /// No panic happens while the lock is held; were there one, the queue would still be whole.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a job that may run; `None` once the pool is closed.
    fn take(&self) -> Option<(Job, Stop, Helpers)> {
        let mut queue = self.lock();
        loop {
            if queue.closed {
                return None;
            }
            if let Some(taken) = queue.take(self.threads, &self.crew) {
                return Some(taken);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job has had its turn: it is answered, or waits for the next one behind its owner's others.
    fn put_down(&self, job: Job, done: bool) {
        let mut queue = self.lock();
        let (id, owner, given_up) = (job.id, job.client.owner, queue.given_up(job.id));
        if done || given_up.is_some() {
            drop(queue);
            // Answered before the next of its match may begin, so that a match's answers come in order.
            job.work.answer(given_up);
            queue = self.lock();
        } else {
            queue.waiting.push_again(owner, job);
        }
        queue.running.retain(|it| it.id != id);
        queue.waiting.served(owner);
        drop(queue);
        // Another job of the same match may have waited for this one.
        self.changed.notify_all();
    }
}

impl Queue {
    /// Lets a job wait, and sends all helpers away; if it may not wait, gives it back and says why.
    fn accept(&mut self, job: Job) -> Result<(), (Job, ThinkError)> {
        if self.closed {
            return Err((job, ThinkError::Closed));
        }
        self.waiting.push(job.client.owner, job).map_err(|job| (job, ThinkError::Busy))?;
        self.running.iter().for_each(|it| it.helpers.dismiss());
        Ok(())
    }

    /// The next job, of those whose match has none running; if it was the last, as many of the crew help as threads idle.
    fn take(&mut self, threads: usize, crew: &Crew) -> Option<(Job, Stop, Helpers)> {
        let free = |job: &Job| self.running.iter().all(|it| it.client.match_key != job.client.match_key);
        let thought_about = |owner| self.running.iter().filter(|it| it.client.owner == owner).count();
        let job = self.waiting.take(thought_about, free)?;
        let thinking: usize = self.running.iter().map(|it| 1 + it.helpers.number()).sum();
        let free = if self.waiting.is_empty() { threads.saturating_sub(thinking + 1) } else { 0 };
        let (stop, helpers) = (Stop::new(), crew.lend(free));
        let (id, client) = (job.id, job.client);
        self.running.push(Running { id, client, stop: stop.clone(), helpers: helpers.clone(), canceled: false });
        Some((job, stop, helpers))
    }

    /// Why what a job in work has found no longer counts.
    fn given_up(&self, id: u64) -> Option<ThinkError> {
        let canceled = self.running.iter().any(|it| it.id == id && it.canceled);
        if canceled { Some(ThinkError::Canceled) } else { self.closed.then_some(ThinkError::Closed) }
    }
}

/// The life of a worker.
fn work(shared: &Shared, hash_mb: usize) {
    let mut memory = Memory::new(hash_mb);
    while let Some((mut job, stop, helpers)) = shared.take() {
        memory.employ(helpers);
        let done = job.work.think(&stop, &mut memory);
        shared.put_down(job, done);
    }
}

/// The words of a panic.
fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|it| (*it).to_owned());
    words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".into())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::turns::MOST_OF_ONE;
    use super::*;

    fn client(owner: u64, match_key: i64) -> Client {
        Client { owner, match_key }
    }

    /// Nothing to think about.
    struct Idle;

    impl Work for Idle {
        fn think(&mut self, _: &Stop, _: &mut Memory) -> bool {
            true
        }

        fn answer(self: Box<Self>, _: Option<ThinkError>) {}
    }

    fn job(id: u64) -> Job {
        Job { id, client: client(1, id as i64), work: Box::new(Idle) }
    }

    /// A queue without threads, in which the jobs of those numbers wait.
    fn waiting(ids: &[u64]) -> Queue {
        let mut queue = Queue::default();
        ids.iter().for_each(|it| assert!(queue.accept(job(*it)).is_ok()));
        queue
    }

    #[test]
    fn only_idle_threads_help_and_only_where_nobody_waits() {
        let mut queue = waiting(&[1, 2]);
        let crew = Crew::new(3);
        let helpers = |queue: &mut Queue| queue.take(4, &crew).map(|(_, _, helpers)| helpers.number());
        assert_eq!(helpers(&mut queue), Some(0), "the second still waits");
        assert_eq!(helpers(&mut queue), Some(2), "two of four threads are idle");
        assert_eq!(helpers(&mut queue), None);
        queue.waiting.push_again(1, job(3));
        assert_eq!(helpers(&mut queue), Some(0), "all four are at work");
    }

    #[test]
    fn helpers_leave_when_somebody_asks() {
        let mut queue = waiting(&[1]);
        let (_, _, helpers) = queue.take(4, &Crew::new(3)).unwrap();
        assert_eq!(helpers.number(), 3);
        assert!(queue.accept(job(2)).is_ok());
        assert_eq!(helpers.number(), 0);
    }

    /// A pool whose questions are thought about until they are let go, one by one.
    struct Held {
        /// Gone before the pool, which waits for its threads.
        gates: Vec<mpsc::Sender<()>>,
        pool: Pool,
        begun: (mpsc::Sender<Begun>, mpsc::Receiver<Begun>),
        answers: (mpsc::Sender<Answer>, mpsc::Receiver<Answer>),
    }

    type Answer = Result<(), ThinkError>;

    /// The owner and the match of a question that is being thought about.
    type Begun = (u64, i64);

    impl Held {
        fn new(threads: usize) -> Self {
            Self { gates: Vec::new(), pool: Pool::new(threads, 1), begun: mpsc::channel(), answers: mpsc::channel() }
        }

        /// Asks for `owner` what takes so many turns, each of which ends when its match is let go once.
        fn ask(&mut self, owner: u64, turns: usize) {
            let client = client(owner, self.gates.len() as i64);
            let (gate, opened) = mpsc::channel();
            self.gates.push(gate);
            let (begun, answers) = (self.begun.0.clone(), self.answers.0.clone());
            let mut left = turns;
            let turn = move |_: &Stop, _: &mut Memory| {
                begun.send((client.owner, client.match_key)).unwrap();
                // A gate that is gone is open: the test is over.
                let _ = opened.recv();
                left -= 1;
                (left == 0).then_some(Ok(()))
            };
            self.pool.enqueue(client, Box::new(move |answer| drop(answers.send(answer))), turn);
        }

        /// Whose question is begun next, and its match.
        fn begun(&self) -> (u64, i64) {
            self.begun.1.recv().unwrap()
        }

        fn let_go(&self, match_key: i64) {
            self.gates[match_key as usize].send(()).unwrap();
        }
    }

    #[test]
    fn whoever_asks_one_thing_has_the_next_free_thread() {
        for threads in [1, 2, 4] {
            let mut held = Held::new(threads);
            (0..50).for_each(|_| held.ask(1, 1));
            let long: Vec<(u64, i64)> = (0..threads).map(|_| held.begun()).collect();
            assert!(long.iter().all(|(owner, _)| *owner == 1), "no thread is idle while anything waits");
            held.ask(2, 1);
            held.let_go(long[0].1);
            assert_eq!(held.begun().0, 2, "with {threads} threads");
            held.gates.clear();
            assert!((0..51).all(|_| held.answers.1.recv() == Ok(Ok(()))), "nothing is lost");
        }
    }

    #[test]
    fn surveys_wait_for_their_owners_turn() {
        let mut held = Held::new(1);
        [(1, 3), (1, 1), (2, 2), (3, 1)].into_iter().for_each(|(owner, turns)| held.ask(owner, turns));
        let mut order = Vec::new();
        for _ in 0..7 {
            let (owner, key) = held.begun();
            held.let_go(key);
            order.push((owner, key));
        }
        assert_eq!(order, [(1, 0), (2, 2), (3, 3), (1, 1), (2, 2), (1, 0), (1, 0)]);
    }

    #[test]
    fn what_may_not_wait_is_refused_at_once() {
        let mut held = Held::new(1);
        held.ask(1, 1);
        held.begun();
        (0..MOST_OF_ONE).for_each(|_| held.ask(1, 1));
        held.ask(1, 1);
        assert_eq!(held.answers.1.try_recv(), Ok(Err(ThinkError::Busy)));
        held.ask(2, 1);
        assert!(held.answers.1.try_recv().is_err(), "of another there is room");
        assert_eq!(held.pool.load(), (MOST_OF_ONE + 1, 1));
        held.gates.clear();
    }
}
