//! The pages that are made from the program's texts are what the program says.

use std::path::Path;

#[track_caller]
fn check(name: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == expected, "docs/{name} is not what the program says: UPDATE_DOCS=1 cargo test --test docs");
}

#[test]
fn the_page_of_commands_is_true() {
    check("commands.md", &parlor::docs::commands());
}

#[test]
fn the_page_of_rules_is_true() {
    check("rules.md", &parlor::docs::rules());
}
