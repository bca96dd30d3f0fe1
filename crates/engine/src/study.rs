//! Analysis: the best moves of a position, each with its value, what is proven of it, and the play that follows.
//!
//! At each depth the search looks for the best move, then for the best of the others, and so on (*multi-PV*). Where it
//! proves nothing, the solver is asked, too, with a limit of its own, if it is another than the search.

use std::cmp::Reverse;
use std::time::Duration;

use crate::{
    base::{Judge, Limits, MAX_PLY, Score, Stop, WON, is_proven},
    search::{Helpers, Root, RootMove, Search, SearchOptions, TranspositionTable},
    solve::{Proof, SolverOptions, solve_game},
};
use games::board::Move;
use games::{AnyPosition as _, Evaluate, Nature, Played, Solve};

/// How much is looked for, and for how long. An effort that only depth and nodes limit is exactly reproducible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many moves are wanted, at least one.
    pub variations: usize,
    /// Where the search ends; its time limits the solver, too.
    pub limits: Limits,
    /// How many positions the solver may visit; 0: it is not asked.
    pub solver_nodes: u64,
}

/// A move, and what is known of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Variation {
    /// The move and the play that is expected to follow: never empty.
    pub line: Vec<Move>,
    /// The value that the search gives the move, for the side to move.
    pub score: Score,
    /// The result that is proven of the move, for the side to move.
    pub proof: Proof,
}

/// What there is to know of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The best moves, the best first: as many as were wanted, or all.
    pub variations: Vec<Variation>,
    /// The result that is proven of the position, for the side to move.
    pub proof: Proof,
    /// Plies of the last whole iteration.
    pub depth: u32,
    /// Positions that the search visited.
    pub nodes: u64,
    /// How long the search took.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
}

impl Variation {
    fn of(found: &RootMove) -> Self {
        let score = Score::from_value(found.value);
        Self { line: found.line.clone(), score, proof: proof_of(score) }
    }

    /// The move.
    pub fn best(&self) -> Move {
        self.line[0]
    }

    /// How likely the side to move wins with it, a draw counting half.
    pub fn chance(&self) -> f64 {
        chance(self.proof).unwrap_or_else(|| self.score.chance())
    }

    /// After how many plies at most the game is over, where a win or a loss is proven with its length.
    pub fn plies(&self) -> Option<u32> {
        match self.score {
            Score::Win(plies) | Score::Loss(plies) => Some(plies),
            Score::Cp(_) => None,
        }
    }
}

impl Analysis {
    /// How likely the side to move wins with its best move, a draw counting half.
    pub fn chance(&self) -> f64 {
        chance(self.proof).unwrap_or_else(|| self.variations.first().map_or(0.5, Variation::chance))
    }
}

fn chance(proof: Proof) -> Option<f64> {
    match proof {
        Proof::Win => Some(1.0),
        Proof::Loss => Some(0.0),
        Proof::Draw => Some(0.5),
        Proof::Unknown => None,
    }
}

fn proof_of(score: Score) -> Proof {
    match score {
        Score::Win(_) => Proof::Win,
        Score::Loss(_) => Proof::Loss,
        Score::Cp(_) => Proof::Unknown,
    }
}

/// Looks for the best moves of an undecided position, and for what is proven of it.
pub(crate) fn study_game<G: Solve>(
    played: &Played<G>,
    judge: Judge,
    effort: &Effort,
    stop: &Stop,
    table: &mut TranspositionTable,
) -> Analysis {
    let mut root = Root::new(played, judge);
    let wanted = effort.variations.clamp(1, root.moves.len());
    table.new_generation();
    let mut search = Search::new(played, judge, &SearchOptions::best(effort.limits), stop, table);
    search.deepen_lines(played, &mut root, wanted, &effort.limits);
    let (nodes, time) = (search.budget.nodes(), search.budget.elapsed());
    let mut analysis = Analysis {
        variations: variations(&root.moves[..wanted]),
        proof: proof_of(Score::from_value(root.moves[0].value)),
        depth: root.depth,
        nodes,
        time,
        hashfull: table.hashfull(),
    };
    // Races are solved by the same search.
    if analysis.proof == Proof::Unknown && effort.solver_nodes > 0 && G::NATURE != Nature::Race {
        analysis.ask_solver(&Solver { played, judge, effort, stop }, &root);
    }
    analysis
}

impl<G: Evaluate> Search<'_, G> {
    /// As [`Search::iterative_deepening`], but for the best `wanted` moves, which are in front of `root` throughout.
    fn deepen_lines(&mut self, played: &Played<G>, root: &mut Root, wanted: usize, limits: &Limits) {
        let last = limits.depth.unwrap_or(u32::MAX).clamp(1, MAX_PLY as u32 - 2);
        self.budget.look();
        for depth in 1..=last {
            if self.budget.spent() || stop_deepening(&root.moves[..wanted], depth) {
                return;
            }
            for better in 0..wanted {
                let others = root.moves.split_off(better);
                let mut others = Root::of(others, root.depth);
                let done = self.aspiration_search(&played.position, &mut others, depth as i32);
                root.moves.append(&mut others.moves);
                if !done {
                    return;
                }
            }
            root.moves[..wanted].sort_by_key(|it| Reverse(it.value));
            root.finished(depth);
        }
    }
}

/// Whether deeper search cannot change the answer: all results are proven, and in no more plies than were searched.
fn stop_deepening(moves: &[RootMove], depth: u32) -> bool {
    moves.iter().all(|it| is_proven(it.value) && depth > (WON - it.value.abs()) as u32)
}

/// The moves as variations. Those that a broken-off iteration did not come to have older values, but are worth no more
/// than the better ones.
fn variations(moves: &[RootMove]) -> Vec<Variation> {
    let mut least = i32::MAX;
    let capped = |it: &RootMove| {
        least = least.min(it.value);
        Variation::of(&RootMove { value: least, ..it.clone() })
    };
    moves.iter().map(capped).collect()
}

/// The solver, as an analysis asks it.
struct Solver<'a, G: Solve> {
    played: &'a Played<G>,
    judge: Judge,
    effort: &'a Effort,
    stop: &'a Stop,
}

/// Size of the solver's tables: a bounded number of positions fills no more.
const SOLVER_MEGABYTES: usize = 8;

impl<G: Solve> Solver<'_, G> {
    /// What can be proven of a position, with its line.
    fn prove(&self, played: &Played<G>) -> (Proof, Vec<Move>) {
        let &Self { judge, effort, stop, .. } = self;
        let limits = &Limits { depth: None, nodes: Some(effort.solver_nodes), time: effort.limits.time };
        let helpers = &Helpers::default();
        let solution = solve_game(played, &SolverOptions { judge, limits, stop, megabytes: SOLVER_MEGABYTES, helpers });
        (solution.proof, solution.line)
    }

    /// What can be proven of a move, for its player.
    fn prove_move(&self, mv: Move) -> Proof {
        let mut after = self.played.clone();
        after.advance(mv);
        match after.outcome() {
            None => reversed(self.prove(&after).0),
            // Whoever might have won by it would have been proven to win.
            Some(end) => {
                if end.winner.is_none() {
                    Proof::Draw
                } else {
                    Proof::Loss
                }
            }
        }
    }
}

/// A result as the other side sees it.
fn reversed(proof: Proof) -> Proof {
    match proof {
        Proof::Win => Proof::Loss,
        Proof::Loss => Proof::Win,
        other => other,
    }
}

impl Analysis {
    /// Adds what the solver can prove of a position of which the search has proven nothing.
    fn ask_solver<G: Solve>(&mut self, solver: &Solver<'_, G>, root: &Root) {
        let (proof, line) = solver.prove(solver.played);
        self.proof = proof;
        match proof {
            Proof::Win if !self.lead(line, root) => self.proof = Proof::Unknown,
            Proof::Win => {}
            Proof::Loss => self.variations.iter_mut().for_each(|it| it.proof = Proof::Loss),
            // Which move holds the draw is another question.
            Proof::Draw => {
                for variation in self.variations.iter_mut().filter(|it| it.proof == Proof::Unknown) {
                    variation.proof = solver.prove_move(variation.best());
                }
                self.variations.sort_by_key(|it| match it.proof {
                    Proof::Win | Proof::Draw => 0,
                    Proof::Unknown => 1,
                    Proof::Loss => 2,
                });
            }
            Proof::Unknown => {}
        }
    }

    /// Puts a line that is proven to win in front; `false` if the solver's budget ended before its first move was known.
    fn lead(&mut self, line: Vec<Move>, root: &Root) -> bool {
        let Some(known) = line.first().and_then(|best| root.moves.iter().find(|it| it.mv == *best)) else {
            return false;
        };
        let wanted = self.variations.len();
        self.variations.retain(|it| it.best() != known.mv);
        self.variations.insert(0, Variation { line, score: Score::from_value(known.value), proof: Proof::Win });
        self.variations.truncate(wanted);
        true
    }
}
