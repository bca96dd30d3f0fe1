//! The engine on standard input and output by the Universal Game Interface, UCI's sister for any two-player game.
//!
//! Understood: `ugi`, `uci`, `isready`, `setoption name Game|Rules|Level|MultiPV|Hash|Threads|Evaluation value V`, `uginewgame`,
//! `position startpos|fen P [moves M…]`, `go [depth D] [nodes N] [movetime MS] [infinite] [p1time MS …] [level]`, `stop`,
//! `query gameover|p1turn|result`, `quit`. Whatever else comes in is answered with an `info string`.

use std::{
    io::{self, BufRead, Write},
    sync::{Mutex, PoisonError},
    thread::{self, ScopedJoinHandle},
    time::Duration,
};

use super::{
    analysis::{Analysis, Effort, Variation, study_with},
    helpers::{Helpers, STACK_BYTES},
    levels::Level,
    limits::{Limits, Stop},
    question::{Judge, Memory, Question, Report, USUAL_MEGABYTES, analyse_with, think_with},
    score::Score,
};
use crate::board::{Move, Side};
use crate::game::{ReadMove, Ruleset, Table};
use crate::games;

/// The most hash that can be asked for, in MiB.
const MOST_HASH: usize = 16_384;

/// The most lines that can be asked for: some positions of large boards have so many moves.
const MOST_LINES: usize = 500;

/// The most threads that can be asked for.
const MOST_THREADS: usize = 256;

/// Reads commands until `quit` or the end of the input, and answers them. A search that limits end is awaited at the
/// end of the input; any other is stopped.
pub fn run(input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let Some(ruleset) = games::GAMES.first().map(|it| Ruleset::default_of(it.info())) else { return Ok(()) };
    let desk = Desk { output: Mutex::new(output), memory: Mutex::default() };
    thread::scope(|scope| {
        let mut session = Session {
            desk: &desk,
            level: Level::HIGHEST,
            judge: Judge::default(),
            multi_pv: 1,
            threads: 1,
            question: Question::new(ruleset, None, Vec::new()),
            thinking: None,
        };
        for line in input.lines() {
            let line = match line {
                Ok(line) => line,
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    desk.say("info string that is no text")?;
                    continue;
                }
                Err(error) => return Err(error),
            };
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.as_slice() {
                ["quit", ..] => return Ok(()),
                ["go", rest @ ..] => match session.read_go(rest) {
                    Ok(task) => session
                        .go(task, |work| thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work))?,
                    Err(complaint) => desk.complain(&complaint)?,
                },
                words => session.obey(words)?,
            }
        }
        session.finish();
        Ok(())
    })
}

/// What the searching thread shares with the reading one.
struct Desk<W> {
    output: Mutex<W>,
    memory: Mutex<Memory>,
}

impl<W: Write> Desk<W> {
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
}

/// What a `go` asks for.
#[derive(Clone, Copy)]
enum Task {
    Level,
    Limits(Limits),
}

struct Thinking<'scope> {
    stop: Stop,
    endless: bool,
    handle: ScopedJoinHandle<'scope, ()>,
}

struct Session<'desk, 'scope, W: Write + Send> {
    desk: &'desk Desk<W>,
    level: Level,
    judge: Judge,
    /// How many lines a search with limits tells.
    multi_pv: usize,
    /// How many search for one move; several lines, and levels that must be reproducible, are searched by one.
    threads: usize,
    question: Question,
    thinking: Option<Thinking<'scope>>,
}

type Work<'a> = Box<dyn FnOnce() + Send + 'a>;

impl<W: Write + Send> Drop for Session<'_, '_, W> {
    /// However the session ends, nothing thinks on.
    fn drop(&mut self) {
        self.stop();
    }
}

impl<'desk, 'scope, W: Write + Send> Session<'desk, 'scope, W> {
    fn obey(&mut self, words: &[&str]) -> io::Result<()> {
        let answer = match words {
            [] => return Ok(()),
            ["ugi" | "uci", ..] => return self.introduce(words[0]),
            ["isready", ..] => Ok("readyok".to_owned()),
            ["stop", ..] => {
                self.stop();
                return Ok(());
            }
            ["uginewgame" | "ucinewgame", ..] => {
                self.stop();
                self.desk.memory.lock().unwrap_or_else(PoisonError::into_inner).clear();
                return Ok(());
            }
            ["setoption", rest @ ..] => self.set_option(rest).map(|()| String::new()),
            ["position", rest @ ..] => self.set_position(rest).map(|()| String::new()),
            ["query", what, ..] => self.query(what),
            _ => Err(format!("there is no command “{}” here", words.join(" "))),
        };
        match answer {
            Ok(answer) if answer.is_empty() => Ok(()),
            Ok(answer) => self.desk.say(&answer),
            Err(complaint) => self.desk.complain(&complaint),
        }
    }

    fn introduce(&self, protocol: &str) -> io::Result<()> {
        let games: String = games::GAMES.iter().map(|it| format!(" var {}", it.info().key)).collect();
        let ruleset = &self.question.ruleset;
        for line in [
            format!("id name Parlor {}", env!("CARGO_PKG_VERSION")),
            "id author the Parlor authors".into(),
            format!("option name Game type combo default {}{games}", ruleset.info.key),
            format!("option name Rules type string default {}", ruleset.preset.name),
            "option name Level type spin default 10 min 1 max 10".into(),
            format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
            format!("option name Hash type spin default {USUAL_MEGABYTES} min 1 max {MOST_HASH}"),
            format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
            "option name Evaluation type combo default network var network var terms".into(),
            format!("{protocol}ok"),
        ] {
            self.desk.say(&line)?;
        }
        Ok(())
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let split = words.iter().position(|it| *it == "value").ok_or("an option needs a name and a value")?;
        let (name, value) = (words[..split].join(" "), words[split + 1..].join(" "));
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
            "level" => {
                let number = value.parse().ok().filter(|it| (1..=10).contains(it));
                self.level = Level::new(number.ok_or("a level is a number from 1 to 10")?);
            }
            "multipv" => {
                let number = value.parse().ok().filter(|it| (1..=MOST_LINES).contains(it));
                self.multi_pv = number.ok_or_else(|| format!("MultiPV is a number from 1 to {MOST_LINES}"))?;
            }
            "hash" => {
                let size = value.parse().ok().filter(|it| (1..=MOST_HASH).contains(it));
                let size = size.ok_or_else(|| format!("Hash is a number of MiB from 1 to {MOST_HASH}"))?;
                *self.desk.memory.lock().unwrap_or_else(PoisonError::into_inner) = Memory::new(size);
            }
            "threads" => {
                let number = value.parse().ok().filter(|it| (1..=MOST_THREADS).contains(it));
                self.threads = number.ok_or_else(|| format!("Threads is a number from 1 to {MOST_THREADS}"))?;
            }
            "evaluation" => {
                self.judge = match value.to_lowercase().as_str() {
                    "network" => Judge::Network,
                    "terms" => Judge::Terms,
                    _ => return Err("Evaluation is network or terms".to_owned()),
                };
            }
            _ => return Err(format!("there is no option “{name}”")),
        }
        Ok(())
    }

    fn reset(&mut self, ruleset: Ruleset) {
        self.question = Question::new(ruleset, None, Vec::new());
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
        let mut table = games::open(&ruleset, position.as_deref()).map_err(|error| error.to_string())?;
        for text in moves.iter().skip(1) {
            let it = table.read(text).map_err(|error| complaint(text, error))?;
            table.play(it).map_err(|refusal| format!("{text}: {}", refusal.code))?;
        }
        self.stop();
        self.question = Question::new(ruleset, position, table.played().to_vec());
        Ok(())
    }

    /// The table of the present position; it was read before.
    fn table(&self) -> Result<Box<dyn Table>, String> {
        let Question { ruleset, position, moves, .. } = &self.question;
        let mut table = games::open(ruleset, position.as_deref()).map_err(|error| error.to_string())?;
        for it in moves {
            table.play(*it).map_err(|refusal| refusal.code.to_string())?;
        }
        Ok(table)
    }

    fn query(&self, what: &str) -> Result<String, String> {
        let table = self.table()?;
        let answer = match what {
            "gameover" => table.outcome().is_some().to_string(),
            "p1turn" => (table.to_move() == Side::First).to_string(),
            "result" => match table.outcome().map(|it| it.winner) {
                None => "none".into(),
                Some(None) => "draw".into(),
                Some(Some(Side::First)) => "p1win".into(),
                Some(Some(Side::Second)) => "p2win".into(),
            },
            _ => return Err(format!("there is no query “{what}”")),
        };
        Ok(format!("response {answer}"))
    }

    fn read_go(&self, words: &[&str]) -> Result<Task, String> {
        let (mut limits, mut clock) = (Limits::NONE, [None; 2]);
        let mut level = words.is_empty();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match *word {
                "infinite" => {}
                "level" => level = true,
                _ => {
                    let value = words.next().and_then(|it| it.parse::<i64>().ok());
                    let value = value.ok_or_else(|| format!("“{word}” needs a number"))?.max(0) as u64;
                    match *word {
                        "depth" => limits.depth = Some(value.clamp(1, 1000) as u32),
                        "nodes" => limits.nodes = Some(value.max(1)),
                        "movetime" => limits.time = Some(Duration::from_millis(value)),
                        "p1time" | "btime" => clock[0] = Some(value),
                        "p2time" | "wtime" => clock[1] = Some(value),
                        "p1inc" | "p2inc" | "winc" | "binc" | "movestogo" => {}
                        _ => return Err(format!("go knows no “{word}”")),
                    }
                }
            }
        }
        if level {
            return Ok(Task::Level);
        }
        let own = clock[self.table()?.to_move().index()];
        if let (None, Some(left)) = (limits.time, own) {
            limits.time = Some(Duration::from_millis(left / 25));
        }
        Ok(Task::Limits(limits))
    }

    fn go(
        &mut self,
        task: Task,
        spawn: impl FnOnce(Work<'scope>) -> io::Result<ScopedJoinHandle<'scope, ()>>,
    ) -> io::Result<()>
    where
        'desk: 'scope,
    {
        self.stop();
        let (desk, stop, mut question) = (self.desk, Stop::new(), self.question.clone());
        let (variations, helpers) = (self.multi_pv, Helpers::new(self.threads - 1));
        (question.level, question.judge) = (self.level, self.judge);
        let endless = matches!(task, Task::Limits(Limits { depth: None, nodes: None, time: None }));
        let flag = stop.clone();
        let work = move || {
            let mut memory = desk.memory.lock().unwrap_or_else(PoisonError::into_inner);
            memory.employ(helpers);
            let answer = match task {
                Task::Level => think_with(&question, &flag, &mut memory).map(|it| words_of(&it)),
                Task::Limits(limits) if variations > 1 => {
                    let effort = Effort { variations, limits, solver_nodes: 0 };
                    study_with(&question, &effort, &flag, memory.large()).map(|it| words_of_analysis(&it))
                }
                Task::Limits(limits) => analyse_with(&question, &limits, &flag, &mut memory).map(|it| words_of(&it)),
            };
            drop(memory);
            let answer = answer.unwrap_or_else(|error| format!("info string {error}\nbestmove none"));
            // A reader that is gone needs no answer.
            let _ = desk.say(&answer);
        };
        match spawn(Box::new(work)) {
            Ok(handle) => self.thinking = Some(Thinking { stop, endless, handle }),
            Err(error) => self.desk.complain(&format!("no thread to think: {error}"))?,
        }
        Ok(())
    }

    /// Ends the running search, if there is one, and waits for its answer.
    fn stop(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            thinking.stop.set();
            self.join(thinking.handle);
        }
    }

    /// Waits for the running search, which is stopped if it has no end of its own.
    fn finish(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            if thinking.endless {
                thinking.stop.set();
            }
            self.join(thinking.handle);
        }
    }

    fn join(&self, handle: ScopedJoinHandle<'scope, ()>) {
        if handle.join().is_err() {
            let _ = self.desk.say("info string the search failed\nbestmove none");
        }
    }
}

fn complaint(text: &str, error: ReadMove) -> String {
    match error {
        ReadMove::Unreadable(unreadable) => unreadable.to_string(),
        ReadMove::Illegal(refusal) => format!("{text} is not legal: {}", refusal.code),
        ReadMove::Ambiguous(_) => format!("{text} begins several moves"),
    }
}

/// A report as the protocol says it.
fn words_of(report: &Report) -> String {
    let Report { best, depth, score, nodes, time, hash_full, line, .. } = report;
    let head = format!("info depth {depth}");
    info(&head, *score, (*nodes, *time, *hash_full), line) + &format!("bestmove {best}")
}

/// An analysis as the protocol says it, a line for each move.
fn words_of_analysis(analysis: &Analysis) -> String {
    let Analysis { variations, depth, nodes, time, hash_full, .. } = analysis;
    let line = |(index, it): (usize, &Variation)| {
        let head = format!("info depth {depth} multipv {}", index + 1);
        info(&head, it.score, (*nodes, *time, *hash_full), &it.line)
    };
    let best = variations.first().map_or("none".into(), |it| it.best().to_string());
    variations.iter().enumerate().map(line).collect::<String>() + &format!("bestmove {best}")
}

/// A line of information; of the search it tells nodes, time and how full the table is.
fn info(head: &str, score: Score, (nodes, time, hash_full): (u64, Duration, u32), line: &[Move]) -> String {
    // Full moves, as UCI counts them.
    let score = match score {
        Score::Cp(it) => format!("cp {it}"),
        Score::Win(plies) => format!("mate {}", plies.div_ceil(2)),
        Score::Loss(plies) => format!("mate -{}", plies.div_ceil(2)),
    };
    let line: Vec<String> = line.iter().map(Move::to_string).collect();
    let speed = nodes as f64 / time.as_secs_f64().max(1e-6);
    let millis = time.as_millis();
    format!(
        "{head} score {score} nodes {nodes} time {millis} nps {speed:.0} hashfull {hash_full} pv {}\n",
        line.join(" ")
    )
}
