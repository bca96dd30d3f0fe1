//! The referee against facts that our own code did not produce, and against the laws of the contract.

use crate::support::fixtures::{Fixture, fixtures, fixtures_of};
use crate::support::rulesets::rulesets;
use games::board::Side;
use games::{AnyPosition, Ruleset, Solve, check_laws, check_small_board};
use games::{GAMES, Visitor};
use proptest::prelude::*;

/// The start of a ruleset written as in the fixtures, or a position of it.
#[track_caller]
fn open(ruleset: &str, size: &str, position: &str) -> Box<dyn AnyPosition> {
    let mut ruleset = games::read_ruleset(ruleset).unwrap_or_else(|| panic!("{ruleset} is a ruleset"));
    ruleset.set("size", size).unwrap();
    games::open(&ruleset, (!position.is_empty()).then_some(position)).unwrap()
}

fn legal(position: &dyn AnyPosition) -> String {
    let mut moves: Vec<String> = position.legal().iter().map(ToString::to_string).collect();
    moves.sort();
    moves.join(" ")
}

/// How deep perft goes here; `parlor perft` goes all the way.
const MAX_NODES: u64 = 60_000_000;

#[test]
fn perft_agrees_with_other_programs() {
    for row in fixtures("perft").iter().flat_map(|it| &it.rows) {
        let [ruleset, size, position, depth, nodes, ..] = row.as_slice() else { panic!("{row:?}") };
        let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
        if nodes <= MAX_NODES {
            assert_eq!(open(ruleset, size, position).perft(depth), nodes, "{ruleset} {size} depth {depth}");
        }
    }
}

/// A row names its ruleset, or holds for every preset.
#[test]
fn positions_have_the_moves_and_the_ends_that_other_programs_find() {
    for Fixture { info, variant: size, rows } in fixtures("positions") {
        let presets: Vec<String> = info.presets.iter().map(|it| format!("{}:{}", info.key, it.name)).collect();
        for row in rows {
            match row.as_slice() {
                [ruleset, position, expected] => check_position(ruleset, &size, position, expected),
                [position, expected] => presets.iter().for_each(|it| check_position(it, &size, position, expected)),
                _ => panic!("{row:?}"),
            }
        }
    }
}

/// What nobody but its own code says of a game is not known to be right.
#[test]
fn every_game_is_held_to_facts_from_elsewhere() {
    for kind in ["perft", "positions", "refusals", "ends"] {
        for info in GAMES.iter().map(|it| it.info()) {
            let rows: usize = fixtures_of(info, kind).iter().map(|it| it.rows.len()).sum();
            assert!(rows > 0, "{} has no table of {kind}: see crates/games/fixtures.md", info.name);
        }
    }
}

/// `expected` is all legal moves in order of their texts, or, after `=`, the winner's letter or `draw`.
#[track_caller]
fn check_position(ruleset: &str, size: &str, position: &str, expected: &str) {
    let opened = open(ruleset, size, position);
    let Some(end) = expected.strip_prefix('=') else {
        assert_eq!(legal(&*opened), expected, "{ruleset} {position}");
        return;
    };
    let outcome = opened.outcome().unwrap_or_else(|| panic!("{ruleset} {position} is over"));
    let letter = |side: Side| opened.sides()[side.index()].letter.to_string();
    let winner = outcome.winner.map_or_else(|| "draw".into(), letter);
    assert_eq!(end.split(' ').next(), Some(winner.as_str()), "{ruleset} {position}");
}

#[test]
fn complete_games_end_exactly_with_their_last_move() {
    for Fixture { info, variant: preset, rows } in fixtures("games") {
        for row in rows {
            let [name, .., winner, moves] = row.as_slice() else { panic!("{row:?}") };
            let ruleset = Ruleset::parse(info, &preset).unwrap();
            let mut position = games::open(&ruleset, None).unwrap();
            for text in moves.split(' ') {
                assert_eq!(position.outcome(), None, "{name} goes on before {text}");
                let mv = position.read(text).unwrap_or_else(|error| panic!("{name}: {text}: {error:?}"));
                assert_eq!(text.contains('x'), !position.captured(mv).is_empty(), "{name}: {text}");
                position.play(mv).unwrap();
            }
            let letter = |side: Side| position.sides()[side.index()].letter.to_string();
            let result = position.outcome().map(|it| it.winner.map(letter));
            let expected = (winner != "-").then(|| Some(winner.clone()));
            assert_eq!(result, expected, "{name}");
        }
    }
}

/// The rows of tactics are for the search; here they are only legal.
#[test]
fn tactics_are_moves_of_their_positions() {
    for Fixture { info, rows, .. } in fixtures("tactics") {
        for row in rows {
            let [position, kind, moves, ..] = row.as_slice() else { panic!("{row:?}") };
            assert!(["wins", "loses"].contains(&kind.as_str()), "{kind}");
            let opened = games::open(&Ruleset::default_of(info), Some(position)).unwrap();
            moves.split(' ').for_each(|it| assert!(opened.read(it).is_ok(), "{position}: {it}"));
        }
    }
}

#[test]
fn published_figures_hold() {
    let figures = fixtures("figures").into_iter().flat_map(|it| it.rows);
    let positions: Vec<String> = figures.map(|it| it[1].clone()).collect();
    let [f3, black_done, both, c7] = positions.as_slice() else { panic!("{positions:?}") };

    let figure = open("loa:classic", "8x8", f3);
    let from = |position: &dyn AnyPosition, square: &str| {
        let mut moves: Vec<String> = position.legal().iter().map(ToString::to_string).collect();
        moves.retain(|it| it.starts_with(square));
        moves.join(" ")
    };
    assert_eq!(from(&*figure, "f3"), "f3-b3 f3-d5 f3-h1 f3-h5");
    assert!(!figure.captured(figure.read("f3-d5").unwrap()).is_empty());
    for illegal in ["f3-d1", "f3-h3", "f3-e4", "c4-c7", "b1-b4"] {
        assert!(figure.read(illegal).is_err(), "{illegal}");
    }

    let done = open("loa:cs61b", "8x8", black_done).outcome().unwrap();
    assert_eq!((done.winner, done.reason.as_str()), (Some(Side::First), "connected"));

    for (ruleset, winner) in [("loa:cs61b", Some(Side::Second)), ("loa:classic", Some(Side::Second)), ("loa:mso", None)]
    {
        let outcome = open(ruleset, "8x8", both).outcome().unwrap();
        assert_eq!((outcome.winner, outcome.reason.as_str()), (winner, "both connected"), "{ruleset}");
    }

    let mut last = open("loa:classic", "8x8", c7);
    assert_eq!(from(&*last, "c7"), "c7-b6 c7-b8 c7-c3 c7-d6 c7-d8");
    let mv = last.read("c7c3").unwrap();
    last.play(mv).unwrap();
    assert_eq!(last.outcome().unwrap().winner, Some(Side::First));
}

struct Laws<'a>(&'a Ruleset, Vec<usize>);

impl Visitor for Laws<'_> {
    type Output = ();
    fn visit<G: Solve>(self) {
        check_laws::<G>(self.0, self.1);
    }
}

struct SmallLaws<'a>(&'a Ruleset, Vec<usize>);

impl Visitor for SmallLaws<'_> {
    type Output = ();
    fn visit<G: Solve>(self) {
        check_small_board::<G>(self.0, self.1);
    }
}

/// Rulesets with limits that random games come to.
const SHORT: [&str; 4] = [
    "loa:mso limit=12",
    "surakarta:standard no-progress=4",
    "surakarta:majority no-progress=7",
    "ugolki:russian leave=9 limit=20",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

    #[test]
    fn every_game_keeps_the_laws(choices in prop::collection::vec(0_usize..1000, 0..120)) {
        for ruleset in rulesets().into_iter().chain(SHORT.map(|it| games::read_ruleset(it).unwrap())) {
            games::visit(ruleset.info.key, Laws(&ruleset, choices.clone()));
        }
    }

    #[test]
    fn keys_and_proofs_hold_by_brute_force(choices in prop::collection::vec(0_usize..1000, 200)) {
        let smallest = |it: &Ruleset| it.size == it.info.smallest;
        let short = SHORT.map(|it| games::read_ruleset(it).unwrap());
        for ruleset in rulesets().into_iter().filter(smallest).chain(short) {
            games::visit(ruleset.info.key, SmallLaws(&ruleset, choices.clone()));
        }
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in "\\PC{0,60}") {
        for ruleset in rulesets() {
            let position = games::open(&ruleset, None).unwrap();
            let _ = position.read(&text);
            let _ = games::open(&ruleset, Some(&text));
            let _ = Ruleset::parse(ruleset.info, &text);
        }
    }

    #[test]
    fn no_near_move_makes_a_parser_panic(text in "[a-k]{0,2}[0-9]{0,3}[-x ]?[a-k]?[0-9]{0,3}[.a-j/ =bw]{0,4}") {
        for ruleset in rulesets() {
            let position = games::open(&ruleset, None).unwrap();
            let _ = position.read(&text);
            let _ = games::open(&ruleset, Some(&text));
        }
    }
}

#[test]
fn rulesets_are_written_as_they_are_read() {
    for ruleset in rulesets() {
        assert_eq!(games::read_ruleset(&ruleset.to_string()), Some(ruleset.clone()), "{ruleset}");
    }
    let changed = games::read_ruleset("loa:mso limit=60 size=6x6").unwrap();
    assert_eq!(changed.to_string(), "loa:mso size=6x6 limit=60");
}

#[test]
fn the_example_of_every_game_is_a_legal_move() {
    for info in GAMES.iter().map(|it| it.info()) {
        let mut position = games::open(&Ruleset::default_of(info), Some(info.example.position)).unwrap();
        assert_eq!(position.text(), info.example.position, "{}", info.key);
        let mv = position.read(info.example.play).unwrap_or_else(|error| panic!("{}: {error:?}", info.key));
        position.play(mv).unwrap();
        assert_eq!(position.outcome(), None, "{}: the example shows a game under way", info.key);
    }
}
