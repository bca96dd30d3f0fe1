//! A short run of `parlor chaos` on either database: bots are killed and hindered while people play, and nothing is lost.
//! PostgreSQL itself isn't restarted here, as other stories are going on in it; `docs/reliability.md` says how it is.

use std::process::Command;

use crate::support::postgres::Postgres;

/// How many accepted moves a run takes.
const MOVES: u64 = 60;

/// Runs it with few moves; what it prints. It ends when all of them were accepted and all kills made, however slow the machine
/// is; the time limit only ends a run that gets nowhere. Whoever was about to remind somebody and was killed is waited for for six minutes,
/// before another process does.
fn suffer(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args([
            "chaos",
            "--moves",
            &MOVES.to_string(),
            "--matches",
            "6",
            "--no-denials",
            "--limit",
            "300",
            "--patience",
            "400",
        ])
        .args(arguments)
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    let (told, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    // What was violated comes first, as the rest is long.
    let violated: Vec<&str> = told.lines().filter(|it| it.starts_with("- ")).collect();
    assert!(output.status.success() && told.contains("| promise |"), "{violated:#?}\n{log}\n{told}");
    told.into_owned()
}

/// The figure of a line of the first table.
fn figure(report: &str, name: &str) -> u64 {
    let line = report.lines().find_map(|it| it.strip_prefix(&format!("| {name} | ")));
    line.unwrap_or_else(|| panic!("no {name} in:\n{report}")).trim_end_matches(" |").parse().unwrap()
}

/// It has judged something: so many kills, and moves that might have been lost.
fn check(report: &str, kills: u64) {
    assert!(figure(report, "kills") >= kills && figure(report, "accepted moves") >= MOVES, "{report}");
}

#[test]
fn nothing_is_lost_on_sqlite() {
    check(&suffer(&["--seed", "7", "--kills", "3"]), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_by_several_processes_on_postgres() {
    let postgres = Postgres::create().await;
    let url = postgres.url.clone();
    let report = tokio::task::spawn_blocking(move || {
        let crew = ["--processes", "3", "--workers", "1", "--shards", "2"];
        suffer(&[&["--seed", "7", "--kills", "4", "--db", &url], &crew[..]].concat())
    });
    check(&report.await.unwrap(), 4);
    postgres.drop().await;
}

/// Nobody mistakes matches of others for those of a run.
#[test]
fn a_database_with_matches_and_too_many_processes_are_refused() {
    let output = Command::new(env!("CARGO_BIN_EXE_parlor")).args(["chaos", "--processes", "2"]).output().unwrap();
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && log.contains("SQLite takes one process"), "{log}");
}
