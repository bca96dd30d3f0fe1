//! The walls that the compiler does not keep, kept by reading the sources as text.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A source file: its path below the repository, and its text.
struct Source {
    path: String,
    text: String,
}

/// All sources of the workspace, its tests left out, also those in a file of their own.
fn sources() -> Vec<Source> {
    let mut sources = sources_in(&["src", "crates"]);
    let is_test =
        |path: &str| ["/snapshots.rs", "/tests.rs"].iter().any(|it| path.ends_with(it)) || path.contains("/tests/");
    sources.retain(|it| !is_test(&it.path));
    assert!(sources.len() > 150, "the sources are found");
    sources
}

fn sources_in(folders: &[&str]) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for folder in folders {
        collect(&root.join(folder), &mut files);
    }
    let source = |file: PathBuf| {
        let path = file.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        let text = std::fs::read_to_string(&file).unwrap();
        Source { path, text }
    };
    files.into_iter().map(source).collect()
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

    /// The crate it belongs to, and the path of its module there.
    fn module(&self) -> (&str, Vec<&str>) {
        let (krate, file) = match self.path.strip_prefix("crates/") {
            Some(rest) => rest.split_once("/src/").unwrap_or((rest, "")),
            None => ("parlor", self.path.strip_prefix("src/").unwrap_or(&self.path)),
        };
        let file = file.trim_end_matches(".rs");
        let file = file.strip_suffix("/mod").unwrap_or(file);
        let file = if ["lib", "main", "mod"].contains(&file) { "" } else { file };
        (krate, file.split('/').filter(|it| !it.is_empty()).collect())
    }
}

/// Fails with file and line of everything that names one of `words` where it applies.
#[track_caller]
fn forbid(rule: &str, words: &[&str], applies: impl Fn(&Source) -> bool) {
    let mut found = Vec::new();
    for source in sources().iter().filter(|it| applies(it)) {
        for (number, line) in source.code() {
            for word in words.iter().filter(|it| line.contains(**it)) {
                found.push(format!("{}:{number} names {word}", source.path));
            }
        }
    }
    assert!(found.is_empty(), "{rule}:\n{}", found.join("\n"));
}

/// The rooms that do no input or output. That they have no library for it, the compiler sees to; the standard library it
/// gives to everybody.
#[test]
fn the_inside_does_no_input_or_output() {
    let pure = ["crates/games/", "crates/engine/", "crates/render/", "crates/play/", "crates/texts/"];
    let words = ["std::env", "std::fs", "std::net", "std::process", "SystemTime", "Timestamp::now"];
    forbid("games, engine and play do no I/O", &words, |it| it.is_in(&pure));
}

/// Which crates of this workspace each one may have, tests aside. The compiler keeps a wall as long as the manifest does.
#[test]
fn arrows_point_inward() {
    for (krate, inward) in [
        ("games", &[] as &[&str]),
        ("engine", &["games"]),
        ("lab", &["engine", "games"]),
        ("render", &["games"]),
        ("metrics", &[]),
        ("texts", &["games", "render"]),
        ("play", &["games"]),
        ("store", &["games", "metrics", "play"]),
        ("egress", &["metrics"]),
        ("discord", &["egress", "games", "metrics", "play", "render", "texts"]),
        ("playground", &[]),
        ("chaos", &["discord", "games", "play", "playground", "store"]),
    ] {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates").join(krate).join("Cargo.toml");
        let manifest = std::fs::read_to_string(manifest).unwrap();
        let (_, dependencies) = manifest.split_once("[dependencies]").unwrap();
        let dependencies = dependencies.split("\n[").next().unwrap();
        let names: BTreeSet<&str> =
            dependencies.lines().filter_map(|it| it.strip_suffix(".workspace = true")).collect();
        let has: Vec<&str> = CRATES.into_iter().filter(|it| names.contains(it)).collect();
        assert_eq!(has, inward, "what crates/{krate} depends on");
    }
    let folders = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")).unwrap().count();
    assert_eq!(folders, CRATES.len(), "every crate is named here");
}

/// The crates of this workspace.
const CRATES: [&str; 12] = [
    "chaos",
    "discord",
    "egress",
    "engine",
    "games",
    "lab",
    "metrics",
    "play",
    "playground",
    "render",
    "store",
    "texts",
];

/// A library that only one room knows could be replaced there.
#[test]
fn each_library_has_its_room() {
    for (word, rooms) in [
        // The log filter of app/ names some as the libraries that they are.
        ("serenity", &["crates/discord/", "src/app/", "crates/playground/"] as &[&str]),
        ("poise", &["crates/discord/", "src/app/"]),
        ("sqlx", &["crates/store/", "src/app/mod.rs"]),
        ("clap", &["src/cli/"]),
        ("axum", &["src/app/health.rs", "crates/egress/", "crates/chaos/src/rest_proxy.rs", "crates/playground/"]),
        ("metrics_exporter_prometheus", &["crates/metrics/", "src/app/health.rs"]),
    ] {
        forbid(&format!("{word} stays in {rooms:?}"), &[word], |it| !it.is_in(rooms));
    }
}

/// The files of each crate that name one another in a circle by their `use` lines.
#[test]
fn no_file_takes_part_in_a_circle() {
    let sources = sources();
    let mut circles = Vec::new();
    for krate in sources.iter().map(|it| it.module().0).collect::<BTreeSet<_>>() {
        let files: BTreeMap<Vec<&str>, &Source> =
            sources.iter().filter(|it| it.module().0 == krate).map(|it| (it.module().1, it)).collect();
        let arrows: BTreeMap<&Vec<&str>, BTreeSet<&Vec<&str>>> =
            files.iter().map(|(path, source)| (path, arrows_of(source, path, &files))).collect();
        for start in files.keys() {
            let others = reached(start, &arrows);
            let back: Vec<String> =
                others.iter().filter(|it| reached(it, &arrows).contains(start)).map(|it| it.join("/")).collect();
            if !back.is_empty() {
                circles.push(format!("{krate}: {} with {}", start.join("/"), back.join(", ")));
            }
        }
    }
    assert!(circles.is_empty(), "files in circles:\n{}", circles.join("\n"));
}

/// The files that a file takes something from by `use crate::…`, `use super::…` or `use self::…`.
fn arrows_of<'a>(source: &Source, own: &[&str], files: &'a BTreeMap<Vec<&str>, &Source>) -> BTreeSet<&'a Vec<&'a str>> {
    let code: Vec<&str> = source.code().map(|it| it.1).collect();
    let code = code.join("\n");
    let mut found = BTreeSet::new();
    for statement in code.split("use ").skip(1) {
        let statement: String = statement.split(';').next().unwrap_or_default().split_whitespace().collect();
        for path in spread(&statement) {
            let mut segments: Vec<&str> = path.split("::").collect();
            let mut base: Vec<&str> = match segments.first() {
                Some(&"crate") => Vec::new(),
                Some(&"self") => own.to_vec(),
                Some(&"super") => own.to_vec(),
                _ => continue,
            };
            while let Some(&("crate" | "self" | "super")) = segments.first() {
                if segments.remove(0) == "super" {
                    base.pop();
                }
            }
            let full: Vec<String> = base.iter().chain(&segments).map(|it| (*it).to_owned()).collect();
            // The deepest file on the way is the one that is meant; a folder's own file stands for what it hands on.
            let target = files
                .keys()
                .filter(|it| it.len() <= full.len() && it.iter().zip(&full).all(|(one, other)| one == other))
                .max_by_key(|it| it.len());
            found.extend(target.filter(|it| it[..] != *own && !own.starts_with(it)));
        }
    }
    found
}

/// The paths of a `use` with its braces multiplied out.
fn spread(statement: &str) -> Vec<String> {
    let Some(open) = statement.find('{') else { return vec![statement.to_owned()] };
    let (before, rest) = (&statement[..open], &statement[open + 1..]);
    let (mut depth, mut parts, mut part) = (0, Vec::new(), String::new());
    for character in rest.chars() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(std::mem::take(&mut part));
                continue;
            }
            _ => {}
        }
        part.push(character);
    }
    parts.push(part);
    parts.iter().filter(|it| !it.is_empty()).flat_map(|it| spread(&format!("{before}{it}"))).collect()
}

/// All files to which arrows lead, in any number of steps.
fn reached<'a>(
    start: &Vec<&'a str>,
    arrows: &BTreeMap<&Vec<&'a str>, BTreeSet<&'a Vec<&'a str>>>,
) -> BTreeSet<&'a Vec<&'a str>> {
    let mut seen = BTreeSet::new();
    let mut next: Vec<&Vec<&str>> = arrows[start].iter().copied().collect();
    while let Some(file) = next.pop() {
        if seen.insert(file) {
            next.extend(arrows[file].iter().copied());
        }
    }
    seen
}

#[test]
fn a_game_is_named_in_its_folder_and_the_registry_only() {
    let games: BTreeSet<&str> = games::GAMES.iter().map(|it| it.info().key).collect();
    let folders: BTreeSet<String> = sources()
        .iter()
        .filter_map(|it| it.path.strip_prefix("crates/games/src/")?.split_once('/').map(|it| it.0.to_owned()))
        .filter(|it| !["board", "game", "records", "shared", "template"].contains(&it.as_str()))
        .collect();
    assert_eq!(folders.len(), games.len(), "a folder for each game: {folders:?}");
    for game in folders {
        let folder = format!("crates/games/src/{game}/");
        forbid("a game is one folder", &[&game], |it| {
            !it.path.starts_with(&folder) && it.path != "crates/games/src/lib.rs"
        });
    }
}

/// Names of public types that several modules have on purpose.
const SHARED_NAMES: [&str; 1] = [
    // Each game's folder has a position of its own, which nothing outside the folder names.
    "Position",
];

#[test]
fn a_public_type_has_a_name_of_its_own() {
    let sources = sources();
    let mut homes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for source in &sources {
        for name in source.code().filter_map(|(_, line)| public_type(line)) {
            homes.entry(name).or_default().push(&source.path);
        }
    }
    assert!(homes.len() > 150, "only {} types were found", homes.len());
    homes.retain(|_, files| files.len() > 1);
    let shared: Vec<&str> = homes.keys().copied().collect();
    assert_eq!(shared, SHARED_NAMES, "names that several modules have: {homes:#?}");
}

/// The name of the public type that a line of code begins to define.
fn public_type(line: &str) -> Option<&str> {
    let definition = line.trim_start().strip_prefix("pub ")?;
    let name = ["struct ", "enum ", "trait ", "type "].iter().find_map(|it| definition.strip_prefix(it))?;
    name.split(|it: char| !it.is_alphanumeric()).next()
}

/// Whatever else is called `it` has a better name: one that says what it is.
#[test]
fn only_what_a_closure_takes_is_called_it() {
    let mut found = Vec::new();
    for source in sources_in(&["src", "crates", "tests", "benches", "fuzz/src", "fuzz/fuzz_targets"]) {
        for (index, line) in source.text.lines().enumerate() {
            if names_it(&without_texts(line)) {
                found.push(format!("{}:{}: {}", source.path, index + 1, line.trim()));
            }
        }
    }
    assert!(found.is_empty(), "a name that says nothing, outside a closure:\n{}", found.join("\n"));
    for names in
        ["let Some(it) = x else {", "for (index, it) in x {", "it if it.0 => y,", "fn f(x: X, it: Y) {", "it: Y,"]
    {
        assert!(names_it(names), "{names} is found");
    }
    for takes in
        ["let x = y.map(|it| it.0);", "x if y.all(|(it, _)| it) => z,", "let f = |x, it: &X| it.0;", "// let it = x;"]
    {
        assert!(!names_it(&without_texts(takes)), "{takes} is let be");
    }
}

/// Whether a line of code gives the name to something other than what a closure takes.
fn names_it(line: &str) -> bool {
    let line = without_closures(line);
    let is_it = |text: &str| text.split(|it: char| !it.is_alphanumeric() && it != '_').any(|it| it == "it");
    let lets = line.split("let ").skip(1).filter_map(|it| it.split(" = ").next());
    let loops = line.split("for ").skip(1).filter_map(|it| it.split_once(" in ")).map(|it| it.0);
    let arms = line.split_once(" =>").and_then(|it| it.0.split(" if ").next()?.split(" = ").next());
    let matched = line.split("matches!(").skip(1).filter_map(|it| it.split_once(", ")?.1.split(" if ").next());
    let parameter = ["(it: ", ", it: "].iter().any(|it| line.contains(it)) || line.trim_start().starts_with("it: ");
    parameter || lets.chain(loops).chain(arms).chain(matched).any(is_it)
}

/// A line without what its closures take. Between patterns, a bar has a space behind it.
fn without_closures(line: &str) -> String {
    let mut parts = line.split('|');
    let mut rest = parts.next().unwrap_or_default().to_owned();
    while let Some(part) = parts.next() {
        let behind = if part.starts_with(' ') { Some(part) } else { parts.next() };
        rest.push_str(behind.unwrap_or_default());
    }
    rest
}

/// A line without what it quotes and without its comment.
fn without_texts(line: &str) -> String {
    let line = line.replace("'\"'", "").replace("\\\"", "");
    let code: String = line.split('"').step_by(2).collect();
    code.split("//").next().unwrap_or_default().to_owned()
}

#[test]
fn settings_are_read_in_one_place() {
    forbid("config.rs reads the environment", &["env::var"], |it| it.path != "src/config.rs");
}

#[test]
fn nothing_that_a_person_sends_can_panic() {
    forbid("errors are handled", &[".unwrap()", "todo!", "unimplemented!", "dbg!"], |it| {
        !it.is_in(&["crates/games/src/game/laws/"])
    });
}

#[test]
fn every_file_says_what_it_is_for() {
    let silent: Vec<String> =
        sources().iter().filter(|it| !it.text.starts_with("//! ")).map(|it| it.path.clone()).collect();
    assert!(silent.is_empty(), "no first line of documentation: {silent:?}");
}

#[test]
fn every_reason_and_every_refusal_has_its_sentence() {
    for reason in games::reasons() {
        let key = format!("reason-{}", reason.as_str().replace(' ', "-"));
        assert!(texts::has(&key), "{key}");
    }
    let mut checked = 0;
    for source in sources() {
        for (number, line) in source.code() {
            for quoted in line.split("Refusal::new(\"").chain(line.split("Self::new(\"")).skip(1) {
                let Some((key, rest)) = quoted.split_once('"') else { continue };
                if rest.starts_with(')') && key.contains('-') {
                    assert!(texts::has(key), "{}:{number}: no sentence for {key}", source.path);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 40, "only {checked} refusals were found");
}
