//! How a control is written as a `custom_id`, and read back: the control, and the database that its rows are in, as in
//! `1:resign:7:3@a1b2c`. Controls that were posted before databases had ids apply to any database.

use std::fmt;
use std::str::FromStr;

use super::{Ask, Choice, Control, Line, Menu, UnknownControl};
use games::Refusal;
use play::decide::Again;
use play::{Answer, ChallengeId, DatabaseId, LevelChoice, MatchId, OfferKind, UserId};

/// The version of the format, which distinguishes controls of another version from nonsense.
const VERSION: &str = "1";

/// Precedes the database.
const AT: char = '@';

impl Control {
    /// How long a control may be: its database must also fit into the 100 characters of a `custom_id`.
    pub const MAX_LENGTH: usize = 100 - "@fffff".len();

    /// Reads the control in a `custom_id`, unless its rows are in another database than `here`.
    pub fn read(custom_id: &str, here: DatabaseId) -> Result<Self, Refusal> {
        let (control, database) = cut(custom_id);
        match database.map(str::parse::<DatabaseId>) {
            Some(Ok(database)) if database != here => Err(Refusal::new("foreign-control")),
            Some(Err(_)) => Err(Refusal::new("unknown-control")),
            Some(Ok(_)) | None => control.parse::<Self>().map_err(|UnknownControl| Refusal::new("unknown-control")),
        }
    }

    /// A word for what the control in a `custom_id` does, for metrics and the log. It never contains text from outside.
    pub fn name_in(custom_id: &str) -> String {
        let (control, _) = cut(custom_id);
        let word = control.split(':').nth(1).filter(|_| control.parse::<Self>().is_ok());
        format!("control:{}", word.unwrap_or("unknown"))
    }
}

/// The `custom_id` of a control whose rows are in a database.
pub fn addressed(control: impl fmt::Display, database: DatabaseId) -> String {
    format!("{control}{AT}{database}")
}

/// Splits a `custom_id` into the control, and its database if it names one.
fn cut(custom_id: &str) -> (&str, Option<&str>) {
    match custom_id.split_once(AT) {
        Some((control, database)) => (control, Some(database)),
        None => (custom_id, None),
    }
}

/// Rewrites a `custom_id` in the current format; `None` if there is no such control.
pub fn respelled(custom_id: &str) -> Option<String> {
    let (control, database) = cut(custom_id);
    let control = control.parse::<Control>().ok()?;
    match database {
        Some(database) => Some(addressed(control, database.parse().ok()?)),
        None => Some(control.to_string()),
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION}:")?;
        match self {
            Self::Accept(id) => write!(f, "accept:{}", id.0),
            Self::Decline(id) => write!(f, "decline:{}", id.0),
            Self::Withdraw(id) => write!(f, "withdraw:{}", id.0),
            Self::Choose(id, version, menu) => {
                let (name, rest) = menu.words();
                write!(f, "{name}:{}:{version}{rest}", id.0)
            }
            Self::Pass(id, version) => write!(f, "pass:{}:{version}", id.0),
            Self::Legal(id, version) => write!(f, "legal:{}:{version}", id.0),
            Self::Hint(id, version) => write!(f, "hint:{}:{version}", id.0),
            Self::MyView(id, version) => write!(f, "view:{}:{version}", id.0),
            Self::Resign(id, version) => write!(f, "resign:{}:{version}", id.0),
            Self::ReallyResign(id, version, user) => write!(f, "really-resign:{}:{version}:{user}", id.0),
            Self::ReallyAbandon(id, user) => write!(f, "really-abandon:{}:{user}", id.0),
            Self::More(id, version) => write!(f, "more:{}:{version}", id.0),
            Self::Offer(id, version, kind) => write!(f, "offer:{}:{version}:{}", id.0, kind.name()),
            Self::AnswerOffer(id, version, kind, yes) => {
                write!(f, "{}:{}:{version}:{}", if *yes { "agree" } else { "refuse" }, id.0, kind.name())
            }
            Self::Resume(id, version) => write!(f, "resume:{}:{version}", id.0),
            Self::Claim(id, version) => write!(f, "claim:{}:{version}", id.0),
            Self::Plan(id, version, line, None) => write!(f, "plan:{}:{version}:{line}", id.0),
            Self::Plan(id, version, line, Some(menu)) => {
                let (name, rest) = menu.words();
                write!(f, "plan:{}:{version}:{line}:{name}{rest}", id.0)
            }
            Self::SavePlan(id, version, line) => write!(f, "save-plan:{}:{version}:{line}", id.0),
            Self::DropPlan(id, version) => write!(f, "drop-plan:{}:{version}", id.0),
            Self::DropPlans(id, version) => write!(f, "drop-plans:{}:{version}", id.0),
            Self::Plans(id, version) => write!(f, "plans:{}:{version}", id.0),
            Self::TypeMove(id, version, example) => write!(f, "type:{}:{version}:{example}", id.0),
            Self::Rematch(id, Again::AsBefore) => write!(f, "rematch:{}", id.0),
            Self::Rematch(id, Again::Rated) => write!(f, "rematch:{}:rated", id.0),
            Self::Rematch(id, Again::Level(level)) => write!(f, "rematch:{}:level:{level}", id.0),
            Self::Review(id) => write!(f, "review:{}", id.0),
            Self::RulesOfMatch(id) => write!(f, "rules:match:{}", id.0),
            Self::RulesOfChallenge(id) => write!(f, "rules:challenge:{}", id.0),
            Self::Variants(game) => write!(f, "variants:{game}"),
            Self::Games => write!(f, "games"),
            Self::RulesOfGame => write!(f, "rules:game"),
            Self::Play => write!(f, "play"),
            Self::Help(menu) => write!(f, "help:{menu}"),
            Self::Pick(user, ask) => write!(f, "pick:{user}:{}", ask.words()),
            Self::Reply(user, answer) => write!(f, "reply:{user}:{}", answer.name()),
            Self::Next(id) => write!(f, "next:{}", id.0),
            Self::Settings => write!(f, "settings"),
            Self::Set(user, choice) => write!(f, "set:{user}:{}", choice.words()),
            Self::Hush(id, version) => write!(f, "hush:{}:{version}", id.0),
            Self::HushOneOf(user) => write!(f, "hush-one:{user}"),
            Self::Away(user) => write!(f, "away:{user}"),
            Self::AwayFor(user) => write!(f, "away-for:{user}"),
            Self::ReallyDelete(user) => write!(f, "really-delete:{user}"),
            Self::Block(id) => write!(f, "block:{}", id.0),
            Self::ReallyBlock(id) => write!(f, "really-block:{}", id.0),
            Self::Watch(id, yes) => write!(f, "{}:{}", if *yes { "watch" } else { "unwatch" }, id.0),
            Self::ReallyEnd(id) => write!(f, "really-end:{}", id.0),
        }
    }
}

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
            [VERSION, "pass", id, version] => Ok(Self::Pass(game(id)?, count(version)?)),
            [VERSION, "legal", id, version] => Ok(Self::Legal(game(id)?, count(version)?)),
            [VERSION, "hint", id, version] => Ok(Self::Hint(game(id)?, count(version)?)),
            [VERSION, "view", id, version] => Ok(Self::MyView(game(id)?, count(version)?)),
            [VERSION, "resign", id, version] => Ok(Self::Resign(game(id)?, count(version)?)),
            [VERSION, "really-resign", id, version, user] => {
                Ok(Self::ReallyResign(game(id)?, count(version)?, UserId(user.parse().map_err(|_| UnknownControl)?)))
            }
            [VERSION, "really-abandon", id, asked] => Ok(Self::ReallyAbandon(game(id)?, user(asked)?)),
            [VERSION, "more", id, version] => Ok(Self::More(game(id)?, count(version)?)),
            [VERSION, "offer", id, version, name] => Ok(Self::Offer(game(id)?, count(version)?, kind(name)?)),
            [VERSION, "agree", id, version, name] => {
                Ok(Self::AnswerOffer(game(id)?, count(version)?, kind(name)?, true))
            }
            [VERSION, "refuse", id, version, name] => {
                Ok(Self::AnswerOffer(game(id)?, count(version)?, kind(name)?, false))
            }
            [VERSION, "resume", id, version] => Ok(Self::Resume(game(id)?, count(version)?)),
            [VERSION, "claim", id, version] => Ok(Self::Claim(game(id)?, count(version)?)),
            [VERSION, "plan", id, version, line] => Ok(Self::Plan(game(id)?, count(version)?, line.parse()?, None)),
            [VERSION, "plan", id, version, line, name, rest @ ..] => {
                let menu = Menu::read(name, rest).ok_or(UnknownControl)?;
                Ok(Self::Plan(game(id)?, count(version)?, line.parse()?, Some(menu)))
            }
            [VERSION, "save-plan", id, version, line] => Ok(Self::SavePlan(game(id)?, count(version)?, line.parse()?)),
            [VERSION, "drop-plan", id, version] => Ok(Self::DropPlan(game(id)?, count(version)?)),
            [VERSION, "drop-plans", id, version] => Ok(Self::DropPlans(game(id)?, count(version)?)),
            [VERSION, "plans", id, version] => Ok(Self::Plans(game(id)?, count(version)?)),
            // The format from before it had an example.
            [VERSION, "type", id, version] => Ok(Self::TypeMove(game(id)?, count(version)?, Line::default())),
            [VERSION, "type", id, version, example] => Ok(Self::TypeMove(game(id)?, count(version)?, example.parse()?)),
            [VERSION, "rematch", id] => Ok(Self::Rematch(game(id)?, Again::AsBefore)),
            [VERSION, "rematch", id, "rated"] => Ok(Self::Rematch(game(id)?, Again::Rated)),
            [VERSION, "rematch", id, "level", level] => Ok(Self::Rematch(game(id)?, Again::Level(read_level(level)?))),
            [VERSION, "review", id] => Ok(Self::Review(game(id)?)),
            [VERSION, "rules", "match", id] => Ok(Self::RulesOfMatch(game(id)?)),
            [VERSION, "rules", "challenge", id] => Ok(Self::RulesOfChallenge(ChallengeId(number(id)?))),
            [VERSION, "rules", "game"] => Ok(Self::RulesOfGame),
            [VERSION, "variants", key] => {
                games::find(key).map(|it| Self::Variants(it.info().key)).ok_or(UnknownControl)
            }
            [VERSION, "games"] => Ok(Self::Games),
            [VERSION, "play"] => Ok(Self::Play),
            [VERSION, "help", menu] => menu.parse().map(Self::Help).map_err(|_| UnknownControl),
            [VERSION, "pick", asked, ask @ ..] => Ok(Self::Pick(user(asked)?, Ask::read(ask).ok_or(UnknownControl)?)),
            [VERSION, "reply", asked, name] => {
                Ok(Self::Reply(user(asked)?, Answer::named(name).ok_or(UnknownControl)?))
            }
            [VERSION, "block", id] => Ok(Self::Block(game(id)?)),
            [VERSION, "really-block", id] => Ok(Self::ReallyBlock(game(id)?)),
            [VERSION, "watch", id] => Ok(Self::Watch(game(id)?, true)),
            [VERSION, "unwatch", id] => Ok(Self::Watch(game(id)?, false)),
            [VERSION, "really-end", id] => Ok(Self::ReallyEnd(game(id)?)),
            [VERSION, "next", id] => Ok(Self::Next(game(id)?)),
            [VERSION, "settings"] => Ok(Self::Settings),
            [VERSION, "set", asked, words] => Ok(Self::Set(user(asked)?, Choice::read(words).ok_or(UnknownControl)?)),
            [VERSION, "hush", id, version] => Ok(Self::Hush(game(id)?, count(version)?)),
            [VERSION, "hush-one", asked] => Ok(Self::HushOneOf(user(asked)?)),
            [VERSION, "away", asked] => Ok(Self::Away(user(asked)?)),
            [VERSION, "away-for", asked] => Ok(Self::AwayFor(user(asked)?)),
            [VERSION, "really-delete", asked] => Ok(Self::ReallyDelete(user(asked)?)),
            [VERSION, name, id, version, rest @ ..] => {
                Ok(Self::Choose(game(id)?, count(version)?, Menu::read(name, rest).ok_or(UnknownControl)?))
            }
            _ => Err(UnknownControl),
        }
    }
}

/// A level of the engine.
fn read_level(text: &str) -> Result<u8, UnknownControl> {
    let level = text.parse().map_err(|_| UnknownControl)?;
    if (LevelChoice::EASY..=LevelChoice::MAX).contains(&level) { Ok(level) } else { Err(UnknownControl) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controls::TypedMove;

    #[test]
    fn controls_are_read_as_they_are_written_and_fit_discord() {
        let (id, version) = (MatchId(i64::MAX), u32::MAX);
        let challenge = ChallengeId(i64::MAX);
        let line: Line = "d5-b3.j10-a10.pass".parse().unwrap();
        for control in [
            Control::Accept(challenge),
            Control::Decline(challenge),
            Control::Withdraw(challenge),
            Control::Choose(id, version, Menu::Files),
            Control::Choose(id, version, Menu::Pieces(None)),
            Control::Choose(id, version, Menu::Pieces(Some(9))),
            Control::Choose(id, version, Menu::Moves(None)),
            Control::Choose(id, version, Menu::Moves(Some(9))),
            Control::Choose(id, version, Menu::Targets("j10".parse().unwrap(), 0)),
            Control::Choose(id, version, Menu::Targets("j10".parse().unwrap(), u8::MAX)),
            Control::Pass(id, version),
            Control::Legal(id, version),
            Control::Hint(id, version),
            Control::MyView(id, version),
            Control::Resign(id, version),
            Control::ReallyResign(id, version, UserId(u64::MAX)),
            Control::ReallyAbandon(id, UserId(u64::MAX)),
            Control::More(id, version),
            Control::Offer(id, version, OfferKind::Takeback),
            Control::AnswerOffer(id, version, OfferKind::Takeback, true),
            Control::AnswerOffer(id, version, OfferKind::Draw, false),
            Control::Resume(id, version),
            Control::Claim(id, version),
            Control::Plan(id, version, Line::default(), None),
            Control::Plan(id, version, line.clone(), Some(Menu::Targets("j10".parse().unwrap(), 9))),
            Control::SavePlan(id, version, line),
            Control::DropPlan(id, version),
            Control::DropPlans(id, version),
            Control::Plans(id, version),
            Control::TypeMove(id, version, Line::default()),
            Control::TypeMove(id, version, "j10-a10".parse().unwrap()),
            Control::Rematch(id, Again::AsBefore),
            Control::Rematch(id, Again::Rated),
            Control::Rematch(id, Again::Level(10)),
            Control::Variants("knightthrough"),
            Control::Games,
            Control::RulesOfGame,
            Control::Play,
            Control::Help(1),
            Control::Review(id),
            Control::RulesOfMatch(id),
            Control::RulesOfChallenge(challenge),
            Control::Pick(UserId(u64::MAX), Ask::Move(TypedMove::read("j10-a10").unwrap())),
            Control::Pick(UserId(u64::MAX), Ask::Move(TypedMove::read(&"j10-a10".repeat(5)).unwrap())),
            Control::Pick(UserId(u64::MAX), Ask::Board(Some(render::Theme::Contrast), Some(true))),
            Control::Reply(UserId(u64::MAX), Answer::Withdraw),
            Control::Block(id),
            Control::ReallyBlock(id),
            Control::Next(id),
            Control::Settings,
            Control::Set(UserId(u64::MAX), Choice::Theme),
            Control::Set(UserId(u64::MAX), Choice::PlaysForced(true)),
            Control::Set(UserId(u64::MAX), Choice::Unlisted(false)),
            Control::Hush(id, version),
            Control::HushOneOf(UserId(u64::MAX)),
            Control::Away(UserId(u64::MAX)),
            Control::AwayFor(UserId(u64::MAX)),
            Control::ReallyDelete(UserId(u64::MAX)),
            Control::Watch(id, true),
            Control::Watch(id, false),
            Control::ReallyEnd(id),
        ] {
            let text = control.to_string();
            assert!(text.len() <= Control::MAX_LENGTH && addressed(&text, DatabaseId::MAX).len() <= 100, "{text}");
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
            "1:rematch:1:level:0",
            "1:rematch:1:level:11",
            "1:rematch:1:harder",
            "1:variants:chess",
            "1:help:x",
            "1:pick:1:dance",
            "1:pick:x:hint",
            "1:reply:1:perhaps",
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
    fn a_control_is_told_from_those_of_another_database() {
        let (here, elsewhere) = (DatabaseId(0xa1b2c), DatabaseId(0xa1b2d));
        let accept = Control::Accept(ChallengeId(7));
        let custom_id = addressed(&accept, here);
        assert_eq!(custom_id, "1:accept:7@a1b2c");
        assert_eq!(Control::read(&custom_id, here).as_ref(), Ok(&accept));
        assert_eq!(Control::read("1:accept:7", here), Ok(accept), "posted before databases had ids");
        for of_whatever_version in [custom_id.as_str(), "2:dance:7@a1b2c"] {
            assert_eq!(Control::read(of_whatever_version, elsewhere), Err(Refusal::new("foreign-control")));
        }
        for nonsense in ["1:accept:7@", "1:accept:7@here", "1:accept:7@a1b2c@a1b2c", "1:accept@a1b2c", "@a1b2c", "@"] {
            assert_eq!(Control::read(nonsense, here), Err(Refusal::new("unknown-control")), "{nonsense}");
        }
        assert_eq!(Control::name_in(&custom_id), "control:accept");
    }

    #[test]
    fn menus_posted_by_the_first_version_are_still_understood() {
        let at = |menu| Control::Choose(MatchId(7), 3, menu);
        assert_eq!("1:from:7:3".parse(), Ok(at(Menu::Pieces(None))));
        assert_eq!("1:to:7:3:g4".parse(), Ok(at(Menu::Targets("g4".parse().unwrap(), 0))));
    }
}
