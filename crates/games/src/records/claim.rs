//! The result that a record claims, held against what the referee finds.

use super::RecordErrorKind;
use crate::board::Side;
use crate::game::{Outcome, Reason, SideInfo};

/// Who has won, if anyone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ClaimedScore {
    Win(Side),
    Draw,
}

/// Whether the text in place of a move says that the player gives up.
pub(super) fn is_resignation(text: &str) -> bool {
    ["resign", "resigns", "resigned"].iter().any(|it| text.eq_ignore_ascii_case(it))
}

/// What a record says of its end. Everything may be left unsaid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Claim {
    pub score: Option<ClaimedScore>,
    pub reason: Option<Reason>,
}

impl ClaimedScore {
    /// The score of an outcome; an aborted game has none.
    pub fn of(outcome: Outcome) -> Option<Self> {
        outcome.counts().then(|| outcome.winner.map_or(Self::Draw, Self::Win))
    }

    /// As records write it: 1-0 when the first player has won, whatever the colors are.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "1-0",
            Self::Win(Side::Second) => "0-1",
            Self::Draw => "1/2-1/2",
        }
    }

    fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw => None,
        }
    }
}

impl Claim {
    /// The outcome, if the claim fits what the referee finds on the board.
    pub fn resolve(self, on_board: Option<Outcome>, sides: [SideInfo; 2]) -> Result<Option<Outcome>, RecordErrorKind> {
        let claimed = || self.in_words();
        if let Some(found) = on_board {
            let fits = self.score.is_none_or(|it| Some(it) == ClaimedScore::of(found))
                && self.reason.is_none_or(|it| it == found.reason || it == Reason::NotGiven);
            let end = || found.in_words(sides);
            return if fits {
                Ok(on_board)
            } else {
                Err(RecordErrorKind::Contradiction { claimed: claimed(), end: end() })
            };
        }
        let reason = match (self.score, self.reason) {
            (None, None) => return Ok(None),
            (None, Some(Reason::Aborted)) => return Ok(Some(Outcome::ABORTED)),
            // Nothing but an agreement draws a game that could go on.
            (Some(ClaimedScore::Draw), None | Some(Reason::Agreed | Reason::NotGiven)) => Reason::Agreed,
            (
                Some(ClaimedScore::Win(_)),
                Some(reason @ (Reason::Resigned | Reason::OutOfTime | Reason::Forfeit | Reason::NotGiven)),
            ) => reason,
            _ => return Err(RecordErrorKind::GoesOn { claimed: claimed() }),
        };
        Ok(self.score.map(|it| Outcome { winner: it.winner(), reason }))
    }

    fn in_words(self) -> String {
        let score = self.score.map_or("*", ClaimedScore::as_str);
        let reason = self.reason.filter(|it| *it != Reason::NotGiven);
        reason.map_or_else(|| score.to_owned(), |reason| format!("{score} ({reason})"))
    }
}
