//! A move that is chosen before it's one's turn.

use serde::{Deserialize, Serialize};

/// A move that waits for its turn, or has waited in vain.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Premove {
    /// In the game's notation.
    pub chosen: String,
    /// Why it wasn't played when its turn came. That is told until its player moves.
    pub dropped: Option<PremoveObstacle>,
}

impl Premove {
    /// Whether it's still to be played.
    pub fn waits(&self) -> bool {
        self.dropped.is_none()
    }
}

/// Why a premove wasn't played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PremoveObstacle {
    /// It isn't legal after the other side's move.
    Illegal,
    /// The other side waits for an answer.
    Offer,
}
