//! Writing SGF.

use super::super::record::{Record, one_line};
use super::properties::{TAGS, color, convert_date};
use crate::board::{Shape, Side};
use crate::game::{Fields, Reason, read_ranks};

/// Longest line of moves.
const WIDTH: usize = 80;

/// The record is not to be written as SGF.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotInSgf {
    #[error("{0} can't be written as SGF; use pgn")]
    Game(&'static str),
    #[error("it starts from a position with counters, which SGF can't hold; use pgn")]
    Position,
}

/// Writes a record as a game tree; it ends with a line break.
pub fn write(record: &Record) -> Result<String, NotInSgf> {
    let info = record.ruleset.info;
    let game = info.sgf.ok_or(NotInSgf::Game(info.name))?.number;
    let mut text = format!("(;FF[4]GM[{game}]CA[UTF-8]AP[Parlor]SZ[{}]", write_size(record.ruleset.size));
    push_property(&mut text, "RU", &record.ruleset.to_string());
    for side in Side::BOTH {
        let property = format!("P{}", color(side, record.sides()));
        push_property(&mut text, &property, record.players[side.index()].as_deref().unwrap_or_default());
    }
    push_property(&mut text, "RE", &result(record).unwrap_or_default());
    for (property, name) in TAGS {
        let value = record.tag(name).unwrap_or_default();
        let value = if *name == "Date" { convert_date(value, '.', '-') } else { value.to_owned() };
        push_property(&mut text, property, &value);
    }
    if let Some(position) = &record.position {
        text.push_str(&setup(record, position).ok_or(NotInSgf::Position)?);
    }
    text.push('\n');
    push_moves(record, &mut text);
    text.push_str(")\n");
    Ok(text)
}

/// Writes a property if there is anything to tell.
fn push_property(text: &mut String, property: &str, value: &str) {
    let value = escape(value);
    if !value.is_empty() {
        text.push_str(&format!("{property}[{value}]"));
    }
}

fn push_moves(record: &Record, text: &mut String) {
    let mut column = 0;
    for (ply, played) in record.plies.iter().enumerate() {
        let node = format!(";{}[{}]", color(record.side_of(ply), record.sides()), played.mv);
        if column + node.len() > WIDTH {
            text.push('\n');
            column = 0;
        }
        column += node.len();
        text.push_str(&node);
    }
}

fn write_size(shape: Shape) -> String {
    if shape.width == shape.height { shape.width.to_string() } else { format!("{}:{}", shape.width, shape.height) }
}

fn result(record: &Record) -> Option<String> {
    let outcome = record.outcome?;
    let Some(winner) = outcome.winner else { return Some(if outcome.counts() { "0" } else { "Void" }.to_owned()) };
    let reason = match outcome.reason {
        Reason::Resigned => "R",
        Reason::OutOfTime => "T",
        Reason::Forfeit => "F",
        _ => "",
    };
    Some(format!("{}+{reason}", color(winner, record.sides())))
}

/// The pieces of a position and who is to move, if that is all that there is to it.
fn setup(record: &Record, position: &str) -> Option<String> {
    let fields = Fields::cut(position).ok()?;
    fields.counters([]).ok()?;
    let pieces = read_ranks(fields.ranks, record.ruleset.size, record.sides().map(|it| it.letter)).ok()?;
    let mut text = String::new();
    for (side, pieces) in Side::BOTH.into_iter().zip(pieces) {
        let points: String = pieces.map(|it| format!("[{it}]")).collect();
        if !points.is_empty() {
            text.push_str(&format!("A{}{points}", color(side, record.sides())));
        }
    }
    Some(format!("{text}PL[{}]", color(record.begins, record.sides())))
}

/// A value as the format has it.
fn escape(value: &str) -> String {
    one_line(value).replace('\\', "\\\\").replace(']', "\\]")
}
