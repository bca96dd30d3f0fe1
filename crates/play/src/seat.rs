//! Who sits at a match.

use std::{fmt, str::FromStr};

use super::UserId;

/// A player of a match: a person, the engine at a level, the people of a channel, or somebody of whom an imported record
/// tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    User(UserId),
    Engine(u8),
    /// The people of the match's channel, who vote.
    Channel,
    /// The people of another channel, whose moves come from a match there.
    Rival,
    Recorded,
}

impl Seat {
    /// The person on it, who can play; `None` for everybody else.
    pub const fn user(self) -> Option<UserId> {
        match self {
            Self::User(user) => Some(user),
            Self::Engine(_) | Self::Channel | Self::Rival | Self::Recorded => None,
        }
    }

    /// The engine's level, from 1 to 10; `None` for everybody else.
    pub const fn engine_level(self) -> Option<u8> {
        match self {
            Self::Engine(level) => Some(level),
            Self::User(_) | Self::Channel | Self::Rival | Self::Recorded => None,
        }
    }

    /// Whether it is waited for as people are, so that its time runs if the match has a clock.
    pub const fn takes_time(self) -> bool {
        matches!(self, Self::User(_) | Self::Channel)
    }
}

/// As it stands in the database: `user:123`, `engine:3`, `channel`, `rival`, or `recorded`.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(user) => write!(f, "user:{user}"),
            Self::Engine(level) => write!(f, "engine:{level}"),
            Self::Channel => f.write_str("channel"),
            Self::Rival => f.write_str("rival"),
            Self::Recorded => f.write_str("recorded"),
        }
    }
}

/// The text is no seat.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” isn't a seat")]
pub struct ParseSeatError(String);

impl FromStr for Seat {
    type Err = ParseSeatError;

    fn from_str(text: &str) -> Result<Self, ParseSeatError> {
        let read = || match text.split_once(':') {
            Some(("user", id)) => Some(Self::User(UserId(id.parse().ok()?))),
            Some(("engine", level)) => Some(Self::Engine(level.parse().ok()?)),
            None if text == "channel" => Some(Self::Channel),
            None if text == "rival" => Some(Self::Rival),
            None if text == "recorded" => Some(Self::Recorded),
            _ => None,
        };
        read().ok_or_else(|| ParseSeatError(text.to_owned()))
    }
}
