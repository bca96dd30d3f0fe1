//! Buttons and menus carry all they need in their `custom_id`: nothing has to be remembered, and a control that has
//! outlived its board says so.

use std::fmt;
use std::str::FromStr;

use crate::board::Square;
use crate::play::{ChallengeId, MatchId, UserId};

/// The version of the format; controls of another one are told from nonsense.
const VERSION: &str = "1";

/// What a control does. The ply is that of the board under which it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Control {
    Accept(ChallengeId),
    Decline(ChallengeId),
    Withdraw(ChallengeId),
    /// Choose the man to move; the menu's value is its square.
    ChooseFrom(MatchId, u32),
    /// Choose where the man of that square goes; the menu's value is a square.
    ChooseTo(MatchId, u32, Square),
    Pass(MatchId, u32),
    Legal(MatchId, u32),
    Resign(MatchId, u32),
    /// The question was put to this user, and nobody else can answer it.
    ReallyResign(MatchId, u32, UserId),
    Rematch(MatchId),
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:")?;
        match self {
            Self::Accept(id) => write!(f, "accept:{}", id.0),
            Self::Decline(id) => write!(f, "decline:{}", id.0),
            Self::Withdraw(id) => write!(f, "withdraw:{}", id.0),
            Self::ChooseFrom(id, ply) => write!(f, "from:{}:{ply}", id.0),
            Self::ChooseTo(id, ply, from) => write!(f, "to:{}:{ply}:{from}", id.0),
            Self::Pass(id, ply) => write!(f, "pass:{}:{ply}", id.0),
            Self::Legal(id, ply) => write!(f, "legal:{}:{ply}", id.0),
            Self::Resign(id, ply) => write!(f, "resign:{}:{ply}", id.0),
            Self::ReallyResign(id, ply, user) => write!(f, "really-resign:{}:{ply}:{user}", id.0),
            Self::Rematch(id) => write!(f, "rematch:{}", id.0),
        }
    }
}

/// The `custom_id` is none of this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UnknownControl;

impl FromStr for Control {
    type Err = UnknownControl;

    fn from_str(text: &str) -> Result<Self, UnknownControl> {
        let words: Vec<&str> = text.split(':').collect();
        let number = |text: &str| text.parse::<i64>().map_err(|_| UnknownControl);
        let game = |text: &str| number(text).map(MatchId);
        let ply = |text: &str| text.parse::<u32>().map_err(|_| UnknownControl);
        match words.as_slice() {
            [VERSION, "accept", id] => Ok(Self::Accept(ChallengeId(number(id)?))),
            [VERSION, "decline", id] => Ok(Self::Decline(ChallengeId(number(id)?))),
            [VERSION, "withdraw", id] => Ok(Self::Withdraw(ChallengeId(number(id)?))),
            [VERSION, "from", id, it] => Ok(Self::ChooseFrom(game(id)?, ply(it)?)),
            [VERSION, "to", id, it, from] => {
                Ok(Self::ChooseTo(game(id)?, ply(it)?, from.parse().map_err(|_| UnknownControl)?))
            }
            [VERSION, "pass", id, it] => Ok(Self::Pass(game(id)?, ply(it)?)),
            [VERSION, "legal", id, it] => Ok(Self::Legal(game(id)?, ply(it)?)),
            [VERSION, "resign", id, it] => Ok(Self::Resign(game(id)?, ply(it)?)),
            [VERSION, "really-resign", id, it, user] => {
                Ok(Self::ReallyResign(game(id)?, ply(it)?, UserId(user.parse().map_err(|_| UnknownControl)?)))
            }
            [VERSION, "rematch", id] => Ok(Self::Rematch(game(id)?)),
            _ => Err(UnknownControl),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_as_they_are_written_and_fit_discord() {
        let (id, ply) = (MatchId(i64::MAX), u32::MAX);
        let challenge = ChallengeId(i64::MAX);
        for control in [
            Control::Accept(challenge),
            Control::Decline(challenge),
            Control::Withdraw(challenge),
            Control::ChooseFrom(id, ply),
            Control::ChooseTo(id, ply, "j10".parse().unwrap()),
            Control::Pass(id, ply),
            Control::Legal(id, ply),
            Control::Resign(id, ply),
            Control::ReallyResign(id, ply, UserId(u64::MAX)),
            Control::Rematch(id),
        ] {
            assert_eq!(control.to_string().parse(), Ok(control));
            assert!(control.to_string().len() <= 100);
        }
        for nonsense in ["", "1", "0:accept:1", "1:accept:x", "1:to:1:1:z9", "accept:1"] {
            assert_eq!(nonsense.parse::<Control>(), Err(UnknownControl), "{nonsense}");
        }
    }
}
