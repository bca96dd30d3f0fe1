//! Writing records.

use super::super::claim::ClaimedScore;
use super::super::record::{Record, move_number, one_line};
use super::tags::{GAME, POSITION, REASON, RESULT, RULES};
use crate::board::Side;

/// Longest line of moves.
const WIDTH: usize = 80;

/// Writes a record; it ends with a line break, so that records can follow one another with an empty line between.
pub fn write(record: &Record) -> String {
    let mut text = String::new();
    for (name, value) in tags(record) {
        let value = one_line(&value).replace('\\', "\\\\").replace('"', "\\\"");
        text.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    text.push('\n');
    let mut column = 0;
    for word in words(record) {
        if column + 1 + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        column += word.len();
        text.push_str(&word);
    }
    text.push('\n');
    text
}

fn tags(record: &Record) -> Vec<(&str, String)> {
    let mut tags = vec![(GAME, record.ruleset.info.key.to_owned()), (RULES, record.ruleset.to_string())];
    for side in Side::BOTH {
        let player = record.players[side.index()].clone();
        tags.extend(player.map(|it| (record.sides()[side.index()].name, it)));
    }
    tags.push((RESULT, result(record).to_owned()));
    tags.extend(record.outcome.map(|it| (REASON, it.reason.to_string())));
    tags.extend(record.position.clone().map(|it| (POSITION, it)));
    tags.extend(record.tags.iter().map(|(name, value)| (name.as_str(), value.clone())));
    tags
}

fn result(record: &Record) -> &'static str {
    record.outcome.and_then(ClaimedScore::of).map_or("*", ClaimedScore::as_str)
}

/// The moves with their numbers, and the result.
fn words(record: &Record) -> impl Iterator<Item = String> {
    let moves = record.plies.iter().enumerate().flat_map(|(ply, it)| [number(record, ply), Some(it.to_string())]);
    moves.flatten().chain([result(record).to_owned()])
}

/// The number before a ply: before each of the first player's, and `1...` where the second begins.
fn number(record: &Record, ply: usize) -> Option<String> {
    let number = move_number(record.begins, ply);
    match record.side_of(ply) {
        Side::First => Some(format!("{number}.")),
        Side::Second => (ply == 0).then(|| format!("{number}...")),
    }
}
