//! A game against what other programs found: how many lines of play there are, and what a move leaves on the board.

use crate::game::{AnyGame, AnyPosition, Ruleset};

/// How many nodes perft visits for one row; `parlor perft` goes all the way.
const MAX_NODES: u64 = 60_000_000;

/// How many positions are looked at for a row that goes beyond a capture.
const MAX_LOOKED_AT: u32 = 300_000;

/// Checks the tables `perft` and `plays` of a game (`crates/games/fixtures.md` has their columns), and that they would
/// tell a game whose moves take too little: perft must go on after a move that takes as many pieces as any.
///
/// # Panics
/// With the row that doesn't hold.
pub fn check_facts(game: &dyn AnyGame, perft: &str, plays: &str) {
    for row in rows(plays) {
        check_play(game, &row);
    }
    for row in rows(perft) {
        let (start, depth) = counted(game, &row);
        let nodes = number(row[4]);
        if nodes <= MAX_NODES {
            assert_eq!(start.perft(depth), nodes, "perft: {row:?}");
        }
    }
    let most = rows(plays).map(|row| taken_by(row[1], row[3])).max().unwrap_or(0);
    if most > 0 {
        let goes_beyond = |row: &Vec<&str>| {
            let (start, depth) = counted(game, row);
            goes_beyond_captures_of(&*start, most, depth, &mut MAX_LOOKED_AT.clone())
        };
        assert!(
            rows(perft).any(|it| goes_beyond(&it)),
            "perft: no row goes on after a move that takes {most}: count deeper, or from a later position"
        );
    }
}

fn rows(table: &str) -> impl Iterator<Item = Vec<&str>> {
    table.lines().filter(|it| !it.starts_with('#') && !it.is_empty()).map(|it| it.split('\t').collect())
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("{text} is a number"))
}

fn open(game: &dyn AnyGame, ruleset: &str, position: &str) -> Box<dyn AnyPosition> {
    let ruleset = Ruleset::parse(game.info(), ruleset).unwrap_or_else(|error| panic!("{ruleset}: {error:?}"));
    game.open(&ruleset, (!position.is_empty()).then_some(position))
        .unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// Where a row of perft begins, and how deep it goes.
fn counted(game: &dyn AnyGame, row: &[&str]) -> (Box<dyn AnyPosition>, u32) {
    let [ruleset, size, position, depth, ..] = row else { panic!("{row:?}") };
    (open(game, &format!("{ruleset} size={size}"), position), number(depth) as u32)
}

fn check_play(game: &dyn AnyGame, row: &[&str]) {
    let [ruleset, position, mv, after, ..] = row else { panic!("{row:?}") };
    let mut played = open(game, ruleset, position);
    let mv = played.read(mv).unwrap_or_else(|error| panic!("plays: {row:?}: {error:?}"));
    played.play(mv).unwrap_or_else(|refusal| panic!("plays: {row:?}: {refusal:?}"));
    assert_eq!(without_counters(&played.text()), without_counters(after), "plays: {position} {mv}");
}

/// A position's pieces and side to move.
fn without_counters(position: &str) -> Vec<&str> {
    position.split(' ').take(2).collect()
}

/// How many pieces fewer there are in the second position.
fn taken_by(before: &str, after: &str) -> usize {
    let [before, after] = [before, after].map(|it| {
        let pieces = it.split(' ').next().unwrap_or_default();
        pieces.chars().filter(char::is_ascii_alphabetic).count()
    });
    before.saturating_sub(after)
}

/// Whether a tree of that depth contains a move that takes as many pieces, and at least one ply after it.
fn goes_beyond_captures_of(position: &dyn AnyPosition, pieces: usize, depth: u32, left: &mut u32) -> bool {
    if depth < 2 || *left == 0 {
        return false;
    }
    *left -= 1;
    let legal = position.legal();
    if legal.iter().any(|it| position.captured(*it).count() as usize >= pieces) {
        return true;
    }
    legal.into_iter().any(|mv| {
        let mut next = position.clone_position();
        next.play(mv).is_ok() && goes_beyond_captures_of(&*next, pieces, depth - 1, left)
    })
}
