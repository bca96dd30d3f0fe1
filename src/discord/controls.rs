//! Buttons and menus carry all they need in their `custom_id`: nothing has to be remembered, and a control that has
//! outlived its board says so.

use std::fmt;
use std::str::FromStr;

use super::ask::Ask;
use super::menu::Menu;
use crate::play::{ChallengeId, MatchId, OfferKind, Subject, UserId};
use games::board::Move;

/// The version of the format; controls of another one are told from nonsense.
const VERSION: &str = "1";

/// What a control does. The ply is that of the board under which it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// See what else can be done in a match.
    More(MatchId, u32),
    /// Offer something to the other player.
    Offer(MatchId, u32, OfferKind),
    /// Accept what is offered, or decline it or take it back.
    AnswerOffer(MatchId, u32, OfferKind, bool),
    /// Go on after a pause.
    Resume(MatchId, u32),
    /// Claim the win where the other player has not moved for too long.
    Claim(MatchId, u32),
    /// Choose the next move of a line that is being prepared, from a menu; without one, see the board at its end.
    Plan(MatchId, u32, Line, Option<Menu>),
    /// Prepare a line.
    SavePlan(MatchId, u32, Line),
    /// Drop all that is prepared.
    DropPlans(MatchId, u32),
    /// See what is prepared.
    Plans(MatchId, u32),
    /// Type a move.
    TypeMove(MatchId, u32),
    Rematch(MatchId),
    /// Learn what the engine thinks of a match that is over.
    Review(MatchId),
    /// Read the rules of a match.
    RulesOfMatch(MatchId),
    /// Read the rules of what is offered.
    RulesOfChallenge(ChallengeId),
    /// Choose the match with which something is to be done, which this user has asked for; the number is the
    /// interaction's value.
    Pick(UserId, Ask),
    /// Be told of a match that others play, or no longer.
    Watch(MatchId, bool),
    /// End a match of one's server, as its moderator.
    ReallyEnd(MatchId),
    /// See the next board that waits for the presser, after that of a match.
    Next(MatchId),
    /// See one's settings.
    Settings,
    /// Choose something anew; what is no switch is the interaction's value. The panel is this user's.
    Set(UserId, Choice),
    /// Have no further notices of this turn.
    Hush(MatchId, u32),
    /// The same in one match of several, which is the interaction's value; the reminder was this user's.
    HushOneOf(UserId),
    /// Be away; the reminder was this user's.
    Away(UserId),
    /// Be away for as many days as the interaction's value says.
    AwayFor(UserId),
    /// Drop all that is kept of this user, to whom the question was put.
    ReallyDelete(UserId),
}

impl Control {
    /// The match or challenge that it is about, if it is about one.
    pub fn subject(&self) -> Option<Subject> {
        match *self {
            Self::Accept(id) | Self::Decline(id) | Self::Withdraw(id) | Self::RulesOfChallenge(id) => {
                Some(Subject::Challenge(id))
            }
            Self::Choose(id, ..)
            | Self::Pass(id, _)
            | Self::Legal(id, _)
            | Self::Hint(id, _)
            | Self::MyView(id, _)
            | Self::Resign(id, _)
            | Self::ReallyResign(id, ..)
            | Self::More(id, _)
            | Self::Offer(id, ..)
            | Self::AnswerOffer(id, ..)
            | Self::Resume(id, _)
            | Self::Claim(id, _)
            | Self::Plan(id, ..)
            | Self::SavePlan(id, ..)
            | Self::DropPlans(id, _)
            | Self::Plans(id, _)
            | Self::TypeMove(id, _)
            | Self::Rematch(id)
            | Self::Review(id)
            | Self::RulesOfMatch(id)
            | Self::Watch(id, _)
            | Self::ReallyEnd(id)
            | Self::Hush(id, _) => Some(Subject::Match(id)),
            Self::Pick(..)
            | Self::Next(_)
            | Self::Settings
            | Self::Set(..)
            | Self::HushOneOf(_)
            | Self::Away(_)
            | Self::AwayFor(_)
            | Self::ReallyDelete(_) => None,
        }
    }
}

/// What is chosen in the panel of settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Theme,
    Flip,
    TextBoard,
    Notices,
    PlaysForced(bool),
    Unlisted(bool),
}

impl Choice {
    fn words(self) -> &'static str {
        match self {
            Self::Theme => "theme",
            Self::Flip => "flip",
            Self::TextBoard => "text",
            Self::Notices => "notices",
            Self::PlaysForced(true) => "forced-on",
            Self::PlaysForced(false) => "forced-off",
            Self::Unlisted(true) => "unlisted-on",
            Self::Unlisted(false) => "unlisted-off",
        }
    }

    fn read(words: &str) -> Option<Self> {
        let all = [Self::Theme, Self::Flip, Self::TextBoard, Self::Notices];
        let switches = [true, false].into_iter().flat_map(|it| [Self::PlaysForced(it), Self::Unlisted(it)]);
        all.into_iter().chain(switches).find(|it| it.words() == words)
    }
}

/// Moves that follow each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Line(pub Vec<Move>);

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&moves.join("."))
    }
}

impl FromStr for Line {
    type Err = UnknownControl;

    fn from_str(text: &str) -> Result<Self, UnknownControl> {
        let read = |text: &str| match text.split_once('-') {
            Some((from, to)) => Some(Move::new(from.parse().ok()?, to.parse().ok()?)),
            None => (text == "pass").then_some(Move::PASS),
        };
        let moves = text.split('.').filter(|it| !it.is_empty()).map(read).collect::<Option<Vec<Move>>>();
        moves.map(Self).ok_or(UnknownControl)
    }
}

impl Control {
    /// What the control of a `custom_id` does, in a word for counts and the log: never what somebody else has written.
    pub fn name_in(custom_id: &str) -> String {
        let word = custom_id.split(':').nth(1).filter(|_| custom_id.parse::<Self>().is_ok());
        format!("control:{}", word.unwrap_or("unknown"))
    }

    /// Whether using it is answered with something that only who used it sees.
    pub fn is_answered_privately(&self) -> bool {
        matches!(
            self,
            Self::Legal(..)
                | Self::Hint(..)
                | Self::MyView(..)
                | Self::More(..)
                | Self::Plans(..)
                | Self::Offer(..)
                | Self::Claim(..)
                | Self::Resign(..)
                | Self::Review(..)
                | Self::RulesOfMatch(..)
                | Self::RulesOfChallenge(..)
                | Self::Next(..)
                | Self::Settings
                | Self::Hush(..)
                | Self::HushOneOf(..)
                | Self::Away(..)
                | Self::Watch(..)
        )
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
            Self::More(id, ply) => write!(f, "more:{}:{ply}", id.0),
            Self::Offer(id, ply, kind) => write!(f, "offer:{}:{ply}:{}", id.0, kind.name()),
            Self::AnswerOffer(id, ply, kind, yes) => {
                write!(f, "{}:{}:{ply}:{}", if *yes { "agree" } else { "refuse" }, id.0, kind.name())
            }
            Self::Resume(id, ply) => write!(f, "resume:{}:{ply}", id.0),
            Self::Claim(id, ply) => write!(f, "claim:{}:{ply}", id.0),
            Self::Plan(id, ply, line, None) => write!(f, "plan:{}:{ply}:{line}", id.0),
            Self::Plan(id, ply, line, Some(menu)) => {
                let (name, rest) = menu.words();
                write!(f, "plan:{}:{ply}:{line}:{name}{rest}", id.0)
            }
            Self::SavePlan(id, ply, line) => write!(f, "save-plan:{}:{ply}:{line}", id.0),
            Self::DropPlans(id, ply) => write!(f, "drop-plans:{}:{ply}", id.0),
            Self::Plans(id, ply) => write!(f, "plans:{}:{ply}", id.0),
            Self::TypeMove(id, ply) => write!(f, "type:{}:{ply}", id.0),
            Self::Rematch(id) => write!(f, "rematch:{}", id.0),
            Self::Review(id) => write!(f, "review:{}", id.0),
            Self::RulesOfMatch(id) => write!(f, "rules:match:{}", id.0),
            Self::RulesOfChallenge(id) => write!(f, "rules:challenge:{}", id.0),
            Self::Pick(user, ask) => write!(f, "pick:{user}:{}", ask.words()),
            Self::Next(id) => write!(f, "next:{}", id.0),
            Self::Settings => write!(f, "settings"),
            Self::Set(user, choice) => write!(f, "set:{user}:{}", choice.words()),
            Self::Hush(id, ply) => write!(f, "hush:{}:{ply}", id.0),
            Self::HushOneOf(user) => write!(f, "hush-one:{user}"),
            Self::Away(user) => write!(f, "away:{user}"),
            Self::AwayFor(user) => write!(f, "away-for:{user}"),
            Self::ReallyDelete(user) => write!(f, "really-delete:{user}"),
            Self::Watch(id, yes) => write!(f, "{}:{}", if *yes { "watch" } else { "unwatch" }, id.0),
            Self::ReallyEnd(id) => write!(f, "really-end:{}", id.0),
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
        let count = |text: &str| text.parse::<u32>().map_err(|_| UnknownControl);
        let kind = |text: &str| OfferKind::named(text).ok_or(UnknownControl);
        let user = |text: &str| text.parse().map(UserId).map_err(|_| UnknownControl);
        match words.as_slice() {
            [VERSION, "accept", id] => Ok(Self::Accept(ChallengeId(number(id)?))),
            [VERSION, "decline", id] => Ok(Self::Decline(ChallengeId(number(id)?))),
            [VERSION, "withdraw", id] => Ok(Self::Withdraw(ChallengeId(number(id)?))),
            [VERSION, "pass", id, ply] => Ok(Self::Pass(game(id)?, count(ply)?)),
            [VERSION, "legal", id, ply] => Ok(Self::Legal(game(id)?, count(ply)?)),
            [VERSION, "hint", id, ply] => Ok(Self::Hint(game(id)?, count(ply)?)),
            [VERSION, "view", id, ply] => Ok(Self::MyView(game(id)?, count(ply)?)),
            [VERSION, "resign", id, ply] => Ok(Self::Resign(game(id)?, count(ply)?)),
            [VERSION, "really-resign", id, ply, user] => {
                Ok(Self::ReallyResign(game(id)?, count(ply)?, UserId(user.parse().map_err(|_| UnknownControl)?)))
            }
            [VERSION, "more", id, ply] => Ok(Self::More(game(id)?, count(ply)?)),
            [VERSION, "offer", id, ply, name] => Ok(Self::Offer(game(id)?, count(ply)?, kind(name)?)),
            [VERSION, "agree", id, ply, name] => Ok(Self::AnswerOffer(game(id)?, count(ply)?, kind(name)?, true)),
            [VERSION, "refuse", id, ply, name] => Ok(Self::AnswerOffer(game(id)?, count(ply)?, kind(name)?, false)),
            [VERSION, "resume", id, ply] => Ok(Self::Resume(game(id)?, count(ply)?)),
            [VERSION, "claim", id, ply] => Ok(Self::Claim(game(id)?, count(ply)?)),
            [VERSION, "plan", id, ply, line] => Ok(Self::Plan(game(id)?, count(ply)?, line.parse()?, None)),
            [VERSION, "plan", id, ply, line, name, rest @ ..] => {
                let menu = Menu::read(name, rest).ok_or(UnknownControl)?;
                Ok(Self::Plan(game(id)?, count(ply)?, line.parse()?, Some(menu)))
            }
            [VERSION, "save-plan", id, ply, line] => Ok(Self::SavePlan(game(id)?, count(ply)?, line.parse()?)),
            [VERSION, "drop-plans", id, ply] => Ok(Self::DropPlans(game(id)?, count(ply)?)),
            [VERSION, "plans", id, ply] => Ok(Self::Plans(game(id)?, count(ply)?)),
            [VERSION, "type", id, ply] => Ok(Self::TypeMove(game(id)?, count(ply)?)),
            [VERSION, "rematch", id] => Ok(Self::Rematch(game(id)?)),
            [VERSION, "review", id] => Ok(Self::Review(game(id)?)),
            [VERSION, "rules", "match", id] => Ok(Self::RulesOfMatch(game(id)?)),
            [VERSION, "rules", "challenge", id] => Ok(Self::RulesOfChallenge(ChallengeId(number(id)?))),
            [VERSION, "pick", asked, ask @ ..] => Ok(Self::Pick(user(asked)?, Ask::read(ask).ok_or(UnknownControl)?)),
            [VERSION, "watch", id] => Ok(Self::Watch(game(id)?, true)),
            [VERSION, "unwatch", id] => Ok(Self::Watch(game(id)?, false)),
            [VERSION, "really-end", id] => Ok(Self::ReallyEnd(game(id)?)),
            [VERSION, "next", id] => Ok(Self::Next(game(id)?)),
            [VERSION, "settings"] => Ok(Self::Settings),
            [VERSION, "set", asked, words] => Ok(Self::Set(user(asked)?, Choice::read(words).ok_or(UnknownControl)?)),
            [VERSION, "hush", id, ply] => Ok(Self::Hush(game(id)?, count(ply)?)),
            [VERSION, "hush-one", asked] => Ok(Self::HushOneOf(user(asked)?)),
            [VERSION, "away", asked] => Ok(Self::Away(user(asked)?)),
            [VERSION, "away-for", asked] => Ok(Self::AwayFor(user(asked)?)),
            [VERSION, "really-delete", asked] => Ok(Self::ReallyDelete(user(asked)?)),
            [VERSION, name, id, ply, rest @ ..] => {
                Ok(Self::Choose(game(id)?, count(ply)?, Menu::read(name, rest).ok_or(UnknownControl)?))
            }
            _ => Err(UnknownControl),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::ask::TypedMove;

    #[test]
    fn controls_are_read_as_they_are_written_and_fit_discord() {
        let (id, ply) = (MatchId(i64::MAX), u32::MAX);
        let challenge = ChallengeId(i64::MAX);
        let line: Line = "d5-b3.j10-a10.pass".parse().unwrap();
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
            Control::More(id, ply),
            Control::Offer(id, ply, OfferKind::Takeback),
            Control::AnswerOffer(id, ply, OfferKind::Takeback, true),
            Control::AnswerOffer(id, ply, OfferKind::Draw, false),
            Control::Resume(id, ply),
            Control::Claim(id, ply),
            Control::Plan(id, ply, Line::default(), None),
            Control::Plan(id, ply, line.clone(), Some(Menu::Targets("j10".parse().unwrap(), 9))),
            Control::SavePlan(id, ply, line),
            Control::DropPlans(id, ply),
            Control::Plans(id, ply),
            Control::TypeMove(id, ply),
            Control::Rematch(id),
            Control::Review(id),
            Control::RulesOfMatch(id),
            Control::RulesOfChallenge(challenge),
            Control::Pick(UserId(u64::MAX), Ask::Move(TypedMove::read("j10-a10").unwrap())),
            Control::Pick(UserId(u64::MAX), Ask::Board(Some(crate::render::Theme::Contrast), Some(true))),
            Control::Next(id),
            Control::Settings,
            Control::Set(UserId(u64::MAX), Choice::Theme),
            Control::Set(UserId(u64::MAX), Choice::PlaysForced(true)),
            Control::Set(UserId(u64::MAX), Choice::Unlisted(false)),
            Control::Hush(id, ply),
            Control::HushOneOf(UserId(u64::MAX)),
            Control::Away(UserId(u64::MAX)),
            Control::AwayFor(UserId(u64::MAX)),
            Control::ReallyDelete(UserId(u64::MAX)),
            Control::Watch(id, true),
            Control::Watch(id, false),
            Control::ReallyEnd(id),
        ] {
            let text = control.to_string();
            assert!(text.len() <= 100);
            assert_eq!(text.parse(), Ok(control));
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
            "1:rules:board:1",
            "1:pick:1:dance",
            "1:pick:x:hint",
            "1:next:x",
            "1:set:1:color",
            "1:set:x:theme",
            "1:hush:1",
            "1:away-for:x",
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
