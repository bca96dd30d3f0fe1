//! Ratings and standings in the database.

use async_trait::async_trait;

use super::Stored;
use crate::{GuildId, MatchId, Rating, RatingChange, UserId};

/// Ratings; a match is rated when its end is saved.
#[async_trait]
pub trait RatingStore: Send + Sync {
    /// How a match changed the global ratings.
    async fn rating_changes(&self, id: MatchId) -> Stored<Vec<RatingChange>>;
    /// The best players: those with a settled rating first, then the provisional ones.
    async fn leaderboard(&self, game: &str, scope: Scope, most: u32) -> Stored<Vec<Standing>>;
    /// A player's standings in all games.
    async fn standings(&self, user: UserId, scope: Scope) -> Stored<Vec<Standing>>;
}

/// Which results count in a leaderboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    Global,
    Server(GuildId),
}

/// A player's standing in a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    pub user: UserId,
    /// The name under which the player was last seen.
    pub name: String,
    pub game: String,
    pub rating: Rating,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}
