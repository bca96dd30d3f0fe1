//! The puzzles are true: a sample of them by brute force that knows nothing but the rules. `parlor puzzles GAME --check` proves
//! all of them anew.

use std::collections::HashMap;

use games::{AnyPosition, GAMES, Puzzle, PuzzleGoal};

/// What is known of a position for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Win,
    Draw,
    Loss,
    /// Not within so many plies.
    Open,
}

/// Looks through everything, so many plies deep.
struct BruteForce {
    seen: HashMap<(String, u32), Known>,
    left: u32,
}

impl BruteForce {
    fn result(&mut self, position: &dyn AnyPosition, depth: u32) -> Known {
        if let Some(end) = position.outcome() {
            return match end.winner {
                None => Known::Draw,
                Some(winner) if winner == position.to_move() => Known::Win,
                Some(_) => Known::Loss,
            };
        }
        let Some(left) = self.left.checked_sub(1).filter(|_| depth > 0) else { return Known::Open };
        self.left = left;
        let key = (position.text(), depth);
        if let Some(known) = self.seen.get(&key) {
            return *known;
        }
        let mut best = Known::Loss;
        for mv in position.legal() {
            let mut next = position.clone_position();
            next.play(mv).unwrap();
            match self.result(&*next, depth - 1) {
                Known::Loss => {
                    best = Known::Win;
                    break;
                }
                Known::Open => best = Known::Open,
                Known::Draw if best == Known::Loss => best = Known::Draw,
                Known::Draw | Known::Win => {}
            }
        }
        self.seen.insert(key, best);
        best
    }
}

/// How deep each move is looked into, and how many positions that may take.
const DEPTH: u32 = 7;
const POSITIONS: u32 = 8_000;

/// Whether brute force finds that a puzzle's move alone does it; nothing where that isn't seen so soon.
fn confirmed(puzzle: &Puzzle) -> bool {
    let position = games::open(&puzzle.ruleset, Some(&puzzle.position)).unwrap();
    let after = |mv| {
        let mut next = position.clone_position();
        next.play(mv).unwrap();
        let mut brute_force = BruteForce { seen: HashMap::new(), left: POSITIONS };
        (1..=DEPTH).map(|depth| brute_force.result(&*next, depth)).find(|it| *it != Known::Open).unwrap_or(Known::Open)
    };
    let mut is_confirmed = true;
    for mv in position.legal() {
        let found = after(mv);
        let fits = match (puzzle.goal, mv == puzzle.line[0]) {
            (PuzzleGoal::Win, true) => found == Known::Loss,
            (PuzzleGoal::Win, false) => matches!(found, Known::Win | Known::Draw),
            (PuzzleGoal::Draw, true) => found == Known::Draw,
            (PuzzleGoal::Draw, false) => found == Known::Win,
        };
        assert!(fits || found == Known::Open, "{puzzle}: {mv} leads to {found:?}");
        is_confirmed &= fits;
    }
    is_confirmed
}

#[test]
fn a_sample_is_true_by_brute_force() {
    let mut settled = 0;
    for info in GAMES.iter().map(|it| it.info()) {
        let sample: Vec<&Puzzle> = games::puzzles(info).iter().step_by(16).collect();
        let of_game = sample.iter().filter(|it| confirmed(it)).count();
        println!("{}: {of_game} of {} are settled within {DEPTH} plies", info.name, sample.len());
        settled += of_game;
    }
    assert!(settled >= 10, "brute force settles {settled} puzzles only: that says too little");
}
