//! What the referee says: every reason to refuse a move and every reason why a game ends, in every game.

use std::collections::BTreeSet;

use crate::support::fixtures::{Row, fixtures};
use games::board::Side;
use games::{AnyPosition, ReadMove, Reason};

fn open(rules: &str, position: &str) -> Box<dyn AnyPosition> {
    let ruleset = games::read_ruleset(rules).unwrap_or_else(|| panic!("{rules} is a ruleset"));
    games::open(&ruleset, (!position.is_empty()).then_some(position))
        .unwrap_or_else(|error| panic!("{rules} {position}: {error}"))
}

/// Every refusal to be tried: ruleset, position (empty: the start), what is typed, the sentence's key, and the sentence.
fn refusals() -> Vec<[String; 5]> {
    fixtures("refusals").into_iter().flat_map(|it| it.rows).map(five).collect()
}

/// Every end to be tried: ruleset, position, moves, and how it ends: the winner's letter or `-`, and the reason.
fn ends() -> Vec<[String; 5]> {
    fixtures("ends").into_iter().flat_map(|it| it.rows).map(five).collect()
}

fn five(row: Row) -> [String; 5] {
    row.try_into().unwrap_or_else(|row| panic!("five columns: {row:?}"))
}

#[test]
fn every_refusal_says_the_fact_that_refuses() {
    let mut wrong = Vec::new();
    for [rules, position, typed, code, sentence] in &refusals() {
        match open(rules, position).read(typed) {
            Err(ReadMove::Illegal(refusal)) => {
                let said = texts::explain(&refusal).in_locale(texts::Locale::English);
                if (refusal.code, &said) != (code.as_str(), sentence) {
                    wrong.push(format!("{rules} {typed}: {} {said}", refusal.code));
                }
            }
            other => wrong.push(format!("{rules} {typed} is not refused: {other:?}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The keys of a game's sentences that are refusals.
fn codes(text: &str) -> impl Iterator<Item = &str> {
    let keys = text.lines().filter_map(|it| it.split_once(" =").map(|(key, _)| key));
    let others = |it: &&str| {
        let parts = ["-rules", "-preset-", "-lesson-", "-plan-"];
        parts.iter().any(|part| it.contains(part)) || it.ends_with("-summary") || it.starts_with("reason-")
    };
    keys.filter(move |it| !others(it) && !it.starts_with([' ', '#']))
}

#[test]
fn every_refusal_of_every_game_is_tried() {
    let refusals = refusals();
    let tried: BTreeSet<&str> = refusals.iter().map(|it| it[3].as_str()).collect();
    let of_games = games::GAMES.iter().flat_map(|it| it.info().texts).flat_map(|(_, text)| codes(text));
    let common = ["not-your-piece", "empty-square", "no-such-square", "may-not-pass", "no-move-begins"];
    let common = common.into_iter().chain([
        "one-move-at-a-time",
        "piece-cannot-move",
        "piece-stays",
        "match-over",
        "own-piece-there",
        "pieces-move-forward",
    ]);
    let untried: Vec<&str> = of_games.chain(common).filter(|it| !tried.contains(it)).collect();
    assert!(untried.is_empty(), "no test of {untried:?}");
}

#[test]
fn every_game_ends_for_the_reason_that_its_rules_name() {
    let mut wrong = Vec::new();
    for [rules, position, moves, winner, reason] in &ends() {
        let mut played = open(rules, position);
        for (index, text) in moves.split_whitespace().enumerate() {
            if played.outcome().is_some() {
                wrong.push(format!("{rules} {position} is over before move {index}"));
            }
            match played.read(text) {
                Ok(read) => played.play(read).unwrap(),
                Err(error) => wrong.push(format!("{rules} {position} {text}: {error:?}")),
            }
        }
        let letter = |side: Side| played.sides()[side.index()].letter.to_string();
        let end = played.outcome().map(|it| (it.winner.map_or_else(|| "-".into(), letter), it.reason.to_string()));
        if end != Some((winner.clone(), reason.clone())) {
            wrong.push(format!("{rules} {position} {moves}: {end:?}\n{}", played.text()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_reason_of_the_rules_ends_some_game() {
    let seen: Vec<String> = ends().into_iter().map(|it| it[4].clone()).collect();
    // The others are the players' doing and the clock's, or stand in other programs' records.
    let outside =
        [Reason::Resigned, Reason::Agreed, Reason::OutOfTime, Reason::Aborted, Reason::Forfeit, Reason::NotGiven];
    let missing: Vec<Reason> = games::reasons()
        .filter(|it| !seen.iter().any(|reason| reason == it.as_str()) && !outside.contains(it))
        .collect();
    assert!(missing.is_empty(), "no game ends by {missing:?}");
}
