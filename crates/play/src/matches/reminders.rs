//! What the players of a match were told besides its boards.

use serde::{Deserialize, Serialize};

/// Reminders, and what is known of a player who stays away. Times are in seconds since 1970. A time from before the
/// current turn, or another version than the current one, has no meaning.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Reminders {
    /// The version for which the side to move was reminded.
    pub reminded: Option<u32>,
    /// When the side to move was last reminded.
    pub reminded_at: Option<i64>,
    /// The version for which the other side was told that it may claim the win.
    pub claim_told: Option<u32>,
    /// The version at which the side to move muted further notices.
    pub hushed: Option<u32>,
    /// When we last checked that the player to move is still in the server.
    pub presence_checked_at: Option<i64>,
    /// Since when each side's player is known to have left the server.
    pub departed_at: [Option<i64>; 2],
    /// The version for which the other side was told that the player to move has left the server.
    pub departure_told: Option<u32>,
}
