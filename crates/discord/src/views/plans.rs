//! The replies that a player has prepared, for that player alone; and the board for choosing further lines.

use std::collections::BTreeSet;

use poise::serenity_prelude as serenity;
use serenity::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind, CreateSelectMenuOption,
};

use super::View;
use super::board::{Appearance, chosen_scene, fit, pictured};
use super::menus::Menus;
use crate::controls::{BoardAction, Chosen, Control, Line};
use games::Refusal;
use play::{Board, UserId, lines};
use render::PictureError;
use texts::say;

/// How much of the prepared lines is listed.
const MAX_TEXT_CHARS: usize = 1800;

/// How long the value and the label of an option may be.
const MAX_VALUE_CHARS: usize = 100;

/// The lines that `user` has prepared.
pub fn prepared(board: &Board, user: UserId) -> Result<View, Refusal> {
    let lines = lines::prepared(board, user)?;
    let current = &board.current;
    let number = ("match", current.id.to_string().into());
    let mut told = vec![say(if lines.is_empty() { "prepared-nothing" } else { "prepared" }, &[number])];
    told.extend(lines.iter().map(|it| in_words(it)));
    let mut buttons = Vec::new();
    if lines::may_prepare(board, user).is_ok() {
        let choose = Control::board(current, BoardAction::Plan(Line::default(), None));
        buttons.push(button(choose, "button-prepare-more", ButtonStyle::Primary));
    }
    if !lines.is_empty() {
        let clear = Control::board(current, BoardAction::DropPlans);
        buttons.push(button(clear, "button-drop-plans", ButtonStyle::Danger));
    }
    let drop = (!lines.is_empty()).then(|| drop_menu(board, lines));
    let buttons = (!buttons.is_empty()).then_some(CreateActionRow::Buttons(buttons));
    let rows = drop.into_iter().chain(buttons).collect();
    Ok(View { rows, ..View::text(fit(&told, MAX_TEXT_CHARS)) })
}

/// The menu in which a line to drop is chosen.
fn drop_menu(board: &Board, lines: &[Vec<String>]) -> CreateActionRow {
    // Long lines may begin alike; then they are dropped together.
    let beginnings: BTreeSet<String> = lines.iter().map(|it| beginning(it)).collect();
    let options = beginnings.into_iter().map(|it| CreateSelectMenuOption::new(it.clone(), it)).collect();
    let control = Control::board(&board.current, BoardAction::DropPlan);
    let kind = CreateSelectMenuKind::String { options };
    let menu = CreateSelectMenu::new(control.to_string(), kind).placeholder(say("menu-drop-plan", &[]));
    CreateActionRow::SelectMenu(menu)
}

/// As many moves of a line, from its beginning, as fit into the value of an option.
fn beginning(line: &[String]) -> String {
    let mut text = String::new();
    for ply in line {
        if text.len() + ply.len() >= MAX_VALUE_CHARS {
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
fn in_words(line: &[String]) -> String {
    let pair = |pair: &[String]| {
        let [condition, reply] = pair else { return String::new() };
        say("prepared-reply", &[("condition", condition.clone().into()), ("reply", reply.clone().into())])
    };
    let pairs: Vec<String> = line.chunks(2).map(pair).collect();
    say("prepared-line", &[("replies", pairs.join(" · ").into())])
}

/// The board at the end of the line chosen so far, with the menus for its next move.
pub fn planning(board: &Board, line: &Line, chosen: Chosen, appearance: Appearance) -> Result<View, PictureError> {
    let current = &board.current;
    let legal = match board.position.outcome() {
        Some(_) => Vec::new(),
        None => board.position.legal(),
    };
    let is_reply = line.0.len() % 2 == 1;
    let taken = |it| board.position.captured(it).count();
    let control = |menu| Control::board(current, BoardAction::Plan(line.clone(), Some(menu))).to_string();
    let mut rows = Vec::new();
    if line.0.len() < lines::MAX_LINE_PLIES && !legal.is_empty() {
        rows = Menus { control: &control, legal: &legal, taken: &taken, chosen }.rows();
    }
    let mut buttons = Vec::new();
    if !line.0.is_empty() && !is_reply {
        buttons.push(button(
            Control::board(current, BoardAction::SavePlan(line.clone())),
            "button-save-plan",
            ButtonStyle::Success,
        ));
    }
    if let Some((_, rest)) = line.0.split_last() {
        let back = Control::board(current, BoardAction::Plan(Line(rest.to_vec()), None));
        buttons.push(button(back, "button-plan-back", ButtonStyle::Secondary));
    }
    if !buttons.is_empty() {
        rows.push(CreateActionRow::Buttons(buttons));
    }
    let told: Vec<String> = line.0.iter().map(ToString::to_string).collect();
    let key = match (is_reply, line.0.is_empty()) {
        (true, _) => "planning-reply",
        (false, true) => "planning",
        (false, false) => "planning-on",
    };
    let text = say(key, &[("line", told.join(" ").into())]);
    Ok(View { rows, ..pictured(text, board, chosen_scene(&*board.position, chosen), appearance)? })
}

fn button(control: Control, key: &str, style: ButtonStyle) -> CreateButton {
    CreateButton::new(control.to_string()).label(say(key, &[])).style(style)
}
