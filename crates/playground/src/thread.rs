//! A thread, as it is kept.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::ids;

/// How often a channel may be renamed within [`RENAME_WINDOW`].
pub(crate) const RENAMES: usize = 2;
/// See [`RENAMES`].
pub(crate) const RENAME_WINDOW: Duration = Duration::from_secs(600);
/// A minute of those after which a thread at rest is archived, unless told otherwise.
pub(crate) const MINUTE: Duration = Duration::from_secs(60);
/// How many threads may be active in the guild.
pub(crate) const MAX_THREADS: usize = 1000;
/// After how many minutes of rest a thread is archived, unless told otherwise.
const AUTO_ARCHIVE: u16 = 4320;

/// What makes a channel a thread.
#[derive(Debug)]
pub(crate) struct Thread {
    /// The channel or forum it belongs to.
    pub(crate) parent: u64,
    /// Who began it.
    pub(crate) owner: u64,
    pub(crate) archived: bool,
    /// Whether only moderators may take it up again.
    pub(crate) locked: bool,
    /// Whether only its members see it.
    pub(crate) private: bool,
    /// After how many minutes of rest it is archived.
    pub(crate) auto_archive: u16,
    /// When something was written in it last, or it was taken up.
    pub(crate) touched: Instant,
    /// When it was archived or taken up last.
    pub(crate) archive_changed: String,
    /// Who is in it, and since when.
    pub(crate) members: BTreeMap<u64, String>,
    /// When it was renamed of late.
    pub(crate) renamed: Vec<Instant>,
}

impl Thread {
    /// One that begins now.
    pub(crate) fn new(parent: u64, owner: u64) -> Self {
        Self {
            parent,
            owner,
            archived: false,
            locked: false,
            private: false,
            auto_archive: AUTO_ARCHIVE,
            touched: Instant::now(),
            archive_changed: ids::now(),
            members: BTreeMap::from([(owner, ids::now())]),
            renamed: Vec::new(),
        }
    }
}

/// A tag that posts of a forum may have.
#[derive(Debug, Clone, Copy)]
pub struct Tag {
    pub id: u64,
    pub name: &'static str,
    /// Whether only moderators may give it.
    pub moderated: bool,
}

/// How a thread shall begin.
pub(crate) struct NewThread {
    /// The channel or forum.
    pub(crate) parent: u64,
    /// The message it begins with, whose id it has.
    pub(crate) message: Option<u64>,
    pub(crate) name: String,
    pub(crate) auto_archive: Option<u16>,
    /// The tags of a post.
    pub(crate) tags: Vec<u64>,
}
