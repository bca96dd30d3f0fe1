//! How a match may be played again against the engine: as a whole, or from one of its positions.

use serde::{Deserialize, Serialize};

use super::{Rival, why_casual};
use crate::{Board, LevelChoice, Match, Opening, SideChoice};
use games::Refusal;

/// How a match is to be played again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum RematchTerms {
    /// As before.
    AsBefore,
    /// For the ratings; against the engine, that means with sides by lot.
    Rated,
    /// Against the engine at another level.
    Level(u8),
}

/// The position of a match after so many plies, to play on from there; without a number, the last one that can be played on.
pub fn opening(board: &Board, ply: Option<u32>) -> Result<Opening, Refusal> {
    let (id, plies) = (board.current.id, board.current.plies());
    let refuse = |code| Refusal::new(code).with("match", id.to_string()).with("plies", plies);
    if board.current.outcome.is_none() {
        return Err(refuse("try-goes-on"));
    }
    let is_over = board.position.outcome().is_some();
    let last = if is_over { plies.saturating_sub(1) } else { plies };
    match ply.unwrap_or(last) {
        ply if ply > plies => Err(refuse("try-no-such-move")),
        ply if ply > last => Err(refuse("try-is-over")),
        ply => {
            let start = board.current.start.clone();
            Ok(Opening { of: Some(id), start, moves: board.current.moves[..ply as usize].to_vec() })
        }
    }
}

/// Whether the engine has lost a casual match that could be played again for the ratings.
pub fn may_make_it_count(current: &Match) -> bool {
    has_beaten_engine(current) == Some(true)
        && !current.rated
        && why_casual(&current.ruleset, SideChoice::Random, Rival::Engine).is_none()
}

/// Whether a casual match can be played again for the ratings: one that the engine has lost, or any between people.
pub fn may_play_it_rated(current: &Match) -> bool {
    let is_between_people = current.seats.iter().all(|it| it.user().is_some());
    let rival = Rival::Person { hints: current.hints.are_agreed };
    let can_be = !current.rated && why_casual(&current.ruleset, SideChoice::Random, rival).is_none();
    may_make_it_count(current) || is_between_people && can_be
}

/// The level that suits better after a match against the engine: one step up after a win, one down after a loss.
pub fn next_level(current: &Match) -> Option<u8> {
    let level = current.engine_level()?;
    let next = if has_beaten_engine(current)? { level.checked_add(1)? } else { level.checked_sub(1)? };
    (LevelChoice::EASY..=LevelChoice::MAX).contains(&next).then_some(next)
}

/// Whether the person has won against the engine; `None` if nobody has won, or no engine has played.
fn has_beaten_engine(current: &Match) -> Option<bool> {
    let winner = current.outcome?.winner?;
    current.is_against_engine().then(|| current.seat(winner).user().is_some())
}

#[cfg(test)]
mod tests {
    use games::board::Side;
    use games::{Outcome, Reason};
    use jiff::Timestamp;

    use super::*;
    use crate::{ChannelId, MatchId, NewMatch, Place, Seat, UserId};

    /// A match of a person against the engine that has ended.
    fn ended(level: u8, rules: &str, rated: bool, winner: Option<Side>) -> Match {
        let begun = NewMatch {
            rated,
            ..NewMatch::casual(
                Place { guild: None, channel: ChannelId(1) },
                games::read_ruleset(rules).unwrap(),
                [Seat::User(UserId(1)), Seat::Engine(level)],
            )
        };
        let outcome = Some(Outcome { winner, reason: Reason::Resigned });
        Match { outcome, ..begun.begun(MatchId(1), Timestamp::UNIX_EPOCH) }
    }

    #[test]
    fn the_level_goes_up_or_down_by_one() {
        let next = |level, winner| next_level(&ended(level, "loa", true, winner));
        let (won, lost) = (Some(Side::First), Some(Side::Second));
        assert_eq!([next(1, won), next(9, won), next(10, won)], [Some(2), Some(10), None]);
        assert_eq!([next(10, lost), next(2, lost), next(1, lost)], [Some(9), Some(1), None]);
        assert_eq!(next(5, None), None, "nobody has won");
        let people = Match { seats: [Seat::User(UserId(1)), Seat::User(UserId(2))], ..ended(5, "loa", true, won) };
        assert_eq!((next_level(&people), may_make_it_count(&people)), (None, false));
    }

    #[test]
    fn a_casual_win_by_usual_rules_can_be_made_to_count() {
        let won = Some(Side::First);
        assert!(may_make_it_count(&ended(1, "loa:mso", false, won)));
        assert!(!may_make_it_count(&ended(1, "loa:mso", true, won)), "it has counted");
        assert!(!may_make_it_count(&ended(1, "loa:mso", false, Some(Side::Second))));
        assert!(!may_make_it_count(&ended(1, "loa size=6x6", false, won)));
    }
}
