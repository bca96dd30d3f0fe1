//! Secrets of one start.

use super::ids::BOT_IN_TOKENS;

/// Something nobody can guess.
pub(crate) fn random() -> String {
    format!("{:032x}{:032x}", rand::random::<u128>(), rand::random::<u128>())
}

/// A token in the form of Discord's: the bot's id, then what nobody can guess.
pub(crate) fn token() -> String {
    format!("{BOT_IN_TOKENS}.playgr.{}", random())
}
