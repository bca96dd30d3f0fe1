//! Another program as a player, by UGI or UCI.

use std::sync::Arc;
use std::time::Duration;

use super::dialect::go;
use super::entrant::ProgramSpec;
use super::line_process::{LineProcess, LineProcessError};
use crate::duel::{Contestant, Duel, Fault, Turn};
use engine::Stop;
use games::board::{Move, Shape};
use games::{Reason, Ruleset};

/// The longest that a program whose time is not limited may think about a move, patience apart.
const UNLIMITED: Duration = Duration::from_secs(60);

/// A program that plays. It is started anew after it has failed.
pub struct Program {
    spec: Arc<ProgramSpec>,
    ruleset: Ruleset,
    /// `position …` of the beginning.
    origin: String,
    stop: Stop,
    process: Option<LineProcess>,
}

impl Program {
    /// Starts a program and agrees on the game with it.
    pub fn start(spec: Arc<ProgramSpec>, duel: &Duel, stop: &Stop) -> Result<Self, Fault> {
        let start = duel.position.as_deref();
        let position = games::open(&duel.ruleset, start).map_err(|error| Fault::Broken(error.to_string()))?;
        let origin = spec.protocol.origin(&*position, start);
        let mut program = Self { spec, ruleset: duel.ruleset.clone(), origin, stop: stop.clone(), process: None };
        program.process = Some(program.open()?);
        Ok(program)
    }

    /// From the start of the program to its being ready.
    fn open(&self) -> Result<LineProcess, Fault> {
        let broken = |how: String| Fault::Broken(format!("{} {how}", self.name()));
        let mut process =
            LineProcess::start(&self.spec.command).map_err(|error| broken(format!("can't be started: {error}")))?;
        let mut introduction = self.introduce(&mut process)?;
        if let Some(file) = &self.spec.variants {
            set(&mut process, "VariantPath", file);
            introduction = self.introduce(&mut process)?;
        }
        let game = self.spec.variant.as_deref().unwrap_or(self.ruleset.info.key);
        let option = self.spec.protocol.game_option();
        if let Some(declared) = introduction.iter().find(|it| it.starts_with(&format!("option name {option} "))) {
            if !takes(declared, game) {
                return Err(broken(format!("doesn't play a game called “{game}”")));
            }
            set(&mut process, option, game);
        }
        if introduction.iter().any(|it| it.starts_with("option name Rules ")) {
            set(&mut process, "Rules", &self.ruleset.to_string());
        }
        for (name, value) in &self.spec.options {
            set(&mut process, name, value);
        }
        let size = self.await_ready(&mut process)?;
        match size {
            Some(size) if size != self.ruleset.size => {
                let own = self.ruleset.size;
                Err(broken(format!("plays “{game}” on a board of {size}, not {own}: say --size {size}")))
            }
            _ => Ok(process),
        }
    }

    /// Greets the program; its answers.
    fn introduce(&self, process: &mut LineProcess) -> Result<Vec<String>, Fault> {
        let mut lines = Vec::new();
        process.say(self.spec.protocol.greeting());
        let welcome = self.spec.protocol.welcome();
        let heard = process.hear(self.spec.patience, &self.stop, |line| {
            lines.push(line.to_owned());
            (line == welcome).then_some(())
        });
        heard.map_err(|it| self.no_start(it, welcome)).map(|()| lines)
    }

    /// Waits until the program has done what it was told; the size of the board, if it told that.
    fn await_ready(&self, process: &mut LineProcess) -> Result<Option<Shape>, Fault> {
        let mut size = None;
        process.say("isready");
        let heard = process.hear(self.spec.patience, &self.stop, |line| {
            size = board_size(line).or(size);
            (line == "readyok").then_some(())
        });
        heard.map_err(|it| self.no_start(it, "readyok")).map(|()| size)
    }

    fn no_start(&self, silence: LineProcessError, wanted: &str) -> Fault {
        let name = self.name();
        match silence {
            LineProcessError::Gone(how) => Fault::Broken(format!("{name} {how} before it said {wanted}")),
            LineProcessError::Late => {
                Fault::Broken(format!("{name} didn't say {wanted} within {} ms", self.spec.patience.as_millis()))
            }
            LineProcessError::Canceled => Fault::Canceled,
        }
    }

    fn name(&self) -> String {
        self.spec.command.join(" ")
    }

    /// The longest that it may think about a move.
    fn allowed(&self) -> Duration {
        self.spec.limits.time.unwrap_or(UNLIMITED) + self.spec.patience
    }

    /// The position and the request, sent at once.
    fn request(&self, moves: &[Move]) -> String {
        let protocol = self.spec.protocol;
        let mut text = self.origin.clone();
        if !moves.is_empty() {
            text.push_str(" moves");
        }
        for mv in moves {
            text.push(' ');
            text.push_str(&protocol.write(*mv));
        }
        format!("{text}\n{}", go(&self.spec.limits))
    }
}

impl Contestant for Program {
    fn begin(&mut self) -> Result<(), Fault> {
        let new_game = self.spec.protocol.new_game();
        if let Some(mut process) = self.process.take() {
            process.ignore();
            process.say(new_game);
            if self.await_ready(&mut process).is_ok() {
                self.process = Some(process);
                return Ok(());
            }
        }
        let mut process = self.open()?;
        process.say(new_game);
        self.await_ready(&mut process)?;
        self.process = Some(process);
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, Fault> {
        let request = self.request(turn.position.played());
        let allowed = self.allowed();
        let forfeit = |reason, how| Err(Fault::Forfeit { reason, how });
        let Some(mut process) = self.process.take() else {
            return forfeit(Reason::Resigned, "isn't running".into());
        };
        process.ignore();
        process.say(&request);
        let heard = process.hear(allowed, turn.stop, |line| {
            let words = line.strip_prefix("bestmove")?;
            Some(words.split_whitespace().next().unwrap_or_default().to_owned())
        });
        // One that has failed is ended here; the next game starts it anew.
        match heard {
            Ok(answer) => {
                self.process = Some(process);
                let read = self.spec.protocol.read(&answer, turn.position);
                let shown: String = answer.chars().take(20).collect();
                read.map_or_else(
                    || forfeit(Reason::Resigned, format!("answered “{shown}”, which isn't a legal move")),
                    Ok,
                )
            }
            Err(LineProcessError::Gone(how)) => forfeit(Reason::Resigned, format!("{how} on its move")),
            Err(LineProcessError::Late) => {
                forfeit(Reason::OutOfTime, format!("didn't move within {} ms", allowed.as_millis()))
            }
            Err(LineProcessError::Canceled) => Err(Fault::Canceled),
        }
    }
}

fn set(process: &mut LineProcess, name: &str, value: &str) {
    process.say(&format!("setoption name {name} value {value}"));
}

/// Whether an option that lists its values has this one.
fn takes(declared: &str, value: &str) -> bool {
    let mut values = declared.split(" var ").skip(1).map(str::trim).peekable();
    values.peek().is_none() || values.any(|it| it == value)
}

/// The board that `info string variant breakthrough files 8 ranks 8 …` tells of.
fn board_size(line: &str) -> Option<Shape> {
    let words: Vec<&str> = line.strip_prefix("info string variant ")?.split_whitespace().collect();
    let after = |name: &str| words.iter().skip_while(|it| **it != name).nth(1)?.parse().ok();
    let (width, height): (u8, u8) = (after("files")?, after("ranks")?);
    format!("{width}x{height}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_read() {
        let line = "info string variant small files 5 ranks 6 pocket 0 template fairy startpos 5/5/5/5/5/5 w 0 1";
        assert_eq!(board_size(line), Some(Shape::new(5, 6)));
        assert_eq!(board_size("info string files 5 ranks 6"), None);
    }

    #[test]
    fn values_are_looked_up() {
        let declared = "option name Game type combo default a var a var b";
        assert!(takes(declared, "b") && !takes(declared, "c") && takes("option name Game type string", "c"));
    }
}
