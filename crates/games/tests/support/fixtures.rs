//! Facts that our own code did not produce: each game has them in its folder. `crates/games/fixtures.md` explains them.

use std::path::{Path, PathBuf};

use games::{GAMES, Info, Preset};

/// A line of a table, cut at its tabs.
pub type Row = Vec<String>;

/// One of a game's tables.
pub struct Fixture {
    pub info: &'static Info,
    /// What comes between the table's kind and its ending: a size, or a preset.
    pub variant: String,
    pub rows: Vec<Row>,
    /// The whole table.
    #[allow(dead_code, reason = "not every test binary needs it")]
    pub text: String,
}

/// The tables of a kind that all games have: files called `KIND.tsv` or `KIND-VARIANT.tsv`.
#[allow(dead_code, reason = "not every test binary reads the tables of all games at once")]
pub fn fixtures(kind: &str) -> Vec<Fixture> {
    GAMES.iter().flat_map(|it| fixtures_of(it.info(), kind)).collect()
}

/// The tables of a kind that a game has.
pub fn fixtures_of(info: &'static Info, kind: &str) -> Vec<Fixture> {
    let folder = folder(info);
    let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut names: Vec<String> = files.map(|it| it.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let fixture = |name: String| {
        let variant = name.strip_suffix(".tsv")?.strip_prefix(kind)?;
        let variant = if variant.is_empty() { "" } else { variant.strip_prefix('-')? };
        // `solved-positions` is no variant of `solved`, but a kind of its own.
        let is_variant = variant.is_empty() || is_variant(info, variant);
        let text = std::fs::read_to_string(folder.join(&name)).unwrap();
        is_variant.then(|| Fixture { info, variant: variant.to_owned(), rows: rows(&text), text })
    };
    names.into_iter().filter_map(fixture).collect()
}

/// Where a game has its tables.
fn folder(info: &Info) -> PathBuf {
    let folder = games::folder(info.key).expect("a registered game has a folder");
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    // The tests of this crate and those of the bot read the same tables.
    let root = package.ancestors().find(|it| it.join("crates/games").is_dir()).expect("a checkout");
    root.join("crates/games/src").join(folder).join("fixtures")
}

fn is_variant(info: &Info, word: &str) -> bool {
    let is_named = |it: &Preset| it.name == word;
    word.parse::<games::board::Shape>().is_ok() || info.presets.iter().any(is_named)
}

fn rows(text: &str) -> Vec<Row> {
    let cut = |line: &str| line.split('\t').map(str::to_owned).collect();
    text.lines().filter(|it| !it.starts_with('#') && !it.is_empty()).map(cut).collect()
}
