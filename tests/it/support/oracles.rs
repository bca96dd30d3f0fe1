//! Facts that our own code did not produce.

use std::path::Path;

/// The rows of an oracle, cut at tabs, without comments.
pub fn rows(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/oracles").join(name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let cut = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().filter(|it| !it.starts_with('#') && !it.is_empty()).map(cut).collect()
}
