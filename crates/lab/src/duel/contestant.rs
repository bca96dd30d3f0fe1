//! Who can play in a duel: whoever answers a position with a move.

use rand::{SeedableRng as _, seq::IndexedRandom as _};
use rand_xoshiro::SplitMix64;

use super::Player;
use engine::{Judge, Memory, Question, Stop, ThinkError, analyze_with, think_with};
use games::board::Move;
use games::{AnyPosition, Reason};

/// A player in a duel.
pub trait Contestant {
    /// Gets ready for a new game and forgets the last. The clock does not run yet.
    fn begin(&mut self) -> Result<(), Fault>;

    /// Its move. The clock runs.
    fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, Fault>;
}

/// What a player is asked.
pub struct Turn<'a> {
    /// The game so far; it is not over.
    pub position: &'a dyn AnyPosition,
    /// Where it began; `None` is the usual start.
    pub start: Option<&'a str>,
    /// What chance follows from: one number for a player and a game.
    pub seed: u64,
    /// Ends the think; the answer is then not looked at.
    pub stop: &'a Stop,
}

/// Why a player has no move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It loses this game, [`Reason::Resigned`] or [`Reason::OutOfTime`]; `how` goes on after its name.
    #[error("{how}")]
    Forfeit { reason: Reason, how: String },
    /// There can be no duel.
    #[error("{0}")]
    Broken(String),
    #[error("the duel was stopped")]
    Canceled,
}

impl From<ThinkError> for Fault {
    fn from(error: ThinkError) -> Self {
        Self::Broken(error.to_string())
    }
}

/// This very engine.
pub struct EnginePlayer {
    player: Player,
    memory: Memory,
}

impl EnginePlayer {
    /// `megabytes` (MiB) is the size of its transposition table.
    pub fn new(player: Player, megabytes: usize) -> Self {
        Self { player, memory: Memory::new(megabytes) }
    }
}

impl Contestant for EnginePlayer {
    fn begin(&mut self) -> Result<(), Fault> {
        match self.player {
            // Not the first move pays for the table.
            Player::Limits(_) | Player::Terms(_) => self.memory.prepare(),
            Player::Level(_) | Player::Rung(_) => self.memory.clear(),
            Player::Random => {}
        }
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Result<Move, Fault> {
        let Turn { position, start, seed, stop } = turn;
        let mut question = Question::new(position.ruleset().clone(), start.map(Into::into), position.played().to_vec());
        question.strength.seed = *seed;
        let report = match self.player {
            Player::Random => {
                let seed = seed ^ (position.played().len() as u64) << 2;
                let chosen = position.legal().choose(&mut SplitMix64::seed_from_u64(seed)).copied();
                return chosen.ok_or_else(|| Fault::Broken("there is no move to choose from".into()));
            }
            Player::Level(level) => {
                question.strength.level = level;
                think_with(&question, stop, &mut self.memory)?
            }
            Player::Rung(rung) => {
                question.strength.rung = Some(rung);
                think_with(&question, stop, &mut self.memory)?
            }
            Player::Limits(limits) => analyze_with(&question, &limits, stop, &mut self.memory)?,
            Player::Terms(limits) => {
                question.strength.judge = Judge::Terms;
                analyze_with(&question, &limits, stop, &mut self.memory)?
            }
        };
        Ok(report.best)
    }
}
