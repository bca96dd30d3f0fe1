//! Matches: against other programs, good and bad, and what comes of them.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::output::fails;
use lab::duel::{Duel, Openings, Pair};

const PARLOR: &str = env!("CARGO_BIN_EXE_parlor");

fn duel(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(PARLOR).arg("match").args(arguments).current_dir(folder).output().unwrap()
}

/// The result of a match that came to its end, and what was said beside it.
#[track_caller]
fn result(output: &Output) -> (serde_json::Value, String) {
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    assert!(output.status.success(), "{errors}");
    (serde_json::from_slice(&output.stdout).unwrap(), errors)
}

/// A program of a few lines that speaks UGI and answers `go` as it is told.
fn script(folder: &Path, answer: &str) -> String {
    let lines = [
        "while read -r word rest; do case $word in",
        "ugi) echo ugiok;; uci) echo uciok;; isready) echo readyok;; quit) exit;;",
        &format!("go) {answer};;"),
        "esac; done",
    ];
    std::fs::write(folder.join("program.sh"), lines.join("\n")).unwrap();
    "ugi:sh program.sh time=10 patience=400".to_owned()
}

#[test]
fn the_program_plays_itself_from_outside_and_inside_and_every_game_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["clobber", "nodes:300", &format!("ugi:{PARLOR} nodes=300"), "--pairs", "3", "--threads", "2"];
    let more = ["--records", "games.txt", "--json", "--hash", "1"];
    let (told, _) = result(&duel(folder.path(), &[&arguments[..], &more].concat()));
    assert_eq!((told["games"].as_u64(), told["pairs"].as_array().map(Vec::len)), (Some(6), Some(5)));
    assert_eq!(told["forfeits"], serde_json::json!([0, 0]));
    let text = std::fs::read_to_string(folder.path().join("games.txt")).unwrap();
    assert_eq!(text.matches("[Game \"clobber\"]").count(), 6);
    assert!(text.contains("[Rules \"clobber:standard\"]") && text.contains("[Black \"nodes:300\"]"), "{text}");
    // Both see the same game: whoever has a side plays the same moves with it.
    let moves: Vec<&str> = text.split("\n\n").filter(|it| it.starts_with("1.")).collect();
    assert_eq!(moves.len(), 6);
    assert!(moves.iter().all(|it| moves.iter().filter(|other| other == &it).count() >= 2), "{text}");
}

#[test]
fn chess_programs_are_understood() {
    // It knows one answer, in chess's form, to the first move of the game.
    let folder = tempfile::tempdir().unwrap();
    let spec = script(folder.path(), "echo bestmove a7a6 ponder b2b3").replace("ugi:", "uci:");
    let (told, errors) = result(&duel(folder.path(), &["breakthrough", &spec, "random", "--pairs", "1", "--json"]));
    assert_eq!((told["losses"].as_u64(), told["forfeits"][0].as_u64()), (Some(2), Some(2)), "{errors}");
    assert!(errors.contains("answered “a7a6”, which isn't a legal move"), "{errors}");
}

#[test]
fn whoever_answers_nonsense_hangs_or_ends_loses() {
    for (answer, part) in [
        ("echo bestmove e4", "answered “e4”, which isn't a legal move, and loses"),
        ("echo bestmove", "answered “”, which isn't a legal move"),
        ("exit 3", "ended (exit status: 3) on its move"),
        ("exec sleep 5", "didn't move within 410 ms"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let spec = script(folder.path(), answer);
        let output = duel(folder.path(), &["loa", "random", &spec, "--pairs", "1", "--json", "--records", "it.txt"]);
        let (told, errors) = result(&output);
        assert_eq!((told["wins"].as_u64(), told["forfeits"].clone()), (Some(2), serde_json::json!([0, 2])), "{errors}");
        assert!(errors.contains("Game 1.1: ") && errors.contains(part), "{errors}");
        let text = std::fs::read_to_string(folder.path().join("it.txt")).unwrap();
        let reason = if answer.contains("sleep") { "out of time" } else { "resigned" };
        assert_eq!(text.matches(&format!("[Reason \"{reason}\"]")).count(), 2, "{text}");
    }
}

#[test]
fn whoever_cannot_begin_ends_the_match() {
    for (spec, part) in [
        ("ugi:./nothing time=10", "./nothing can't be started"),
        ("ugi:false time=10", "ended (exit status: 1) before it said ugiok"),
        ("uci:'sleep' 5 time=10 patience=200", "didn't say uciok within 200 ms"),
        (&format!("ugi:{PARLOR} variant=chess time=10"), "doesn't play a game called “chess”"),
        ("ugi:sh size.sh time=10", "plays “loa” on a board of 5x6, not 8x8: say --size 5x6"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let greets = "echo ugiok; echo info string variant loa files 5 ranks 6; echo readyok; sleep 1";
        std::fs::write(folder.path().join("size.sh"), greets).unwrap();
        let text = fails(&duel(folder.path(), &["loa", "random", spec, "--pairs", "1"]));
        assert!(text.contains(part) && text.lines().count() == 1, "{spec}: {text}");
    }
}

#[test]
fn a_test_stops_when_it_is_clear() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["loa", "nodes:200", "random", "--pairs", "500", "--sprt", "0,200", "--hash", "1"];
    let output = duel(folder.path(), &arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.starts_with('+') && text.contains("  Elo +") && text.contains("Elo 200 or more"), "{text}");
    assert!(text.lines().last().unwrap().contains("moves per game, counting both sides; time per move"), "{text}");
}

#[test]
fn openings_follow_from_their_seed_and_none_comes_twice() {
    let duel = Duel { opening_plies: 2, ..Duel::new(games::read_ruleset("breakthrough").unwrap()) };
    let draw = |duel: &Duel| Openings::new(duel).take(20).collect::<Result<Vec<Pair>, _>>().unwrap();
    let first = draw(&duel);
    assert_eq!(first, draw(&duel));
    assert_ne!(first, draw(&Duel { seed: 2, ..duel.clone() }));
    let positions: std::collections::HashSet<String> = first.iter().map(|it| position(&duel, it)).collect();
    assert_eq!((first.len(), positions.len()), (20, 20));
    assert!(first.iter().all(|it| it.opening.len() == 2));
}

#[test]
fn openings_end_where_there_are_no_more() {
    let duel = Duel { opening_plies: 0, ..Duel::new(games::read_ruleset("clobber").unwrap()) };
    assert_eq!(Openings::new(&duel).count(), 1);
    let unfair = Duel { position: Some("b5/w5/6/6/6 b".into()), ..duel };
    assert_eq!(Openings::new(&unfair).count(), 0);
}

fn position(duel: &Duel, pair: &Pair) -> String {
    let mut position = games::open(&duel.ruleset, None).unwrap();
    pair.opening.iter().for_each(|it| position.play(*it).unwrap());
    position.text()
}

#[test]
fn a_match_without_games_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let output = duel(folder.path(), &["domineering", "nodes:200", "random", "--size", "3x10", "--pairs", "1"]);
    assert!(fails(&output).contains("No games were played"));
}

#[test]
fn a_build_of_parlor_by_another_name_is_asked_for_its_engine_not_started_as_the_bot() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["parlor-old", "renamed"] {
        std::os::unix::fs::symlink(PARLOR, folder.path().join(name)).unwrap();
        let program = format!("ugi:./{name} nodes=50");
        let (told, _) = result(&duel(folder.path(), &["clobber", &program, "random", "--pairs", "1", "--json"]));
        assert_eq!((told["games"].as_u64(), &told["forfeits"]), (Some(2), &serde_json::json!([0, 0])), "{name}");
    }
}
