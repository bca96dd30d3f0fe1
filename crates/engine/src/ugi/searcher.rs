//! The thread that searches, and what it shares with the one that reads.

use std::{
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc,
    thread,
    time::Duration,
};

use parking_lot::{Mutex, MutexGuard};

use super::{go::GoRequest, words};
use crate::{
    any_engine::{analyze_watched, study_with, think_with},
    base::{Question, Report, Stop},
    player::Memory,
    search::Helpers,
    study::Effort,
};

/// What the searching thread shares with the reading one.
pub(super) struct SharedState<W> {
    pub(super) output: Mutex<W>,
    pub(super) memory: Mutex<Memory>,
}

/// A search to be made.
pub(super) struct GoJob {
    pub(super) question: Question,
    pub(super) request: GoRequest,
    /// How many lines are to be told.
    pub(super) variations: usize,
    pub(super) helpers: Helpers,
    pub(super) stop: Stop,
    /// Whether the answer waits until it is stopped.
    pub(super) endless: bool,
    /// Hears of the end.
    pub(super) done: mpsc::Sender<()>,
}

impl<W: Write + Send> SharedState<W> {
    pub(super) fn say(&self, words: &str) -> io::Result<()> {
        let mut output = self.output.lock();
        writeln!(output, "{words}")?;
        output.flush()
    }

    /// Says what is wrong with a command, in one line whatever was typed.
    pub(super) fn complain(&self, complaint: &str) -> io::Result<()> {
        let line: String = complaint.chars().map(|it| if it.is_control() { ' ' } else { it }).take(300).collect();
        self.say(&format!("info string {line}"))
    }

    pub(super) fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock()
    }

    pub(super) fn work(&self, job: &GoJob) {
        let answer = catch_unwind(AssertUnwindSafe(|| self.answer(job)));
        let answer = answer.unwrap_or_else(|_| "info string the search failed\nbestmove none".to_owned());
        while job.endless && !job.stop.is_set() {
            thread::sleep(Duration::from_millis(1));
        }
        // A reader that is gone needs no answer, and a session that has ended does not wait for it.
        let _ = self.say(&answer);
        let _ = job.done.send(());
    }

    fn answer(&self, job: &GoJob) -> String {
        let GoJob { question, stop, .. } = job;
        let mut memory = self.memory();
        memory.employ(job.helpers.clone());
        let answer = match job.request {
            GoRequest::Level => think_with(question, stop, &mut memory).map(|it| words::answer(&it)),
            GoRequest::Limits(limits) if job.variations > 1 => {
                let effort = Effort { variations: job.variations, limits, solver_nodes: 0 };
                study_with(question, &effort, stop, memory.large()).map(|it| words::answers(&it))
            }
            GoRequest::Limits(limits) => {
                let watch = |it: &Report| drop(self.say(&words::progress(it)));
                analyze_watched(question, &limits, stop, &mut memory, &watch).map(|it| words::answer(&it))
            }
        };
        answer.unwrap_or_else(|error| format!("info string {error}\nbestmove none"))
    }
}
