//! Buttons and menus carry all they need in their `custom_id`: nothing has to be remembered, and a control that has
//! outlived its board says so.

use std::fmt;
use std::str::FromStr;

use super::menu::Menu;
use crate::play::{ChallengeId, MatchId, UserId};

/// The version of the format; controls of another one are told from nonsense.
const VERSION: &str = "1";

/// What a control does. The ply is that of the board under which it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Control {
    Accept(ChallengeId),
    Decline(ChallengeId),
    Withdraw(ChallengeId),
    /// Choose from a menu; what was chosen is the interaction's value.
    Choose(MatchId, u32, Menu),
    Pass(MatchId, u32),
    Legal(MatchId, u32),
    /// Learn what the engine would play.
    Hint(MatchId, u32),
    /// See the board from one's own side.
    MyView(MatchId, u32),
    Resign(MatchId, u32),
    /// The question was put to this user, and nobody else can answer it.
    ReallyResign(MatchId, u32, UserId),
    Rematch(MatchId),
    /// Learn what the engine thinks of a match that is over.
    Review(MatchId),
}

impl Control {
    /// What the control of a `custom_id` does, in a word for counts and the log: never what somebody else has written.
    pub fn name_in(custom_id: &str) -> String {
        let word = custom_id.split(':').nth(1).filter(|_| custom_id.parse::<Self>().is_ok());
        format!("control:{}", word.unwrap_or("unknown"))
    }

    /// Whether using it is answered with something that only who used it sees.
    pub fn is_answered_privately(&self) -> bool {
        matches!(self, Self::Legal(..) | Self::Hint(..) | Self::MyView(..) | Self::Resign(..) | Self::Review(..))
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:")?;
        match self {
            Self::Accept(id) => write!(f, "accept:{}", id.0),
            Self::Decline(id) => write!(f, "decline:{}", id.0),
            Self::Withdraw(id) => write!(f, "withdraw:{}", id.0),
            Self::Choose(id, ply, menu) => {
                let (name, rest) = menu.words();
                write!(f, "{name}:{}:{ply}{rest}", id.0)
            }
            Self::Pass(id, ply) => write!(f, "pass:{}:{ply}", id.0),
            Self::Legal(id, ply) => write!(f, "legal:{}:{ply}", id.0),
            Self::Hint(id, ply) => write!(f, "hint:{}:{ply}", id.0),
            Self::MyView(id, ply) => write!(f, "view:{}:{ply}", id.0),
            Self::Resign(id, ply) => write!(f, "resign:{}:{ply}", id.0),
            Self::ReallyResign(id, ply, user) => write!(f, "really-resign:{}:{ply}:{user}", id.0),
            Self::Rematch(id) => write!(f, "rematch:{}", id.0),
            Self::Review(id) => write!(f, "review:{}", id.0),
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
            [VERSION, "pass", id, it] => Ok(Self::Pass(game(id)?, ply(it)?)),
            [VERSION, "legal", id, it] => Ok(Self::Legal(game(id)?, ply(it)?)),
            [VERSION, "hint", id, it] => Ok(Self::Hint(game(id)?, ply(it)?)),
            [VERSION, "view", id, it] => Ok(Self::MyView(game(id)?, ply(it)?)),
            [VERSION, "resign", id, it] => Ok(Self::Resign(game(id)?, ply(it)?)),
            [VERSION, "really-resign", id, it, user] => {
                Ok(Self::ReallyResign(game(id)?, ply(it)?, UserId(user.parse().map_err(|_| UnknownControl)?)))
            }
            [VERSION, "rematch", id] => Ok(Self::Rematch(game(id)?)),
            [VERSION, "review", id] => Ok(Self::Review(game(id)?)),
            [VERSION, name, id, it, rest @ ..] => {
                Ok(Self::Choose(game(id)?, ply(it)?, Menu::read(name, rest).ok_or(UnknownControl)?))
            }
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
            Control::Choose(id, ply, Menu::Files),
            Control::Choose(id, ply, Menu::Men(None)),
            Control::Choose(id, ply, Menu::Men(Some(9))),
            Control::Choose(id, ply, Menu::Moves(None)),
            Control::Choose(id, ply, Menu::Moves(Some(9))),
            Control::Choose(id, ply, Menu::Targets("j10".parse().unwrap(), 0)),
            Control::Choose(id, ply, Menu::Targets("j10".parse().unwrap(), u8::MAX)),
            Control::Pass(id, ply),
            Control::Legal(id, ply),
            Control::Hint(id, ply),
            Control::MyView(id, ply),
            Control::Resign(id, ply),
            Control::ReallyResign(id, ply, UserId(u64::MAX)),
            Control::Rematch(id),
            Control::Review(id),
        ] {
            assert_eq!(control.to_string().parse(), Ok(control));
            assert!(control.to_string().len() <= 100);
        }
        for nonsense in [
            "",
            "1",
            "0:accept:1",
            "1:accept:x",
            "1:to:1:1:z9",
            "1:to:1:1:a1:256",
            "1:from:1:1:k",
            "1:nonsense:1:1",
            "accept:1",
        ] {
            assert_eq!(nonsense.parse::<Control>(), Err(UnknownControl), "{nonsense}");
        }
    }

    #[test]
    fn menus_posted_by_the_first_version_are_still_understood() {
        let at = |menu| Control::Choose(MatchId(7), 3, menu);
        assert_eq!("1:from:7:3".parse(), Ok(at(Menu::Men(None))));
        assert_eq!("1:to:7:3:g4".parse(), Ok(at(Menu::Targets("g4".parse().unwrap(), 0))));
    }
}
