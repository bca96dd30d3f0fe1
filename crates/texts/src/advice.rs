//! What the engine thinks of a move, in words.

use crate::matches::{SentenceFact, say_about, side_name};
use crate::{Text, say};
use games::board::Side;
use play::rating::Points;
use play::{Board, Candidate, JudgedMove, Performance, Quality, Review};

/// How many moves of a line are shown.
pub const MAX_LINE_MOVES: usize = 6;

/// How many turning points of a match are shown.
pub const MAX_TURNING_POINTS: usize = 4;

/// What the engine would play, and what it expects then.
pub fn hint(best: &Candidate) -> Text {
    Text::lines([say(hint_key(best), &candidate_facts(best))].into_iter().chain(expected(best)))
}

/// The sentence for a hint, by what the move leads to.
fn hint_key(best: &Candidate) -> &'static str {
    match best.proven.map(|it| it.result) {
        None => "hint",
        Some(Points::Loss) => "hint-lost",
        Some(_) => "hint-proven",
    }
}

/// The move of a variation, what it leads to, and how soon if that is known.
pub fn candidate_facts(candidate: &Candidate) -> [SentenceFact; 3] {
    let best = candidate.best().map(Text::from).unwrap_or_default();
    let plies = candidate.proven.and_then(|it| it.plies).unwrap_or(0);
    [("move", best), ("outlook", outlook(candidate)), ("plies", plies.into())]
}

/// What a move leads to: a certain result, or a chance.
pub fn outlook(candidate: &Candidate) -> Text {
    let Some(proven) = candidate.proven else {
        return say("outlook-chance", &[("percent", percent(candidate.chance))]);
    };
    let plies = proven.plies.unwrap_or(0).into();
    let key = match proven.result {
        Points::Win => "outlook-win",
        Points::Draw => "outlook-draw",
        Points::Loss => "outlook-loss",
    };
    say(key, &[("plies", plies)])
}

/// A chance in percent.
pub fn percent(chance: f64) -> Text {
    Text::Number((chance * 100.0).round() as i64)
}

/// The moves that are expected after the first move of a variation, if any.
pub fn expected(candidate: &Candidate) -> Option<Text> {
    let moves: Vec<String> = candidate.line.iter().skip(1).take(MAX_LINE_MOVES).map(ToString::to_string).collect();
    let more = candidate.line.len() > MAX_LINE_MOVES + 1;
    let line = moves.join(" ") + if more { " …" } else { "." };
    (!moves.is_empty()).then(|| say("advice-line", &[("line", line.into())]))
}

/// How well a side played.
pub fn performance(board: &Board, review: &Review, side: Side) -> Text {
    let Some(performance) = review.performance(side) else {
        return say_about(board, side, "review-no-moves", &[]);
    };
    let facts = [
        ("accuracy", percent(performance.accuracy)),
        ("good", performance.good.into()),
        ("mistakes", performance.mistakes.into()),
        ("blunders", performance.blunders.into()),
    ];
    say_about(board, side, "review-performance", &facts)
}

/// How well a side played, in two words, for a picture; nothing if it has not moved.
pub fn short_performance(review: &Review, side: Side) -> Text {
    let say = |it: Performance| say("card-accuracy", &[("accuracy", percent(it.accuracy))]);
    review.performance(side).map(say).unwrap_or_default()
}

/// The move that lost most, and what would have been better, for a picture.
pub fn remark(board: &Board, judged: &JudgedMove) -> Text {
    let better = judged.best.as_ref().and_then(Candidate::best);
    let facts = [
        ("ply", judged.ply.into()),
        ("side", side_name(board, judged.side)),
        ("move", judged.played.into()),
        ("before", percent(judged.before)),
        ("after", percent(judged.after)),
        ("better", better.map_or("none".into(), Text::from)),
    ];
    say("card-remark", &facts)
}

/// A move that lost much, and what would have been better.
pub fn turning_point(board: &Board, judged: &JudgedMove) -> Text {
    let facts = [
        ("ply", judged.ply.into()),
        ("side", side_name(board, judged.side)),
        ("move", judged.played.into()),
        ("before", percent(judged.before)),
        ("after", percent(judged.after)),
        ("quality", if judged.quality() == Quality::Blunder { "blunder" } else { "mistake" }.into()),
    ];
    let point = say("review-turning-point", &facts);
    let Some(best) = &judged.best else { return point };
    let moves = Text::joined(" ", best.line.iter().take(MAX_LINE_MOVES).map(|it| (*it).into()));
    // If the chance is not certain, the text has already given it as the one before the move.
    let key = if best.proven.is_some() { "review-better-proven" } else { "review-better" };
    Text::joined(" ", [point, say(key, &[("line", moves), ("outlook", outlook(best))])])
}
