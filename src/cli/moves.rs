//! `parlor moves`: a position, its legal moves, its outcome.

use serde_json::json;

use super::position::{PositionArguments, play_all};
use super::print;
use games::AnyPosition;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    table: PositionArguments,
    /// Moves to play first, like "b1-b3 a2-c2"
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut table = arguments.table.open()?;
    play_all(&mut *table, &arguments.moves, |_| {})?;
    if arguments.json { print(as_json(&*table)) } else { print(as_text(&*table)) }
}

fn as_json(table: &dyn AnyPosition) -> String {
    let letter = |side: games::board::Side| table.sides()[side.index()].letter.to_string();
    let outcome = table.outcome().map(|it| json!({ "winner": it.winner.map(letter), "reason": it.reason.as_str() }));
    let legal: Vec<String> = table.legal().iter().map(ToString::to_string).collect();
    json!({
        "position": table.text(),
        "to_move": letter(table.to_move()),
        "legal": legal,
        "outcome": outcome,
    })
    .to_string()
}

fn as_text(table: &dyn AnyPosition) -> String {
    let name = |side: games::board::Side| table.sides()[side.index()].name;
    let mut lines = vec![crate::render::text_board(&table.scene()), table.text()];
    match table.outcome() {
        Some(outcome) => lines.push(outcome.in_words(table.sides())),
        None => {
            let legal: Vec<String> = table.legal().iter().map(ToString::to_string).collect();
            lines.push(format!("{} to move, {} legal: {}", name(table.to_move()), legal.len(), legal.join(" ")));
        }
    }
    lines.join("\n")
}
