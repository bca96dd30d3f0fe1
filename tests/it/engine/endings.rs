//! What is proven without searching, against brute force that knows nothing but the rules; and that no player lets go of a
//! win that the solver sees.

use std::collections::HashMap;

use crate::support::brute::wins_within;
use crate::support::dice::Dice;
use engine::solve::Proof;
use engine::{Limits, Memory, Question, Rung, Score, Stop, Strength, analyze_with, solve, think_with};
use games::board::{Move, MoveList};
use games::{AnyPosition, Evaluate, Game, Played, Prospect, Ruleset, Solve};
use games::{breakthrough::Breakthrough, clobber::Clobber, domineering::Domineering};

fn rules(text: &str) -> Ruleset {
    games::read_ruleset(text).unwrap_or_else(|| panic!("{text}"))
}

/// A game that was played at random to its end, without its last moves.
fn late(ruleset: &Ruleset, dice: &mut Dice, back: usize) -> Box<dyn AnyPosition> {
    let mut position = games::open(ruleset, None).unwrap();
    while position.outcome().is_none() {
        let legal = position.legal();
        position.play(legal[dice.roll(legal.len())]).unwrap();
    }
    let moves = position.played().to_vec();
    let mut position = games::open(ruleset, None).unwrap();
    let kept = moves.len().saturating_sub(1 + dice.roll(back));
    moves[..kept].iter().for_each(|it| position.play(*it).unwrap());
    position
}

/// Whether the side to move wins, by the rules alone.
fn wins<G: Game>(game: &G, position: &G::Position, seen: &mut HashMap<u64, bool>) -> bool {
    if game.decided(position).is_some() {
        return false;
    }
    if let Some(known) = seen.get(&game.hash(position)) {
        return *known;
    }
    let mut moves = MoveList::new();
    game.moves(position, &mut moves);
    let wins = moves.into_iter().any(|it| {
        let mut next = position.clone();
        game.play(&mut next, it);
        !wins(game, &next, seen)
    });
    seen.insert(game.hash(position), wins);
    wins
}

/// Compares what the game says at once with brute force: in how many of so many random positions it said something, to the
/// search and to the solver.
fn told<G: Solve>(text: &str, back: usize, count: usize) -> [usize; 2] {
    let (ruleset, mut dice, mut told) = (rules(text), Dice(29), [0; 2]);
    for _ in 0..count {
        let opened = late(&ruleset, &mut dice, back);
        let played = Played::<G>::open(&ruleset, Some(&opened.text())).unwrap();
        let (game, position) = (&played.game, &played.position);
        let own = game.side_to_move(position);
        let winner = if wins(game, position, &mut HashMap::new()) { own } else { own.other() };
        if let Some(proven) = game.static_proof(position) {
            assert_eq!(proven.winner, winner, "{text}: {}", opened.text());
            assert!(proven.plies as usize >= longest(game, position), "{text}: {}", opened.text());
            told[0] += 1;
        }
        if let Prospect::Proven(proven) = game.prospect(&game.simplified(position)) {
            assert_eq!(proven, winner, "{text}: {}", opened.text());
            told[1] += 1;
        }
    }
    told
}

/// How long a game lasts in which each move leaves as many as possible.
fn longest<G: Game>(game: &G, position: &G::Position) -> usize {
    let (mut position, mut plies) = (position.clone(), 0);
    while game.decided(&position).is_none() {
        let mut moves = MoveList::new();
        game.moves(&position, &mut moves);
        let after = |it: Move| {
            let mut next = position.clone();
            game.play(&mut next, it);
            next
        };
        position = moves.into_iter().map(after).max_by_key(|it| game.count_moves(it)).unwrap();
        plies += 1;
    }
    plies
}

#[test]
fn what_is_settled_at_once_is_true() {
    let mut counts = Vec::new();
    for (text, back) in [
        ("domineering size=4x4", 8),
        ("domineering size=6x6", 9),
        ("domineering size=8x8 first=horizontal", 10),
        ("domineering size=3x10", 10),
    ] {
        counts.push((text, told::<Domineering>(text, back, 200)));
    }
    for (text, back) in [("clobber size=4x4", 12), ("clobber size=6x5", 11), ("clobber size=10x10", 10)] {
        counts.push((text, told::<Clobber>(text, back, 200)));
    }
    for (text, [search, solver]) in counts {
        println!("{text}: {search} and {solver} of 200");
        assert!(search >= 50 && solver >= search, "{text}: {search} and {solver}");
    }
}

/// A runner that nobody can stop and that arrives first wins, as soon as is said.
#[test]
fn a_race_that_is_settled_at_once_is_won() {
    let mut told = [0; 2];
    for (text, back) in [("breakthrough size=5x5", 8), ("breakthrough size=3x6", 9), ("breakthrough size=6x5", 7)] {
        let (ruleset, mut dice, lost_before) = (rules(text), Dice(29), told[0]);
        for _ in 0..2_500 {
            let opened = late(&ruleset, &mut dice, back);
            let played = Played::<Breakthrough>::open(&ruleset, Some(&opened.text())).unwrap();
            let (game, position) = (&played.game, &played.position);
            let Some(proof) = game.static_proof(position) else { continue };
            if proof.plies == 1 {
                assert!(wins_within(&*opened, 1), "{text}: {}", opened.text());
                continue;
            }
            let own = game.side_to_move(position);
            // Lost ones come ten times as often, and brute force takes as long for each.
            if proof.winner != own && told[0] - lost_before == 10 {
                continue;
            }
            let winner = if wins(game, position, &mut HashMap::new()) { own } else { own.other() };
            assert_eq!(proof.winner, winner, "{text}: {}", opened.text());
            if winner == own && proof.plies <= 5 {
                assert!(wins_within(&*opened, proof.plies), "{text}: {}: {proof:?}", opened.text());
            }
            told[usize::from(winner == own)] += 1;
        }
    }
    println!("lost {}, won {}", told[0], told[1]);
    assert!(told.into_iter().all(|it| it >= 20), "{told:?}");
}

/// Who answers for the side that is lost: anything, or what the solver thinks holds out longest.
fn reply(position: &dyn AnyPosition, dice: &mut Dice) -> Move {
    let legal = position.legal();
    let any = legal[dice.roll(legal.len())];
    if dice.roll(2) == 0 {
        return any;
    }
    let question = Question::new(position.ruleset().clone(), None, position.played().to_vec());
    let solution = solve(&question, &Limits::nodes(200_000), &Stop::new(), 4).unwrap();
    assert_eq!(solution.proof, Proof::Loss, "{}", position.text());
    solution.line.first().copied().unwrap_or(any)
}

/// From positions that the solver calls won, `choose` plays to the end and wins.
#[track_caller]
fn always_wins(text: &str, back: usize, count: usize, mut choose: impl FnMut(&Question) -> Move) {
    let (ruleset, mut dice, mut won) = (rules(text), Dice(41), 0);
    for _ in 0..count {
        let mut position = late(&ruleset, &mut dice, back);
        let question = |position: &dyn AnyPosition| Question::new(ruleset.clone(), None, position.played().to_vec());
        let solution = solve(&question(&*position), &Limits::nodes(500_000), &Stop::new(), 4).unwrap();
        assert_ne!(solution.proof, Proof::Unknown, "{}", position.text());
        if solution.proof != Proof::Win {
            continue;
        }
        let own = position.to_move();
        while position.outcome().is_none() {
            let mv =
                if position.to_move() == own { choose(&question(&*position)) } else { reply(&*position, &mut dice) };
            position.play(mv).unwrap();
        }
        assert_eq!(position.outcome().unwrap().winner, Some(own), "{text}: {:?}", position.played());
        won += 1;
    }
    assert!(won * 4 >= count, "{text}: only {won} of {count} were won");
}

/// Boards that the solver knows all about, and how many of the last moves are taken back at most.
const KNOWN: [(&str, usize); 8] = [
    ("domineering size=5x5", 10),
    ("domineering size=6x6", 12),
    ("domineering size=7x6 first=horizontal", 14),
    ("domineering size=8x8", 14),
    ("clobber size=4x4", 14),
    ("clobber size=5x4", 18),
    ("clobber size=6x5", 9),
    ("breakthrough size=3x5", 12),
];

#[test]
fn analysis_never_loses_a_position_that_is_solved_as_won() {
    for (text, back) in KNOWN {
        always_wins(text, back, 40, |question| {
            analyze_with(question, &Limits::nodes(30_000), &Stop::new(), &mut Memory::new(1)).unwrap().best
        });
    }
}

#[test]
fn a_strong_rung_never_loses_a_position_that_is_solved_as_won() {
    for (text, back) in KNOWN {
        always_wins(text, back, 12, |question| {
            let question = question.clone().at(Strength::rung(Rung::new(24)));
            think_with(&question, &Stop::new(), &mut Memory::new(1)).unwrap().best
        });
    }
}

/// The share of the moves that win, by the rules alone.
fn winning_share<G: Game>(game: &G, position: &G::Position, seen: &mut HashMap<u64, bool>) -> f64 {
    let mut moves = MoveList::new();
    game.moves(position, &mut moves);
    let winning = moves.iter().filter(|it| {
        let mut next = position.clone();
        game.play(&mut next, **it);
        !wins(game, &next, seen)
    });
    winning.count() as f64 / moves.len() as f64
}

/// In lost positions the other side must find one of few good answers: no move would leave it a smaller share of them.
fn resists<G: Solve>(text: &str, back: usize) {
    let (ruleset, mut dice, mut seen, mut lost, mut hard) = (rules(text), Dice(17), HashMap::new(), 0, 0);
    for _ in 0..120 {
        let position = late(&ruleset, &mut dice, back);
        let played = Played::<G>::open(&ruleset, Some(&position.text())).unwrap();
        if wins(&played.game, &played.position, &mut seen) || position.legal().len() < 2 {
            continue;
        }
        lost += 1;
        let question = Question::new(ruleset.clone(), None, position.played().to_vec());
        let report = analyze_with(&question, &Limits::nodes(200_000), &Stop::new(), &mut Memory::new(1)).unwrap();
        assert!(matches!(report.score, Score::Loss(_)), "{text} {}: {report:?}", position.text());
        let mut share = |it: Move| {
            let mut next = played.position.clone();
            played.game.play(&mut next, it);
            winning_share(&played.game, &next, &mut seen)
        };
        let chosen = share(report.best);
        let least = position.legal().into_iter().map(share).fold(1.0, f64::min);
        assert!(
            (chosen - least).abs() < 1e-9,
            "{text} {}: {} leaves {chosen}, not {least}",
            position.text(),
            report.best
        );
        hard += usize::from(least < 1.0);
    }
    assert!(lost >= 20 && hard >= 10, "{text}: {lost} were lost, in {hard} there was something to find");
}

#[test]
fn a_lost_position_is_made_hard_to_win() {
    resists::<Clobber>("clobber size=5x4", 14);
    resists::<Domineering>("domineering size=5x5", 9);
}

#[test]
fn a_solved_win_is_told_as_one() {
    for text in ["domineering size=6x6", "clobber size=5x4"] {
        let question = Question::new(rules(text), None, Vec::new());
        let report = analyze_with(&question, &Limits::nodes(40_000), &Stop::new(), &mut Memory::new(1)).unwrap();
        assert!(matches!(report.score, Score::Win(1..=19)), "{text}: {report:?}");
        assert_eq!((report.line[0], report.root[0]), (report.best, (report.best, report.score)));
        assert!(report.nodes <= 20_000, "the solver has half of the limit: {report:?}");
    }
}
