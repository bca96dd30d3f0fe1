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
mod searcher;
mod session;
mod words;

use std::{
    io::{self, BufRead, Write},
    sync::mpsc,
    thread,
};

use parking_lot::Mutex;

use self::{
    searcher::{GoJob, SharedState},
    session::UgiSession,
};
use crate::search::STACK_BYTES;
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
