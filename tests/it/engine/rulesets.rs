//! The engine plays by every ruleset as well as by the usual one: it beats random moves, runs a won race to its end, and
//! minds what the rules count.

use crate::support::dice::Dice;
use engine::{Limits, Memory, Question, Stop, analyze_with};
use games::board::{Move, Side};
use games::{Outcome, Ruleset};

/// Plays a game to its end; `choose` is asked for each move.
fn play(ruleset: &Ruleset, start: Option<&str>, mut choose: impl FnMut(Side, &Question, &[Move]) -> Move) -> Outcome {
    let mut position = games::open(ruleset, start).unwrap();
    loop {
        if let Some(end) = position.outcome() {
            return end;
        }
        let question = Question::new(ruleset.clone(), start.map(str::to_owned), position.played().to_vec());
        let mv = choose(position.to_move(), &question, &position.legal());
        position.play(mv).unwrap();
    }
}

#[test]
fn a_short_search_beats_random_moves() {
    let (mut dice, mut memory) = (Dice(3), Memory::new(4));
    let mut others = [
        "ugolki camp=4x3",
        "ugolki:russian camp=4x3",
        "ugolki:halma camp=3x3",
        "loa start=scrambled",
        "loa start=scrambled-swapped",
    ]
    .map(|it| games::read_ruleset(it).unwrap())
    .to_vec();
    // Who is to win on the smallest boards is settled before the first move. (And few pieces that only go ahead all
    // come home, whoever moves them.)
    others.extend(
        crate::support::rulesets::rulesets()
            .into_iter()
            .filter(|it| it.size != it.info.smallest || it.info.smallest == it.info.largest),
    );
    for (ruleset, side) in others.iter().flat_map(|it| Side::BOTH.map(|side| (it, side))) {
        let end = play(ruleset, None, |to_move, question, legal| {
            if to_move != side {
                return legal[dice.roll(legal.len())];
            }
            analyze_with(question, &Limits::nodes(2_000), &Stop::new(), &mut memory).unwrap().best
        });
        assert_eq!(end.winner, Some(side), "{ruleset}: {:?}", end.reason);
    }
}

/// Positions of races that White wins by filling the far camp: the enemy is too far away to be first or to come between.
const RACES: [(&str, &str); 4] = [
    ("ugolki:russian", "wwww4/wwww4/www1w3/ww2ww2/4bbbb/4bbbb/b3bbb1/b4bbb w plies=90"),
    ("ugolki:halma", "wwww4/wwww4/wwww4/ww2w3/3w1bbb/4bbbb/b3bbbb/b4bbb w plies=90"),
    ("ugolki:halma camp=3x3", "www5/www5/w1w5/3w4/8/5bbb/5bbb/bb3b2 b plies=41"),
    // Two pieces must leave their own camp within four moves.
    ("ugolki:russian", "wwww4/wwww4/www5/www5/4ww2/b3bbbb/b3bbbb/bb2bbbb w plies=72"),
];

#[test]
fn a_won_race_is_run_to_its_end() {
    for (text, position) in RACES {
        let ruleset = games::read_ruleset(text).unwrap();
        let mut memory = Memory::new(4);
        let end = play(&ruleset, Some(position), |_, question, _| {
            analyze_with(question, &Limits::nodes(10_000), &Stop::new(), &mut memory).unwrap().best
        });
        assert_eq!((end.winner, end.reason.as_str()), (Some(Side::First), "camp filled"), "{text} {position}");
    }
}
