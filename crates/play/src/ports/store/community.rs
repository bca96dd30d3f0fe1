//! What servers and people have set about each other.

use async_trait::async_trait;

use super::Stored;
use crate::{GuildId, MatchId, ServerSettings, UserId};

/// What servers and people have set about each other: settings, blocks, watchers.
#[async_trait]
pub trait CommunityStore: Send + Sync {
    /// Remembers a server. Returns `true` if it was new, to exactly one caller.
    async fn first_seen(&self, guild: GuildId) -> Stored<bool>;
    /// The settings of a server.
    async fn server(&self, guild: GuildId) -> Stored<ServerSettings>;
    /// Replaces the settings of a server; [`StoreError::Conflict`] if they are no longer what is `known`.
    async fn set_server(&self, guild: GuildId, known: &ServerSettings, next: &ServerSettings) -> Stored<()>;

    /// Blocks challenges from `other` to `user`; [`StoreError::LimitReached`] if `user` has blocked `most` people.
    async fn block(&self, user: UserId, other: UserId, most: u32) -> Stored<()>;
    /// `false` if there was no block.
    async fn unblock(&self, user: UserId, other: UserId) -> Stored<bool>;
    async fn has_blocked(&self, user: UserId, other: UserId) -> Stored<bool>;
    /// Whom a person has blocked.
    async fn blocked_by(&self, user: UserId) -> Stored<Vec<UserId>>;

    /// Makes `user` a watcher of a match; [`StoreError::LimitReached`] if it has `most` watchers. Safe to repeat.
    async fn watch(&self, id: MatchId, user: UserId, most: u32) -> Stored<()>;
    /// `false` if that person did not watch it.
    async fn unwatch(&self, id: MatchId, user: UserId) -> Stored<bool>;
    /// Who watches a match.
    async fn watchers(&self, id: MatchId) -> Stored<Vec<UserId>>;
    /// Which matches a person watches.
    async fn watched_by(&self, user: UserId) -> Stored<Vec<MatchId>>;
    /// Removes all watchers of a match.
    async fn forget_watchers(&self, id: MatchId) -> Stored<()>;
}
