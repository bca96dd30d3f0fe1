//! The pages that are made from the program's texts are what the program says.

use std::path::Path;

#[track_caller]
fn check(name: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "docs/{name} is not what the program says: UPDATE_DOCS=1 cargo test --test it -- program::docs"
    );
}

#[test]
fn the_page_of_commands_is_true() {
    check("commands.md", &parlor::docs::commands());
}

#[test]
fn the_page_of_rules_is_true() {
    check("rules.md", &parlor::docs::rules());
}

/// What a page has between the two marks, which stand on lines of their own.
const MARKS: (&str, &str) = ("<!-- games -->\n", "<!-- end of games -->\n");

#[test]
fn the_readme_has_all_games() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(MARKS.0).unwrap();
    let (found, after) = rest.split_once(MARKS.1).unwrap();
    let expected = parlor::docs::games();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, [before, MARKS.0, &expected, MARKS.1, after].concat()).unwrap();
        return;
    }
    assert!(
        found == expected,
        "README.md has not the games of the program: UPDATE_DOCS=1 cargo test --test it -- program::docs"
    );
}
