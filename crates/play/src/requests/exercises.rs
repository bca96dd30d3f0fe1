//! To what a move belongs that is typed where an exercise is open: to that, or to a match.

use games::{AnyPosition, ReadMove, Refusal};

use super::host::Host;
use crate::core::HostError;
use crate::study::Exercise;
use crate::{Asker, Board, MatchCriterion, MatchMeant};

/// An exercise to which a typed move may belong.
pub enum ExerciseMeant {
    Surely(Exercise),
    /// It, or one of these matches: only the person can say.
    Perhaps(Exercise, Vec<Board>),
}

impl Host {
    /// What is open in the asker's channel.
    ///
    /// # Errors
    /// Nothing is anymore.
    pub async fn open_exercise(&self, asker: Asker) -> Result<Exercise, HostError> {
        let study = self.study(asker).await?;
        let open = study.open_in(asker.channel).map(|it| it.exercise.clone());
        open.ok_or_else(|| Refusal::new("exercise-over").into())
    }

    /// Leaves nothing open in the asker's channel.
    pub async fn leave_exercise(&self, asker: Asker) -> Result<(), HostError> {
        self.change_study(asker, |it| it.leave(asker.channel)).await.map(drop)
    }

    /// The exercise to which a move may belong that is typed without saying where it is to be played; nothing where it can
    /// only belong to a match.
    pub async fn exercise_meant(&self, asker: Asker, text: &str) -> Result<Option<ExerciseMeant>, HostError> {
        let study = self.study(asker).await?;
        let Some(open) = study.open_in(asker.channel) else { return Ok(None) };
        let Ok(position) = open.exercise.position() else { return Ok(None) };
        if self.now().as_millisecond() - open.shown_at > OPEN_MS {
            return Ok(None);
        }
        let boards = self.boards_to_move_on(asker, text).await?;
        let newest = boards.iter().map(|it| it.current.updated_at.as_millisecond()).max();
        let takes = Takes {
            exercise: may_be_move(&*position, text),
            matches: boards.iter().any(|it| may_be_move(&*it.position, text)),
        };
        let exercise = open.exercise.clone();
        Ok(match belongs_to(takes, newest.is_some_and(|it| it > open.shown_at)) {
            _ if boards.is_empty() => Some(ExerciseMeant::Surely(exercise)),
            Owner::Exercise => Some(ExerciseMeant::Surely(exercise)),
            Owner::Match => None,
            Owner::Unknown => Some(ExerciseMeant::Perhaps(exercise, boards)),
        })
    }

    /// The boards on which a typed move could be played now.
    async fn boards_to_move_on(&self, asker: Asker, text: &str) -> Result<Vec<Board>, HostError> {
        let boards = match self.meant(asker, MatchCriterion::Move(text)).await {
            Ok(None) | Err(HostError::Refused(_)) => Vec::new(),
            Ok(Some(MatchMeant::One(current))) => vec![self.board(*current).await?],
            Ok(Some(MatchMeant::OneOf(boards))) => boards,
            Err(error) => return Err(error),
        };
        let may_move = |it: &Board| it.is_turn_of(asker.user) || it.current.is_voted_on();
        Ok(boards.into_iter().filter(may_move).collect())
    }
}

/// How long something stays open that nobody touches, in milliseconds.
const OPEN_MS: i64 = 24 * 3_600_000;

/// Whether a typed move is one, or could become one, in an exercise and in a match.
#[derive(Clone, Copy)]
struct Takes {
    exercise: bool,
    matches: bool,
}

/// To what a typed move belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    Exercise,
    Match,
    Unknown,
}

/// To what a typed move belongs where an exercise is open and it's the person's turn in a match. It belongs to what the person
/// saw last, unless it's a move only in the other, or in both: a move in a match can't be undone, and one in a puzzle
/// counts.
fn belongs_to(takes: Takes, is_match_newer: bool) -> Owner {
    match takes {
        Takes { exercise: true, matches: true } => Owner::Unknown,
        Takes { exercise: true, matches: false } if is_match_newer => Owner::Unknown,
        Takes { exercise: false, matches: true } if !is_match_newer => Owner::Unknown,
        _ if is_match_newer => Owner::Match,
        _ => Owner::Exercise,
    }
}

fn may_be_move(position: &dyn AnyPosition, text: &str) -> bool {
    matches!(position.read(text), Ok(_) | Err(ReadMove::Ambiguous(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_played_in_a_match_only_if_no_exercise_can_be_meant() {
        let owner = |exercise, matches, is_newer| belongs_to(Takes { exercise, matches }, is_newer);
        assert_eq!((owner(true, true, true), owner(true, true, false)), (Owner::Unknown, Owner::Unknown));
        assert_eq!((owner(true, false, true), owner(true, false, false)), (Owner::Unknown, Owner::Exercise));
        assert_eq!((owner(false, true, true), owner(false, true, false)), (Owner::Match, Owner::Unknown));
        assert_eq!((owner(false, false, true), owner(false, false, false)), (Owner::Match, Owner::Exercise));
    }
}
