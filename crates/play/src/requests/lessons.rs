//! Lessons: opening one, and trying a move in it.

use games::{Info, Refusal, Ruleset};

use super::host::Host;
use crate::core::{HostError, TRIES};
use crate::decide::{MoveInput, read_move};
use crate::ports::{StoreError, StoreResult};
use crate::study::{Exercise, LessonPage, LessonPlace, LessonTry, OpenExercise, Study};
use crate::{Asker, MatchId, NewMatch, Place, Seat, SideChoice, decide};

/// The level that somebody meets who has just been taught.
const FIRST_LEVEL: u8 = 1;

impl Host {
    /// What somebody has learned.
    pub async fn study(&self, asker: Asker) -> StoreResult<Study> {
        self.ports.store.study(asker.user).await
    }

    /// Opens the next lesson of a game for somebody.
    pub async fn next_lesson(&self, asker: Asker, info: &'static Info) -> Result<LessonPage, HostError> {
        let study = self.study(asker).await?;
        self.open_lesson(asker, study.next(info)).await
    }

    /// Opens a lesson for somebody.
    pub async fn open_lesson(&self, asker: Asker, place: LessonPlace) -> Result<LessonPage, HostError> {
        let now = self.ports.clock.now();
        let opened = self.change_study(asker, |it| {
            it.open = Some(OpenExercise::Lesson(place.clone()));
            it.show_in(asker.channel, Exercise::Lesson(place.clone()), now);
        });
        let study = opened.await?;
        page(place, LessonTry::Nothing, &study)
    }

    /// Tries a move in a lesson. What does what is asked is kept; nothing else costs anything.
    pub async fn try_lesson(
        &self,
        asker: Asker,
        place: LessonPlace,
        said: &MoveInput,
    ) -> Result<LessonPage, HostError> {
        let (info, lesson) = place.find()?;
        let position = games::open_lesson(info, lesson).map_err(|_| Refusal::new("lesson-gone"))?;
        let tried = match read_move(&*position, said) {
            Ok(chosen) if lesson.is_done_by(chosen) => LessonTry::Right(chosen),
            Ok(chosen) => LessonTry::Wrong(chosen),
            Err(refusal) => LessonTry::Refused(refusal),
        };
        let (is_done, now) = (matches!(tried, LessonTry::Right(_)), self.ports.clock.now());
        let study = self.change_study(asker, |it| {
            it.open = Some(OpenExercise::Lesson(place.clone()));
            if is_done {
                it.done.entry(info.key.to_owned()).or_default().insert(lesson.key.to_owned());
                it.leave(asker.channel);
            } else {
                it.show_in(asker.channel, Exercise::Lesson(place.clone()), now);
            }
        });
        let study = study.await?;
        page(place, tried, &study)
    }

    /// Begins somebody's first match at a game: against the lowest level, which says what it is up to.
    pub async fn begin_guided(&self, asker: Asker, place: Place, info: &'static Info) -> Result<MatchId, HostError> {
        let (seat, engine) = (Seat::User(asker.user), Seat::Engine(FIRST_LEVEL));
        let seats = decide::seats(seat, engine, SideChoice::Random, self.ports.dice.coin());
        let begun = NewMatch { is_guided: true, ..NewMatch::casual(place, Ruleset::default_of(info), seats) };
        self.begin_against_engine(&begun, asker.user, asker.origin).await
    }

    /// Changes what is kept of somebody's learning.
    pub(super) async fn change_study(&self, asker: Asker, change: impl Fn(&mut Study)) -> Result<Study, HostError> {
        for _ in 0..TRIES {
            let known = self.study(asker).await?;
            let mut next = known.clone();
            change(&mut next);
            if next == known {
                return Ok(next);
            }
            match self.ports.store.set_study(asker.user, &known, &next).await {
                Err(StoreError::Conflict) => {}
                kept => return Ok(kept.map(|()| next)?),
            }
        }
        Err(Refusal::new("too-late").into())
    }
}

/// A lesson as it is after what was tried.
fn page(place: LessonPlace, tried: LessonTry, study: &Study) -> Result<LessonPage, HostError> {
    let (info, lesson) = place.find()?;
    let mut position = games::open_lesson(info, lesson).map_err(|_| Refusal::new("lesson-gone"))?;
    if let LessonTry::Right(chosen) = tried {
        position.play(chosen)?;
    }
    Ok(LessonPage { place, info, lesson, position, tried, done: study.count(info) })
}
