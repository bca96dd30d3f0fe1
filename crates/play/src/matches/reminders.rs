//! What the players of a match were told besides its boards.

use serde::{Deserialize, Serialize};

/// Reminders, and what is known of a player who stays away. Times are in seconds since 1970; one from before the current
/// turn has no meaning.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Reminders {
    /// The version for which the side to move was reminded. Stored in a column of its own.
    #[serde(skip)]
    pub reminded: Option<u32>,
    /// When the side to move was last reminded.
    pub reminded_at: Option<i64>,
    /// The version for which the other side was told that it may claim the win. Stored in a column of its own.
    #[serde(skip)]
    pub claim_told: Option<u32>,
    /// The version at which the side to move muted further notices.
    pub hushed: Option<u32>,
    /// When we last checked that the player to move is still in the server.
    pub presence_checked_at: Option<i64>,
    /// Since when each side's player is known to have left the server.
    pub departed_at: [Option<i64>; 2],
}
