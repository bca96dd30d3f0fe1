//! Lines of Action under all its presets: the ends, the counters, and the other sizes.

use games::{AnyPosition, ReadMove, Ruleset};

fn open(rules: &str, position: &str) -> Box<dyn AnyPosition> {
    let ruleset = Ruleset::parse(games::find("loa").unwrap().info(), rules).unwrap();
    games::open(&ruleset, (!position.is_empty()).then_some(position)).unwrap()
}

fn play(position: &mut dyn AnyPosition, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.read(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        position.play(mv).unwrap();
    }
}

fn outcome(position: &dyn AnyPosition) -> Option<(Option<char>, &'static str)> {
    let outcome = position.outcome()?;
    Some((outcome.winner.map(|side| position.sides()[side.index()].letter), outcome.reason.as_str()))
}

/// What the referee answers to an illegal move.
#[track_caller]
fn refused(position: &dyn AnyPosition, text: &str) -> String {
    match position.read(text) {
        Err(ReadMove::Illegal(refusal)) => texts::explain(&refusal).in_locale(texts::Locale::English),
        other => panic!("{text} is not refused: {other:?}"),
    }
}

#[test]
fn the_third_occurrence_draws_unless_the_rules_say_otherwise() {
    let there_and_back = "b1-b3 a2-c2 b3-b1 c2-a2 ";
    for (rules, result) in [("classic", Some((None, "third repetition"))), ("cs61b", None)] {
        let mut position = open(rules, "");
        play(&mut *position, &there_and_back.repeat(2));
        assert_eq!(outcome(&*position), result, "{rules}");
    }
}

#[test]
fn the_move_limit_counts_both_sides() {
    let mut position = open("cs61b limit=2", "");
    play(&mut *position, "b1-b3 a2-c2 b3-b1");
    assert_eq!(outcome(&*position), None);
    play(&mut *position, "c2-a2");
    assert_eq!(outcome(&*position), Some((None, "move limit")));
    assert_eq!(refused(&*position, "b1-b3"), "The match is over.");
}

#[test]
fn counters_are_part_of_the_text() {
    let mut position = open("cs61b limit=2", "");
    play(&mut *position, "b1-b3");
    assert!(position.text().ends_with(" w plies=1"), "{}", position.text());
    let again = open("cs61b limit=2", &position.text());
    assert_eq!(again.text(), position.text());
}

#[test]
fn a_capture_that_connects_only_the_opponent_wins_for_the_opponent() {
    let mut position = open("classic", "7b/8/8/8/3ww3/b7/8/w7 b");
    assert_eq!(outcome(&*position), None);
    play(&mut *position, "a3xa1");
    assert_eq!(outcome(&*position), Some((Some('w'), "connected")));
}

/// White's two pieces stand in corners, shut in by black pieces: every count leads over one of them.
const HEMMED: &str = "6bw/6bb/8/8/8/8/bb6/wb6 w";

#[test]
fn who_is_hemmed_in_passes_and_two_passes_draw() {
    let mut position = open("classic", HEMMED);
    assert_eq!(position.legal().iter().map(ToString::to_string).collect::<Vec<_>>(), ["pass"]);
    assert_eq!(
        refused(&*position, "a1-a3"),
        "a1–a3 is blocked by the enemy piece on a2. You can jump over your own pieces, but not over your opponent's."
    );
    play(&mut *position, "pass");
    assert!(position.text().ends_with(" b passes=1"));
    assert!(position.legal().iter().all(|m| !m.is_pass()));
    let drawn = open("classic", "6bw/6bb/8/8/8/8/bb6/wb6 w passes=2");
    assert_eq!(outcome(&*drawn), Some((None, "neither can move")));
}

#[test]
fn who_is_hemmed_in_loses_where_the_rules_say_so() {
    assert_eq!(outcome(&*open("stuck=loss", HEMMED)), Some((Some('b'), "cannot move")));
}

#[test]
fn other_sizes_and_the_scrambled_start_are_set_up_around_the_edge() {
    assert_eq!(open("classic 6x6", "").text(), "1bbbb1/w4w/w4w/w4w/w4w/1bbbb1 b");
    assert_eq!(open("classic size=9x9", "").text(), "1bbbbbbb1/w7w/w7w/w7w/w7w/w7w/w7w/w7w/1bbbbbbb1 b");
    assert_eq!(open("start=scrambled", "").text(), "1bwbwbw1/w6b/b6w/w6b/b6w/w6b/b6w/1wbwbwb1 b");
    let swapped = open("start=scrambled-swapped", "").text();
    assert_eq!(swapped, "1wbwbwb1/b6w/w6b/b6w/w6b/b6w/w6b/1bwbwbw1 b", "and its mirror image");
}

#[test]
fn beginnings_are_completed_or_asked_about() {
    let position = open("classic", "");
    assert_eq!(position.read("b1d").unwrap().to_string(), "b1-d3");
    assert!(matches!(position.read("b1"), Err(ReadMove::Ambiguous(moves)) if moves.len() == 3));
    assert!(matches!(position.read("hello"), Err(ReadMove::Unreadable(_))));
}
