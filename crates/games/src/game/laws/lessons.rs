//! Lessons teach what the rules say.

use crate::board::{Move, Square};
use crate::game::{AnyGame, AnyPosition, LessonTask, Ruleset};

/// How many lessons a game has, at least and at most.
const COUNT: std::ops::RangeInclusive<usize> = 5..=8;

/// Checks the lessons of a game: each opens as it is written, exactly the moves that it accepts do what it asks, some legal
/// move does not, and whatever is played has its sentence.
///
/// # Panics
/// With the lesson that is wrong.
pub fn check_lessons(game: &'static dyn AnyGame) {
    let info = game.info();
    assert!(COUNT.contains(&info.lessons.len()), "lessons: {} has {}", info.name, info.lessons.len());
    for lesson in info.lessons {
        let key = format!("{}-lesson-{}", info.key, lesson.key);
        let ruleset = Ruleset::parse(info, lesson.rules).unwrap_or_else(|it| panic!("lessons: {key}: {it}"));
        let position = game.open(&ruleset, Some(lesson.position)).unwrap_or_else(|it| panic!("lessons: {key}: {it}"));
        assert_eq!(position.text(), lesson.position, "lessons: {key}: it is written otherwise");
        assert_eq!(position.outcome(), None, "lessons: {key}: the game is over");
        let legal = position.legal();
        let does = |it: &&Move| is_done(lesson.task, &*position, **it);
        let doing: Vec<String> = legal.iter().filter(does).map(ToString::to_string).collect();
        assert_eq!(doing, lesson.accepted, "lessons: {key}: these moves do what it asks");
        assert!(doing.len() < legal.len(), "lessons: {key}: every legal move does it");
        let twice = info.lessons.iter().filter(|it| it.key == lesson.key).count();
        assert_eq!(twice, 1, "lessons: {key} is there twice");
        for (language, texts) in info.texts {
            for key in [key.clone(), format!("{key}-done"), format!("{key}-wrong")] {
                assert!(texts.contains(&format!("\n{key} =")), "lessons: {key} has no sentence in {language}");
            }
        }
    }
    for (language, texts) in info.texts {
        for phase in ["opening", "middle", "end"] {
            let key = format!("{}-plan-{phase}", info.key);
            assert!(texts.contains(&format!("\n{key} =")), "lessons: {key} has no sentence in {language}");
        }
    }
}

/// Whether a legal move does what a lesson asks, by the rules alone.
fn is_done(task: LessonTask, position: &dyn AnyPosition, mv: Move) -> bool {
    let side = position.to_move();
    let mut next = position.clone_position();
    if next.play(mv).is_err() {
        return false;
    }
    let taken = position.captured(mv);
    match task {
        LessonTask::Reach(square) => !mv.is_pass() && mv.to.to_string() == square,
        LessonTask::Take => !taken.is_empty(),
        LessonTask::TakeOn(square) => square.parse().is_ok_and(|it: Square| taken.contains(it)),
        LessonTask::Win => next.outcome().is_some_and(|it| it.winner == Some(side)),
        LessonTask::Block => next.outcome().is_none_or(|it| it.winner == Some(side)) && !has_win(&*next),
        LessonTask::Force => !can_avoid_loss(&*next),
    }
}

/// Whether the side to move can win at once.
fn has_win(position: &dyn AnyPosition) -> bool {
    position.legal().into_iter().any(|it| is_done(LessonTask::Win, position, it))
}

/// Whether the side to move can keep the other one from winning, by going through everything to the end. Only for boards
/// on which the game ends soon.
fn can_avoid_loss(position: &dyn AnyPosition) -> bool {
    if let Some(end) = position.outcome() {
        return end.winner != Some(position.to_move().other());
    }
    let after = |position: &dyn AnyPosition, mv| {
        let mut next = position.clone_position();
        next.play(mv).is_ok().then_some(next)
    };
    position.legal().into_iter().filter_map(|it| after(position, it)).any(|answered| {
        // The other side has a move that wins against this answer, or the answer holds.
        match answered.outcome() {
            Some(end) => end.winner != Some(position.to_move().other()),
            None => {
                let replies = answered.legal().into_iter().filter_map(|it| after(&*answered, it));
                !replies.into_iter().any(|it| !can_avoid_loss(&*it))
            }
        }
    })
}
