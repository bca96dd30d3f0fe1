//! What waits for a thread and what has one, and how many helpers it has besides.

use super::{
    turns::Turns,
    work::{Client, Job},
};
use crate::{
    base::{Stop, ThinkError},
    search::{Crew, Helpers},
};

#[derive(Default)]
pub(super) struct Queue {
    pub waiting: Turns<Job>,
    pub running: Vec<Running>,
    pub next_id: u64,
    pub closed: bool,
}

/// A job in work; the job itself is on its worker's stack.
pub(super) struct Running {
    pub id: u64,
    pub client: Client,
    pub stop: Stop,
    pub helpers: Helpers,
    pub canceled: bool,
}

impl Queue {
    /// Lets a job wait, and sends all helpers away; if it may not wait, gives it back and says why.
    pub fn accept(&mut self, job: Job) -> Result<(), (Job, ThinkError)> {
        if self.closed {
            return Err((job, ThinkError::Closed));
        }
        self.waiting.push(job.client.owner, job).map_err(|job| (job, ThinkError::Busy))?;
        self.running.iter().for_each(|it| it.helpers.dismiss());
        Ok(())
    }

    /// The next job, of those whose match has none running; if it was the last, as many of the crew help as threads idle.
    pub fn take(&mut self, threads: usize, crew: &Crew) -> Option<(Job, Stop, Helpers)> {
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
    pub fn given_up(&self, id: u64) -> Option<ThinkError> {
        let canceled = self.running.iter().any(|it| it.id == id && it.canceled);
        if canceled { Some(ThinkError::Canceled) } else { self.closed.then_some(ThinkError::Closed) }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::work::Work, *};
    use crate::player::Memory;

    /// Nothing to think about.
    struct Idle;

    impl Work for Idle {
        fn think(&mut self, _: &Stop, _: &mut Memory) -> bool {
            true
        }

        fn answer(self: Box<Self>, _: Option<ThinkError>) {}
    }

    fn job(id: u64) -> Job {
        Job { id, client: Client { owner: 1, match_key: id as i64 }, work: Box::new(Idle) }
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
}
