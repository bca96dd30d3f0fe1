//! Who plays: this engine at a setting, or another program, as it is written on the command line.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use crate::duel::{ParsePlayerError, Player};
use engine::Limits;

/// A player as it was asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct Entrant {
    /// The words that were typed.
    pub name: String,
    pub kind: EntrantKind,
}

/// Which player it is.
#[derive(Clone, PartialEq, Debug)]
pub enum EntrantKind {
    Engine(Player),
    Program(ProgramSpec),
}

/// Another program and how it shall play.
#[derive(Clone, PartialEq, Debug)]
pub struct ProgramSpec {
    pub protocol: Protocol,
    /// The program and its arguments; never empty.
    pub command: Vec<String>,
    pub limits: Limits,
    /// How much longer than its time it may take before it has lost.
    pub patience: Duration,
    /// The name that the program has for the game, if not ours.
    pub variant: Option<String>,
    /// A file that tells it of more variants.
    pub variants: Option<String>,
    /// Its own options.
    pub options: Vec<(String, String)>,
}

/// How a program is talked to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// Moves and positions in our own text forms.
    Ugi,
    /// Moves and positions as in chess.
    Uci,
}

/// The words name no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseEntrantError {
    #[error(
        "{0}; or name another program, like 'ugi:path/to/parlor time=100' or 'uci:fairy-stockfish time=100', with time= \
         (milliseconds), nodes= or depth=, and perhaps variant=, variants=FILE, patience= (milliseconds), option.NAME="
    )]
    Engine(#[from] ParsePlayerError),
    #[error("“{0}” doesn't name a program: give its path after ugi: or uci:")]
    Nothing(String),
    #[error("“{0}” doesn't say how long to think: add time=100 (milliseconds), nodes=20000 or depth=5")]
    Endless(String),
    #[error("“{0}” isn't a number above 0")]
    Number(String),
    #[error("“{0}” opens a quote that is never closed")]
    Quotation(String),
}

impl FromStr for Entrant {
    type Err = ParseEntrantError;

    fn from_str(text: &str) -> Result<Self, ParseEntrantError> {
        let kind = match text.split_once(':') {
            Some(("ugi", rest)) => EntrantKind::Program(ProgramSpec::read(Protocol::Ugi, rest)?),
            Some(("uci", rest)) => EntrantKind::Program(ProgramSpec::read(Protocol::Uci, rest)?),
            _ => EntrantKind::Engine(text.parse()?),
        };
        Ok(Self { name: text.to_owned(), kind })
    }
}

/// Whether a file is a build of Parlor, by its name: `parlor`, `parlor-1.2`, `parlor_old`, `parlor.exe`; or the very program
/// that runs.
fn is_parlor(file: &Path) -> bool {
    let name = file.file_name().and_then(|it| it.to_str()).and_then(|it| it.strip_prefix("parlor"));
    let itself = || std::env::current_exe().and_then(|it| it.canonicalize()).ok() == file.canonicalize().ok();
    name.is_some_and(|it| !it.starts_with(|it: char| it.is_alphabetic())) || (file.exists() && itself())
}

/// How much longer than its time a program may take where nobody says otherwise.
const DEFAULT_PATIENCE: Duration = Duration::from_secs(10);

impl ProgramSpec {
    fn read(protocol: Protocol, text: &str) -> Result<Self, ParseEntrantError> {
        let mut spec = Self {
            protocol,
            command: Vec::new(),
            limits: Limits::NONE,
            patience: DEFAULT_PATIENCE,
            variant: None,
            variants: None,
            options: Vec::new(),
        };
        let words = shell_words::split(text).map_err(|_| ParseEntrantError::Quotation(text.to_owned()))?;
        for word in words {
            spec.read_word(word)?;
        }
        if spec.command.is_empty() {
            return Err(ParseEntrantError::Nothing(text.to_owned()));
        }
        // Parlor's own face for match programs is a subcommand; without it the file would start the bot.
        if protocol == Protocol::Ugi && matches!(spec.command.as_slice(), [file] if is_parlor(Path::new(file))) {
            spec.command.push("ugi".into());
        }
        if spec.limits == Limits::NONE {
            return Err(ParseEntrantError::Endless(text.to_owned()));
        }
        Ok(spec)
    }

    /// Takes a setting; any other word belongs to the command.
    fn read_word(&mut self, word: String) -> Result<(), ParseEntrantError> {
        let Some((name, value)) = word.split_once('=') else {
            self.command.push(word);
            return Ok(());
        };
        let number =
            || value.parse().ok().filter(|it: &u32| *it > 0).ok_or_else(|| ParseEntrantError::Number(word.clone()));
        match name {
            "time" => self.limits.time = Some(Duration::from_millis(number()?.into())),
            "nodes" => self.limits.nodes = Some(number()?.into()),
            "depth" => self.limits.depth = Some(number()?),
            "patience" => self.patience = Duration::from_millis(number()?.into()),
            "variant" => self.variant = Some(value.to_owned()),
            "variants" => self.variants = Some(value.to_owned()),
            _ => match name.strip_prefix("option.") {
                Some(option) => self.options.push((option.to_owned(), value.to_owned())),
                None => self.command.push(word),
            },
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(text: &str) -> ProgramSpec {
        match text.parse::<Entrant>().unwrap().kind {
            EntrantKind::Program(spec) => spec,
            EntrantKind::Engine(player) => panic!("{player:?}"),
        }
    }

    #[test]
    fn players_are_read() {
        assert_eq!("level:3".parse::<Entrant>().unwrap().kind, EntrantKind::Engine("level:3".parse().unwrap()));
        let spec = program("uci:fairy-stockfish variant=x time=100 option.Hash=64 'option.Skill Level=3'");
        assert_eq!(
            (spec.protocol, spec.command.as_slice()),
            (Protocol::Uci, ["fairy-stockfish".to_owned()].as_slice())
        );
        assert_eq!((spec.variant.as_deref(), spec.limits), (Some("x"), Limits::time(Duration::from_millis(100))));
        assert_eq!(spec.options, [("Hash".into(), "64".into()), ("Skill Level".into(), "3".into())]);
        let spec = program("ugi:'/a folder/it' --x=1 nodes=5 patience=200");
        assert_eq!(spec.command, ["/a folder/it", "--x=1"]);
        assert_eq!(program(r"ugi:'C:\it' time=5").command, [r"C:\it"], "unquoted, a backslash quotes what follows");
        assert_eq!(program("ugi:old/parlor time=5").command, ["old/parlor", "ugi"]);
        assert_eq!((spec.limits, spec.patience), (Limits::nodes(5), Duration::from_millis(200)));
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        for (text, part) in [
            ("strong:1", "isn't a player"),
            ("ugi: time=1", "doesn't name a program"),
            ("uci:it", "how long to think"),
            ("uci:it time=0", "isn't a number above 0"),
            ("uci:'it time=5", "never closed"),
        ] {
            let error = text.parse::<Entrant>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
