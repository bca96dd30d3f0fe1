//! Calls of the command line, and what they said.

use std::path::Path;
use std::process::{Command, Output};

/// The program in a folder of its own, without settings.
pub fn parlor(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    for name in ["DISCORD_TOKEN", "DISCORD_API_BASE", "DATABASE_URL", "PARLOR_SHARDS", "RUST_LOG"] {
        command.env_remove(name);
    }
    command
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .envs([("PARLOR_ENGINE_THREADS", "1"), ("PARLOR_ENGINE_PAUSES", "off")]);
    command
}

/// Runs it to its end.
pub fn run(folder: &Path, arguments: &[&str]) -> Output {
    parlor(folder, arguments).output().unwrap()
}

/// What a call that succeeds says.
#[track_caller]
pub fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What a failing call says: on stderr, with exit code 1, without a backtrace.
#[track_caller]
pub fn fails(output: &Output) -> String {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(output.stdout.is_empty() && !text.contains("backtrace") && !text.contains("panicked"), "{text}");
    text
}
