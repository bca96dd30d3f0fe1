//! What somebody wants to do in a match that is still to be chosen, small enough for a control to carry.

use arrayvec::ArrayString;
use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

use games::Syntax;
use games::board::Square;
use play::decide::MoveText;
use play::{MatchCriterion, OfferKind};
use render::Theme;

/// What somebody wants to do in a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum MatchRequest {
    Move(TypedMove),
    /// See the board; with a theme, and turned around or not, if somebody said so.
    Board(Option<Theme>, Option<bool>),
    /// See the legal moves, all or those of the piece on a square.
    Legal(Option<Square>),
    Hint,
    Resign,
    /// End the match, where that costs nobody anything.
    Abort,
    Analyze,
    /// Offer something to the other player.
    Offer(OfferKind),
    /// End a pause.
    Resume,
    Claim,
    /// See what is prepared.
    Prepared,
    /// Try moves of both sides.
    Explore,
    /// Get a link to the board on a page.
    Open,
    /// See it again, move by move.
    Replay,
    /// Get it as a file.
    Export(ExportForm),
    /// Play on against the engine, from the position after so many plies.
    Try(Option<u32>),
    /// Show everybody how it went.
    Share,
}

/// What a match can be kept as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "lowercase")]
pub enum ExportForm {
    Record,
    Sgf,
    Picture,
    Gif,
}

impl ExportForm {
    /// Its name, as it's typed.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What stands behind a move that offers a draw.
const DRAW: &str = " draw";

/// A move as typed, in its shortest spelling, perhaps with the word that offers a draw with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TypedMove(ArrayString<40>);

impl TypedMove {
    /// The move that a text may mean; `None` if no board could make it one.
    pub fn of(typed: &MoveText) -> Option<Self> {
        let syntax: Syntax = typed.text.parse().ok()?;
        let offer = if typed.offers_draw { DRAW } else { "" };
        ArrayString::from(&format!("{syntax}{offer}")).ok().map(Self)
    }

    /// The move as the host reads it.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl MatchRequest {
    /// What it says about which match is meant.
    pub fn wish(&self) -> MatchCriterion<'_> {
        match self {
            Self::Move(typed) => MatchCriterion::Move(typed.0.trim_end_matches(DRAW)),
            Self::Board(..) | Self::Legal(_) | Self::Analyze | Self::Explore | Self::Open => MatchCriterion::Turn,
            Self::Replay | Self::Export(_) | Self::Try(_) | Self::Share => MatchCriterion::Turn,
            Self::Hint => MatchCriterion::Hint,
            Self::Resume => MatchCriterion::Resume,
            // An action that cannot be undone is never guessed.
            Self::Resign | Self::Abort | Self::Offer(_) | Self::Claim | Self::Prepared => MatchCriterion::Any,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_kept_in_its_shortest_spelling() {
        for (typed, kept) in [
            ("from j10 to a10", Some("j10-a10")),
            ("j10-a10, Draw", Some("j10-a10 draw")),
            ("pass", Some("pass")),
            ("over there", None),
        ] {
            assert_eq!(TypedMove::of(&MoveText::read(typed)).as_ref().map(TypedMove::as_str), kept, "{typed}");
        }
        assert_eq!(
            MatchRequest::Move(TypedMove::of(&MoveText::read("j10-a10 draw")).unwrap()).wish(),
            MatchCriterion::Move("j10-a10")
        );
    }
}
