//! Making a record: its moves are played under the referee, one after the other.

use super::claim::{Claim, ClaimedScore};
use super::error::shorten;
use super::record::move_number;
use super::{MAX_PLIES, Ply, Record, RecordErrorKind, WrittenMove};
use crate::board::Move;
use crate::game::{AnyGame, AnyPosition, Outcome, PositionError, ReadMove, Ruleset};

/// A record in the making.
pub struct Replay {
    position: Box<dyn AnyPosition>,
    record: Record,
}

impl Replay {
    /// Opens the start, or a position given as text. `ruleset` must be one of `game`.
    pub fn open(game: &dyn AnyGame, ruleset: &Ruleset, position: Option<&str>) -> Result<Self, PositionError> {
        let opened = game.open(ruleset, position)?;
        let usual = || Ok::<_, PositionError>(game.open(ruleset, None)?.text());
        let position = match position {
            Some(_) => Some(opened.text()).filter(|it| usual().as_ref() != Ok(it)),
            None => None,
        };
        let record = Record {
            ruleset: ruleset.clone(),
            position,
            begins: opened.to_move(),
            players: [None, None],
            plies: Vec::new(),
            outcome: None,
            tags: Vec::new(),
        };
        Ok(Self { position: opened, record })
    }

    /// The position as it stands.
    pub fn position(&self) -> &dyn AnyPosition {
        &*self.position
    }

    /// The record so far, to add what is not decided by the referee: players and tags.
    pub(super) fn record(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Plays the move that a text means.
    pub fn play_text(&mut self, text: &str) -> Result<(), RecordErrorKind> {
        if let Some(end) = self.position.outcome() {
            return Err(RecordErrorKind::AfterEnd { place: self.place(text), end: end.in_words(self.record.sides()) });
        }
        let mv =
            self.position.read(text).map_err(|reason| RecordErrorKind::Move { place: self.place(text), reason })?;
        self.play(mv)
    }

    /// Plays a move.
    pub fn play(&mut self, mv: Move) -> Result<(), RecordErrorKind> {
        if self.record.plies.len() >= MAX_PLIES {
            return Err(RecordErrorKind::TooManyMoves);
        }
        let captures = !self.position.captured(mv).is_empty();
        let refused = |place, refusal| RecordErrorKind::Move { place, reason: ReadMove::Illegal(refusal) };
        self.position.play(mv).map_err(|refusal| refused(self.place(&mv.to_string()), refusal))?;
        self.record.plies.push(Ply { mv, captures });
        Ok(())
    }

    /// The record, with the outcome that the match has had: it must be the referee's, or that of a player who gave up
    /// while the game could have gone on.
    pub fn finish(self, outcome: Option<Outcome>) -> Result<Record, RecordErrorKind> {
        self.resolve(Claim { score: outcome.and_then(ClaimedScore::of), reason: outcome.map(|it| it.reason) })
    }

    pub(super) fn resolve(mut self, claim: Claim) -> Result<Record, RecordErrorKind> {
        self.record.outcome = claim.resolve(self.position.outcome(), self.record.sides())?;
        Ok(self.record)
    }

    /// The next move as it is written.
    pub(super) fn place(&self, text: &str) -> WrittenMove {
        let number = move_number(self.record.begins, self.record.plies.len());
        WrittenMove { number, side: self.record.sides()[self.position.to_move().index()].name, text: shorten(text) }
    }
}
