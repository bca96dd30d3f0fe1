//! Buttons and menus carry all they need in their `custom_id`: nothing has to be remembered, and a control that has
//! outlived its board, or is about the rows of another database, says so.

mod choice;
mod custom_id;
mod line;

pub(super) use self::choice::Choice;
pub(super) use self::custom_id::addressed;
pub use self::custom_id::respelled;
pub(super) use self::line::Line;
use super::ask::Ask;
use super::menu::Menu;
use crate::play::{ChallengeId, MatchId, OfferKind, Subject, UserId};

/// What a control does. The version is that of the board under which it stands.
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
    /// End a match that is set aside; the same goes for this question.
    ReallyAbandon(MatchId, UserId),
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
    /// Type a move; an example shows how one looks, as the form must open before anything can be looked up.
    TypeMove(MatchId, u32, Line),
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
    /// The only person who may use it, if there is one, and the refusal that everybody else gets.
    pub fn owner(&self) -> Option<(UserId, &'static str)> {
        match *self {
            Self::ReallyResign(_, _, owner) | Self::ReallyAbandon(_, owner) => Some((owner, "not-your-question")),
            Self::Pick(owner, _) => Some((owner, "not-your-choice")),
            Self::Set(owner, _)
            | Self::HushOneOf(owner)
            | Self::Away(owner)
            | Self::AwayFor(owner)
            | Self::ReallyDelete(owner) => Some((owner, "not-your-control")),
            _ => None,
        }
    }

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
            | Self::ReallyAbandon(id, _)
            | Self::More(id, _)
            | Self::Offer(id, ..)
            | Self::AnswerOffer(id, ..)
            | Self::Resume(id, _)
            | Self::Claim(id, _)
            | Self::Plan(id, ..)
            | Self::SavePlan(id, ..)
            | Self::DropPlans(id, _)
            | Self::Plans(id, _)
            | Self::TypeMove(id, ..)
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

/// The `custom_id` is none of this program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct UnknownControl;
