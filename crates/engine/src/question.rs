//! What the engine is asked and what it answers: plain data on both sides.

use std::time::Duration;

use super::{
    levels::{Level, Rung},
    root::Root,
    score::Score,
};
use games::board::Move;
use games::{AnyPosition as _, Evaluate, Outcome, Played, PositionError, Refusal, Ruleset};

/// A position of a game and who shall think about it.
#[derive(Clone, Debug)]
pub struct Question {
    pub ruleset: Ruleset,
    /// Where the game began; `None` is the start position.
    pub position: Option<String>,
    /// The moves played since.
    pub moves: Vec<Move>,
    /// How well to play; [`analyse`] and [`compare`] do not look at it.
    pub level: Level,
    /// Plays by this rung of the ladder instead of its level's: that is how levels are measured.
    pub rung: Option<Rung>,
    /// What judges positions at the horizon.
    pub judge: Judge,
    /// Chooses among moves that the level may choose from.
    pub seed: u64,
}

impl Question {
    /// A question at the highest level.
    pub fn new(ruleset: Ruleset, position: Option<String>, moves: Vec<Move>) -> Self {
        Self { ruleset, position, moves, level: Level::HIGHEST, rung: None, judge: Judge::default(), seed: 0 }
    }
}

/// What judges positions at the horizon of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Judge {
    /// The network where the game has one for the board, otherwise the terms.
    #[default]
    Network,
    /// The terms of the game's evaluation.
    Terms,
}

impl Judge {
    #[inline]
    pub(super) fn evaluate<G: Evaluate>(self, game: &G, position: &G::Position) -> i32 {
        match self {
            Self::Network => game.evaluate(position),
            Self::Terms => game.evaluate_by_terms(position),
        }
    }
}

/// What the engine thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The move to play: always legal.
    pub best: Move,
    /// The value of that move to the side to move.
    pub score: Score,
    /// Plies of the last whole iteration; 0 if none was finished.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// The play that the engine expects, `best` first.
    pub line: Vec<Move>,
    /// The moves whose own value is known, the best first: all of them after [`compare`].
    pub root: Vec<(Move, Score)>,
    /// How full the transposition table is of this search, in thousandths.
    pub hash_full: u32,
}

/// Why there is no report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ThinkError {
    #[error("the game is over ({})", .0.reason)]
    Finished(Outcome),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("move {} of the game, {it}, isn't legal ({})", .index + 1, .refusal.code)]
    IllegalMove { index: usize, it: Move, refusal: Refusal },
    #[error("the search was cancelled")]
    Cancelled,
    #[error("the search failed: {0}")]
    Panicked(String),
    #[error("too many questions are waiting")]
    Busy,
    #[error("the engine is shutting down")]
    Closed,
}

impl Report {
    /// What is known of the root's move of that index.
    pub(super) fn of(root: &Root, index: usize, nodes: u64, time: Duration, hash_full: u32) -> Self {
        let chosen = &root.moves[index];
        let exact = root.moves.iter().filter(|it| it.exact);
        Self {
            best: chosen.it,
            score: Score::from_value(chosen.value),
            depth: root.depth,
            nodes,
            time,
            line: chosen.line.clone(),
            root: exact.map(|it| (it.it, Score::from_value(it.value))).collect(),
            hash_full,
        }
    }
}

/// The game of a question, at its present position.
pub(super) fn replay<G: Evaluate>(question: &Question) -> Result<Played<G>, ThinkError> {
    let mut played = Played::<G>::open(&question.ruleset, question.position.as_deref())?;
    for (index, it) in question.moves.iter().enumerate() {
        played.play(*it).map_err(|refusal| ThinkError::IllegalMove { index, it: *it, refusal })?;
    }
    Ok(played)
}

/// A number of the rules in force and the judge (FNV-1a), so that one table may serve several games.
pub(super) fn salt(question: &Question) -> u64 {
    let Question { ruleset, judge, .. } = question;
    let words = ruleset.values().flat_map(|(_, value)| value.bytes().chain([b' ']));
    let rest = [ruleset.size.width, ruleset.size.height, *judge as u8];
    let bytes = ruleset.info.key.bytes().chain(rest).chain(words);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, it| (hash ^ u64::from(it)).wrapping_mul(0x0100_0000_01b3))
}
