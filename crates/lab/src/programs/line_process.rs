//! A child process that is talked to line by line.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use engine::Stop;

/// Lines that a program may be ahead of its reader.
const LINES: usize = 4096;
/// How long a program has to end when it is asked to.
const EXIT_TIMEOUT: Duration = Duration::from_millis(300);
/// How often a wait looks whether all is over.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// A running program; it is ended when this is dropped.
pub struct LineProcess {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

/// Why nothing more was heard.
#[derive(Debug)]
pub enum LineProcessError {
    /// The program has ended; how, in words.
    Gone(String),
    Late,
    Canceled,
}

impl LineProcess {
    /// Starts a program; what it says on stderr is shown as it is.
    pub fn start(command: &[String]) -> std::io::Result<Self> {
        let (name, arguments) = command.split_first().ok_or(std::io::ErrorKind::InvalidInput)?;
        let mut child = Command::new(name).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::ErrorKind::BrokenPipe.into());
        };
        let (sender, lines) = mpsc::sync_channel(LINES);
        // It ends with the program's output, or when nobody listens anymore.
        thread::Builder::new().spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while output.read_until(b'\n', &mut bytes).is_ok_and(|it| it > 0) {
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                bytes.clear();
                if sender.send(line).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self { child, input, lines })
    }

    /// Says a line. That nobody reads it shows when an answer is awaited.
    pub fn say(&mut self, line: &str) {
        // In one piece, so that one write wakes the reader once.
        let _ = self.input.write_all(format!("{line}\n").as_bytes());
    }

    /// Forgets what was said and not yet heard.
    pub fn ignore(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// Listens until `wanted` finds what it wants in a line.
    pub fn hear<T>(
        &mut self,
        time: Duration,
        stop: &Stop,
        mut wanted: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, LineProcessError> {
        let began = Instant::now();
        loop {
            let left = time.saturating_sub(began.elapsed());
            match self.lines.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(line) => {
                    if let Some(found) = wanted(&line) {
                        return Ok(found);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(LineProcessError::Gone(self.end())),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if stop.is_set() {
                return Err(LineProcessError::Canceled);
            }
            if began.elapsed() >= time {
                return Err(LineProcessError::Late);
            }
        }
    }

    /// How the program ended; one that only closed its output ends now.
    fn end(&mut self) -> String {
        match self.wait_for_exit() {
            Some(status) => format!("ended ({status})"),
            None => "closed its output".into(),
        }
    }

    /// Gives the program a moment to end by itself, then ends it.
    fn wait_for_exit(&mut self) -> Option<std::process::ExitStatus> {
        let began = Instant::now();
        while began.elapsed() < EXIT_TIMEOUT {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(Duration::from_millis(5));
        }
        // If it is gone by now, so much the better.
        let _ = self.child.kill();
        let _ = self.child.wait();
        None
    }
}

impl Drop for LineProcess {
    fn drop(&mut self) {
        self.say("quit");
        self.wait_for_exit();
    }
}
