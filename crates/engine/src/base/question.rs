//! What the engine is asked: plain data.

use super::{
    level::{Level, Rung},
    report::ThinkError,
};
use games::board::Move;
use games::{AnyPosition as _, Evaluate, Played, Ruleset};

/// A position of a game, and how strongly to play it.
#[derive(Clone, Debug)]
pub struct Question {
    pub ruleset: Ruleset,
    /// Where the game began; `None` is the start position.
    pub position: Option<String>,
    /// The moves played since.
    pub moves: Vec<Move>,
    pub strength: Strength,
}

impl Question {
    /// A question at the full strength.
    pub fn new(ruleset: Ruleset, position: Option<String>, moves: Vec<Move>) -> Self {
        Self { ruleset, position, moves, strength: Strength::default() }
    }

    /// The same question at another strength.
    pub fn at(self, strength: Strength) -> Self {
        Self { strength, ..self }
    }
}

/// How strongly to play. Of a search within limits only the judge matters.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strength {
    /// How well to play; [`analyze`](crate::analyze) and [`compare`](crate::compare) do not look at it.
    pub level: Level,
    /// Plays by this rung of the ladder instead of its level's: that is how levels are measured.
    pub rung: Option<Rung>,
    /// What judges positions at the horizon.
    pub judge: Judge,
    /// Which moves the level overlooks follows from it, and which of nearly equal ones it chooses. One for a whole game.
    pub seed: u64,
}

impl Strength {
    /// That of a level.
    pub fn level(level: Level) -> Self {
        Self { level, ..Self::default() }
    }

    /// That of a rung of the ladder.
    pub fn rung(rung: Rung) -> Self {
        Self { rung: Some(rung), ..Self::default() }
    }

    /// The same by another judge.
    pub fn judged_by(self, judge: Judge) -> Self {
        Self { judge, ..self }
    }

    /// The same with another seed.
    pub fn seeded(self, seed: u64) -> Self {
        Self { seed, ..self }
    }
}

/// All that the engine can do.
impl Default for Strength {
    fn default() -> Self {
        Self { level: Level::HIGHEST, rung: None, judge: Judge::default(), seed: 0 }
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
    pub(crate) fn evaluate<G: Evaluate>(self, game: &G, position: &G::Position) -> i32 {
        match self {
            Self::Network => game.evaluate(position),
            Self::Terms => game.evaluate_by_terms(position),
        }
    }
}

/// The game of a question, at its present position.
pub(crate) fn replay<G: Evaluate>(question: &Question) -> Result<Played<G>, ThinkError> {
    let mut played = Played::<G>::open(&question.ruleset, question.position.as_deref())?;
    for (index, mv) in question.moves.iter().enumerate() {
        played.play(*mv).map_err(|refusal| ThinkError::IllegalMove { index, mv: *mv, refusal })?;
    }
    Ok(played)
}

/// A number of the rules in force and the judge (FNV-1a), so that one table may serve several games.
pub(crate) fn salt(ruleset: &Ruleset, judge: Judge) -> u64 {
    let words = ruleset.values().flat_map(|(_, value)| value.bytes().chain([b' ']));
    let rest = [ruleset.size.width, ruleset.size.height, judge as u8];
    let bytes = ruleset.info.key.bytes().chain(rest).chain(words);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, it| (hash ^ u64::from(it)).wrapping_mul(0x0100_0000_01b3))
}
