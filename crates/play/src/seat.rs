//! Who sits at a match.

use std::{fmt, str::FromStr};

use super::UserId;

/// A player of a match: a person, or the engine at a level.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seat {
    User(UserId),
    Engine(u8),
}

impl Seat {
    /// The person on it; `None` for the engine.
    pub const fn user(self) -> Option<UserId> {
        match self {
            Self::User(user) => Some(user),
            Self::Engine(_) => None,
        }
    }

    /// The engine's level, from 1 to 10; `None` for a person.
    pub const fn engine_level(self) -> Option<u8> {
        match self {
            Self::User(_) => None,
            Self::Engine(level) => Some(level),
        }
    }
}

/// As it stands in the database: `user:123` or `engine:3`.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::User(user) => write!(f, "user:{user}"),
            Self::Engine(level) => write!(f, "engine:{level}"),
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
        let read = || match text.split_once(':')? {
            ("user", id) => Some(Self::User(UserId(id.parse().ok()?))),
            ("engine", level) => Some(Self::Engine(level.parse().ok()?)),
            _ => None,
        };
        read().ok_or_else(|| ParseSeatError(text.to_owned()))
    }
}
