//! Duels: two players meet in pairs of games, each pair from one random opening with either side, and the score tells
//! how much stronger one is.
//!
//! ```
//! use parlor_lab::duel::{Sprt, Tally, Verdict};
//!
//! // Pairs of games that brought 0, ½, 1, 1½ and 2 points.
//! let tally = Tally { wins: 190, draws: 100, losses: 110, pairs: [5, 20, 60, 70, 45] };
//! assert!(tally.estimate().superiority > 0.99);
//! let test: Sprt = "0,50".parse().unwrap();
//! assert_eq!(test.verdict(&tally.pairs), Some(Verdict::Upper));
//! ```
//!
//! Pure, as all of the engine: a player that is another program is a [`Contestant`] from outside.

mod boards;
mod contestant;
mod game;
mod opening;
mod player;
mod sprt;
mod tally;

pub use boards::{PlayOptions, play_out};
pub use contestant::{Contestant, EnginePlayer, Fault, Turn};
pub use game::{DuelGame, Pace, play_pair};
pub use opening::{Openings, Pair};
pub use player::{ParsePlayerError, Player};
pub use sprt::{ParseSprtError, Sprt, Verdict};
pub use tally::{Estimate, Tally, elo_of};

use engine::ThinkError;
use games::board::Move;
use games::{AnyPosition, Ruleset};

/// What a duel is about.
#[derive(Clone, Debug)]
pub struct Duel {
    pub ruleset: Ruleset,
    /// Where the games begin, before the moves of the opening; `None` is the start.
    pub position: Option<String>,
    /// Random moves at the beginning of each game, in plies.
    pub opening_plies: u32,
    /// The greatest advantage of an opening to either side, in hundredths as a quick search sees it.
    pub balance: i32,
    /// A game is drawn after so many plies.
    pub longest: u32,
    /// Openings and choices follow from it.
    pub seed: u64,
}

impl Duel {
    /// A duel with the usual openings (4 random plies, nobody ahead by more than 80) and length (300 plies).
    pub fn new(ruleset: Ruleset) -> Self {
        Self { ruleset, position: None, opening_plies: 4, balance: 80, longest: 300, seed: 1 }
    }

    /// The position after the moves of an opening.
    fn open(&self, opening: &[Move]) -> Result<Box<dyn AnyPosition>, ThinkError> {
        let mut position = games::open(&self.ruleset, self.position.as_deref())?;
        for (index, mv) in opening.iter().enumerate() {
            position.play(*mv).map_err(|refusal| ThinkError::IllegalMove { index, mv: *mv, refusal })?;
        }
        Ok(position)
    }
}
