//! What the pool's threads are given to do, whatever it is that is thought about.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{
    base::{Report, Stop, ThinkError},
    player::Memory,
};

/// Takes the answer. It is called exactly once, on a thread of the pool or on the one that cancels.
pub type OnDone<A = Report> = Box<dyn FnOnce(Result<A, ThinkError>) + Send>;

/// For whom a question is, and what it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Client {
    /// Any number that stands for the person who waits for the answer.
    pub owner: u64,
    /// Any number that stands for the match.
    pub match_key: i64,
}

pub(super) struct Job {
    pub id: u64,
    pub client: Client,
    pub work: Box<dyn Work>,
}

/// Something to think about, turn by turn.
pub(super) trait Work: Send {
    /// Thinks for a turn; `true` once there is nothing left to think about.
    fn think(&mut self, stop: &Stop, memory: &mut Memory) -> bool;
    /// Gives the answer: what was thought, unless somebody has given it up.
    fn answer(self: Box<Self>, given_up: Option<ThinkError>);
}

/// Work whose turns are calls of a function, which gives the result in the last one.
pub(super) struct TurnTask<A, F> {
    pub turn: F,
    pub result: Option<Result<A, ThinkError>>,
    pub on_done: OnDone<A>,
}

impl<A, F> Work for TurnTask<A, F>
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

/// The words of a panic.
fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|it| (*it).to_owned());
    words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no reason given".into())
}
