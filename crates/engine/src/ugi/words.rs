//! What the protocol says.

use std::time::Duration;

use crate::{
    base::{Report, Score},
    study::{Analysis, Variation},
};
use games::ReadMove;
use games::board::Move;

/// Why a move cannot be played.
pub(super) fn complaint(text: &str, error: ReadMove) -> String {
    match error {
        ReadMove::Unreadable(unreadable) => unreadable.to_string(),
        ReadMove::Illegal(refusal) => format!("{text} is not legal: {}", refusal.code),
        ReadMove::Ambiguous(_) => format!("{text} begins several moves"),
    }
}

/// How far a search has come.
pub(super) fn progress(report: &Report) -> String {
    let Report { depth, score, nodes, time, hashfull, line, .. } = report;
    info(&format!("info depth {depth}"), *score, (*nodes, *time, *hashfull), line)
}

/// The end of a search.
pub(super) fn answer(report: &Report) -> String {
    format!("{}\nbestmove {}", progress(report), report.best)
}

/// The end of an analysis as the protocol says it, a line for each move.
pub(super) fn answers(analysis: &Analysis) -> String {
    let Analysis { variations, depth, nodes, time, hashfull, .. } = analysis;
    let line = |(index, it): (usize, &Variation)| {
        let head = format!("info depth {depth} multipv {}", index + 1);
        info(&head, it.score, (*nodes, *time, *hashfull), &it.line)
    };
    let best = variations.first().map_or("none".into(), |it| it.best().to_string());
    let lines: Vec<String> = variations.iter().enumerate().map(line).collect();
    lines.join("\n") + &format!("\nbestmove {best}")
}

/// A line of information; of the search it tells nodes, time and how full the table is.
fn info(head: &str, score: Score, (nodes, time, hashfull): (u64, Duration, u32), line: &[Move]) -> String {
    // Full moves, as UCI counts them.
    let score = match score {
        Score::Cp(hundredths) => format!("cp {hundredths}"),
        Score::Win(plies) => format!("mate {}", plies.div_ceil(2)),
        Score::Loss(plies) => format!("mate -{}", plies.div_ceil(2)),
    };
    let line: Vec<String> = line.iter().map(Move::to_string).collect();
    let speed = nodes as f64 / time.as_secs_f64().max(1e-6);
    let millis = time.as_millis();
    format!("{head} score {score} nodes {nodes} time {millis} nps {speed:.0} hashfull {hashfull} pv {}", line.join(" "))
}
