//! Whatever search or solver call proven, at positions near the end of random games, is held against brute force: with tables
//! that are warm from all positions before, and with a second thread.
//!
//! Two hundred positions a game; more, as many as one has patience for, by
//! `PARLOR_CLAIMS=10000 cargo test --release --test it -- engine::claims`.

use std::sync::LazyLock;

use crate::support::brute::{Brute, LATE, after, wins_within};
use crate::support::dice::Dice;
use engine::solve::Proof;
use engine::{Crew, Limits, Memory, Question, Report, Score, Stop, analyze_with, compare_with, solve_with};
use games::board::Move;
use games::{AnyPosition, Ruleset};

/// So many positions of each game are compared.
static POSITIONS: LazyLock<u32> =
    LazyLock::new(|| std::env::var("PARLOR_CLAIMS").map_or(200, |it| it.parse().expect("a number of positions")));

/// Further rulesets, in which play goes round in circles for long: here hardly more than short wins and losses can be
/// compared.
const CIRCULAR: [(&str, usize, bool); 5] = [
    ("loa", 5, false),
    ("loa:classic 6x6", 5, false),
    ("loa:mso size=5x5", 5, false),
    ("surakarta", 4, false),
    ("ugolki:halma camp=3x3", 5, false),
];

/// Wins and losses in so many plies at most are compared where the whole game can't be looked at.
const SHORT: u32 = 3;

/// All that is warm.
struct Warm {
    memory: Memory,
    crew: Crew,
}

impl Warm {
    fn searched(&mut self, question: &Question, values_all: bool) -> Report {
        self.memory.employ(self.crew.lend(1));
        let search = if values_all { compare_with } else { analyze_with };
        search(question, &Limits::nodes(4_000), &Stop::new(), &mut self.memory).unwrap()
    }

    fn solved(&self, question: &Question) -> Proof {
        solve_with(question, &Limits::nodes(30_000), &Stop::new(), 2, &self.crew.lend(1)).unwrap().proof
    }
}

/// A game that was played at random without its last moves; often somebody takes the move before back.
fn to_and_fro(ruleset: &Ruleset, dice: &mut Dice, back: usize) -> Vec<Move> {
    let mut position = games::open(ruleset, None).unwrap();
    for _ in 0..400 {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        let own = position.played().iter().rev().nth(1).map(|it| Move::new(it.to, it.from));
        let again = own.filter(|it| legal.contains(it) && dice.roll(3) > 0);
        position.play(again.unwrap_or_else(|| legal[dice.roll(legal.len())])).unwrap();
    }
    let kept = position.played().len().saturating_sub(1 + dice.roll(back));
    position.played()[..kept].to_vec()
}

/// What is said of a move or a position, and what is so.
struct Claim<'a> {
    position: &'a dyn AnyPosition,
    truth: Option<Proof>,
}

impl Claim<'_> {
    /// Complains of a word that is false. Returns whether one was said that could be compared.
    fn check(&self, proof: Proof, plies: u32, whose: &str) -> bool {
        let Self { position, truth } = self;
        let told = || format!("{}: {} after {:?}", position.ruleset(), position.text(), position.played());
        if let Some(truth) = truth {
            assert!([Proof::Unknown, *truth].contains(&proof), "{whose}: {proof:?}, but it's {truth:?}: {}", told());
        }
        // A win comes with one's own move, and a loss with the other side's, or it can't be told in so simple a way.
        let is_short = plies <= SHORT && (plies % 2 == 1) == (proof == Proof::Win);
        match proof {
            Proof::Win if is_short => assert!(wins_within(*position, plies), "{whose}: a win in {plies}: {}", told()),
            Proof::Loss if is_short => {
                let is_won = |it: Move| {
                    let next = after(*position, it);
                    next.outcome()
                        .map_or_else(|| wins_within(&*next, plies - 1), |end| end.winner == Some(next.to_move()))
                };
                assert!(position.legal().into_iter().all(is_won), "{whose}: a loss in {plies}: {}", told());
            }
            _ => return truth.is_some() && proof != Proof::Unknown,
        }
        true
    }
}

fn proof_of(score: Score) -> (Proof, u32) {
    match score {
        Score::Win(plies) => (Proof::Win, plies),
        Score::Loss(plies) => (Proof::Loss, plies),
        Score::Cp(_) => (Proof::Unknown, u32::MAX),
    }
}

/// By brute force at most so many positions are looked at, or so many where play goes round in circles.
const MOST: u32 = 10_000;
const MOST_IN_CIRCLES: u32 = 200;

/// Compares what is said at a position, and of its moves. Returns the best move, and whether anything could be compared.
fn compare(warm: &mut Warm, position: &dyn AnyPosition, (plain, most): (bool, u32), values_all: bool) -> (Move, bool) {
    let question = Question::new(position.ruleset().clone(), None, position.played().to_vec());
    let truth_of = |it: &dyn AnyPosition| Brute::new(!plain, most).value(it);
    let claim = Claim { position, truth: truth_of(position) };
    let report = warm.searched(&question, values_all);
    let (proof, plies) = proof_of(report.score);
    let mut is_compared = claim.check(proof, plies, "search");
    is_compared |= claim.check(warm.solved(&question), u32::MAX, "solver");
    for (mv, score) in report.root.into_iter().take(if values_all { 4 } else { 1 }) {
        let next = after(position, mv);
        let (proof, plies) = proof_of(score);
        let proof_for_the_other = match proof {
            Proof::Win => Proof::Loss,
            Proof::Loss => Proof::Win,
            other => other,
        };
        if next.outcome().is_none() {
            let claim = Claim { position: &*next, truth: claim.truth.and_then(|_| truth_of(&*next)) };
            claim.check(proof_for_the_other, plies.saturating_sub(1), "search of a move");
        }
    }
    (report.best, is_compared)
}

fn nothing_false_is_said_of(game: &str) {
    let late = LATE.into_iter().map(|it| (it, MOST)).chain(CIRCULAR.into_iter().map(|it| (it, MOST_IN_CIRCLES)));
    let late = late.filter(|((text, ..), _)| text.split([' ', ':']).next() == Some(game));
    let late: Vec<(Ruleset, usize, (bool, u32))> =
        late.map(|((text, back, plain), most)| (games::read_ruleset(text).unwrap(), back, (plain, most))).collect();
    let (mut dice, mut compared) = (Dice(29), 0);
    let mut warm = Warm { memory: Memory::new(8), crew: Crew::new(1) };
    for round in 0.. {
        let (ruleset, back, brute) = &late[round % late.len()];
        let mut position = games::open(ruleset, None).unwrap();
        to_and_fro(ruleset, &mut dice, *back).iter().for_each(|it| position.play(*it).unwrap());
        // From there the game goes on, as the engine wants it or not.
        for _ in 0..6 {
            if position.outcome().is_some() {
                break;
            }
            let (best, is_compared) = compare(&mut warm, &*position, *brute, dice.roll(4) == 0);
            compared += u32::from(is_compared);
            let legal = position.legal();
            let own = position.played().iter().rev().nth(1).map(|it| Move::new(it.to, it.from));
            let played = match dice.roll(3) {
                0 => best,
                1 => own.filter(|it| legal.contains(it)).unwrap_or(best),
                _ => legal[dice.roll(legal.len())],
            };
            position.play(played).unwrap();
        }
        if compared >= *POSITIONS {
            println!("{game}: {compared} positions of {} games", round + 1);
            return;
        }
        assert!(round < 100 * *POSITIONS as usize, "{game}: so few could be compared: {compared}");
    }
}

#[test]
fn nothing_false_is_said_of_lines_of_action() {
    nothing_false_is_said_of("loa");
}

#[test]
fn nothing_false_is_said_of_breakthrough() {
    nothing_false_is_said_of("breakthrough");
}

#[test]
fn nothing_false_is_said_of_knightthrough() {
    nothing_false_is_said_of("knightthrough");
}

#[test]
fn nothing_false_is_said_of_clobber() {
    nothing_false_is_said_of("clobber");
}

#[test]
fn nothing_false_is_said_of_domineering() {
    nothing_false_is_said_of("domineering");
}

#[test]
fn nothing_false_is_said_of_surakarta() {
    nothing_false_is_said_of("surakarta");
}

#[test]
fn nothing_false_is_said_of_ugolki() {
    nothing_false_is_said_of("ugolki");
}

/// A table that is kept from one move to the next knows nothing of positions that have been there twice since: what it knows
/// isn't read then.
#[test]
fn what_was_searched_before_positions_came_again_is_not_read() {
    let moves = |text: &str| {
        let mut position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
        for word in text.split(' ') {
            let mv = position.read(word).unwrap();
            position.play(mv).unwrap();
        }
        position.played().to_vec()
    };
    let once = moves("b1-b3 a2-c2");
    let twice = moves("b1-b3 a2-c2 b3-b1 c2-a2 b1-b3 a2-c2");
    let search = |moves: &[Move], memory: &mut Memory| {
        let question = Question::new(games::read_ruleset("loa").unwrap(), None, moves.to_vec());
        let report = analyze_with(&question, &Limits::depth(7), &Stop::new(), memory).unwrap();
        (report.score, report.nodes)
    };
    let fresh = search(&twice, &mut Memory::new(8));
    let mut memory = Memory::new(8);
    search(&once, &mut memory);
    assert_eq!(search(&twice, &mut memory), fresh);
    assert_ne!(search(&twice, &mut memory), fresh, "what was searched with the same ones is read");
}
