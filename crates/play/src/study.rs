//! What somebody learns, for themselves alone: which lessons they have done, how well they do at puzzles, and what is open.

use std::collections::{BTreeMap, BTreeSet};

use games::board::Move;
use games::{AnyPosition, GAMES, Info, Lesson, Refusal};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::ids::ChannelId;
use super::puzzles::{OpenPuzzle, PuzzlePlace, PuzzleScore};

/// What is kept of one person's learning. Stored as JSON.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Study {
    /// The keys of the lessons that are done, by the key of their game.
    pub done: BTreeMap<String, BTreeSet<String>>,
    /// What was opened last, anywhere.
    pub open: Option<OpenExercise>,
    /// How well they do at puzzles, by the key of the game.
    pub scores: BTreeMap<String, PuzzleScore>,
    /// What is open in channels, the latest last: a move that is typed there may belong to it.
    pub places: Vec<ExerciseIn>,
}

/// In how many channels something is kept open.
const MAX_PLACES: usize = 20;

/// What somebody is at in a channel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExerciseIn {
    pub channel: ChannelId,
    pub exercise: Exercise,
    /// When it was last shown there, in milliseconds since 1970.
    pub shown_at: i64,
}

/// Something in which moves are tried that belong to no match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Exercise {
    Lesson(LessonPlace),
    Puzzle(PuzzlePlace),
}

impl Exercise {
    /// The position in which a move is asked for.
    ///
    /// # Errors
    /// There's no such exercise anymore.
    pub fn position(&self) -> Result<Box<dyn AnyPosition>, Refusal> {
        match self {
            Self::Lesson(place) => {
                let (info, lesson) = place.find()?;
                games::open_lesson(info, lesson).map_err(|_| Refusal::new("lesson-gone"))
            }
            Self::Puzzle(place) => place.position(place.find()?.1),
        }
    }
}

/// What somebody is at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpenExercise {
    Lesson(LessonPlace),
    Puzzle(OpenPuzzle),
}

/// A lesson of a game, by its place among them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LessonPlace {
    /// The key of the game.
    pub game: String,
    /// Counted from 0.
    pub index: u8,
}

/// A lesson as somebody sees it.
pub struct LessonPage {
    pub place: LessonPlace,
    pub info: &'static Info,
    pub lesson: &'static Lesson,
    pub position: Box<dyn AnyPosition>,
    pub tried: LessonTry,
    /// How many lessons of the game are done.
    pub done: usize,
}

/// What has come of a lesson so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LessonTry {
    Nothing,
    /// The move does what is asked; the position is the one after it.
    Right(Move),
    /// The move is legal and does something else.
    Wrong(Move),
    Refused(Refusal),
}

impl Study {
    /// How many lessons of a game are done.
    pub fn count(&self, info: &Info) -> usize {
        info.lessons.iter().filter(|it| self.has_done(info, it)).count()
    }

    /// How well they do at the puzzles of a game.
    pub fn score(&self, game: &str) -> PuzzleScore {
        self.scores.get(game).copied().unwrap_or_default()
    }

    /// The first lesson of a game that isn't done; the first one if all are.
    pub fn next(&self, info: &Info) -> LessonPlace {
        let index = info.lessons.iter().position(|it| !self.has_done(info, it)).unwrap_or_default();
        LessonPlace { game: info.key.to_owned(), index: index as u8 }
    }

    /// What is open in a channel.
    pub fn open_in(&self, channel: ChannelId) -> Option<&ExerciseIn> {
        self.places.iter().find(|it| it.channel == channel)
    }

    /// Keeps what was shown in a channel as open there.
    pub fn show_in(&mut self, channel: ChannelId, exercise: Exercise, now: Timestamp) {
        self.leave(channel);
        self.places.push(ExerciseIn { channel, exercise, shown_at: now.as_millisecond() });
        if self.places.len() > MAX_PLACES {
            self.places.remove(0);
        }
    }

    /// Leaves nothing open in a channel.
    pub fn leave(&mut self, channel: ChannelId) {
        self.places.retain(|it| it.channel != channel);
    }

    fn has_done(&self, info: &Info, lesson: &Lesson) -> bool {
        self.done.get(info.key).is_some_and(|it| it.contains(lesson.key))
    }
}

impl LessonPlace {
    /// The game and the lesson.
    ///
    /// # Errors
    /// There's no such lesson anymore.
    pub fn find(&self) -> Result<(&'static Info, &'static Lesson), Refusal> {
        let info = GAMES.iter().map(|it| it.info()).find(|it| it.key == self.game);
        let lesson = info.and_then(|it| Some((it, it.lessons.get(usize::from(self.index))?)));
        lesson.ok_or_else(|| Refusal::new("lesson-gone"))
    }

    /// The lesson before it, or after it; `None` if there is none.
    pub fn beside(&self, step: i8) -> Option<Self> {
        let place = Self { index: self.index.checked_add_signed(step)?, ..self.clone() };
        place.find().is_ok().then_some(place)
    }
}

impl LessonPage {
    /// Whether it's the last lesson of its game.
    pub fn is_last(&self) -> bool {
        self.place.beside(1).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(game: &str, index: u8) -> LessonPlace {
        LessonPlace { game: game.to_owned(), index }
    }

    #[test]
    fn a_lesson_that_is_gone_is_refused() {
        for place in [at("loa", 99), at("chess", 0), at("", 0)] {
            assert_eq!(place.find().unwrap_err().code, "lesson-gone", "{place:?}");
        }
        let count = GAMES[0].info().lessons.len() as u8;
        assert_eq!((at("loa", 0).beside(-1), at("loa", count - 1).beside(1)), (None, None));
        assert_eq!(at("loa", 0).beside(1), Some(at("loa", 1)));
    }

    #[test]
    fn in_a_channel_what_was_shown_last_is_open() {
        let mut study = Study::default();
        let here = ChannelId(1);
        study.show_in(here, Exercise::Lesson(at("loa", 0)), Timestamp::UNIX_EPOCH);
        study.show_in(here, Exercise::Lesson(at("loa", 1)), Timestamp::UNIX_EPOCH);
        assert_eq!(study.open_in(here).map(|it| &it.exercise), Some(&Exercise::Lesson(at("loa", 1))));
        assert_eq!(study.open_in(ChannelId(2)), None);
        (2..=MAX_PLACES as u64).for_each(|it| {
            study.show_in(ChannelId(it), Exercise::Lesson(at("loa", 0)), Timestamp::UNIX_EPOCH);
        });
        assert!(study.open_in(here).is_some());
        study.show_in(ChannelId(99), Exercise::Lesson(at("loa", 0)), Timestamp::UNIX_EPOCH);
        assert!(study.open_in(here).is_none(), "the oldest is forgotten");
        study.leave(ChannelId(99));
        assert!(study.open_in(ChannelId(99)).is_none());
    }

    #[test]
    fn the_next_lesson_is_the_first_that_is_not_done() {
        let info = GAMES[0].info();
        let done = |keys: &[&str]| Study {
            done: [(info.key.to_owned(), keys.iter().map(|it| (*it).to_owned()).collect())].into(),
            ..Study::default()
        };
        let keys: Vec<&str> = info.lessons.iter().map(|it| it.key).collect();
        assert_eq!(done(&[]).next(info), at(info.key, 0));
        assert_eq!(done(&[keys[0], keys[2]]).next(info), at(info.key, 1));
        assert_eq!((done(&keys).next(info), done(&keys).count(info)), (at(info.key, 0), keys.len()));
        assert_eq!(done(&["removed since"]).count(info), 0);
    }
}
