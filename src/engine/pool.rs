//! Threads that think: a fixed number of them, fed fairly from one queue.

use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
};

use super::{
    analysis::{Analysis, Effort, study_with},
    helpers::{Helpers, STACK_BYTES},
    limits::Stop,
    memory::Memory,
    question::{Question, Report, ThinkError},
    survey::Survey,
    think::think_with,
};

/// Takes the answer. It is called exactly once, on a thread of the pool or on the one that cancels.
pub type OnDone<A = Report> = Box<dyn FnOnce(Result<A, ThinkError>) + Send>;

/// A bounded number of thinking threads.
///
/// Questions are answered in the order in which they came, but never two of one match at a time, and a survey queues up
/// again after each position, so no match can hold up the others. A question that is thought about while nobody else asks
/// has the idle threads' share of the processor: helpers, which leave when another question comes. When the pool is
/// dropped, running searches are stopped, and they and the waiting ones are answered with [`ThinkError::Closed`].
pub struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
}

struct Shared {
    /// How many threads may think at once.
    threads: usize,
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Job>,
    running: Vec<Running>,
    next_id: u64,
    closed: bool,
}

struct Job {
    id: u64,
    match_key: i64,
    task: Box<dyn Task>,
}

/// Something to think about, turn by turn.
trait Task: Send {
    /// Thinks for a turn; `true` once there is nothing left to think about.
    fn think(&mut self, stop: &Stop, memory: &mut Memory) -> bool;
    /// Gives the answer: what was thought, unless somebody has given it up.
    fn answer(self: Box<Self>, given_up: Option<ThinkError>);
}

/// A task whose turns are calls of a function, which gives the result in the last one.
struct Asked<A, F> {
    turn: F,
    result: Option<Result<A, ThinkError>>,
    on_done: OnDone<A>,
}

impl<A, F> Task for Asked<A, F>
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
            (Some(Ok(it)), None) => Ok(it),
            (None, None) => Err(ThinkError::Cancelled),
        };
        // A panic of the one who takes it must not end the worker.
        let _ = catch_unwind(AssertUnwindSafe(|| on_done(answer)));
    }
}

/// A job in work; the job itself is on its worker's stack.
struct Running {
    id: u64,
    match_key: i64,
    stop: Stop,
    helpers: Helpers,
    cancelled: bool,
}

/// A question that was handed in. Dropping it changes nothing.
pub struct Ticket {
    id: u64,
    shared: Arc<Shared>,
}

impl Ticket {
    /// Gives the question up: it is answered with [`ThinkError::Cancelled`], at once if it was still waiting, in some
    /// milliseconds if it was being thought about, not at all if it is answered already.
    pub fn cancel(&self) {
        let mut queue = self.shared.lock();
        if let Some(running) = queue.running.iter_mut().find(|it| it.id == self.id) {
            running.cancelled = true;
            running.stop.set();
            return;
        }
        let waiting = queue.waiting.iter().position(|it| it.id == self.id);
        let job = waiting.and_then(|it| queue.waiting.remove(it));
        drop(queue);
        if let Some(job) = job {
            job.task.answer(Some(ThinkError::Cancelled));
        }
    }
}

impl Pool {
    /// Starts `threads` threads (at least one), each with a transposition table of `hash_mb` MiB of its own, allocated
    /// when it is first needed. Where the system gives fewer threads, there are fewer; with none at all, every question
    /// is answered with [`ThinkError::Closed`].
    pub fn new(threads: usize, hash_mb: usize) -> Self {
        let threads = threads.max(1);
        let shared = Arc::new(Shared { threads, queue: Mutex::default(), changed: Condvar::new() });
        let start = |number: usize| {
            let shared = Arc::clone(&shared);
            let builder = thread::Builder::new().name(format!("engine-{number}")).stack_size(STACK_BYTES);
            builder.spawn(move || work(&shared, hash_mb)).ok()
        };
        let workers: Vec<_> = (0..threads).filter_map(start).collect();
        shared.lock().closed = workers.is_empty();
        Self { shared, workers }
    }

    /// Hands a question in, to be answered with a move. `match_key` names the match it belongs to.
    pub fn submit(&self, match_key: i64, question: Question, on_done: OnDone) -> Ticket {
        self.enqueue(match_key, on_done, move |stop, memory| Some(think_with(&question, stop, memory)))
    }

    /// Hands a question in, to be answered with an analysis.
    pub fn study(&self, match_key: i64, question: Question, effort: Effort, on_done: OnDone<Analysis>) -> Ticket {
        self.enqueue(match_key, on_done, move |stop, memory| Some(study_with(&question, &effort, stop, memory.small())))
    }

    /// Hands a survey in.
    pub fn survey(&self, match_key: i64, mut survey: Survey, on_done: OnDone<Vec<Analysis>>) -> Ticket {
        self.enqueue(match_key, on_done, move |stop, _| survey.step(stop).transpose())
    }

    fn enqueue<A: Send + 'static>(
        &self,
        match_key: i64,
        on_done: OnDone<A>,
        turn: impl FnMut(&Stop, &mut Memory) -> Option<Result<A, ThinkError>> + Send + 'static,
    ) -> Ticket {
        let mut queue = self.shared.lock();
        let id = queue.next_id;
        queue.next_id += 1;
        let job = Job { id, match_key, task: Box::new(Asked { turn, result: None, on_done }) };
        let refused = if queue.closed {
            Some(job)
        } else {
            queue.waiting.push_back(job);
            queue.running.iter().for_each(|it| it.helpers.dismiss());
            None
        };
        drop(queue);
        if let Some(job) = refused {
            job.task.answer(Some(ThinkError::Closed));
        }
        self.shared.changed.notify_one();
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
        let waiting = std::mem::take(&mut queue.waiting);
        drop(queue);
        self.shared.changed.notify_all();
        for job in waiting {
            job.task.answer(Some(ThinkError::Closed));
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
            if let Some(taken) = queue.take(self.threads) {
                return Some(taken);
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A job has had its turn: it is answered, or waits for the next one behind all others.
    fn put_down(&self, job: Job, done: bool) {
        let mut queue = self.lock();
        let (id, given_up) = (job.id, queue.given_up(job.id));
        if done || given_up.is_some() {
            drop(queue);
            // Answered before the next of its match may begin, so that a match's answers come in order.
            job.task.answer(given_up);
            queue = self.lock();
        } else {
            queue.waiting.push_back(job);
        }
        queue.running.retain(|it| it.id != id);
        drop(queue);
        // Another job of the same match may have waited for this one.
        self.changed.notify_all();
    }
}

impl Queue {
    /// The first waiting job whose match has none running; if it was the last, it gets what is free of so many threads.
    fn take(&mut self, threads: usize) -> Option<(Job, Stop, Helpers)> {
        let free = |job: &Job| self.running.iter().all(|it| it.match_key != job.match_key);
        let job = self.waiting.iter().position(free).and_then(|it| self.waiting.remove(it))?;
        let thinking: usize = self.running.iter().map(|it| 1 + it.helpers.number()).sum();
        let free = if self.waiting.is_empty() { threads.saturating_sub(thinking + 1) } else { 0 };
        let (stop, helpers) = (Stop::new(), Helpers::new(free));
        let (id, match_key) = (job.id, job.match_key);
        self.running.push(Running { id, match_key, stop: stop.clone(), helpers: helpers.clone(), cancelled: false });
        Some((job, stop, helpers))
    }

    /// Why what a job in work has found no longer counts.
    fn given_up(&self, id: u64) -> Option<ThinkError> {
        let cancelled = self.running.iter().any(|it| it.id == id && it.cancelled);
        if cancelled { Some(ThinkError::Cancelled) } else { self.closed.then_some(ThinkError::Closed) }
    }
}

/// The life of a worker.
fn work(shared: &Shared, hash_mb: usize) {
    let mut memory = Memory::new(hash_mb);
    while let Some((mut job, stop, helpers)) = shared.take() {
        memory.employ(helpers);
        let done = job.task.think(&stop, &mut memory);
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
    use super::*;

    /// Nothing to think about.
    struct Idle;

    impl Task for Idle {
        fn think(&mut self, _: &Stop, _: &mut Memory) -> bool {
            true
        }

        fn answer(self: Box<Self>, _: Option<ThinkError>) {}
    }

    fn job(id: u64) -> Job {
        Job { id, match_key: id as i64, task: Box::new(Idle) }
    }

    #[test]
    fn only_idle_threads_help_and_only_where_nobody_waits() {
        let mut queue = Queue { waiting: [job(1), job(2)].into(), ..Queue::default() };
        let helpers = |queue: &mut Queue| queue.take(4).map(|(_, _, helpers)| helpers.number());
        assert_eq!(helpers(&mut queue), Some(0), "the second still waits");
        assert_eq!(helpers(&mut queue), Some(2), "two of four threads are idle");
        assert_eq!(helpers(&mut queue), None);
        queue.waiting.push_back(job(3));
        assert_eq!(helpers(&mut queue), Some(0), "all four are at work");
    }

    #[test]
    fn helpers_leave_when_somebody_asks() {
        let pool = Pool {
            shared: Arc::new(Shared { threads: 4, queue: Mutex::default(), changed: Condvar::new() }),
            workers: Vec::new(),
        };
        pool.shared.lock().waiting.push_back(job(1));
        let (_, _, helpers) = pool.shared.lock().take(4).unwrap();
        assert_eq!(helpers.number(), 3);
        let question = Question::new(crate::game::Ruleset::default_of(crate::games::GAMES[0].info()), None, Vec::new());
        pool.submit(2, question, Box::new(|_| {}));
        assert_eq!(helpers.number(), 0);
    }
}
