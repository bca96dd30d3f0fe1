//! Who sits at a match.

use std::{fmt, str::FromStr};

use super::UserId;

/// A player of a match: a person, the engine at a level, or somebody of whom an imported record tells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    User(UserId),
    Engine(u8),
    Recorded,
}

impl Seat {
    /// The person on it, who can play; `None` for everybody else.
    pub const fn user(self) -> Option<UserId> {
        match self {
            Self::User(user) => Some(user),
            Self::Engine(_) | Self::Recorded => None,
        }
    }

    /// The engine's level, from 1 to 10; `None` for everybody else.
    pub const fn engine_level(self) -> Option<u8> {
        match self {
            Self::User(_) | Self::Recorded => None,
            Self::Engine(level) => Some(level),
        }
    }
}

/// As it stands in the database: `user:123`, `engine:3`, or `recorded`.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(user) => write!(f, "user:{user}"),
            Self::Engine(level) => write!(f, "engine:{level}"),
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
        if text == "recorded" {
            return Ok(Self::Recorded);
        }
        let read = || match text.split_once(':')? {
            ("user", id) => Some(Self::User(UserId(id.parse().ok()?))),
            ("engine", level) => Some(Self::Engine(level.parse().ok()?)),
            _ => None,
        };
        read().ok_or_else(|| ParseSeatError(text.to_owned()))
    }
}
