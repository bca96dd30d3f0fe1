//! A channel, as it is kept.

use super::error::ApiError;
use super::thread::{Tag, Thread};

/// A channel of the guild, one of its threads, a channel for direct messages, or a group conversation.
#[derive(Debug)]
pub(crate) struct Channel {
    /// Its id.
    pub(crate) id: u64,
    /// Its name.
    pub(crate) name: String,
    /// The person whose direct messages these are.
    pub(crate) person: Option<u64>,
    /// Whether it is a conversation of people that the bot is not part of: there it can only answer them.
    pub(crate) is_group: bool,
    /// Whether it holds posts, which are threads, and no messages of its own.
    pub(crate) is_forum: bool,
    /// What makes it a thread.
    pub(crate) thread: Option<Thread>,
    /// Whether the bot may not post here.
    pub(crate) denied: bool,
    /// Whether the bot may not attach files here.
    pub(crate) no_files: bool,
    /// Whether the bot may not begin threads here.
    pub(crate) no_threads: bool,
    /// Whether the bot may not read what was written before.
    pub(crate) no_history: bool,
    /// Whether AutoMod blocks what the bot writes.
    pub(crate) moderated: bool,
    /// Whether the bot may not view it.
    pub(crate) hidden: Option<Hidden>,
    /// The tags of a forum's posts; if there are any, a post must have one.
    pub(crate) tags: Vec<Tag>,
    /// The people who may manage messages here.
    pub(crate) moderators: Vec<u64>,
    /// The people who may not view it.
    pub(crate) excluded: Vec<u64>,
}

impl Channel {
    /// A channel of the guild.
    pub(crate) fn new(id: u64, name: &str) -> Self {
        let name = name.to_owned();
        Self {
            id,
            name,
            person: None,
            is_group: false,
            is_forum: false,
            thread: None,
            denied: false,
            no_files: false,
            no_threads: false,
            no_history: false,
            moderated: false,
            hidden: None,
            tags: Vec::new(),
            moderators: Vec::new(),
            excluded: Vec::new(),
        }
    }

    /// Refuses a post without a tag where one is needed, and tags that only moderators may give.
    pub(crate) fn check_tags(&self, given: &[u64]) -> Result<(), ApiError> {
        let is_moderated = |id: &u64| self.tags.iter().any(|it| it.id == *id && it.moderated);
        match given {
            [] if !self.tags.is_empty() => Err(ApiError::tag_required()),
            given if given.iter().any(is_moderated) => Err(ApiError::missing_permissions()),
            _ => Ok(()),
        }
    }

    /// Whether it belongs to no guild.
    pub(crate) fn is_private(&self) -> bool {
        self.person.is_some() || self.is_group
    }
}

/// What Discord answers about a channel that the bot may not view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// That access is missing (50001).
    Forbidden,
    /// That there is no such channel (10003).
    Unknown,
}
