//! `parlor record`: written games are checked and converted.

use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};

use super::{position, print};
use games::records::{self, Form};
use games::records::{MAX_BYTES, Record, RecordError, RecordErrorKind};

#[derive(clap::Subcommand)]
pub(super) enum Command {
    /// Replay the games in a file with the referee
    Check {
        /// The file to read, PGN-like or SGF (- for stdin)
        file: PathBuf,
    },
    /// Print the games in a file in another format
    Convert {
        /// The file to read, PGN-like or SGF (- for stdin)
        file: PathBuf,
        /// The format to print
        #[arg(long, value_enum, value_name = "FORM")]
        to: To,
    },
}

/// The forms by the names of their files.
#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum To {
    Pgn,
    Sgf,
}

pub(super) fn run(command: &Command) -> anyhow::Result<()> {
    match command {
        Command::Check { file } => check(&read(file)?),
        Command::Convert { file, to } => convert(&read(file)?, *to),
    }
}

fn check(records: &[Record]) -> anyhow::Result<()> {
    for (index, record) in records.iter().enumerate() {
        let end = record.outcome.map_or_else(|| "not over yet".to_owned(), |outcome| outcome.in_words(record.sides()));
        let (plies, s) = (record.plies.len(), if record.plies.len() == 1 { "" } else { "s" });
        print(format_args!("game {}: {}, {plies} move{s}, {end}", index + 1, record.ruleset))?;
    }
    Ok(())
}

fn convert(records: &[Record], to: To) -> anyhow::Result<()> {
    let form = match to {
        To::Pgn => Form::Pgn,
        To::Sgf => Form::Sgf,
    };
    let write = |(index, it): (usize, &Record)| {
        records::write(it, form).map_err(|error| anyhow!("Game {} can't be converted: {error}.", index + 1))
    };
    let texts = records.iter().enumerate().map(write).collect::<anyhow::Result<Vec<String>>>()?;
    print(texts.join("\n").trim_end())
}

/// The records of a file.
fn read(file: &Path) -> anyhow::Result<Vec<Record>> {
    let name = if file == Path::new("-") { "The input".to_owned() } else { file.display().to_string() };
    let bytes = read_bytes(file).with_context(|| format!("{name} can't be read"))?;
    if bytes.len() > MAX_BYTES {
        bail!("{name} can't be read: {}.", RecordErrorKind::TooLong);
    }
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{name} isn't UTF-8 text. Save it as UTF-8."))?;
    records::read(&text).map_err(|error| anyhow!(explain(&error)))
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
