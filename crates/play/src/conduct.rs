//! The state of a match besides its moves: what is offered, agreed and prepared, and how much time is left.

use serde::{Deserialize, Serialize};

use super::{OwnThread, TimeControl};
use games::board::Side;

/// How often one side may offer a draw in a match.
pub const MAX_DRAW_OFFERS: u32 = 3;

/// What two players agree on beforehand, besides the rules. Stored as JSON, as [`Conduct`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Agreement {
    pub clock: Option<TimeControl>,
    /// Whether the players may ask the engine during the match.
    pub hints: bool,
    /// Whether the match is to be played in a thread of its own.
    pub thread: Option<OwnThread>,
}

/// The state of a match besides its moves. Stored as JSON: every field has a default, so that rows written by an older
/// version can be read.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Conduct {
    /// The offer of one side that the other has not answered yet.
    pub offer: Option<Offer>,
    /// The first revision of the match with that offer: a message that shows it, or a later one, has told of the offer.
    pub offered_in: Option<u32>,
    /// The first revision of the match at which it is over: a message that shows it, or a later one, has told of the end.
    pub ended_in: Option<u32>,
    /// The first revision of the match after its last takeback: a message that shows an earlier one shows another position.
    pub taken_back_in: Option<u32>,
    /// How often each side has offered a draw.
    pub draws_offered: [u32; 2],
    /// The version at which each side last asked for a takeback.
    pub takeback_asked: [Option<u32>; 2],
    /// The version at which each side last asked for a pause.
    pub pause_asked: [Option<u32>; 2],
    /// Whether both players have agreed that the engine may be asked during the match.
    pub hints: bool,
    /// How often each side has asked the engine.
    pub hints_taken: [u32; 2],
    /// The match's clock, if it has one.
    pub clock: Option<TimeControl>,
    /// How many milliseconds each side has left if there is a clock, not counting the current turn.
    pub reserves: [i64; 2],
    /// Whether both have agreed to stop the clock until somebody resumes.
    pub paused: bool,
    /// The replies that each side has prepared: lines of moves, each beginning with a move of the other side.
    pub lines: [Vec<Vec<String>>; 2],
    /// The ply of the last automatic move (prepared, or the only legal one), counted from 1.
    pub automatic: Option<u32>,
    /// Whether somebody asked to see the live board again, so that it is to be posted in a new message.
    pub brought_down: bool,
    /// Whether that message notifies the side to move, because the other side has ended a pause.
    pub calls: bool,
    /// The version at which the side to move muted further notices.
    pub hushed: Option<u32>,
    /// When the side to move was last reminded, in seconds since 1970; a time before this turn has no meaning.
    pub warned_at: Option<i64>,
    /// Whether a moderator has ended it.
    pub stopped: bool,
    /// Whether it was ended without a result because the side to move took too long.
    pub is_late: bool,
    /// Whether it was ended without a result because its place is gone.
    pub is_place_gone: bool,
    /// When we last checked that the player to move is still in the server, in seconds since 1970; a time before this
    /// turn has no meaning.
    pub looked_for_at: Option<i64>,
    /// Since when each side's player is known to have left the server, in seconds since 1970.
    pub left: [Option<i64>; 2],
    /// The thread that it has, or is to have.
    pub thread: Option<OwnThread>,
}

impl Conduct {
    /// Notes that a side has made an offer at a version of the match.
    pub(super) fn note_offer(&mut self, offer: Offer, version: u32) {
        let side = offer.by.index();
        match offer.kind {
            OfferKind::Draw => self.draws_offered[side] += 1,
            OfferKind::Takeback => self.takeback_asked[side] = Some(version),
            OfferKind::Pause => self.pause_asked[side] = Some(version),
        }
        self.offer = Some(offer);
    }

    /// Whether a side has already made this offer at this version, for offers that can be made only once per version.
    pub(super) fn has_asked(&self, offer: Offer, version: u32) -> bool {
        let asked = match offer.kind {
            OfferKind::Draw => return false,
            OfferKind::Takeback => &self.takeback_asked,
            OfferKind::Pause => &self.pause_asked,
        };
        asked[offer.by.index()] == Some(version)
    }

    /// The live board no longer needs to be posted again.
    pub(super) fn stay(&mut self) {
        self.brought_down = false;
        self.calls = false;
    }

    /// The conduct of a new match: all reserves are full.
    pub fn begin(agreement: Agreement) -> Self {
        let Agreement { clock, hints, thread } = agreement;
        let reserve = clock.map_or(0, |it| i64::from(it.reserve) * 1000);
        Self { clock, hints, thread, reserves: [reserve; 2], ..Self::default() }
    }

    /// The agreement that a rematch takes over.
    pub fn agreement(&self) -> Agreement {
        Agreement { clock: self.clock, hints: self.hints, thread: self.thread.and_then(OwnThread::again) }
    }
}

/// What one side has offered to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Offer {
    pub kind: OfferKind,
    #[serde(with = "side_word")]
    pub by: Side,
}

/// What can be offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OfferKind {
    Draw,
    Takeback,
    Pause,
}

impl OfferKind {
    pub const ALL: [Self; 3] = [Self::Draw, Self::Takeback, Self::Pause];

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }

    /// Its name in the catalog's keys and in controls.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Takeback => "takeback",
            Self::Pause => "pause",
        }
    }
}

/// Stores a side as the word `first` or `second`.
mod side_word {
    use games::board::Side;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    /// Writes the word.
    pub fn serialize<S: Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(if *side == Side::First { "first" } else { "second" })
    }

    /// Reads the word; any other is an error.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Side, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "first" => Ok(Side::First),
            "second" => Ok(Side::Second),
            other => Err(D::Error::custom(format!("no side is “{other}”"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_older_version_wrote_is_read() {
        assert_eq!(serde_json::from_str::<Conduct>("{}").unwrap(), Conduct::default());
        let offered = Conduct { offer: Some(Offer { kind: OfferKind::Draw, by: Side::Second }), ..Conduct::default() };
        let text = serde_json::to_string(&offered).unwrap();
        assert!(text.contains(r#"{"kind":"draw","by":"second"}"#), "{text}");
        assert_eq!(serde_json::from_str::<Conduct>(&text).unwrap(), offered);
    }
}
