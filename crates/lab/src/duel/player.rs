//! How this engine plays in a duel, as it is written on the command line.

use std::{str::FromStr, time::Duration};

use engine::{Level, Limits, Rung};

/// How a player of a duel chooses its moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Player {
    Level(Level),
    /// A rung of the ladder on which the levels stand.
    Rung(Rung),
    /// The plain search within limits.
    Limits(Limits),
    /// The plain search within limits, judging by the terms of the evaluation even where there is a network.
    Terms(Limits),
    /// Any legal move, all equally often.
    Random,
}

/// The words name no player.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "“{0}” isn't a player: say level:7, rung:12, depth:5, nodes:20000, terms:20000 (nodes without the network), time:100 (milliseconds) or random"
)]
pub struct ParsePlayerError(pub String);

/// `level:7`, `rung:12`, `depth:5`, `nodes:20000`, `terms:20000` (nodes), `time:100` (milliseconds), `random`.
impl FromStr for Player {
    type Err = ParsePlayerError;

    fn from_str(text: &str) -> Result<Self, ParsePlayerError> {
        if text == "random" {
            return Ok(Self::Random);
        }
        let bad = || ParsePlayerError(text.to_owned());
        let (kind, number) = text.split_once(':').ok_or_else(bad)?;
        let number: u32 = number.parse().ok().filter(|it| *it > 0 || kind == "rung").ok_or_else(bad)?;
        match kind {
            "level" if number <= 10 => Ok(Self::Level(Level::new(number as u8))),
            "rung" if number < Rung::COUNT.into() => Ok(Self::Rung(Rung::new(number as u8))),
            "depth" => Ok(Self::Limits(Limits::depth(number))),
            "nodes" => Ok(Self::Limits(Limits::nodes(number.into()))),
            "terms" => Ok(Self::Terms(Limits::nodes(number.into()))),
            "time" => Ok(Self::Limits(Limits::time(Duration::from_millis(number.into())))),
            _ => Err(bad()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        assert_eq!("level:7".parse(), Ok(Player::Level(Level::new(7))));
        assert_eq!("nodes:500".parse(), Ok(Player::Limits(Limits::nodes(500))));
        for text in ["", "level:11", "depth:0", "depth:x", "strong:1"] {
            assert!(text.parse::<Player>().is_err(), "{text}");
        }
    }
}
