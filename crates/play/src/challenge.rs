//! A challenge: an offer to play.

use std::{fmt, str::FromStr};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use strum::IntoStaticStr;

use super::{Agreement, ChallengeId, EventId, Match, MatchId, MessageId, Place, UserId};
use games::Ruleset;
use games::board::Side;

/// An offer by one user to play another, or anyone.
#[derive(Clone, Debug)]
pub struct Challenge {
    pub id: ChallengeId,
    pub offer: NewChallenge,
    pub state: ChallengeState,
    /// Grows with every change.
    pub revision: u32,
    /// The message that shows it.
    pub message: Option<MessageId>,
    pub made_at: Timestamp,
}

/// A challenge that is about to be made.
#[derive(Clone, Debug)]
pub struct NewChallenge {
    pub place: Place,
    pub challenger: UserId,
    /// `None`: anyone may accept.
    pub opponent: Option<UserId>,
    pub ruleset: Ruleset,
    /// The side that the challenger takes.
    pub side: SideChoice,
    pub rated: bool,
    /// What is agreed besides the rules: clock, hints.
    pub agreement: Agreement,
    /// The match that this would be a rematch of.
    pub rematch_of: Option<MatchId>,
    pub expires_at: Timestamp,
}

impl Challenge {
    /// Where it is shown, as the end of a link: server, channel, and message if that is known.
    pub fn address(&self) -> String {
        let Place { guild, channel } = self.offer.place;
        let guild = guild.map_or("@me".to_owned(), |it| it.0.to_string());
        let message = self.message.map(|it| format!("/{}", it.0)).unwrap_or_default();
        format!("{guild}/{}{message}", channel.0)
    }
}

impl NewChallenge {
    /// Whether it offers the same to the same people in the same place.
    pub fn is_same(&self, other: &Self) -> bool {
        let terms = |it: &Self| (it.ruleset.to_string(), it.side, it.rated, it.agreement, it.rematch_of);
        let people = |it: &Self| (it.place, it.challenger, it.opponent);
        people(self) == people(other) && terms(self) == terms(other)
    }
}

/// The terms on which somebody wants to play.
pub struct Terms {
    pub ruleset: Ruleset,
    /// The side that the asker takes.
    pub side: SideChoice,
    /// Whether it is to be rated; `None`: if possible, but between people not the first time.
    pub rated: Option<bool>,
    /// What is agreed besides the rules: clock, hints.
    pub agreement: Agreement,
    /// The match that this is a rematch of.
    pub rematch_of: Option<MatchId>,
    /// The event that asked for the match. The same event begins no second one.
    pub origin: Option<EventId>,
}

impl Terms {
    /// The terms of a match that is played again.
    pub(super) fn again(current: &Match, side: SideChoice) -> Self {
        let (rated, agreement) = (Some(current.rated), current.agreement());
        Self { ruleset: current.ruleset.clone(), side, rated, agreement, rematch_of: Some(current.id), origin: None }
    }
}

/// What has become of a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChallengeState {
    Open,
    Accepted(MatchId),
    Declined,
    Withdrawn,
    Expired,
}

/// What somebody does with an open challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Answer {
    Accept,
    Decline,
    Withdraw,
}

impl Answer {
    pub const ALL: [Self; 3] = [Self::Accept, Self::Decline, Self::Withdraw];

    /// Its name as a command and in controls.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Which side a player wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideChoice {
    Take(Side),
    Random,
}

impl SideChoice {
    /// Reads a side: its name or letter in this game, `first`, `second` or `random`.
    pub fn read(word: &str, ruleset: &Ruleset) -> Option<Self> {
        let word = word.to_lowercase();
        let named = Side::BOTH.into_iter().find(|side| {
            let info = ruleset.sides()[side.index()];
            word == info.name.to_lowercase() || word == info.letter.to_string()
        });
        named.map(Self::Take).or_else(|| word.parse().ok())
    }

    /// The side that is chosen in the end; `coin` decides a random one.
    pub fn resolve_side(self, coin: bool) -> Side {
        match self {
            Self::Take(side) => side,
            Self::Random if coin => Side::First,
            Self::Random => Side::Second,
        }
    }
}

/// As stored in the database.
impl fmt::Display for SideChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Take(Side::First) => "first",
            Self::Take(Side::Second) => "second",
            Self::Random => "random",
        })
    }
}

/// The text doesn't name a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a side is first, second or random")]
pub struct ParseSideError;

impl FromStr for SideChoice {
    type Err = ParseSideError;

    fn from_str(text: &str) -> Result<Self, ParseSideError> {
        match text {
            "first" => Ok(Self::Take(Side::First)),
            "second" => Ok(Self::Take(Side::Second)),
            "random" => Ok(Self::Random),
            _ => Err(ParseSideError),
        }
    }
}
