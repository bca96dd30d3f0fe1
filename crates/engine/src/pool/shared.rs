//! What a pool shares with its threads, and how they live by it.

use parking_lot::{Condvar, Mutex, MutexGuard};

use super::{queue::Queue, work::Job};
use crate::{
    base::Stop,
    player::Memory,
    search::{Crew, Helpers},
};

pub(super) struct Shared {
    /// How many threads may think at once.
    threads: usize,
    /// Threads that help while others idle: never more of both are at work than may think at once.
    crew: Crew,
    queue: Mutex<Queue>,
    pub changed: Condvar,
}

impl Shared {
    /// An empty queue for so many threads, at least one.
    pub fn new(threads: usize) -> Self {
        let crew = Crew::new(threads - 1);
        Self { threads, crew, queue: Mutex::default(), changed: Condvar::new() }
    }

    /// No panic happens while the lock is held; were there one, the queue would still be whole.
    pub fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock()
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
            self.changed.wait(&mut queue);
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

    /// The life of a worker.
    pub fn work(&self, hash_mb: usize) {
        let mut memory = Memory::new(hash_mb);
        while let Some((mut job, stop, helpers)) = self.take() {
            memory.employ(helpers);
            let done = job.work.think(&stop, &mut memory);
            self.put_down(job, done);
        }
    }
}
