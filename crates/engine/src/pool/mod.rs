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

mod queue;
mod shared;
mod turns;
mod work;

use std::{
    sync::Arc,
    thread::{self, JoinHandle},
};

pub use self::work::{Client, OnDone};
use self::{
    shared::Shared,
    work::{Job, TurnTask},
};
use crate::{
    any_engine::{study_with, think_with},
    base::{Question, Stop, ThinkError},
    player::Memory,
    search::STACK_BYTES,
    study::{Analysis, Effort},
    survey::Survey,
};

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
        let shared = Arc::new(Shared::new(threads));
        let start = |number: usize| {
            let shared = Arc::clone(&shared);
            let builder = thread::Builder::new().name(format!("engine-{number}")).stack_size(STACK_BYTES);
            builder.spawn(move || shared.work(hash_mb)).ok()
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
        let job = Job { id, client, work: Box::new(TurnTask { turn, result: None, on_done }) };
        let accepted = queue.accept(job);
        drop(queue);
        match accepted {
            Ok(()) => {
                self.shared.changed.notify_one();
            }
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

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::turns::MAX_PER_OWNER;
    use super::*;

    fn client(owner: u64, match_key: i64) -> Client {
        Client { owner, match_key }
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
        (0..MAX_PER_OWNER).for_each(|_| held.ask(1, 1));
        held.ask(1, 1);
        assert_eq!(held.answers.1.try_recv(), Ok(Err(ThinkError::Busy)));
        held.ask(2, 1);
        assert!(held.answers.1.try_recv().is_err(), "of another there is room");
        assert_eq!(held.pool.load(), (MAX_PER_OWNER + 1, 1));
        held.gates.clear();
    }
}
