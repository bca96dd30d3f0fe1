//! The thread that reads: what was set, and the search that is going on.

use std::io::{self, BufRead, Write};
use std::sync::mpsc;

use super::{
    go::{self, GoRequest},
    options::{HASH, LEVEL, MULTI_PV, SEED, THREADS, UgiOptions},
    searcher::{GoJob, SharedState},
    words::complaint,
};
use crate::{
    base::{Limits, Question, Stop},
    player::Memory,
    search::Crew,
};
use games::board::Side;
use games::{AnyPosition, Ruleset};

pub(super) struct UgiSession<'desk, W: Write + Send> {
    desk: &'desk SharedState<W>,
    jobs: mpsc::Sender<GoJob>,
    options: UgiOptions,
    question: Question,
    /// Whether the last `position` could not be used: what is asked then is not about the one before.
    refused: bool,
    /// Threads that help to search.
    crew: Crew,
    thinking: Option<RunningGo>,
}

/// A search that is going on.
struct RunningGo {
    stop: Stop,
    endless: bool,
    done: mpsc::Receiver<()>,
}

impl<W: Write + Send> Drop for UgiSession<'_, W> {
    /// However the session ends, nothing thinks on.
    fn drop(&mut self) {
        self.stop();
    }
}

impl<'desk, W: Write + Send> UgiSession<'desk, W> {
    pub(super) fn new(desk: &'desk SharedState<W>, jobs: mpsc::Sender<GoJob>, ruleset: Ruleset) -> Self {
        let question = Question::new(ruleset, None, Vec::new());
        let (options, crew) = (UgiOptions::default(), Crew::default());
        Self { desk, jobs, options, question, refused: false, crew, thinking: None }
    }

    /// Obeys until it is told to quit, or nothing more comes.
    pub(super) fn listen(mut self, input: impl BufRead) -> io::Result<()> {
        for line in input.lines() {
            let line = match line {
                Ok(line) => line,
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    self.desk.complain("that is no text")?;
                    continue;
                }
                Err(error) => return Err(error),
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            if words.first() == Some(&"quit") {
                return Ok(());
            }
            self.obey(&words)?;
        }
        self.finish();
        Ok(())
    }

    fn obey(&mut self, words: &[&str]) -> io::Result<()> {
        let answer = match words {
            [] => Ok(()),
            ["ugi", ..] => return self.introduce(),
            ["isready", ..] => return self.desk.say("readyok"),
            ["go", rest @ ..] => return self.go(rest),
            ["query", what, ..] => match self.query(what) {
                Ok(answer) => return self.desk.say(&answer),
                Err(complaint) => Err(complaint),
            },
            ["stop", ..] => {
                self.stop();
                Ok(())
            }
            ["uginewgame", ..] => {
                self.clear();
                Ok(())
            }
            ["setoption", rest @ ..] => self.set_option(rest),
            ["position", rest @ ..] => {
                let result = self.set_position(rest);
                self.refused = result.is_err();
                result
            }
            ["uci", ..] => Err("this program speaks UGI: say “ugi”".to_owned()),
            _ => Err(format!("there is no command “{}” here", words.join(" "))),
        };
        answer.or_else(|complaint| self.desk.complain(&complaint))
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.stop();
        // Whoever is being introduced can wait for the table, better than who has said `go`.
        self.desk.memory().prepare();
        let games: String = games::GAMES.iter().map(|it| format!(" var {}", it.info().key)).collect();
        let ruleset = &self.question.ruleset;
        let mut lines = vec![
            format!("id name Parlor {}", env!("CARGO_PKG_VERSION")),
            "id author the Parlor authors".into(),
            format!("option name Game type combo default {}{games}", ruleset.info.key),
            format!("option name Rules type string default {}", ruleset.preset.name),
            "option name Evaluation type combo default network var network var terms".into(),
            "option name Clear Hash type button".into(),
        ];
        lines.extend([LEVEL, MULTI_PV, HASH, THREADS, SEED].iter().map(|it| it.introduction()));
        lines.push("ugiok".into());
        self.desk.say(&lines.join("\n"))
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let split = words.iter().position(|it| *it == "value").unwrap_or(words.len());
        let (name, value) = (words[..split].join(" "), words.get(split + 1..).unwrap_or_default().join(" "));
        let name = name.strip_prefix("name ").ok_or("an option needs a name and a value")?.to_lowercase();
        self.stop();
        match name.as_str() {
            "game" => {
                let game = games::find(&value).ok_or_else(|| format!("no game is called “{value}”"))?;
                self.reset(Ruleset::default_of(game.info()));
            }
            "rules" => {
                let read = Ruleset::parse(self.question.ruleset.info, &value);
                self.reset(read.map_err(|error| error.to_string())?);
            }
            "hash" => {
                let mut memory = Memory::new(HASH.read(&value)?);
                memory.prepare();
                *self.desk.memory() = memory;
            }
            "clear hash" => self.clear(),
            _ => self.options.set(&name, &value)?,
        }
        Ok(())
    }

    /// Begins another game.
    fn reset(&mut self, ruleset: Ruleset) {
        self.question = Question::new(ruleset, None, Vec::new());
        self.refused = false;
    }

    /// Forgets what was searched.
    fn clear(&mut self) {
        self.stop();
        self.desk.memory().clear();
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let split = words.iter().position(|it| *it == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(split);
        let position = match place {
            ["startpos"] => None,
            ["fen", fen @ ..] if !fen.is_empty() => Some(fen.join(" ")),
            _ => return Err("a position is “startpos” or “fen” and a position, then perhaps “moves”".into()),
        };
        let ruleset = self.question.ruleset.clone();
        let mut opened = games::open(&ruleset, position.as_deref()).map_err(|error| error.to_string())?;
        for text in moves.iter().skip(1).filter(|it| !games::is_move_number(it)) {
            let mv = opened.read(text).map_err(|error| complaint(text, error))?;
            opened.play(mv).map_err(|refusal| format!("{text}: {}", refusal.code))?;
        }
        self.stop();
        self.question = Question::new(ruleset, position, opened.played().to_vec());
        Ok(())
    }

    /// The present position; it was read before.
    fn position(&self) -> Result<Box<dyn AnyPosition>, String> {
        if self.refused {
            return Err("the last position could not be used: set another one first".to_owned());
        }
        let Question { ruleset, position, moves, .. } = &self.question;
        let mut position = games::open(ruleset, position.as_deref()).map_err(|error| error.to_string())?;
        for mv in moves {
            position.play(*mv).map_err(|refusal| refusal.code.to_string())?;
        }
        Ok(position)
    }

    fn query(&self, what: &str) -> Result<String, String> {
        let position = self.position()?;
        let answer = match what {
            "gameover" => position.outcome().is_some().to_string(),
            "p1turn" => (position.to_move() == Side::First).to_string(),
            "result" => match position.outcome().map(|it| it.winner) {
                None => "none".into(),
                Some(None) => "draw".into(),
                Some(Some(Side::First)) => "p1win".into(),
                Some(Some(Side::Second)) => "p2win".into(),
            },
            _ => return Err(format!("there is no query “{what}”")),
        };
        Ok(format!("response {answer}"))
    }

    fn go(&mut self, words: &[&str]) -> io::Result<()> {
        self.stop();
        let request = self.position().and_then(|it| go::read(words, it.sides(), it.to_move()));
        match request {
            Ok(request) => self.begin(request),
            // Whoever said `go` waits for a move.
            Err(complaint) => {
                self.desk.complain(&complaint)?;
                return self.desk.say("bestmove none");
            }
        }
        Ok(())
    }

    fn begin(&mut self, request: GoRequest) {
        let (done, hears) = mpsc::channel();
        let helpers = self.options.threads - 1;
        if self.crew.size() != helpers {
            self.crew = Crew::new(helpers);
        }
        let job = GoJob {
            question: self.options.applied(&self.question),
            request,
            variations: self.options.multi_pv,
            helpers: self.crew.lend(helpers),
            stop: Stop::new(),
            endless: request == GoRequest::Limits(Limits::NONE),
            done,
        };
        self.thinking = Some(RunningGo { stop: job.stop.clone(), endless: job.endless, done: hears });
        // The thread that takes it lives as long as the session.
        let _ = self.jobs.send(job);
    }

    /// Ends the running search, if there is one, and waits for its answer.
    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.set();
        }
        self.wait();
    }

    /// Waits for the running search, which is stopped if it has no end of its own.
    fn finish(&mut self) {
        if let Some(thinking) = self.thinking.as_ref().filter(|it| it.endless) {
            thinking.stop.set();
        }
        self.wait();
    }

    fn wait(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            // An error would mean that it is over, too.
            let _ = thinking.done.recv();
        }
    }
}
