//! The template under the conformance kit; wrong copies of it, which the kit must refuse; a game played to its end.

use super::{Pincers, faults::*};
use crate::board::{GOLDEN, Side, scrambled};
use crate::game::{
    AnyGame as _, AnyPosition, Game as _, Outcome, ReadMove, Reason, RegistryEntry, Ruleset, Solve, check_facts,
    check_laws, check_lessons, check_small_board,
};

fn rules(words: &str) -> Ruleset {
    Ruleset::parse(Pincers::INFO, words).unwrap()
}

fn open(words: &str, position: &str) -> Box<dyn AnyPosition> {
    RegistryEntry::<Pincers>::NEW.open(&rules(words), (!position.is_empty()).then_some(position)).unwrap()
}

/// Choices that look like chance, another row of them for each seed.
fn choices(seed: u64) -> impl Iterator<Item = usize> {
    (1..200).map(move |it| scrambled((seed * 200 + it).wrapping_mul(GOLDEN)) as usize >> 8)
}

/// Boards on which games end soon, and the usual one.
const BOARDS: [&str; 5] = ["", "3x3", "4x3", "4x4 no-progress=3", "3x4 no-progress=off"];

const PERFT: &str = include_str!("fixtures/perft.tsv");
const PLAYS: &str = include_str!("fixtures/plays.tsv");

fn check_kit<G: Solve>(seeds: u64) {
    for (seed, words) in (0..seeds).flat_map(|seed| BOARDS.map(|it| (seed, it))) {
        check_laws::<G>(&rules(words), choices(seed));
        check_small_board::<G>(&rules(words), choices(seed));
    }
    check_facts(&RegistryEntry::<G>::NEW, PERFT, PLAYS);
}

#[test]
fn the_template_keeps_the_laws() {
    check_kit::<Pincers>(10);
}

#[test]
fn an_evaluation_may_count_along_the_line() {
    check_kit::<Faulty<COUNTS_ALONG>>(10);
}

#[test]
fn the_template_teaches_what_its_rules_say() {
    check_lessons(&RegistryEntry::<Pincers>::NEW);
}

/// Two plies from the start nothing is taken, so such a table says nothing about captures.
#[test]
fn tables_that_stop_before_a_capture_are_refused() {
    let is_shallow = |row: &&str| row.starts_with("pincers\t5x5\t\t1") || row.starts_with("pincers\t5x5\t\t2");
    let shallow: Vec<&str> = PERFT.lines().filter(is_shallow).collect();
    assert_eq!(shallow.len(), 2);
    let told = refused(|| check_facts(&RegistryEntry::<Pincers>::NEW, &shallow.join("\n"), PLAYS));
    assert!(told.starts_with("perft: no row goes on after a move that takes 3"), "{told}");
}

#[test]
fn several_pieces_are_taken_at_once_and_none_where_the_move_ends() {
    let mut position = open("5x5", "2b2/2w2/bw1wb/2b2/4w b");
    let mv = position.read("c2-c3").unwrap();
    let taken: Vec<String> = position.captured(mv).map(|it| it.to_string()).collect();
    assert_eq!(taken, ["b3", "d3", "c4"]);
    position.play(mv).unwrap();
    assert_eq!(position.text(), "2b2/5/b1b1b/5/4w w");
    assert_eq!(position.scene().last.map(|it| it.captured.count()), Some(3));
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut position = open("3x3", "");
    for choice in choices(1) {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        position.play(legal[choice % legal.len()]).unwrap();
    }
    assert!(position.outcome().is_some(), "{}", position.text());
    assert!(position.played().len() > 2);
}

#[test]
fn refusals_and_ends_are_told() {
    for (position, typed, code) in [
        ("5/5/1w3/1b3/b4 b", "b2-b3", "pincers-taken"),
        ("5/5/1w3/1b3/b4 b", "b2-b4", "pincers-one-square"),
        ("5/5/1w3/bb3/5 b", "a2-b2", "own-piece-there"),
        ("5/5/1w3/1b3/b4 b", "a1-a2 b2-c2", "one-move-at-a-time"),
        ("5/5/1w3/1b3/b4 b", "b2-c1-c2", "one-move-at-a-time"),
    ] {
        let Err(ReadMove::Illegal(refusal)) = open("5x5", position).read(typed) else { panic!("{typed}") };
        assert_eq!(refusal.code, code);
        let has_sentence = include_str!("texts/en.ftl").contains(&format!("\n{code} = "));
        assert!(has_sentence || !code.starts_with(Pincers::INFO.key), "{code}");
    }
    for (words, position, winner, reason) in [
        ("5x5", "5/5/1w3/5/5 b", Some(Side::Second), Reason::AllCaptured),
        ("3x3", "bw1/w2/3 b", Some(Side::Second), Reason::CannotMove),
        ("3x3 no-progress=1", "b1w/3/3 b quiet=2", None, Reason::NoProgress),
    ] {
        assert_eq!(open(words, position).outcome(), Some(Outcome { winner, reason }), "{position}");
    }
}

/// Every fault, and the law by which it is refused.
#[test]
fn the_kit_refuses_wrong_games() {
    refuses::<TAKES_THE_FIRST_ONLY>("captures");
    refuses::<TAKES_THE_FIRST_AND_SAYS_SO>("plays");
    refuses::<SAYS_NOTHING_OF_CAPTURES>("captures");
    refuses::<LOSES_AN_OWN_PIECE>("own pieces");
    refuses::<KEEPS_THE_TURN>("turn");
    refuses::<HASH_FORGETS_THE_TURN>("hash");
    refuses::<HASH_KNOWS_A_COUNTER>("hash");
    refuses::<SEARCH_KEY_FORGETS_THE_PIECES>("search key");
    refuses::<EXACT_KEY_FORGETS_A_COUNTER>("exact key");
    refuses::<SOLVE_KEY_FORGETS_THE_TURN>("solve key");
    refuses::<SAYS_NOTHING_RETURNS>("nature");
    refuses::<PROVES_BY_COUNTING>("static proof");
    refuses::<ENDS_TOO_SOON>("plies left");
    refuses::<WINS_TOO_QUICKLY>("quick win");
    refuses::<LISTS_A_MOVE_TWICE>("moves");
    refuses::<LIMIT_COMES_LATE>("limit");
    refuses::<COUNTS_ALONG_WITHOUT_CAPTURES>("accumulator");
    refuses::<ROUTE_ENDS_ELSEWHERE>("route");
    refuses::<ROUTE_LANDS_ON_PIECES>("route");
}

#[track_caller]
fn refuses<const FAULT: usize>(law: &str) {
    let told = refused(|| check_kit::<Faulty<FAULT>>(20));
    assert!(told.starts_with(&format!("{law}: ")), "{law}: {told}");
}

/// What a check says that fails.
#[track_caller]
fn refused(check: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let error = std::panic::catch_unwind(check).expect_err("this is refused");
    let message = error.downcast_ref::<String>().cloned().unwrap_or_default();
    message.strip_prefix("assertion `left == right` failed: ").unwrap_or(&message).to_owned()
}
