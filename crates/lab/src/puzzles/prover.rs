//! Proves what the moves of a position are worth, and whether one of them is the only one.

use engine::{
    Limits, Memory, Score, Stop, ThinkError, analyze_with, compare_with, solve,
    solve::{Proof, Solution},
};
use games::board::Move;
use games::{AnyPosition, PuzzleGoal};

use super::positions::{MEGABYTES, after, question};

/// Proves the results of positions, each within the same number of nodes.
#[derive(Clone, Copy, Debug)]
pub struct Prover {
    nodes: u64,
}

/// Whether one move alone does what is best in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnlyMove {
    Is(Move, PuzzleGoal),
    /// There are others.
    Several,
    /// No move wins or draws.
    Lost,
    /// The result of the position, or that of a move, could not be proven.
    Unproven,
}

impl Prover {
    pub fn new(nodes: u64) -> Self {
        Self { nodes }
    }

    /// The result of a position for its side to move, as it stands, also if the game is over.
    pub(super) fn result(&self, position: &dyn AnyPosition) -> Result<Proof, ThinkError> {
        Ok(self.solution(position)?.0)
    }

    fn solution(&self, position: &dyn AnyPosition) -> Result<(Proof, Option<Move>), ThinkError> {
        if let Some(end) = position.outcome() {
            return Ok(match end.winner {
                None => (Proof::Draw, None),
                Some(winner) if winner == position.to_move() => (Proof::Win, None),
                Some(_) => (Proof::Loss, None),
            });
        }
        let (question, limits, stop) = (question(position), Limits::nodes(self.nodes), Stop::new());
        let Solution { proof, line, .. } = solve(&question, &limits, &stop, MEGABYTES)?;
        if proof != Proof::Unknown {
            return Ok((proof, line.first().copied()));
        }
        // Where the way to the end is long and narrow, the search may come there first.
        let report = analyze_with(&question, &limits, &stop, &mut Memory::new(MEGABYTES))?;
        Ok(match report.score {
            Score::Win(_) => (Proof::Win, Some(report.best)),
            Score::Loss(_) => (Proof::Loss, None),
            Score::Cp(_) => (Proof::Unknown, None),
        })
    }

    /// Whether one move alone wins, or alone draws where none wins.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn only_move(&self, position: &dyn AnyPosition) -> Result<OnlyMove, ThinkError> {
        let (proof, known) = self.solution(position)?;
        let goal = match proof {
            Proof::Win => PuzzleGoal::Win,
            Proof::Draw => PuzzleGoal::Draw,
            Proof::Loss => return Ok(OnlyMove::Lost),
            Proof::Unknown => return Ok(OnlyMove::Unproven),
        };
        let mut only = None;
        // A second good move, or one that cannot be proven, is likely among those that look best.
        let known = known.filter(|_| goal == PuzzleGoal::Win);
        let moves = by_looks(position)?;
        for mv in known.into_iter().chain(moves.into_iter().filter(|it| Some(*it) != known)) {
            match (goal, self.result(&*after(position, mv))?) {
                (PuzzleGoal::Win, Proof::Loss) | (PuzzleGoal::Draw, Proof::Draw) => {
                    if only.replace(mv).is_some() {
                        return Ok(OnlyMove::Several);
                    }
                }
                (_, Proof::Win) | (PuzzleGoal::Win, Proof::Draw) => {}
                (_, Proof::Unknown) | (PuzzleGoal::Draw, Proof::Loss) => return Ok(OnlyMove::Unproven),
            }
        }
        Ok(only.map_or(OnlyMove::Unproven, |it| OnlyMove::Is(it, goal)))
    }
}

/// The legal moves, those in front that a search of two plies likes best.
fn by_looks(position: &dyn AnyPosition) -> Result<Vec<Move>, ThinkError> {
    let report = compare_with(&question(position), &Limits::depth(2), &Stop::new(), &mut Memory::new(MEGABYTES))?;
    let rest = position.legal().into_iter().filter(|it| report.root.iter().all(|(known, _)| known != it));
    Ok(report.root.iter().map(|(mv, _)| *mv).chain(rest.collect::<Vec<_>>()).collect())
}
