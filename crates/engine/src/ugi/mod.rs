//! The engine on standard input and output by the Universal Game Interface, UCI's sister for any two-player game.
//!
//! ```
//! let mut output = Vec::new();
//! parlor_engine::ugi::run("position startpos\ngo depth 2\nquit\n".as_bytes(), &mut output)?;
//! assert!(String::from_utf8_lossy(&output).contains("bestmove "));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Understood: `ugi`, `isready`, `setoption name Game|Rules|Level|MultiPV|Hash|Threads|Evaluation|Seed value V`,
//! `setoption name Clear Hash`, `uginewgame`, `position startpos|fen P [moves M…]`,
//! `go [depth D] [nodes N] [movetime MS] [infinite] [p1time MS p1inc MS … movestogo N] [level]`, `stop`,
//! `query gameover|p1turn|result`, `quit`. Whatever else comes in is answered with an `info string`.

mod go;
mod options;
mod session;
mod words;

use std::{
    io::{self, BufRead, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Mutex, MutexGuard, PoisonError, mpsc},
    thread,
    time::Duration,
};

use self::{go::GoRequest, session::UgiSession};
use crate::{
    any_engine::{analyze_watched, study_with, think_with},
    base::{Question, Report, Stop},
    search::{Helpers, Memory, STACK_BYTES},
    study::Effort,
};
use games::Ruleset;

/// Reads commands until `quit` or the end of the input, and answers them. A search that limits end is awaited at the
/// end of the input; any other is stopped.
pub fn run(input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let Some(ruleset) = games::GAMES.first().map(|it| Ruleset::default_of(it.info())) else { return Ok(()) };
    let desk = SharedState { output: Mutex::new(output), memory: Mutex::default() };
    let (jobs, waiting) = mpsc::channel::<GoJob>();
    let desk = &desk;
    thread::scope(|scope| {
        // One thread for all searches: what games keep for each thread, such as the values of small parts, lasts.
        let work = move || waiting.iter().for_each(|it| desk.work(&it));
        thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work)?;
        UgiSession::new(desk, jobs, ruleset).listen(input)
    })
}

/// What the searching thread shares with the reading one.
struct SharedState<W> {
    output: Mutex<W>,
    memory: Mutex<Memory>,
}

/// A search to be made.
struct GoJob {
    question: Question,
    request: GoRequest,
    /// How many lines are to be told.
    variations: usize,
    helpers: Helpers,
    stop: Stop,
    /// Whether the answer waits until it is stopped.
    endless: bool,
    /// Hears of the end.
    done: mpsc::Sender<()>,
}

impl<W: Write + Send> SharedState<W> {
    fn say(&self, words: &str) -> io::Result<()> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(output, "{words}")?;
        output.flush()
    }

    /// Says what is wrong with a command, in one line whatever was typed.
    fn complain(&self, complaint: &str) -> io::Result<()> {
        let line: String = complaint.chars().map(|it| if it.is_control() { ' ' } else { it }).take(300).collect();
        self.say(&format!("info string {line}"))
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self, job: &GoJob) {
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
