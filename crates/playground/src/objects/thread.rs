//! What is told of threads, besides the channels that they are.

use serde::Serialize;

use super::{Channel, Id};

/// A thread that has begun.
#[derive(Debug, Serialize)]
pub(crate) struct ThreadCreate {
    #[serde(flatten)]
    pub(crate) channel: Channel,
    pub(crate) newly_created: bool,
}

/// A thread that is gone.
#[derive(Debug, Serialize)]
pub(crate) struct ThreadGone {
    pub(crate) id: Id,
    pub(crate) guild_id: Id,
    pub(crate) parent_id: Id,
    #[serde(rename = "type")]
    pub(crate) kind: u8,
}

/// Somebody in a thread.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct ThreadMember {
    id: Id,
    user_id: Id,
    join_timestamp: String,
    flags: u64,
}

impl ThreadMember {
    /// A member since then.
    pub(crate) fn new(thread: u64, user: u64, since: String) -> Self {
        Self { id: Id(thread), user_id: Id(user), join_timestamp: since, flags: 0 }
    }
}

/// Who has come to a thread, or has left it.
#[derive(Debug, Serialize)]
pub(crate) struct ThreadMembersUpdate {
    pub(crate) id: Id,
    pub(crate) guild_id: Id,
    pub(crate) member_count: usize,
    pub(crate) added_members: Vec<ThreadMember>,
    pub(crate) removed_member_ids: Vec<Id>,
}

/// The threads of the guild that are not archived.
#[derive(Debug, Serialize)]
pub(crate) struct ActiveThreads {
    pub(crate) threads: Vec<Channel>,
    pub(crate) members: Vec<ThreadMember>,
    pub(crate) has_more: bool,
}
