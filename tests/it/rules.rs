//! The referee against facts that our own code did not produce (`tests/oracles/`), and against the laws of the contract.

use crate::support::oracles::rows;
use crate::support::rulesets::rulesets;
use games::board::Side;
use games::{AnyPosition, Ruleset, Solve, check_laws, check_small_board};
use games::{GAMES, Visitor};
use proptest::prelude::*;

/// A table for a ruleset written as in the oracles.
#[track_caller]
fn table(ruleset: &str, size: &str, position: &str) -> Box<dyn AnyPosition> {
    let mut ruleset = games::read_ruleset(ruleset).unwrap_or_else(|| panic!("{ruleset} is a ruleset"));
    ruleset.set("size", size).unwrap();
    games::open(&ruleset, (!position.is_empty()).then_some(position)).unwrap()
}

fn legal(table: &dyn AnyPosition) -> String {
    let mut moves: Vec<String> = table.legal().iter().map(ToString::to_string).collect();
    moves.sort();
    moves.join(" ")
}

/// How deep perft goes here; `parlor perft` goes all the way.
const MOST_NODES: u64 = 60_000_000;

#[test]
fn perft_agrees_with_other_programs() {
    let rows = rows("perft.tsv");
    assert_eq!(rows.len(), 98);
    for row in rows {
        let [ruleset, size, position, depth, nodes, ..] = row.as_slice() else { panic!("{row:?}") };
        let (depth, nodes): (u32, u64) = (depth.parse().unwrap(), nodes.parse().unwrap());
        if nodes <= MOST_NODES {
            assert_eq!(table(ruleset, size, position).perft(depth), nodes, "{ruleset} {size} depth {depth}");
        }
    }
}

/// The ruleset whose positions a file has, and how many they are.
const POSITIONS: [(&str, &str, &str, usize); 10] = [
    ("positions-loa-8x8.tsv", "loa:classic", "8x8", 1969),
    ("positions-loa-8x8.tsv", "loa:mso", "8x8", 1969),
    ("positions-loa-8x8.tsv", "loa:cs61b", "8x8", 1969),
    ("positions-breakthrough-6x6.tsv", "breakthrough", "6x6", 133),
    ("positions-breakthrough-8x8.tsv", "breakthrough", "8x8", 1325),
    ("positions-clobber-6x5.tsv", "clobber", "6x5", 291),
    ("positions-clobber-8x8.tsv", "clobber", "8x8", 211),
    ("positions-domineering-6x6.tsv", "domineering", "6x6", 125),
    ("positions-domineering-8x8.tsv", "domineering", "8x8", 224),
    ("positions-knightthrough-8x8.tsv", "knightthrough", "8x8", 398),
];

#[test]
fn positions_have_the_moves_and_the_ends_that_other_programs_find() {
    for (file, ruleset, size, number) in POSITIONS.into_iter().chain([SURAKARTA]) {
        let rows = rows(file);
        assert_eq!(rows.len(), number, "{file}");
        for row in rows {
            let [position, expected] = row.as_slice() else { panic!("{row:?}") };
            check_position(ruleset, size, position, expected);
        }
    }
}

const SURAKARTA: (&str, &str, &str, usize) = ("positions-surakarta-6x6.tsv", "surakarta", "6x6", 959);

#[test]
fn ugolki_has_the_moves_and_the_counts_that_another_program_finds() {
    let rows = rows("positions-ugolki.tsv");
    assert_eq!(rows.len(), 1401);
    for row in rows {
        let [ruleset, position, expected] = row.as_slice() else { panic!("{row:?}") };
        check_position(ruleset, "8x8", position, expected);
    }
}

/// `expected` is all legal moves in order of their texts, or, after `=`, the winner's letter or `draw`.
#[track_caller]
fn check_position(ruleset: &str, size: &str, position: &str, expected: &str) {
    let table = table(ruleset, size, position);
    let Some(end) = expected.strip_prefix('=') else {
        assert_eq!(legal(&*table), expected, "{ruleset} {position}");
        return;
    };
    let outcome = table.outcome().unwrap_or_else(|| panic!("{ruleset} {position} is over"));
    let letter = |side: Side| table.sides()[side.index()].letter.to_string();
    let winner = outcome.winner.map_or_else(|| "draw".into(), letter);
    assert_eq!(end.split(' ').next(), Some(winner.as_str()), "{ruleset} {position}");
}

#[test]
fn complete_games_end_exactly_with_their_last_move() {
    let rows = rows("games-loa.tsv");
    assert_eq!(rows.len(), 8);
    for row in rows {
        let [name, winner, moves] = row.as_slice() else { panic!("{row:?}") };
        let mut table = table("loa:mso", "8x8", "");
        for text in moves.split(' ') {
            assert_eq!(table.outcome(), None, "{name} goes on before {text}");
            let it = table.read(text).unwrap_or_else(|error| panic!("{name}: {text}: {error:?}"));
            assert_eq!(text.contains('x'), !table.captured(it).is_empty(), "{name}: {text}");
            table.play(it).unwrap();
        }
        let letter = |side: Side| table.sides()[side.index()].letter.to_string();
        let result = table.outcome().map(|it| it.winner.map(letter));
        let expected = (winner != "-").then(|| Some(winner.clone()));
        assert_eq!(result, expected, "{name}");
    }
}

#[test]
fn published_figures_hold() {
    let positions: Vec<String> = rows("positions-figures.tsv").into_iter().map(|it| it[1].clone()).collect();
    let [f3, black_done, both, c7] = positions.as_slice() else { panic!("{positions:?}") };

    let figure = table("loa:classic", "8x8", f3);
    let from = |table: &dyn AnyPosition, square: &str| {
        let mut moves: Vec<String> = table.legal().iter().map(ToString::to_string).collect();
        moves.retain(|it| it.starts_with(square));
        moves.join(" ")
    };
    assert_eq!(from(&*figure, "f3"), "f3-b3 f3-d5 f3-h1 f3-h5");
    assert!(!figure.captured(figure.read("f3-d5").unwrap()).is_empty());
    for illegal in ["f3-d1", "f3-h3", "f3-e4", "c4-c7", "b1-b4"] {
        assert!(figure.read(illegal).is_err(), "{illegal}");
    }

    let done = table("loa:cs61b", "8x8", black_done).outcome().unwrap();
    assert_eq!((done.winner, done.reason.as_str()), (Some(Side::First), "connected"));

    for (ruleset, winner) in [("loa:cs61b", Some(Side::Second)), ("loa:classic", Some(Side::Second)), ("loa:mso", None)]
    {
        let outcome = table(ruleset, "8x8", both).outcome().unwrap();
        assert_eq!((outcome.winner, outcome.reason.as_str()), (winner, "both connected"), "{ruleset}");
    }

    let mut last = table("loa:classic", "8x8", c7);
    assert_eq!(from(&*last, "c7"), "c7-b6 c7-b8 c7-c3 c7-d6 c7-d8");
    let it = last.read("c7c3").unwrap();
    last.play(it).unwrap();
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
            let table = games::open(&ruleset, None).unwrap();
            let _ = table.read(&text);
            let _ = games::open(&ruleset, Some(&text));
            let _ = Ruleset::parse(ruleset.info, &text);
        }
    }

    #[test]
    fn no_near_move_makes_a_parser_panic(text in "[a-k]{0,2}[0-9]{0,3}[-x ]?[a-k]?[0-9]{0,3}[.a-j/ =bw]{0,4}") {
        for ruleset in rulesets() {
            let table = games::open(&ruleset, None).unwrap();
            let _ = table.read(&text);
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
        let mut table = games::open(&Ruleset::default_of(info), Some(info.example.position)).unwrap();
        assert_eq!(table.text(), info.example.position, "{}", info.key);
        let it = table.read(info.example.play).unwrap_or_else(|error| panic!("{}: {error:?}", info.key));
        table.play(it).unwrap();
        assert_eq!(table.outcome(), None, "{}: the example shows a game under way", info.key);
    }
}
