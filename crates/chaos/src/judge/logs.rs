//! Whether a bot panicked, by what the bots have logged.

use std::fs;
use std::path::Path;

use super::Check;

/// Reads the logs of all bots in a folder; an error if one can't be read.
pub(super) fn panics(folder: &Path) -> anyhow::Result<Check> {
    let (mut looked_at, mut violations) = (0, Vec::new());
    for entry in fs::read_dir(folder)? {
        let file = entry?.path();
        if file.extension().is_none_or(|it| it != "log") {
            continue;
        }
        looked_at += 1;
        let log = String::from_utf8_lossy(&fs::read(&file)?).into_owned();
        let panics = log.lines().filter(|it| it.contains("panicked at"));
        violations.extend(panics.map(|it| format!("{}: {it}", file.display())));
    }
    Ok(Check { promise: "no bot panics", looked_at, violations })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_in_a_log_is_found() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("bot-1.log"), "all is well\n").unwrap();
        fs::write(folder.path().join("bot-2.log"), "thread 'main' panicked at src/main.rs:1:1:\n").unwrap();
        let check = panics(folder.path()).unwrap();
        assert_eq!((check.looked_at, check.violations.len()), (2, 1));
    }
}
