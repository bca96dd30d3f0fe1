//! `parlor moves`: a position, its legal moves, its outcome.

use serde_json::json;

use super::position::{PositionArguments, play_all};
use super::print;
use games::AnyPosition;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    start: PositionArguments,
    /// Moves to play first, like "b1-b3 a2-c2"
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut position = arguments.start.open()?;
    play_all(&mut *position, &arguments.moves, |_| {})?;
    if arguments.json { print(as_json(&*position)) } else { print(as_text(&*position)) }
}

fn as_json(position: &dyn AnyPosition) -> String {
    let letter = |side: games::board::Side| position.sides()[side.index()].letter.to_string();
    let outcome = position.outcome().map(|it| json!({ "winner": it.winner.map(letter), "reason": it.reason.as_str() }));
    let legal: Vec<String> = position.legal().iter().map(ToString::to_string).collect();
    json!({
        "position": position.text(),
        "to_move": letter(position.to_move()),
        "legal": legal,
        "outcome": outcome,
    })
    .to_string()
}

fn as_text(position: &dyn AnyPosition) -> String {
    let name = |side: games::board::Side| position.sides()[side.index()].name;
    let mut lines = vec![texts::text_board(&position.scene()), position.text()];
    match position.outcome() {
        Some(outcome) => lines.push(outcome.in_words(position.sides())),
        None => {
            let legal: Vec<String> = position.legal().iter().map(ToString::to_string).collect();
            lines.push(format!("{} to move, {} legal: {}", name(position.to_move()), legal.len(), legal.join(" ")));
        }
    }
    lines.join("\n")
}
