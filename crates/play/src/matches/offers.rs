//! What the two sides of a match offer to each other.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr};

use games::board::Side;

/// How often one side may offer a draw in a match.
pub const MAX_DRAW_OFFERS: u32 = 3;

/// The offers in a match.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Offers {
    /// The offer of one side that the other has not answered yet.
    pub pending: Option<Offer>,
    /// The last offer that was declined.
    pub declined: Option<DeclinedOffer>,
    /// The first revision of the match with that offer: a message that shows it, or a later one, has told of the offer.
    pub made_in: Option<u32>,
    /// How often each side has offered a draw.
    pub draws: [u32; 2],
    /// The version at which each side last asked for a takeback.
    pub takeback_asked: [Option<u32>; 2],
    /// The version at which each side last asked for a pause.
    pub pause_asked: [Option<u32>; 2],
}

impl Offers {
    /// Notes that a side has made an offer at a version of the match.
    pub(crate) fn note(&mut self, offer: Offer, version: u32) {
        let side = offer.by.index();
        match offer.kind {
            OfferKind::Draw => self.draws[side] += 1,
            OfferKind::Takeback => self.takeback_asked[side] = Some(version),
            OfferKind::Pause => self.pause_asked[side] = Some(version),
        }
        self.pending = Some(offer);
    }

    /// Whether a side has already made this offer at this version, for offers that can be made only once per version.
    pub(crate) fn has_asked(&self, offer: Offer, version: u32) -> bool {
        let asked = match offer.kind {
            OfferKind::Draw => return false,
            OfferKind::Takeback => &self.takeback_asked,
            OfferKind::Pause => &self.pause_asked,
        };
        asked[offer.by.index()] == Some(version)
    }
}

/// What one side has offered to the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Offer {
    pub kind: OfferKind,
    #[serde(with = "side_word")]
    pub by: Side,
}

/// An offer that was declined at a version of the match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeclinedOffer {
    pub offer: Offer,
    pub version: u32,
}

/// What can be offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum OfferKind {
    Draw,
    Takeback,
    Pause,
}

impl OfferKind {
    pub const ALL: [Self; 3] = [Self::Draw, Self::Takeback, Self::Pause];

    /// Its name in the catalog's keys and in controls.
    pub fn name(self) -> &'static str {
        self.into()
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
    fn what_is_stored_of_offers_is_plain_json() {
        assert_eq!(serde_json::from_str::<Offers>("{}").unwrap(), Offers::default());
        let pending = Some(Offer { kind: OfferKind::Draw, by: Side::Second });
        let offered = Offers { pending, ..Offers::default() };
        let text = serde_json::to_string(&offered).unwrap();
        assert!(text.contains(r#"{"kind":"draw","by":"second"}"#), "{text}");
        assert_eq!(serde_json::from_str::<Offers>(&text).unwrap(), offered);
    }
}
