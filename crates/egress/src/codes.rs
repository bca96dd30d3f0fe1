//! The error codes in responses: Discord's own, as its documentation lists them, and those of responses that are made in
//! its place.

/// A response that does not come from Discord, whose own codes are never negative; the message says why.
pub const UNANSWERED: isize = -503;
/// The same for a request that was not sent, because Discord has just refused the same in that channel, or too much
/// elsewhere.
pub const WITHHELD: isize = -403;

/// A channel does not exist.
pub const UNKNOWN_CHANNEL: isize = 10003;
/// A user is not a member of the server.
pub const UNKNOWN_MEMBER: isize = 10007;
/// A message does not exist.
pub const UNKNOWN_MESSAGE: isize = 10008;
/// An interaction is already acknowledged.
pub const ACKNOWLEDGED: isize = 40060;
/// One answer too many to an interaction.
pub const TOO_MANY_FOLLOW_UPS: isize = 40094;
/// Too many messages that are over an hour old were edited. Discord tells it like a rate limit, but waiting does not help.
pub const TOO_MANY_OLD_EDITS: isize = 30046;
/// The bot may not view the channel.
pub const MISSING_ACCESS: isize = 50001;
/// The message is somebody else's, which says nothing about the channel.
pub const NOT_OURS: isize = 50005;
/// Not possible in an archived thread.
pub const THREAD_IS_ARCHIVED: isize = 50083;
/// The bot may not read earlier messages, so it may not reply to one either.
pub const NEEDS_HISTORY: isize = 160_002;
/// The message has a thread already.
pub const THREAD_EXISTS: isize = 160_004;
/// Not possible in a locked thread.
pub const THREAD_IS_LOCKED: isize = 160_005;
/// AutoMod, which the server's moderators set up, does not let the message through.
pub const BLOCKED_BY_AUTOMOD: isize = 200_000;
/// The server has as many active threads as it may have.
pub const TOO_MANY_THREADS: isize = 160_006;
