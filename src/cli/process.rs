//! What subcommands need of the process: threads, and lines on stdout.

use anyhow::Context as _;

/// What runs asynchronous work.
pub(super) fn runtime() -> anyhow::Result<tokio::runtime::Runtime> {
    tokio::runtime::Runtime::new().context("Couldn't start any threads")
}

/// Prints a line, and ends quietly where nobody reads anymore, as in `parlor moves loa | head -1`.
pub(super) fn print(line: impl std::fmt::Display) -> anyhow::Result<()> {
    use std::io::Write as _;
    match writeln!(std::io::stdout(), "{line}") {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        other => Ok(other?),
    }
}
