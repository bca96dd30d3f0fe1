//! Published figures, tactics, and texts that are no moves. What holds for every game is in
//! `crates/games/tests/conformance.rs`.

use crate::support::fixtures::{Fixture, fixtures};
use crate::support::rulesets::rulesets;
use games::board::Side;
use games::{AnyPosition, Ruleset};
use proptest::prelude::*;

/// The start of a ruleset written as in the fixtures, or a position of it.
#[track_caller]
fn open(ruleset: &str, size: &str, position: &str) -> Box<dyn AnyPosition> {
    let mut ruleset = games::read_ruleset(ruleset).unwrap_or_else(|| panic!("{ruleset} is a ruleset"));
    ruleset.set("size", size).unwrap();
    games::open(&ruleset, (!position.is_empty()).then_some(position)).unwrap()
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, ..ProptestConfig::default() })]

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
fn a_changed_preset_is_written_with_its_changes() {
    let changed = games::read_ruleset("loa:mso limit=60 size=6x6").unwrap();
    assert_eq!(changed.to_string(), "loa:mso size=6x6 limit=60");
}
