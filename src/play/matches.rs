//! A match: two seats playing one game by one ruleset in one place.

use jiff::Timestamp;

use super::rating::{Points, Rating, rate};
use super::{ChallengeId, MatchId, MessageId, Place, Seat, UserId};
use games::board::Side;
use games::{AnyPosition, Outcome, Ruleset};

/// A match as the store keeps it. The moves are the truth; position and outcome on the board follow by replay.
#[derive(Clone, Debug)]
pub struct Match {
    pub id: MatchId,
    pub place: Place,
    pub ruleset: Ruleset,
    /// By [`Side::index`].
    pub seats: [Seat; 2],
    pub rated: bool,
    /// The moves in the game's notation.
    pub moves: Vec<String>,
    pub outcome: Option<Outcome>,
    /// How many plies the board that was shown last had; `None` before the first.
    pub announced: Option<u32>,
    /// Whether the end has been shown.
    pub end_announced: bool,
    /// The message with the board that was shown last.
    pub board_message: Option<MessageId>,
    /// How often in a row showing the board has failed.
    pub failures: u32,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A match that is about to begin.
#[derive(Clone, Debug)]
pub struct NewMatch {
    pub place: Place,
    pub ruleset: Ruleset,
    pub seats: [Seat; 2],
    pub rated: bool,
    /// The challenge that it answers.
    pub challenge: Option<ChallengeId>,
    /// The match of which it is the rematch.
    pub rematch_of: Option<MatchId>,
}

impl NewMatch {
    /// Whether the engine makes the first move.
    pub fn engine_begins(&self) -> bool {
        matches!(self.seats[0], Seat::Engine(_))
    }
}

/// What a rated match did to a player's global rating.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RatingChange {
    pub user: UserId,
    pub before: Rating,
    pub after: Rating,
}

/// The stored moves of a match do not replay: the row cannot be trusted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("match {id} does not replay at ply {ply}: {text}")]
pub struct BrokenRecord {
    pub id: MatchId,
    pub ply: usize,
    pub text: String,
}

impl Match {
    /// The number of plies played.
    pub fn version(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Whether the engine is to move once so many plies have been played. Sides take turns in every game, so the number
    /// says whose turn it is.
    pub fn engine_moves_after(&self, plies: u32) -> bool {
        matches!(self.seats[plies as usize % 2], Seat::Engine(_))
    }

    /// What this end does to the ratings of its players, from those they had before, and how it counts for each: nothing
    /// for the engine, whose levels keep theirs, and nothing at all in a casual or aborted match.
    pub fn rating_changes(&self, before: [Rating; 2], end: Outcome) -> Vec<(RatingChange, Points)> {
        if !self.is_rated_by(end) {
            return Vec::new();
        }
        let (first, second) = rate(before[0], before[1], Points::of(Side::First, end));
        let change = |(side, after): (Side, Rating)| {
            let user = self.seat(side).user()?;
            Some((RatingChange { user, before: before[side.index()], after }, Points::of(side, end)))
        };
        [(Side::First, first), (Side::Second, second)].into_iter().filter_map(change).collect()
    }

    /// Whether this end counts for the ratings.
    pub fn is_rated_by(&self, end: Outcome) -> bool {
        self.rated && end.counts()
    }

    /// Whether both sides have moved twice: only from then on is a match that is given up lost.
    pub fn has_really_begun(&self) -> bool {
        self.moves.len() >= 4
    }

    /// The match on its position: every stored move is played again under the referee.
    pub fn replay(&self) -> Result<Box<dyn AnyPosition>, BrokenRecord> {
        let broken = |ply, text: &str| BrokenRecord { id: self.id, ply, text: text.to_owned() };
        let mut position = games::open(&self.ruleset, None).map_err(|error| broken(0, &error.to_string()))?;
        for (ply, text) in self.moves.iter().enumerate() {
            let it = position.read(text).map_err(|_| broken(ply, text))?;
            position.play(it).map_err(|_| broken(ply, text))?;
        }
        Ok(position)
    }

    /// The side on which a user plays.
    pub fn side_of(&self, user: UserId) -> Option<Side> {
        Side::BOTH.into_iter().find(|it| self.seat(*it).user() == Some(user))
    }

    pub fn seat(&self, side: Side) -> Seat {
        self.seats[side.index()]
    }

    /// Where its board is, as links name places: server, channel and message; without a message, the channel.
    pub fn board_address(&self) -> String {
        let guild = self.place.guild.map_or("@me".to_owned(), |it| it.0.to_string());
        let channel = format!("{guild}/{}", self.place.channel.0);
        self.board_message.map_or(channel.clone(), |it| format!("{channel}/{}", it.0))
    }

    /// Whether the last board shown is not the one to be shown.
    pub fn owes_board(&self) -> bool {
        self.announced != Some(self.version()) || (self.outcome.is_some() && !self.end_announced)
    }
}
