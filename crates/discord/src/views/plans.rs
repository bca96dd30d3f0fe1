//! The replies that a player has prepared, for that player alone; and the board for choosing further lines.

use std::collections::BTreeSet;

use super::board::{Appearance, chosen_scene, pictured};
use super::menus::move_menus;
use super::{Button, MAX_LISTED_CHARS, MAX_OPTION_CHARS, SelectMenu, SelectOption, Style, View, say_of};
use crate::controls::{BoardAction, Control, Line, MoveSoFar};
use games::Refusal;
use play::{Board, UserId, lines};
use render::PictureError;
use texts::{Text, say};

/// The lines that `user` has prepared.
pub fn prepared(board: &Board, user: UserId) -> Result<View, Refusal> {
    let lines = lines::prepared(board, user)?;
    let current = &board.current;
    let title = say_of(if lines.is_empty() { "prepared-nothing" } else { "prepared" }, current.id);
    let told = [title].into_iter().chain(lines.iter().map(|it| in_words(it)));
    let plan = Control::board(current, BoardAction::Plan(Line::default(), None));
    let choose =
        lines::may_prepare(board, user).is_ok().then(|| Button::new(plan, "button-prepare-more", Style::Primary));
    let clear = Control::board(current, BoardAction::DropPlans);
    let clear = (!lines.is_empty()).then(|| Button::new(clear, "button-drop-plans", Style::Danger));
    let view = View::text(Text::lines_within(MAX_LISTED_CHARS, told)).with_menu(drop_menu(board, lines));
    Ok(view.with_buttons(choose.into_iter().chain(clear)))
}

/// The menu in which a line to drop is chosen.
fn drop_menu(board: &Board, lines: &[Vec<String>]) -> SelectMenu {
    // Long lines may begin alike; then they are dropped together.
    let beginnings: BTreeSet<String> = lines.iter().map(|it| beginning(it)).collect();
    let option = |it: String| SelectOption::new(it.as_str(), it.as_str());
    let control = Control::board(&board.current, BoardAction::DropPlan);
    SelectMenu::new(control, "menu-drop-plan", beginnings.into_iter().map(option))
}

/// As many moves of a line, from its beginning, as fit into the value of an option.
fn beginning(line: &[String]) -> String {
    let mut text = String::new();
    for ply in line {
        if text.len() + ply.len() >= MAX_OPTION_CHARS {
            break;
        }
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(ply);
    }
    text
}

/// A line in words: if a, then b; if c, then d.
fn in_words(line: &[String]) -> Text {
    let pair = |pair: &[String]| {
        let [condition, reply] = pair else { return Text::default() };
        say("prepared-reply", &[("condition", condition.as_str().into()), ("reply", reply.as_str().into())])
    };
    say("prepared-line", &[("replies", Text::joined(" · ", line.chunks(2).map(pair)))])
}

/// The board at the end of the line chosen so far, with the menus for its next move.
pub fn planning(board: &Board, line: &Line, chosen: MoveSoFar, appearance: Appearance) -> Result<View, PictureError> {
    let current = &board.current;
    let is_reply = line.0.len() % 2 == 1;
    let control = |menu| Control::board(current, BoardAction::Plan(line.clone(), Some(menu)));
    let menus = match line.0.len() < lines::MAX_LINE_PLIES {
        true => move_menus(&*board.position, &control, chosen),
        false => Vec::new(),
    };
    let save = Control::board(current, BoardAction::SavePlan(line.clone()));
    let save = (!line.0.is_empty() && !is_reply).then(|| Button::new(save, "button-save-plan", Style::Success));
    let back = line.0.split_last().map(|(_, rest)| {
        let control = Control::board(current, BoardAction::Plan(Line(rest.to_vec()), None));
        Button::new(control, "button-plan-back", Style::Secondary)
    });
    let key = match (is_reply, line.0.is_empty()) {
        (true, _) => "planning-reply",
        (false, true) => "planning",
        (false, false) => "planning-on",
    };
    let text = say(key, &[("line", line.to_string().into())]);
    let view = pictured(text, board, chosen_scene(&*board.position, chosen), appearance)?;
    Ok(menus.into_iter().fold(view, View::with_menu).with_buttons(save.into_iter().chain(back)))
}
