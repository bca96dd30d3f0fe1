//! The walls between the rooms of `src/`, kept by reading it as text.

use std::path::{Path, PathBuf};

/// A source file: its path below `src/`, and its lines without the tests at its end.
struct Source {
    path: String,
    text: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    let source = |file: PathBuf| {
        let path = file.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&file).unwrap();
        Source { path, text }
    };
    let sources: Vec<Source> = files.into_iter().map(source).collect();
    assert!(sources.len() > 50, "the sources are found");
    sources
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|it| it == "rs") {
            files.push(path);
        }
    }
}

impl Source {
    fn is_in(&self, rooms: &[&str]) -> bool {
        rooms.iter().any(|it| self.path.starts_with(it))
    }

    /// The numbered lines of code: no comments, and nothing from the tests on.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines = self.text.lines().enumerate().map(|(index, line)| (index + 1, line));
        lines
            .take_while(|(_, line)| !line.starts_with("#[cfg(test)]"))
            .map(|(number, line)| (number, line.split("//").next().unwrap_or(line)))
    }
}

/// Fails with file and line of everything in `rooms` that names one of `words`.
#[track_caller]
fn forbid(rule: &str, words: &[&str], applies: impl Fn(&Source) -> bool) {
    let mut found = Vec::new();
    for source in sources().iter().filter(|it| applies(it)) {
        for (number, line) in source.code() {
            for word in words.iter().filter(|it| line.contains(**it)) {
                found.push(format!("src/{}:{number} names {word}", source.path));
            }
        }
    }
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}

#[test]
fn the_inside_does_no_input_or_output() {
    let pure = ["board/", "game/", "games/", "records.rs", "engine/", "play/"];
    let words = [
        "serenity",
        "poise",
        "sqlx",
        "image::",
        "png::",
        "tokio",
        "axum",
        "std::env",
        "std::fs",
        "std::net",
        "SystemTime::now",
        "Timestamp::now",
        "rand::rng",
        "rand::random",
        "thread_rng",
    ];
    forbid("board, game, games, records, engine and play do no I/O", &words, |it| it.is_in(&pure));
}

#[test]
fn each_library_has_its_room() {
    for (word, rooms) in [
        // The log filter of app/ names some as the libraries that they are.
        ("serenity", &["discord/", "app/mod.rs"] as &[&str]),
        ("poise", &["discord/", "app/mod.rs"]),
        ("sqlx", &["store/", "app/mod.rs"]),
        ("axum", &["playground/", "http/"]),
        ("tiny_skia", &["render/"]),
        ("fluent", &["i18n/"]),
        ("skillratings", &["play/rating.rs"]),
        ("clap", &["cli/"]),
    ] {
        forbid(&format!("{word} stays in {rooms:?}"), &[word], |it| !it.is_in(rooms));
    }
}

#[test]
fn arrows_point_inward() {
    for (room, words) in [
        ("board/", &["crate::game", "crate::engine", "crate::play", "crate::i18n", "crate::render"] as &[&str]),
        ("game/", &["crate::games", "crate::engine", "crate::play", "crate::i18n", "crate::render"]),
        ("games/", &["crate::engine", "crate::play", "crate::i18n", "crate::render"]),
        ("records.rs", &["crate::engine", "crate::play", "crate::i18n", "crate::render", "crate::store"]),
        ("engine/", &["crate::play", "crate::i18n", "crate::render", "crate::store"]),
        ("render/", &["crate::games", "crate::engine", "crate::play", "crate::discord"]),
        ("play/", &["crate::engine", "crate::store", "crate::render", "crate::i18n", "crate::discord", "crate::app"]),
        ("store/", &["crate::engine", "crate::render", "crate::i18n", "crate::discord", "crate::app"]),
        ("playground/", &["crate::"]),
        ("discord/", &["crate::store", "crate::engine", "crate::playground", "crate::app", "crate::cli"]),
    ] {
        let own = format!("crate::{}", room.trim_end_matches('/'));
        let words: Vec<&str> = words.to_vec();
        let mut found = Vec::new();
        for source in sources().iter().filter(|it| it.path.starts_with(room)) {
            for (number, line) in source.code() {
                let foreign =
                    words.iter().any(|it| line.contains(&format!("{it}::")) || (*it == "crate::" && line.contains(it)));
                if foreign && !line.contains(&own) {
                    found.push(format!("src/{}:{number} {}", source.path, line.trim()));
                }
            }
        }
        assert!(found.is_empty(), "{room} may not look outward:\n{}", found.join("\n"));
    }
}

#[test]
fn a_game_is_named_in_its_folder_and_the_registry_only() {
    let games: Vec<String> = sources()
        .iter()
        .filter_map(|it| it.path.strip_prefix("games/")?.split_once('/').map(|it| it.0.to_owned()))
        .collect();
    assert!(!games.is_empty());
    for game in games {
        let folder = format!("games/{game}/");
        forbid("a game is one folder", &[&game], |it| !it.path.starts_with(&folder) && it.path != "games/mod.rs");
    }
}

#[test]
fn settings_are_read_in_one_place() {
    forbid("config.rs reads the environment", &["env::var"], |it| it.path != "config.rs");
}

#[test]
fn nothing_that_a_person_sends_can_panic() {
    forbid("errors are handled", &[".unwrap()", "todo!", "unimplemented!", "dbg!"], |it| it.path != "game/laws.rs");
}

#[test]
fn every_file_says_what_it_is_for() {
    let silent: Vec<String> =
        sources().iter().filter(|it| !it.text.starts_with("//! ")).map(|it| it.path.clone()).collect();
    assert!(silent.is_empty(), "no first line of documentation: {silent:?}");
}

#[test]
fn every_reason_and_every_refusal_has_its_sentence() {
    let texts = parlor::i18n::english();
    for reason in games::Reason::ALL {
        let key = format!("reason-{}", reason.as_str().replace(' ', "-"));
        assert!(texts.has(&key), "{key}");
    }
    let mut checked = 0;
    for source in sources() {
        for (number, line) in source.code() {
            for quoted in line.split("Refusal::new(\"").chain(line.split("Self::new(\"")).skip(1) {
                let Some((key, rest)) = quoted.split_once('"') else { continue };
                if rest.starts_with(')') && key.contains('-') {
                    assert!(texts.has(key), "src/{}:{number}: no sentence for {key}", source.path);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 40, "only {checked} refusals were found");
}
