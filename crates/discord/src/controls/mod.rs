//! Buttons and menus carry all they need in their `custom_id`, so nothing has to be remembered. A control that has
//! outlived its board, or whose rows are in another database, says so.

mod ask;
mod choice;
mod custom_id;
mod line;
mod menu;
mod rows;

pub(super) use self::ask::{Ask, TypedMove};
pub(super) use self::choice::Choice;
pub(super) use self::custom_id::addressed;
pub use self::custom_id::respelled;
pub(super) use self::line::Line;
pub(super) use self::menu::{Chosen, Menu, Step};
pub(super) use self::rows::of_database;
use play::decide::Again;
use play::{Answer, ChallengeId, MatchId, OfferKind, Subject, UserId};

/// What a control does. The version is that of the board above it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Control {
    Accept(ChallengeId),
    Decline(ChallengeId),
    Withdraw(ChallengeId),
    /// Choose from a menu; the interaction's value is the choice.
    Choose(MatchId, u32, Menu),
    Pass(MatchId, u32),
    Legal(MatchId, u32),
    /// Get a hint.
    Hint(MatchId, u32),
    /// See the board from one's own side.
    MyView(MatchId, u32),
    Resign(MatchId, u32),
    /// Confirm resigning. Only the user who was asked can answer.
    ReallyResign(MatchId, u32, UserId),
    /// End a match that is set aside; again, only the user who was asked can confirm.
    ReallyAbandon(MatchId, UserId),
    /// See what else can be done in a match.
    More(MatchId, u32),
    /// Make an offer to the other player.
    Offer(MatchId, u32, OfferKind),
    /// Accept an offer, or decline it or take it back.
    AnswerOffer(MatchId, u32, OfferKind, bool),
    /// Resume after a pause.
    Resume(MatchId, u32),
    /// Claim the win because the other player has not moved for too long.
    Claim(MatchId, u32),
    /// Choose the next move of a line that is being prepared, from a menu; without a menu, see the board at its end.
    Plan(MatchId, u32, Line, Option<Menu>),
    /// Save a line as prepared.
    SavePlan(MatchId, u32, Line),
    /// Drop a prepared line; the interaction's value is its beginning.
    DropPlan(MatchId, u32),
    /// Drop everything that is prepared.
    DropPlans(MatchId, u32),
    /// See what is prepared.
    Plans(MatchId, u32),
    /// Type a move. The control contains an example of a move, because the form must open before anything can be looked
    /// up.
    TypeMove(MatchId, u32, Line),
    /// Play a match again.
    Rematch(MatchId, Again),
    /// See the review of a finished match.
    Review(MatchId),
    /// Read the rules of a match.
    RulesOfMatch(MatchId),
    /// Read the rules of a challenge.
    RulesOfChallenge(ChallengeId),
    /// See what can be varied in a game: its presets and options.
    Variants(&'static str),
    /// See all games.
    Games,
    /// Read the rules of a game; the interaction's value is its key.
    RulesOfGame,
    /// Begin a match that suits the presser.
    Play,
    /// Read more about a command, which is the interaction's value. The number tells the menus of one message apart.
    Help(usize),
    /// Choose the match in which to do what this user asked for; the interaction's value is the number.
    Pick(UserId, Ask),
    /// Choose what this user's answer is to; the interaction's value is the proposal.
    Reply(UserId, Answer),
    /// Ask whether to block the other player of a match.
    Block(MatchId),
    /// Block the other player of a match.
    ReallyBlock(MatchId),
    /// Start or stop watching a match that others play.
    Watch(MatchId, bool),
    /// End a match in one's own server, as its moderator.
    ReallyEnd(MatchId),
    /// See the next board that waits for the presser, after the one of this match.
    Next(MatchId),
    /// See one's settings.
    Settings,
    /// Change a setting. Unless it is a switch, the interaction's value is the new one. The panel belongs to this user.
    Set(UserId, Choice),
    /// Mute further notices of this turn.
    Hush(MatchId, u32),
    /// The same in one of several matches, which is the interaction's value. The reminder was for this user.
    HushOneOf(UserId),
    /// Choose how long to be away; the reminder was for this user.
    Away(UserId),
    /// Be away for as many days as the interaction's value says.
    AwayFor(UserId),
    /// Delete everything that is kept about this user, who was asked to confirm.
    ReallyDelete(UserId),
}

impl Control {
    /// The only person who may use it, if it is for one person, and the refusal that everybody else gets.
    pub fn owner(&self) -> Option<(UserId, &'static str)> {
        match *self {
            Self::ReallyResign(_, _, owner) | Self::ReallyAbandon(_, owner) => Some((owner, "not-your-question")),
            Self::Pick(owner, _) | Self::Reply(owner, _) => Some((owner, "not-your-choice")),
            Self::Set(owner, _)
            | Self::HushOneOf(owner)
            | Self::Away(owner)
            | Self::AwayFor(owner)
            | Self::ReallyDelete(owner) => Some((owner, "not-your-control")),
            _ => None,
        }
    }

    /// The match or challenge that it is about, if any.
    pub fn subject(&self) -> Option<Subject> {
        match *self {
            Self::Accept(id) | Self::Decline(id) | Self::Withdraw(id) | Self::RulesOfChallenge(id) => {
                Some(Subject::Challenge(id))
            }
            Self::Choose(id, version, _)
            | Self::Pass(id, version)
            | Self::Legal(id, version)
            | Self::Hint(id, version)
            | Self::MyView(id, version)
            | Self::Resign(id, version)
            | Self::ReallyResign(id, version, _)
            | Self::More(id, version)
            | Self::Offer(id, version, _)
            | Self::AnswerOffer(id, version, ..)
            | Self::Resume(id, version)
            | Self::Claim(id, version)
            | Self::Plan(id, version, ..)
            | Self::SavePlan(id, version, _)
            | Self::DropPlan(id, version)
            | Self::DropPlans(id, version)
            | Self::Plans(id, version)
            | Self::TypeMove(id, version, _)
            | Self::Hush(id, version) => Some(Subject::Board(id, version)),
            Self::ReallyAbandon(id, _)
            | Self::Rematch(id, _)
            | Self::Review(id)
            | Self::RulesOfMatch(id)
            | Self::Block(id)
            | Self::ReallyBlock(id)
            | Self::Watch(id, _)
            | Self::ReallyEnd(id) => Some(Subject::Match(id)),
            Self::Variants(_)
            | Self::Games
            | Self::RulesOfGame
            | Self::Play
            | Self::Help(_)
            | Self::Pick(..)
            | Self::Reply(..)
            | Self::Next(_)
            | Self::Settings
            | Self::Set(..)
            | Self::HushOneOf(_)
            | Self::Away(_)
            | Self::AwayFor(_)
            | Self::ReallyDelete(_) => None,
        }
    }

    /// Whether its answer is visible only to the person who used it.
    pub fn is_answered_privately(&self) -> bool {
        matches!(
            self,
            Self::TypeMove(..)
                | Self::Legal(..)
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
                | Self::Variants(_)
                | Self::Games
                | Self::RulesOfGame
                | Self::Play
                | Self::Next(..)
                | Self::Settings
                | Self::Hush(..)
                | Self::HushOneOf(..)
                | Self::Away(..)
                | Self::Block(_)
                | Self::Watch(..)
        )
    }
}

/// The `custom_id` is not one of this program's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UnknownControl;
