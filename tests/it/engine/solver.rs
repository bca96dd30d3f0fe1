//! The solver against brute force that knows nothing but the rules, and against published results.

use crate::support::brute::{Brute, LATE, after, random_late, wins_within};
use crate::support::dice::Dice;
use crate::support::fixtures::{Row, fixtures};
use engine::solve::{Proof, Solution};
use engine::{Helpers, Limits, Memory, Question, Score, Stop, analyze_with, solve, solve_with};
use games::{AnyPosition, Ruleset};

fn rules(text: &str) -> Ruleset {
    games::read_ruleset(text).unwrap_or_else(|| panic!("{text}"))
}

fn solved(position: &dyn AnyPosition, limits: Limits) -> Solution {
    solved_with(position, limits, 2)
}

fn solved_with(position: &dyn AnyPosition, limits: Limits, megabytes: usize) -> Solution {
    let question = Question::new(position.ruleset().clone(), None, position.played().to_vec());
    let solution = solve(&question, &limits, &Stop::new(), megabytes).unwrap();
    let mut end = position.clone_position();
    for mv in &solution.line {
        end.play(*mv).unwrap_or_else(|_| panic!("{}: {:?} breaks off at {mv}", position.text(), solution.line));
    }
    if matches!(solution.proof, Proof::Win | Proof::Loss) && !solution.line.is_empty() && end.outcome().is_some() {
        let winner = end.outcome().unwrap().winner;
        assert_eq!(winner == Some(position.to_move()), solution.proof == Proof::Win, "{}", position.text());
    }
    assert!(solution.proof != Proof::Win || !solution.line.is_empty(), "a win is told with its first move");
    solution
}

/// So many positions of one set of rules are compared.
const ENOUGH: u32 = 15;

#[test]
fn the_solver_agrees_with_brute_force() {
    for (text, back, plain) in LATE {
        let (ruleset, mut dice) = (rules(text), Dice(17));
        let (mut tried, mut known) = (0, [0; 4]);
        for _ in 0..60 {
            let position = random_late(&ruleset, &mut dice, back);
            if position.outcome().is_some() {
                continue;
            }
            let Some(truth) = Brute::new(!plain, 20_000).value(&*position) else { continue };
            let solution = solved(&*position, Limits::nodes(200_000));
            tried += 1;
            known[solution.proof as usize] += 1;
            assert!(
                [truth, Proof::Unknown].contains(&solution.proof),
                "{text}: {} is a {truth:?}, not {solution:?}",
                position.text()
            );
            if tried == ENOUGH {
                break;
            }
            if let (Proof::Win, Some(mv)) = (truth, solution.line.first()) {
                let kept = Brute::new(!plain, 20_000).value(&*after(&*position, *mv));
                assert!([Some(Proof::Loss), None].contains(&kept), "{text}: {} {mv} lets the win go", position.text());
            }
        }
        println!("{text}: win, loss, draw, unknown: {known:?}");
        assert_eq!(tried, ENOUGH, "{text}: so few positions could be compared");
        // What a counter decides while the rules forbid repetition may stay open.
        let open = known[Proof::Unknown as usize];
        assert!(open == 0 || (!plain && open * 2 < tried), "{text}: {known:?}");
    }
}

#[test]
fn short_wins_are_found_where_play_may_go_round() {
    for text in ["loa:mso size=5x5", "loa:mso size=6x6", "surakarta"] {
        let (ruleset, mut dice, mut found) = (rules(text), Dice(5), 0);
        for _ in 0..60 {
            let position = random_late(&ruleset, &mut dice, 4);
            if position.outcome().is_none() && wins_within(&*position, 3) {
                found += 1;
                assert_eq!(solved(&*position, Limits::nodes(100_000)).proof, Proof::Win, "{text}: {}", position.text());
            }
        }
        assert!(found >= 10, "{text}: {found}");
    }
}

#[test]
fn endless_play_is_a_draw_where_the_rules_say_so() {
    let proof = |text: &str, position: &str| {
        let question = Question::new(rules(text), Some(position.to_owned()), Vec::new());
        solve(&question, &Limits::nodes(200_000), &Stop::new(), 2).unwrap().proof
    };
    let soon = "surakarta no-progress=4";
    let mut drawn = 0;
    // One piece each: White, to move, stands in the corner a1, Black anywhere.
    for (file, rank) in (0..36).map(|it| (it % 6, it / 6)).filter(|it| *it != (0, 0)) {
        let piece = |before: usize, after: usize| match (before, after) {
            (0, after) => format!("b{after}"),
            (before, 0) => format!("{before}b"),
            (before, after) => format!("{before}b{after}"),
        };
        let mut ranks = vec!["6".to_owned(); 6];
        ranks[5] = "w5".to_owned();
        ranks[5 - rank] = match rank {
            0 => format!("w{}", piece(file - 1, 5 - file)),
            _ => piece(file, 5 - file),
        };
        let position = &format!("{} w", ranks.join("/"));
        let truth = Brute::new(true, 20_000).value(&*games::open(&rules(soon), Some(position)).unwrap());
        let [short, endless, free] = [soon, "surakarta no-progress=off", "surakarta no-progress=off repetition=off"]
            .map(|it| proof(it, position));
        assert_eq!(Some(short), truth, "{position}");
        // With more time whoever won still wins, and without a rule against it a game without a winner goes on forever.
        assert!(
            endless != Proof::Unknown && (short == Proof::Draw || short == endless),
            "{position}: {short:?}, {endless:?}"
        );
        assert_eq!(free, if endless == Proof::Draw { Proof::Unknown } else { endless }, "{position}");
        drawn += u32::from(endless == Proof::Draw);
    }
    assert!((5..30).contains(&drawn), "{drawn} of 35 are drawn");
}

/// Engine and solver take each other's word.
#[test]
fn a_won_position_stays_won() {
    // By how many moves at most the games are short of their ends, and whether the solver knows all of such positions.
    let boards = [
        ("domineering size=5x5", 10, true),
        ("clobber size=4x4", 10, true),
        ("breakthrough size=3x5", 10, true),
        ("knightthrough size=4x5", 10, true),
        ("loa:mso size=5x5", 6, false),
        ("loa:classic size=6x6", 5, false),
        ("surakarta", 5, false),
        ("ugolki", 6, false),
    ];
    for (text, back, knows_all) in boards {
        let (ruleset, mut dice, mut won) = (rules(text), Dice(3), 0);
        for _ in 0..40 {
            let position = random_late(&ruleset, &mut dice, back);
            if position.outcome().is_some() {
                continue;
            }
            let solution = solved(&*position, Limits::nodes(if knows_all { 300_000 } else { 20_000 }));
            assert!(!knows_all || solution.proof != Proof::Unknown, "{text}: {}", position.text());
            if solution.proof != Proof::Win {
                continue;
            }
            won += 1;
            let question = Question::new(ruleset.clone(), None, position.played().to_vec());
            let engine = analyze_with(&question, &Limits::nodes(100_000), &Stop::new(), &mut Memory::new(8)).unwrap();
            for mv in [solution.line[0], engine.best] {
                let next = after(&*position, mv);
                let lost = next.outcome().map_or_else(
                    || solved(&*next, Limits::nodes(300_000)).proof == Proof::Loss,
                    |end| end.winner == Some(position.to_move()),
                );
                assert!(lost, "{text}: {} {mv} lets the win go", position.text());
            }
        }
        println!("{text}: {won} won positions");
        assert!(won >= 8, "{text}: {won}");
    }
}

/// The rows of the tables of solved boards: ruleset, whether the first to move wins, whether it is quick.
fn published() -> Vec<(String, bool, bool)> {
    let row = |row: Row| {
        let [game, size, first, winner, speed, ..] = row.as_slice() else { panic!("{row:?}") };
        let mut ruleset = games::read_ruleset(game).unwrap();
        ruleset.set("size", size).unwrap();
        // An option called `first` names who begins.
        let begins = ruleset.info.sides.into_iter().find(|it| it.letter.to_string() == *first).unwrap();
        if begins != ruleset.sides()[0] {
            ruleset.set("first", begins.name).unwrap();
        }
        (ruleset.to_string(), first == winner, speed == "quick")
    };
    fixtures("solved").into_iter().flat_map(|it| it.rows).map(row).collect()
}

fn check_published(text: &str, wins: bool, limits: Limits) {
    let solution = solved_with(&*games::open(&rules(text), None).unwrap(), limits, 16);
    println!("{text}: {} in {} nodes, {:?}", solution.proof.as_str(), solution.nodes, solution.time);
    assert_eq!(solution.proof, if wins { Proof::Win } else { Proof::Loss }, "{text}");
}

#[test]
fn quick_boards_have_their_published_results() {
    for (text, wins, quick) in published() {
        if quick {
            check_published(&text, wins, Limits::nodes(5_000_000));
        }
    }
}

/// Rows that are not quick are goals.
#[test]
fn quick_positions_have_their_published_results() {
    let mut tried = 0;
    for row in fixtures("solved-positions").into_iter().flat_map(|it| it.rows) {
        let [game, size, position, winner, speed, ..] = row.as_slice() else { panic!("{row:?}") };
        let text = format!("{game} size={size}");
        let opened = games::open(&rules(&text), Some(position)).unwrap();
        if *speed != "quick" || opened.outcome().is_some() {
            continue;
        }
        let question = Question::new(rules(&text), Some(position.clone()), Vec::new());
        let solution = solve(&question, &Limits::nodes(5_000_000), &Stop::new(), 16).unwrap();
        let wins = opened.sides()[opened.to_move().index()].letter.to_string() == *winner;
        assert_eq!(solution.proof, if wins { Proof::Win } else { Proof::Loss }, "{text} {position}");
        tried += 1;
    }
    assert!(tried > 0);
}

/// What the solver has found out before one move, it still knows before the next.
#[test]
fn what_the_solver_knows_lasts() {
    let position = games::open(&rules("domineering size=6x6"), None).unwrap();
    let question = Question::new(position.ruleset().clone(), None, Vec::new());
    let mut memory = Memory::new(8);
    let mut nodes = || analyze_with(&question, &Limits::NONE, &Stop::new(), &mut memory).unwrap().nodes;
    let (first, second) = (nodes(), nodes());
    assert!(second * 4 < first, "{first} positions, and then {second}");
    memory.clear();
    assert_eq!(analyze_with(&question, &Limits::NONE, &Stop::new(), &mut memory).unwrap().nodes, first);
}

/// A result is one even where the limit comes when the best move has just been refuted and others are yet to be tried.
#[test]
fn nothing_unproven_is_said_of_a_race() {
    let won = [
        "b2b1/1wbb1/1b2b/1wwww/w3w b",
        "bbbbb/3bw/bbbb1/wwwww/ww2w b",
        "bb1bb/1bb1w/b1wbb/wwwww/w1w2 b",
        "bb2b/wbb2/2bb1/ww1ww/1w3 b",
    ];
    for position in won {
        let question = Question::new(rules("breakthrough size=5x5"), Some(position.to_owned()), Vec::new());
        for limits in (1..400).map(Limits::nodes) {
            let proof = solve(&question, &limits, &Stop::new(), 1).unwrap().proof;
            let report = analyze_with(&question, &limits, &Stop::new(), &mut Memory::new(1)).unwrap();
            assert!(proof != Proof::Loss && !matches!(report.score, Score::Loss(_)), "{position}: {report:?}");
        }
        assert_eq!(solve(&question, &Limits::NONE, &Stop::new(), 1).unwrap().proof, Proof::Win, "{position}");
    }
}

/// The engine's search solves races, so its results are held against the rules alone.
#[test]
fn small_races_are_solved_as_by_brute_force() {
    for text in ["knightthrough size=3x5", "breakthrough size=3x5", "knightthrough size=4x5"] {
        let start = games::open(&rules(text), None).unwrap();
        let truth = Brute::new(false, 3_000_000).value(&*start);
        println!("{text}: {truth:?}");
        assert_eq!(Some(solved(&*start, Limits::NONE).proof), truth, "{text}");
    }
}

#[test]
fn limits_end_a_proof() {
    let position = games::open(&rules("domineering size=10x10"), None).unwrap();
    let question = Question::new(position.ruleset().clone(), None, Vec::new());
    let stopped = Stop::new();
    stopped.set();
    for (limits, stop) in [
        (Limits::nodes(1000), Stop::new()),
        (Limits::time(std::time::Duration::from_millis(20)), Stop::new()),
        (Limits::NONE, stopped),
    ] {
        let solution = solve(&question, &limits, &stop, 16).unwrap();
        assert_eq!((solution.proof, solution.line.len()), (Proof::Unknown, 0));
        assert!(solution.nodes <= 1_000_000);
    }
}

#[test]
fn what_is_measured_can_be_read() {
    let mut all: Vec<&str> = lab::bench::solved().collect();
    all.extend(lab::bench::openings().map(|it| it.0));
    assert!(all.len() >= 4);
    all.into_iter().for_each(|it| assert!(games::read_ruleset(it).is_some(), "{it}"));
}

/// Whoever helps, and whether the guess which positions are lost is right or wrong, the result is the same.
#[test]
fn helpers_change_no_result() {
    let mut dice = Dice(71);
    for (text, back, count) in
        [("domineering size=7x7", 20, 15), ("clobber size=6x5", 12, 15), ("breakthrough size=3x5", 9, 3)]
    {
        let (ruleset, mut lost) = (rules(text), 0);
        for _ in 0..count {
            let position = random_late(&ruleset, &mut dice, back);
            if position.outcome().is_some() {
                continue;
            }
            let alone = solved(&*position, Limits::NONE).proof;
            let question = Question::new(ruleset.clone(), None, position.played().to_vec());
            for number in [1, 3, 6] {
                let helpers = Helpers::new(number);
                let together = solve_with(&question, &Limits::NONE, &Stop::new(), 16, &helpers).unwrap();
                assert_eq!(together.proof, alone, "{number} helpers, {}", position.text());
            }
            lost += usize::from(alone == Proof::Loss);
        }
        assert!((1..count).contains(&lost), "{text}: {lost} of {count} are lost");
    }
    let start = Question::new(rules("domineering size=8x7"), None, Vec::new());
    let together = solve_with(&start, &Limits::NONE, &Stop::new(), 16, &Helpers::new(1)).unwrap();
    let alone = solve(&start, &Limits::NONE, &Stop::new(), 16).unwrap();
    assert_eq!(together.proof, alone.proof);
    assert!(
        together.nodes < 3 * alone.nodes / 2,
        "{} instead of {}: each does what the other did not",
        together.nodes,
        alone.nodes
    );
}

#[test]
fn a_limit_ends_the_helpers_too() {
    let question = Question::new(rules("domineering size=10x10"), None, Vec::new());
    let solution = solve_with(&question, &Limits::nodes(2_000), &Stop::new(), 4, &Helpers::new(2)).unwrap();
    assert_eq!(solution.proof, Proof::Unknown);
}
