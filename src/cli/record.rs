//! `parlor record`: written games are checked and converted.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};

use super::{position, print};
use games::records::{self, Form, MAX_BYTES, Record, RecordError, RecordErrorKind};

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Replay the games in a file with the referee
    Check(Source),
    /// Print the games in a file in another format
    Convert {
        #[command(flatten)]
        source: Source,
        /// The format to print
        #[arg(long, value_enum, value_name = "FORM")]
        to: To,
    },
}

#[derive(clap::Args)]
pub(super) struct Source {
    /// The file to read, PGN-like or SGF (- for stdin)
    file: PathBuf,
    /// The game, where the file doesn't say which it is: a key that `parlor games` lists
    #[arg(long, value_name = "KEY")]
    game: Option<String>,
}

/// The forms by the names of their files.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum To {
    Pgn,
    Sgf,
}

pub(super) fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Check(source) => each(source, |number, record| print(listed(number, record))),
        Command::Convert { source, to } => {
            let form = match to {
                To::Pgn => Form::Pgn,
                To::Sgf => Form::Sgf,
            };
            let mut texts = Vec::new();
            let converted = each(source, |number, record| {
                let text = records::write(record, form);
                texts.push(text.map_err(|error| anyhow!("Game {number} can't be converted: {error}."))?);
                Ok(())
            });
            if !texts.is_empty() {
                print(texts.join("\n").trim_end())?;
            }
            converted
        }
    }
}

/// The line of a game.
fn listed(number: usize, record: &Record) -> String {
    let end = record.outcome.map_or_else(|| "not over yet".to_owned(), |outcome| outcome.in_words(record.sides()));
    let (plies, s) = (record.plies.len(), if record.plies.len() == 1 { "" } else { "s" });
    format!("game {number}: {}, {plies} move{s}, {end}", record.ruleset)
}

/// Does something with each game of a file, by its number. A game with which that doesn't work is told of, and keeps nobody
/// from the others.
fn each(source: &Source, mut work: impl FnMut(usize, &Record) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let games = read(source)?;
    let all = games.len();
    let mut failed = 0;
    for (index, game) in games.into_iter().enumerate() {
        let done = game.map_err(|error| anyhow!(explain(&error))).and_then(|it| work(index + 1, &it));
        match done {
            Err(error) if all == 1 => return Err(error),
            Err(error) => {
                failed += 1;
                eprintln!("{error:#}");
            }
            Ok(()) => {}
        }
    }
    match failed {
        0 => Ok(()),
        _ => bail!("{failed} of {all} games failed."),
    }
}

/// The games of a file.
fn read(source: &Source) -> anyhow::Result<Vec<Result<Record, RecordError>>> {
    let Source { file, game } = source;
    let find = |key: &String| games::find(key).ok_or_else(|| anyhow!("{}.", RecordErrorKind::UnknownGame(key.clone())));
    let usual = game.as_ref().map(find).transpose()?;
    let name = if file == Path::new("-") { "The input".to_owned() } else { file.display().to_string() };
    let bytes = read_bytes(file).with_context(|| format!("{name} can't be read"))?;
    let unread = |problem| anyhow!("{name} can't be read: {problem}.");
    if bytes.len() > MAX_BYTES {
        return Err(unread(RecordErrorKind::TooLong));
    }
    let text = records::decode(bytes).map_err(unread)?;
    Ok(records::read_each(&text, usual))
}

/// The bytes of a file, but not many more than are accepted.
fn read_bytes(file: &Path) -> std::io::Result<Vec<u8>> {
    let most = MAX_BYTES as u64 + 1;
    let mut bytes = Vec::new();
    if file == Path::new("-") {
        std::io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        std::fs::File::open(file)?.take(most).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// What is wrong with a record, with the referee's reason as a sentence.
fn explain(error: &RecordError) -> String {
    let RecordError { game, line, problem } = error;
    match problem {
        RecordErrorKind::Nothing => format!("The record can't be read: {problem}."),
        RecordErrorKind::Move { place, reason } => {
            format!("Game {game}, line {line}: {place} is refused: {}", position::explain(reason))
        }
        _ => format!("Game {game}, line {line}: {problem}."),
    }
}
