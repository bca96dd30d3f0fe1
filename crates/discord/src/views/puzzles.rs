//! A puzzle with its board, and what has come of it.

use strum::VariantArray as _;

use super::board::{Appearance, chosen_scene, drawn};
use super::menus::move_menus;
use super::{Button, Style, View};
use crate::controls::{Control, MoveSoFar, PersonalAction, PuzzleAction};
use crate::errors::explain;
use games::board::{Move, Side};
use games::{PuzzleTheme, Scene};
use play::puzzles::{PuzzlePage, PuzzleScore, PuzzleTold, PuzzleVote};
use play::{PuzzleOpinion, UserId};
use render::PictureError;
use texts::{Text, say};

/// Whose task a puzzle is.
pub fn solver(page: &PuzzlePage) -> Side {
    let to_move = page.position.to_move();
    if page.open.place.found.is_multiple_of(2) { to_move } else { to_move.other() }
}

/// A puzzle as it is after what somebody did, with what they can do next.
pub fn puzzle(
    page: &PuzzlePage,
    user: UserId,
    chosen: MoveSoFar,
    appearance: Appearance,
) -> Result<View, PictureError> {
    let PuzzlePage { info, puzzle, open, position, told, .. } = page;
    let control = |action| Control::of_person(user, PersonalAction::Puzzle(open.place.clone(), action));
    let is_done = open.place.is_done(puzzle);
    let scene = match told {
        PuzzleTold::Refused(refusal) => match refusal.illustration.as_deref() {
            Some(shown) => position.scene().refusing(shown.clone()),
            None => position.scene(),
        },
        PuzzleTold::Hint(square) => Scene { targets: vec![*square], ..position.scene() },
        _ => chosen_scene(&**position, chosen),
    };
    let name = format!("{}-puzzle-{}.png", info.key, puzzle.id);
    let view = drawn(text(page), Scene { flipped: appearance.flipped, ..scene }, name, appearance)?;

    let menus = match is_done {
        true => Vec::new(),
        false => move_menus(&**position, &|menu| control(PuzzleAction::Choose(menu)), chosen),
    };
    let button = |action, key: &str, style| Button::new(control(action), key, style);
    let vote = |it: &PuzzleVote| {
        let name: &str = it.into();
        button(PuzzleAction::Vote(*it), &format!("button-puzzle-{name}"), Style::Secondary)
    };
    // From then on, help is free.
    let costs = if open.is_settled { "" } else { "-costs" };
    let buttons = match is_done {
        false => vec![
            button(PuzzleAction::Type, "button-type-move", Style::Secondary),
            button(PuzzleAction::Hint, &format!("button-puzzle-hint{costs}"), Style::Secondary),
            button(PuzzleAction::Solution, &format!("button-puzzle-solution{costs}"), Style::Secondary),
            button(PuzzleAction::Next, "button-puzzle-skip", Style::Secondary),
        ],
        true => [
            button(PuzzleAction::Next, "button-puzzle-next", Style::Primary),
            button(PuzzleAction::Play, "button-puzzle-play", Style::Secondary),
        ]
        .into_iter()
        .chain(PuzzleVote::VARIANTS.iter().map(vote))
        .collect(),
    };
    Ok(menus.into_iter().fold(view, View::with_menu).with_buttons(buttons))
}

fn text(page: &PuzzlePage) -> Text {
    let PuzzlePage { info, puzzle, open, position, told, .. } = page;
    let side = position.sides()[solver(page).index()].name;
    let facts = [
        ("game", info.name.into()),
        ("rules", puzzle.ruleset.to_string().into()),
        ("id", puzzle.id.to_string().into()),
        ("rating", i64::from(puzzle.rating).to_string().into()),
        ("side", side.into()),
        ("goal", puzzle.goal.as_str().into()),
    ];
    let title = say("puzzle-title", &facts);
    let task = (!open.place.is_done(puzzle)).then(|| say("puzzle-task", &facts));
    let said = match told {
        PuzzleTold::Task => None,
        PuzzleTold::Right(found, answer) => {
            Some(say("puzzle-right", &[("move", (*found).into()), ("answer", (*answer).into())]))
        }
        PuzzleTold::Solved(found) => {
            Some(say("puzzle-solved", &[("move", (*found).into()), ("wrong", open.wrong.into())]))
        }
        PuzzleTold::Wrong(tried) => {
            Some(say("puzzle-wrong", &[("move", (*tried).into()), ("goal", puzzle.goal.as_str().into())]))
        }
        PuzzleTold::Refused(refusal) => Some(explain(refusal)),
        PuzzleTold::Hint(square) => Some(say("puzzle-hint", &[("square", (*square).into())])),
        PuzzleTold::Solution(moves) => Some(say("puzzle-solution", &[("moves", line(moves).into())])),
        PuzzleTold::Changed => Some(say("puzzle-changed", &[])),
    };
    let counted = page.before.map(|before| counted(page, before));
    let themes = (open.place.is_done(puzzle) && !puzzle.themes.is_empty()).then(|| {
        let named = puzzle.themes.iter().map(|it| theme(*it));
        say("puzzle-themes", &[("themes", Text::joined(", ", named))])
    });
    let late = page.is_late.then(|| say("puzzle-late", &[]));
    Text::lines([Some(title), said, counted, late, themes, task].into_iter().flatten())
}

/// How many opinions are listed.
const MAX_OPINIONS: usize = 15;

/// What people think of puzzles, those first of which they think worst.
pub fn opinions(opinions: &[PuzzleOpinion]) -> Text {
    let line = |it: &PuzzleOpinion| {
        let facts = [
            ("game", it.info.name.into()),
            ("id", it.id.to_string().into()),
            ("wrong", it.wrong.into()),
            ("easy", it.too_easy.into()),
            ("nice", it.nice.into()),
        ];
        say("puzzle-opinion", &facts)
    };
    let title = say("puzzle-opinions", &[("count", opinions.len().into())]);
    Text::lines([title].into_iter().chain(opinions.iter().take(MAX_OPINIONS).map(line)))
}

/// What a puzzle has done to somebody's rating and streak.
fn counted(page: &PuzzlePage, before: PuzzleScore) -> Text {
    let facts = [
        ("game", page.info.name.into()),
        ("left", page.score.left_to_place().into()),
        ("known", (before.left_to_place() == 0).into()),
        ("before", before.rating.shown().to_string().into()),
        ("after", page.score.rating.shown().to_string().into()),
        ("streak", page.score.streak.into()),
    ];
    say("puzzle-counted", &facts)
}

/// The word for a theme.
pub fn theme(theme: PuzzleTheme) -> Text {
    say(&format!("puzzle-theme-{}", theme.as_str()), &[])
}

fn line(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(ToString::to_string).collect();
    moves.join(" ")
}
