//! What the engine calls proven, against brute force that knows nothing but the rules.

use crate::support::dice::Dice;
use crate::support::referee::{after, moves};
use engine::{Limits, Memory, Question, Report, Rung, Score, Stop, Strength, analyze_with, compare, think_with};
use games::lines_of_action::LinesOfAction;
use games::{AnyPosition, Evaluate, Game, Played, Ruleset};

/// Rulesets without a repetition rule: a position alone tells its value.
const PLAIN: [&str; 4] = ["loa:cs61b", "loa:mso repetition=off", "loa:classic repetition=off 6x6", "loa:cs61b 5x5"];

impl Dice {
    /// An undecided game after 10 to 80 random moves by some of `rules`.
    fn game(&mut self, rules: &[&'static str]) -> Played<LinesOfAction> {
        let ruleset = ruleset(rules[self.roll(rules.len())]);
        loop {
            let mut played = Played::<LinesOfAction>::open(&ruleset, None).unwrap();
            for _ in 0..10 + self.roll(70) {
                let moves = played.moves();
                if moves.is_empty() {
                    break;
                }
                played.advance(moves[self.roll(moves.len())]);
            }
            if played.outcome().is_none() {
                return played;
            }
        }
    }
}

fn ruleset(text: &str) -> Ruleset {
    games::read_ruleset(text).unwrap()
}

fn question(played: &Played<LinesOfAction>) -> Question {
    Question::new(played.ruleset().clone(), None, played.played().to_vec())
}

/// Whether a move wins within so many plies, itself included, whatever the other side does.
fn wins_by<G: Game>(game: &G, position: &G::Position, mv: games::board::Move, plies: u32) -> bool {
    let own = game.side_to_move(position);
    let next = after(game, position, mv);
    match game.decided(&next) {
        Some(end) => end.winner == Some(own),
        None => plies > 1 && loses_within(game, &next, plies - 1),
    }
}

fn wins_within<G: Game>(game: &G, position: &G::Position, plies: u32) -> bool {
    moves(game, position).into_iter().any(|it| wins_by(game, position, it, plies))
}

/// Whether the side to move loses within so many plies whatever it does.
fn loses_within<G: Game>(game: &G, position: &G::Position, plies: u32) -> bool {
    let own = game.side_to_move(position);
    moves(game, position).into_iter().all(|it| {
        let next = after(game, position, it);
        match game.decided(&next) {
            Some(end) => end.winner == Some(own.other()),
            None => plies > 1 && wins_within(game, &next, plies - 1),
        }
    })
}

fn search(played: &Played<LinesOfAction>, limits: Limits) -> Report {
    analyze_with(&question(played), &limits, &Stop::new(), &mut Memory::new(2)).unwrap()
}

#[test]
fn a_quick_win_is_seen_exactly_where_there_is_one() {
    let mut dice = Dice(6);
    let mut found = 0;
    for _ in 0..4000 {
        let Played { game, position, .. } = dice.game(&["loa:mso", "loa:classic", "loa:mso 6x6", "loa:mso 10x9"]);
        let win = game.quick_win(&position);
        assert_eq!(win.is_some(), wins_within(&game, &position, 1), "{}", game.write_position(&position));
        assert!(win.is_none_or(|it| wins_by(&game, &position, it, 1)));
        found += u32::from(win.is_some());
    }
    assert!(found > 100, "only {found} positions have a quick win");
}

#[test]
fn every_rung_takes_a_win_in_one() {
    let (mut dice, mut found) = (Dice(5), 0);
    while found < 40 {
        let played = dice.game(&PLAIN);
        if !wins_within(&played.game, &played.position, 1) {
            continue;
        }
        found += 1;
        for rung in (0..Rung::COUNT).map(Rung::new) {
            let question = question(&played).at(Strength::rung(rung).seeded(found));
            let report = think_with(&question, &Stop::new(), &mut Memory::new(1)).unwrap();
            assert_eq!(report.score, Score::Win(1), "{}", played.text());
            assert!(wins_by(&played.game, &played.position, report.best, 1), "{} {}", played.text(), report.best);
        }
    }
}

#[test]
fn forced_wins_in_two_moves_are_found() {
    let (mut dice, mut found) = (Dice(7), 0);
    while found < 60 {
        let played = dice.game(&PLAIN);
        let (game, position) = (&played.game, &played.position);
        if wins_within(game, position, 1) || !wins_within(game, position, 3) {
            continue;
        }
        found += 1;
        let report = search(&played, Limits::depth(6));
        assert!(matches!(report.score, Score::Win(2 | 3)), "{}: {report:?}", played.text());
        assert!(wins_by(game, position, report.best, 3), "{}: {}", played.text(), report.best);
    }
}

#[test]
fn forced_wins_in_three_moves_are_found() {
    let (mut dice, mut found) = (Dice(12), 0);
    while found < 8 {
        let played = dice.game(&["loa:cs61b 5x5", "loa:cs61b 6x6"]);
        let (game, position) = (&played.game, &played.position);
        if wins_within(game, position, 3) || !wins_within(game, position, 5) {
            continue;
        }
        found += 1;
        let report = search(&played, Limits::depth(9));
        assert!(matches!(report.score, Score::Win(4 | 5)), "{}: {report:?}", played.text());
        assert!(wins_by(game, position, report.best, 5), "{}: {}", played.text(), report.best);
    }
}

#[test]
fn what_is_called_proven_is_true() {
    let (mut dice, mut seen) = (Dice(8), [0; 6]);
    while [2, 3, 4, 5].iter().any(|it: &usize| seen[*it] < 6) {
        let played = dice.game(&PLAIN);
        let (game, position) = (&played.game, &played.position);
        let report = search(&played, Limits::depth(7));
        let (plies, is_true) = match report.score {
            Score::Win(plies) if plies <= 5 => (plies, wins_by(game, position, report.best, plies)),
            Score::Loss(plies) if plies <= 4 => (plies, loses_within(game, position, plies)),
            _ => continue,
        };
        assert!(is_true, "{}: {report:?}", played.text());
        seen[plies as usize] += 1;
    }
}

#[test]
fn to_repeat_a_position_is_a_draw_to_the_search() {
    let mut position = games::open(&ruleset("loa:mso"), None).unwrap();
    for text in "b8-b6 a7-c7 b6-b8 c7-a7 b8-b6 a7-c7 b6-b8".split(' ') {
        let mv = position.read(text).unwrap();
        position.play(mv).unwrap();
    }
    let back = position.read("c7-a7").unwrap();
    let value = |rules: &str| {
        let question = Question::new(ruleset(rules), None, position.played().to_vec());
        let report = compare(&question, &Limits::depth(2), &Stop::new()).unwrap();
        report.root.into_iter().find(|(it, _)| *it == back).unwrap().1
    };
    assert_eq!(value("loa:mso"), Score::Cp(0));
    assert_ne!(value("loa:mso repetition=off"), Score::Cp(0));
}

#[test]
fn a_position_may_come_back_once_on_the_way_to_a_win() {
    // A win in three plies, and the same after both sides have gone to and fro: its first move now repeats a position.
    let start = "8/8/5w2/1ww5/7b/2b5/6ww/8 b";
    let mut position = games::open(&ruleset("loa:mso"), Some(start)).unwrap();
    let value = |position: &dyn games::AnyPosition| {
        let question = Question::new(ruleset("loa:mso"), Some(start.to_owned()), position.played().to_vec());
        engine::analyze(&question, &Limits::depth(6), &Stop::new()).unwrap().score
    };
    assert_eq!(value(&*position), Score::Win(3));
    for text in "c3-e5 b5-a4 e5-c3 a4-b5".split(' ') {
        let mv = position.read(text).unwrap();
        position.play(mv).unwrap();
    }
    assert_eq!(value(&*position), Score::Win(3));
}
