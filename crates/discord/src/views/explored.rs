//! A match as somebody explores it, for that person alone: the board where they are, with menus for whichever side it is, and
//! the lines that they have kept.

use super::board::{Appearance, chosen_scene, pictured};
use super::menus::move_menus;
use super::{Button, MAX_OPTION_CHARS, MAX_OPTIONS, SelectMenu, SelectOption, Style, View, numbered, say_about};
use crate::controls::{Control, ExploreAction, MatchAction, MoveSoFar};
use games::board::Move;
use play::{Board, Exploration, Explored, ExploredLine, Match, UserId, decide};
use render::PictureError;
use texts::matches::result;
use texts::{Text, say};

/// The board where somebody is who explores a match, and what they can do from there.
pub fn exploring(
    explored: &Explored,
    user: UserId,
    chosen: MoveSoFar,
    appearance: Appearance,
) -> Result<View, PictureError> {
    let Explored { board, position, exploration } = explored;
    let (id, mark) = (board.current.id, explored.mark());
    let control = |action| Control::of_match(id, MatchAction::Explore(Some((mark, action))));
    let here = Board {
        current: Match { outcome: None, ..board.current.clone() },
        position: position.clone(),
        changes: Vec::new(),
        stakes: Vec::new(),
        absences: Default::default(),
        votes: Vec::new(),
        last_voters: Vec::new(),
    };
    let mut view = pictured(text(explored, &here), &here, chosen_scene(&**position, chosen), appearance)?;
    // It isn't a board of the match at a version.
    let game = board.current.ruleset.info.key;
    view.picture.iter_mut().for_each(|it| it.name = format!("{game}-{}-explored.png", id.0));
    let menus = move_menus(&**position, &|menu| control(ExploreAction::Choose(menu)), chosen);
    let mut buttons = Vec::new();
    let mut button = |is_possible: bool, action, key: &str, style| {
        buttons.extend(is_possible.then(|| Button::new(control(action), key, style)));
    };
    let current = &exploration.current;
    let must_pass = position.outcome().is_none() && position.legal() == [Move::PASS];
    button(must_pass, ExploreAction::Pass, "button-pass", Style::Primary);
    button(decide::may_play_explored(explored, user), ExploreAction::Play, "button-explored-play", Style::Success);
    let may_prepare = decide::may_prepare_explored(explored, user);
    button(may_prepare, ExploreAction::Prepare, "button-explored-prepare", Style::Success);
    button(*current != ExploredLine::default(), ExploreAction::Back, "button-plan-back", Style::Secondary);
    let is_elsewhere = *current != ExploredLine::at(board.current.plies());
    button(is_elsewhere, ExploreAction::Present, "button-explored-present", Style::Secondary);
    let forget = if current.moves.is_empty() { "button-forget-explored" } else { "button-forget-line" };
    button(!exploration.lines.is_empty(), ExploreAction::Forget, forget, Style::Danger);
    let menus = menus.into_iter().chain([lines_menu(explored, control(ExploreAction::Show))]);
    Ok(menus.fold(view, View::with_menu).with_buttons(buttons))
}

fn text(explored: &Explored, here: &Board) -> Text {
    let current = &explored.exploration.current;
    let plies = explored.board.current.plies();
    let facts = [
        numbered(here.current.id),
        ("ply", current.ply.into()),
        ("where", if current.ply == plies { "present" } else { "earlier" }.into()),
        ("line", current.moves.join(" ").into()),
        ("count", current.moves.len().into()),
    ];
    let position = &explored.position;
    let next = match position.outcome() {
        Some(outcome) => result(here, outcome),
        None => say_about(here, position.to_move(), "exploring-turn", &[]),
    };
    Text::lines([say("exploring", &facts), next])
}

/// The menu of the lines that are kept, the newest first; none if there's only the one that is shown.
fn lines_menu(explored: &Explored, control: Control) -> SelectMenu {
    let Exploration { lines, current } = &explored.exploration;
    let option = |(place, line): (usize, &ExploredLine)| SelectOption {
        description: say("explored-from", &[("ply", line.ply.into())]),
        is_chosen: line == current,
        ..SelectOption::new(shortened(&line.moves), place.to_string())
    };
    let others = if matches!(&lines[..], [only] if only == current) { &[] } else { &lines[..] };
    SelectMenu::new(control, "menu-explored", others.iter().enumerate().rev().take(MAX_OPTIONS).map(option))
}

/// A line that is too long for an option is told by its end, where it differs from others.
fn shortened(moves: &[String]) -> String {
    let whole = moves.join(" ");
    match whole.char_indices().rev().nth(MAX_OPTION_CHARS - 2) {
        Some((at, _)) if whole.chars().count() > MAX_OPTION_CHARS => format!("…{}", &whole[at..]),
        _ => whole,
    }
}
