//! The play that follows a move: the longest defense, and as long as there is one, the only move against it.

use engine::{Limits, Memory, Score, Stop, ThinkError, compare_with};
use games::board::Move;
use games::{AnyPosition, PuzzleGoal};

use super::positions::{MEGABYTES, after, question};
use super::prover::{OnlyMove, Prover};

/// So many moves are to be found at most.
const MAX_FOUND: usize = 7;

/// Positions that are visited to see which defense lasts longest.
const NODES: u64 = 40_000;

/// Where it is not known how long they last, so many of the best defenses count as equally long.
const UNKNOWN_LENGTH: usize = 3;

/// The line that begins with the only move of a position.
pub(super) fn of(
    prover: &Prover,
    position: &dyn AnyPosition,
    first: Move,
    goal: PuzzleGoal,
) -> Result<Vec<Move>, ThinkError> {
    let mut line = vec![first];
    let mut position = after(position, first);
    while goal == PuzzleGoal::Win && line.len() < 2 * MAX_FOUND - 1 && position.outcome().is_none() {
        let Some((defense, answer)) = continuation(prover, &*position)? else { break };
        position = after(&*after(&*position, defense), answer);
        line.extend([defense, answer]);
    }
    Ok(line)
}

/// The longest defense with the only move against it; among defenses of the same length such as leave only one.
fn continuation(prover: &Prover, lost: &dyn AnyPosition) -> Result<Option<(Move, Move)>, ThinkError> {
    for defense in longest_defenses(lost)? {
        let next = after(lost, defense);
        if next.outcome().is_some() {
            continue;
        }
        if let OnlyMove::Is(answer, PuzzleGoal::Win) = prover.only_move(&*next)? {
            return Ok(Some((defense, answer)));
        }
    }
    Ok(None)
}

/// The moves of a lost position that put the end off longest.
fn longest_defenses(lost: &dyn AnyPosition) -> Result<Vec<Move>, ThinkError> {
    let report = compare_with(&question(lost), &Limits::nodes(NODES), &Stop::new(), &mut Memory::new(MEGABYTES))?;
    let Some((best, longest)) = report.root.first() else { return Ok(vec![report.best]) };
    let is_as_long = |index: usize, score: Score| match longest {
        Score::Loss(_) => score == *longest,
        Score::Cp(_) | Score::Win(_) => index < UNKNOWN_LENGTH,
    };
    let rest = report.root.iter().enumerate().skip(1).filter(|(index, (_, score))| is_as_long(*index, *score));
    Ok([*best].into_iter().chain(rest.map(|(_, (mv, _))| *mv)).collect())
}
