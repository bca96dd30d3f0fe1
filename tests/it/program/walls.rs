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

    /// The numbered lines of code: no comments, and nothing from the tests on, if they are in the same file.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let lines: Vec<&str> = self.text.lines().collect();
        let are_tests = |pair: &[&str]| pair[0].starts_with("#[cfg(test)]") && pair[1].ends_with('{');
        let end = lines.windows(2).position(are_tests).unwrap_or(lines.len());
        lines
            .into_iter()
            .take(end)
            .enumerate()
            .map(|(index, line)| (index + 1, line.split("//").next().unwrap_or(line)))
    }

    /// The crate it belongs to, and the path of its module there.
    fn module(&self) -> (&str, Module) {
        let (krate, file) = match self.path.strip_prefix("crates/") {
            Some(rest) => rest.split_once("/src/").unwrap_or((rest, "")),
            None => ("parlor", self.path.strip_prefix("src/").unwrap_or(&self.path)),
        };
        let file = file.trim_end_matches(".rs");
        let file = file.strip_suffix("/mod").unwrap_or(file);
        let file = if ["lib", "main", "mod"].contains(&file) { "" } else { file };
        (krate, file.split('/').filter(|it| !it.is_empty()).map(str::to_owned).collect())
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
        ("texts", &["games", "play", "render"]),
        ("play", &["games"]),
        ("store", &["games", "metrics", "play"]),
        ("egress", &["metrics"]),
        ("discord", &["egress", "games", "metrics", "play", "render", "texts"]),
        ("web", &["games", "metrics", "play", "render", "texts"]),
        ("playground", &[]),
        ("chaos", &["discord", "games", "play", "playground", "store", "web"]),
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
const CRATES: [&str; 13] = [
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
    "web",
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
        ("axum", &["crates/web/", "crates/egress/", "crates/chaos/src/rest_proxy.rs", "crates/playground/"]),
        ("metrics_exporter_prometheus", &["crates/metrics/", "crates/web/"]),
    ] {
        forbid(&format!("{word} stays in {rooms:?}"), &[word], |it| !it.is_in(rooms));
    }
}

/// The files of each crate that take from one another in a circle, whatever module hands it on.
#[test]
fn no_file_takes_part_in_a_circle() {
    let mut crates: BTreeMap<String, BTreeMap<Module, Names>> = BTreeMap::new();
    for source in sources() {
        let (krate, module) = source.module();
        crates.entry(krate.to_owned()).or_default().insert(module, Names::of(&source));
    }
    let mut circles = Vec::new();
    for (krate, files) in &crates {
        let arrows: BTreeMap<&Module, BTreeSet<&Module>> =
            files.keys().map(|it| (it, arrows_from(it, files))).collect();
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

/// The way to a module from the root of its crate on.
type Module = Vec<String>;

/// What a file names.
#[derive(Default)]
struct Names {
    defined: BTreeSet<String>,
    /// What it takes in by `use`: the name that this has here, or `*`, and the path.
    taken: Vec<(String, String)>,
    /// All words and paths of its code.
    spoken: BTreeSet<String>,
}

impl Names {
    fn of(source: &Source) -> Self {
        const KEYWORDS: [&str; 7] = ["struct", "enum", "trait", "type", "fn", "const", "static"];
        let code: Vec<&str> = source.code().map(|it| it.1).collect();
        let mut names = Self::default();
        for statement in code.join("\n").split(';') {
            // A `use` has a line of its own; elsewhere these letters are the end of a word in a text.
            let (before, taken) = statement.rsplit_once("use ").unwrap_or((statement, ""));
            let visibility = before.rsplit('\n').next().unwrap_or_default().trim();
            let is_use = !taken.is_empty() && (visibility.is_empty() || visibility.starts_with("pub"));
            let taken: String = taken.replace(" as ", "=").split_whitespace().collect();
            for path in spread(&taken).iter().filter(|_| is_use) {
                let (path, alias) = path.split_once('=').unwrap_or((path, ""));
                let path = path.trim_end_matches("::self");
                let name = if alias.is_empty() { path.rsplit("::").next().unwrap_or_default() } else { alias };
                names.taken.push((name.to_owned(), path.to_owned()));
                // What is only handed on counts where it is used.
                if visibility.is_empty() {
                    names.spoken.insert(path.to_owned());
                }
            }
            let mut last = "";
            let code = if is_use { before } else { statement };
            let words = code.split(|it: char| !it.is_alphanumeric() && it != '_' && it != ':');
            for word in words.map(|it| it.trim_matches(':')).filter(|it| !it.is_empty()) {
                if KEYWORDS.contains(&last) {
                    names.defined.insert(word.to_owned());
                }
                names.spoken.insert(word.to_owned());
                last = word;
            }
        }
        names
    }
}

/// The files that define what a file speaks of.
fn arrows_from<'a>(own: &Module, files: &'a BTreeMap<Module, Names>) -> BTreeSet<&'a Module> {
    let spoken = files[own].spoken.iter();
    spoken.filter_map(|it| home_of(&absolute(own, it), files, &mut BTreeSet::new())).filter(|it| *it != own).collect()
}

/// The file that defines an item, found through what the modules on the way take in; none for another crate's.
fn home_of<'a>(path: &[String], files: &'a BTreeMap<Module, Names>, seen: &mut BTreeSet<Module>) -> Option<&'a Module> {
    if !seen.insert(path.to_vec()) {
        return None;
    }
    let depth = (0..=path.len()).rev().find(|it| files.contains_key(&path[..*it]))?;
    let (module, names) = files.get_key_value(&path[..depth])?;
    let name = path.get(depth)?;
    if names.defined.contains(name) {
        return Some(module);
    }
    let taken = names.taken.iter().filter(|it| it.0 == *name || it.0 == "*").map(|it| absolute(module, &it.1));
    let is_here = |it: &Module| !it.starts_with(module) || it.get(..=depth).is_some_and(|it| files.contains_key(it));
    taken.filter(is_here).find_map(|mut found| {
        let is_all = found.pop_if(|it| it == "*").is_some();
        found.extend_from_slice(&path[depth + usize::from(!is_all)..]);
        home_of(&found, files, seen)
    })
}

/// A path from the root of the crate on.
fn absolute(own: &Module, path: &str) -> Module {
    let mut from = own.clone();
    for segment in path.split("::") {
        match segment {
            "crate" => from.clear(),
            "super" => drop(from.pop()),
            "self" => {}
            name => from.push(name.to_owned()),
        }
    }
    from
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
fn reached<'a>(start: &Module, arrows: &BTreeMap<&Module, BTreeSet<&'a Module>>) -> BTreeSet<&'a Module> {
    let mut seen = BTreeSet::new();
    let mut next: Vec<&Module> = arrows[start].iter().copied().collect();
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

/// Whatever goes to Discord's API or fetches its files has the limits of that one way.
#[test]
fn there_is_one_way_to_discord() {
    let words = [".download(", "Attachment::url(", "reqwest::get", "Client::new(", "Client::builder("];
    forbid("egress alone goes out", &words, |it| it.is_in(&["crates/discord/", "crates/web/", "crates/play/"]));
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
