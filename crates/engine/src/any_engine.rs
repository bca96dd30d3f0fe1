//! The engine's face for everybody who knows a game only as data: the one place where the type of a game is chosen.

use crate::{
    base::{Limits, Question, Report, Stop, Strength, ThinkError, replay},
    player::{Memory, best_move, think_game},
    search::{Helpers, SearchOptions, TranspositionTable, Valued, Watch},
    solve::{Solution, SolverOptions, solve_game},
    study::{Analysis, Effort, study_game},
};
use games::{AnyPosition as _, Played, Solve, Visitor};

/// What the engine can do at an undecided position, whatever the game.
trait AnyEngine {
    fn think(&self, stop: &Stop, memory: &mut Memory) -> Report;
    fn search(&self, options: SearchOptions, watch: Option<Watch<'_>>, stop: &Stop, memory: &mut Memory) -> Report;
    fn study(&self, effort: &Effort, stop: &Stop, table: &mut TranspositionTable) -> Analysis;
    fn solve(&self, limits: &Limits, stop: &Stop, megabytes: usize, helpers: &Helpers) -> Solution;
}

/// A game at the position of a question, and how strongly to play it.
struct Engine<G: Solve> {
    played: Played<G>,
    strength: Strength,
}

impl<G: Solve> AnyEngine for Engine<G> {
    fn think(&self, stop: &Stop, memory: &mut Memory) -> Report {
        think_game(&self.played, &self.strength, stop, memory)
    }

    fn search(&self, options: SearchOptions, watch: Option<Watch<'_>>, stop: &Stop, memory: &mut Memory) -> Report {
        best_move(&self.played, self.strength.judge, (&options, watch), stop, memory)
    }

    fn study(&self, effort: &Effort, stop: &Stop, table: &mut TranspositionTable) -> Analysis {
        study_game(&self.played, self.strength.judge, effort, stop, table)
    }

    fn solve(&self, limits: &Limits, stop: &Stop, megabytes: usize, helpers: &Helpers) -> Solution {
        let judge = self.strength.judge;
        solve_game(&self.played, &SolverOptions { judge, limits, stop, megabytes, helpers })
    }
}

/// Opens a question with the type of its game.
struct Open<'a>(&'a Question);

impl Visitor for Open<'_> {
    type Output = Result<Box<dyn AnyEngine>, ThinkError>;

    fn visit<G: Solve>(self) -> Self::Output {
        let played = replay::<G>(self.0)?;
        match played.outcome() {
            Some(end) => Err(ThinkError::Finished(end)),
            None => Ok(Box::new(Engine { played, strength: self.0.strength })),
        }
    }
}

/// The engine of a question's game at its position.
fn open(question: &Question) -> Result<Box<dyn AnyEngine>, ThinkError> {
    games::visit(question.ruleset.info.key, Open(question))
}

/// Chooses a move as a player of the question's level would. With a single legal move it answers at once.
pub fn think(question: &Question, stop: &Stop) -> Result<Report, ThinkError> {
    think_with(question, stop, &mut Memory::default())
}

/// [`think`] with what was kept from earlier moves. Levels below the highest answer alike whatever that is.
pub fn think_with(question: &Question, stop: &Stop, memory: &mut Memory) -> Result<Report, ThinkError> {
    Ok(open(question)?.think(stop, memory))
}

/// Searches for the best move with all the engine's strength, within limits.
pub fn analyze(question: &Question, limits: &Limits, stop: &Stop) -> Result<Report, ThinkError> {
    analyze_with(question, limits, stop, &mut Memory::default())
}

/// [`analyze`] with what was kept from earlier searches; on them depends what it finds within given limits.
pub fn analyze_with(
    question: &Question,
    limits: &Limits,
    stop: &Stop,
    memory: &mut Memory,
) -> Result<Report, ThinkError> {
    Ok(open(question)?.search(SearchOptions::best(*limits), None, stop, memory))
}

/// [`analyze_with`]; `watch` hears of every iteration.
pub(crate) fn analyze_watched(
    question: &Question,
    limits: &Limits,
    stop: &Stop,
    memory: &mut Memory,
    watch: Watch<'_>,
) -> Result<Report, ThinkError> {
    Ok(open(question)?.search(SearchOptions::best(*limits), Some(watch), stop, memory))
}

/// As [`analyze`], but gives every legal move its own value; that takes some ten times longer to the same depth.
pub fn compare(question: &Question, limits: &Limits, stop: &Stop) -> Result<Report, ThinkError> {
    compare_with(question, limits, stop, &mut Memory::default())
}

/// [`compare`] with what was kept from earlier searches; on them depends what it finds within given limits.
pub fn compare_with(
    question: &Question,
    limits: &Limits,
    stop: &Stop,
    memory: &mut Memory,
) -> Result<Report, ThinkError> {
    let options = SearchOptions { valued: Valued::All, ..SearchOptions::best(*limits) };
    Ok(open(question)?.search(options, None, stop, memory))
}

/// Looks for the best moves of a position, and for what is proven of it.
///
/// # Errors
/// The position or a move cannot be used, or the game is over.
pub fn study(question: &Question, effort: &Effort, stop: &Stop) -> Result<Analysis, ThinkError> {
    study_with(question, effort, stop, Memory::default().small())
}

/// [`study`] with what is kept in a table; on that depends what is found within given limits.
pub(crate) fn study_with(
    question: &Question,
    effort: &Effort,
    stop: &Stop,
    table: &mut TranspositionTable,
) -> Result<Analysis, ThinkError> {
    Ok(open(question)?.study(effort, stop, table))
}

/// Solves the position of a question, as far as the limits allow (their depth is not looked at), with tables of about
/// `megabytes` MiB.
///
/// # Errors
/// The position or a move cannot be used, or the game is over.
pub fn solve(question: &Question, limits: &Limits, stop: &Stop, megabytes: usize) -> Result<Solution, ThinkError> {
    solve_with(question, limits, stop, megabytes, &Helpers::default())
}

/// [`solve()`] with threads that help where they can, in games of [`Nature::Tempo`](games::Nature::Tempo) and
/// [`Nature::Race`](games::Nature::Race). How many positions are visited then differs from time to time.
///
/// # Errors
/// Those of [`solve()`].
pub fn solve_with(
    question: &Question,
    limits: &Limits,
    stop: &Stop,
    megabytes: usize,
    helpers: &Helpers,
) -> Result<Solution, ThinkError> {
    Ok(open(question)?.solve(limits, stop, megabytes, helpers))
}
