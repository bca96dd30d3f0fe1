//! Lessons: what there is to learn, and one lesson with its board.

use super::board::{Appearance, chosen_scene, drawn};
use super::menus::move_menus;
use super::{Button, SelectMenu, SelectOption, Style, View};
use crate::controls::{Control, LessonAction, MoveSoFar, PersonalAction};
use crate::errors::explain;
use games::board::Move;
use games::{GAMES, Info, LessonTask, Scene};
use play::{LessonPage, LessonPlace, LessonTry, Study, UserId};
use render::PictureError;
use texts::{Text, say};

/// What can be learned, and how much of it somebody has done.
pub fn courses(study: &Study, user: UserId) -> View {
    View::text(say("lessons", &[])).with_menu(courses_menu(study, user))
}

fn courses_menu(study: &Study, user: UserId) -> SelectMenu {
    let option = |info: &'static Info| {
        let facts = [("done", study.count(info).into()), ("count", info.lessons.len().into())];
        SelectOption { description: say("lessons-done", &facts), ..SelectOption::new(info.name, info.key) }
    };
    let control = Control::of_person(user, PersonalAction::LearnGame);
    SelectMenu::new(control, "menu-lessons", GAMES.iter().map(|it| option(it.info())))
}

/// A lesson after what was tried in it, with the ways on.
pub fn lesson(
    page: &LessonPage,
    user: UserId,
    chosen: MoveSoFar,
    appearance: Appearance,
) -> Result<View, PictureError> {
    let LessonPage { place, info, position, tried, .. } = page;
    let control = |place: &LessonPlace, action| Control::of_person(user, PersonalAction::Learn(place.clone(), action));
    let scene = match tried {
        LessonTry::Refused(refusal) => match refusal.illustration.as_deref() {
            Some(shown) => position.scene().refusing(shown.clone()),
            None => position.scene(),
        },
        _ => chosen_scene(&**position, chosen),
    };
    let name = format!("{}-lesson-{}.png", info.key, place.index + 1);
    let view = drawn(text(page), Scene { flipped: appearance.flipped, ..scene }, name, appearance)?;

    let is_done = matches!(tried, LessonTry::Right(_));
    let menus = match is_done {
        true => Vec::new(),
        false => move_menus(&**position, &|menu| control(place, LessonAction::Choose(menu)), chosen),
    };
    let mut buttons = Vec::new();
    let mut button = |place: Option<&LessonPlace>, action, key: &str, style| {
        buttons.extend(place.map(|it| Button::new(control(it, action), key, style)));
    };
    let open = Some(place).filter(|_| !is_done);
    button(open, LessonAction::Type, "button-type-move", Style::Secondary);
    button(place.beside(-1).as_ref(), LessonAction::Open, "button-lesson-back", Style::Secondary);
    let (on, style) = match is_done {
        true => ("button-lesson-next", Style::Primary),
        false => ("button-lesson-skip", Style::Secondary),
    };
    button(place.beside(1).as_ref(), LessonAction::Open, on, style);
    let first_match = || {
        let control = Control::of_person(user, PersonalAction::FirstMatch(info.key.to_owned()));
        Button::new(control, "button-first-match", Style::Success)
    };
    buttons.extend((page.is_last() || has_done_all(page)).then(first_match));
    Ok(menus.into_iter().fold(view, View::with_menu).with_buttons(buttons))
}

/// Which lesson it is, what has come of the last try, and what to do.
fn text(page: &LessonPage) -> Text {
    let LessonPage { place, info, lesson, position, tried, done } = page;
    let key = format!("{}-lesson-{}", info.key, lesson.key);
    let facts = [
        ("game", info.name.into()),
        ("number", (usize::from(place.index) + 1).into()),
        ("count", info.lessons.len().into()),
        ("done", (*done).into()),
    ];
    let title = say("lesson-title", &facts);
    let task = || {
        let side = position.sides()[position.to_move().index()].name;
        [say(&key, &[]), say("lesson-how", &[("side", side.into()), ("move", example(page))])]
    };
    let said = |outcome: &str, chosen: &Move| {
        let takes = games::open_lesson(info, lesson).is_ok_and(|it| !it.captured(*chosen).is_empty());
        let words = say(&format!("{key}-{outcome}"), &[("takes", takes.into())]);
        say(&format!("lesson-{outcome}"), &[("move", (*chosen).into()), ("words", words)])
    };
    match tried {
        LessonTry::Nothing => Text::lines([title].into_iter().chain(task())),
        LessonTry::Right(chosen) => {
            let all = has_done_all(page).then(|| say("lesson-all-done", &[("game", info.name.into())]));
            Text::lines([title, said("done", chosen)].into_iter().chain(all))
        }
        LessonTry::Wrong(chosen) => Text::lines([title, said("wrong", chosen)].into_iter().chain(task())),
        LessonTry::Refused(refusal) => Text::lines([title, explain(refusal)].into_iter().chain(task())),
    }
}

/// Whether this was the last one that was still to be done, or all had been done before.
fn has_done_all(page: &LessonPage) -> bool {
    page.done == page.info.lessons.len()
}

/// A move as an example of how moves are written: a legal one that isn't the answer. Where such a move would lose, it's the one
/// that the rules show.
fn example(page: &LessonPage) -> Text {
    let LessonPage { info, lesson, position, .. } = page;
    let is_blunder = matches!(lesson.task, LessonTask::Block | LessonTask::Force);
    let other = position.legal().into_iter().find(|it| !is_blunder && !lesson.is_done_by(*it));
    other.map_or_else(|| info.example.play.into(), Text::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::LessonPlace;
    use texts::Locale;

    #[test]
    fn no_example_is_the_answer_or_loses() {
        for info in GAMES.iter().map(|it| it.info()) {
            for (index, lesson) in info.lessons.iter().enumerate() {
                let place = LessonPlace { game: info.key.to_owned(), index: index as u8 };
                let position = games::open_lesson(info, lesson).unwrap();
                let tried = LessonTry::Nothing;
                let page = LessonPage { place, info, lesson, position, tried, done: 0 };
                let shown = example(&page).in_locale(Locale::English);
                let is_legal = page.position.legal().iter().any(|it| it.to_string() == shown);
                let loses = is_legal && matches!(lesson.task, LessonTask::Block | LessonTask::Force);
                assert!(!loses && !lesson.accepted.contains(&shown.as_str()), "{} {}: {shown}", info.key, lesson.key);
            }
        }
    }
}
