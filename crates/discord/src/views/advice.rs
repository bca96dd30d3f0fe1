//! The engine's opinion of a match: a hint, an assessment of the current position, or a review of a finished match.

use super::board::{Appearance, fit, pictured, result};
use super::{Picture, Style, View, seat_name, side_name};
use crate::controls::{BoardAction, Control};
use games::Fact;
use games::board::Side;
use play::preferences::TextBoard;
use play::{Advice, Assessment, Board, Candidate, JudgedMove, Quality, Review, rating::Points};
use render::{Chart, PictureError, chart_png};
use texts::chart_text;
use texts::{english, say};

/// How many moves of a line are shown.
const MAX_LINE_MOVES: usize = 6;

/// How many turning points of a match are shown.
const MAX_TURNING_POINTS: usize = 4;

/// The answer where everybody can read it: the hint is behind a button, for the person who may have it.
pub fn hidden_hint(board: &Board) -> View {
    let control = Control::board(&board.current, BoardAction::Hint);
    View::text(say("hint-hidden", &[("match", board.current.id.to_string().into())])).with_button(
        control,
        "button-show-hint",
        Style::Primary,
    )
}

/// What the engine would play, on the board, too.
pub fn hint(board: &Board, assessment: &Assessment, appearance: Appearance) -> Result<View, PictureError> {
    let Some(best) = assessment.candidates.first() else { return Ok(View::text(say("advice-none", &[]))) };
    let mut lines = vec![say(hint_key(best), &candidate_facts(best))];
    lines.extend(expected(best));
    lines.push(small_print(board));
    pictured(lines.join("\n"), board, board.position.scene_with(best.best().as_slice()), appearance)
}

/// The sentence for a hint, by what the move leads to.
fn hint_key(best: &Candidate) -> &'static str {
    match best.proven.map(|it| it.result) {
        None => "hint",
        Some(Points::Loss) => "hint-lost",
        Some(_) => "hint-proven",
    }
}

/// The engine's opinion of a match.
pub fn advice(board: &Board, advice: &Advice, appearance: Appearance) -> Result<View, PictureError> {
    match advice {
        Advice::Position(assessment) => Ok(position(board, assessment)),
        Advice::Review(reviewed) => review(board, reviewed, appearance),
    }
}

/// The best moves in the current position.
fn position(board: &Board, assessment: &Assessment) -> View {
    let side = side_name(board, board.position.to_move());
    let title = [
        ("match", board.current.id.to_string().into()),
        ("side", side.into()),
        ("percent", percent(assessment.chance)),
    ];
    let mut lines = vec![say("advice-position", &title)];
    for (index, candidate) in assessment.candidates.iter().enumerate() {
        lines.push(format!("{}. {}", index + 1, say("advice-variation", &candidate_facts(candidate))));
        lines.extend(expected(candidate));
    }
    lines.push(small_print(board));
    View::text(fit(&lines, 1900))
}

fn small_print(board: &Board) -> String {
    say("advice-small-print", &[("plies", i64::from(board.current.plies()).into())])
}

/// The move of a variation, what it leads to, and how soon if that is known.
fn candidate_facts(candidate: &Candidate) -> [(&'static str, Fact); 3] {
    let best = candidate.best().map(|best| best.to_string()).unwrap_or_default();
    let plies = candidate.proven.and_then(|it| it.plies).unwrap_or(0);
    [("move", best.into()), ("outlook", outlook(candidate).into()), ("plies", i64::from(plies).into())]
}

/// What a move leads to: a certain result, or a chance.
fn outlook(candidate: &Candidate) -> String {
    let Some(proven) = candidate.proven else {
        return say("outlook-chance", &[("percent", percent(candidate.chance))]);
    };
    let plies = i64::from(proven.plies.unwrap_or(0)).into();
    let key = match proven.result {
        Points::Win => "outlook-win",
        Points::Draw => "outlook-draw",
        Points::Loss => "outlook-loss",
    };
    say(key, &[("plies", plies)])
}

fn percent(chance: f64) -> Fact {
    Fact::Number((chance * 100.0).round() as i64)
}

/// The moves that are expected after the first move of a variation, if any.
fn expected(candidate: &Candidate) -> Option<String> {
    let moves: Vec<String> = candidate.line.iter().skip(1).take(MAX_LINE_MOVES).map(ToString::to_string).collect();
    let more = candidate.line.len() > MAX_LINE_MOVES + 1;
    let line = moves.join(" ") + if more { " …" } else { "." };
    (!moves.is_empty()).then(|| say("advice-line", &[("line", line.into())]))
}

/// The review of a finished match, with the chart of its chances.
fn review(board: &Board, review: &Review, appearance: Appearance) -> Result<View, PictureError> {
    let Board { current, position, .. } = board;
    let title = [("match", current.id.to_string().into()), ("game", current.ruleset.info.name.into())];
    let mut lines = vec![say("review-title", &title)];
    lines.extend(current.outcome.map(|it| result(board, it)));
    lines.extend(Side::BOTH.map(|it| performance(board, review, it)));
    let turning = review.turning_points(MAX_TURNING_POINTS);
    lines.push(say(if turning.is_empty() { "review-no-turning-points" } else { "review-turning-points" }, &[]));
    lines.extend(turning.iter().map(|it| turning_point(board, it)));
    let first_ply = position.played().len() - review.moves.len();
    if first_ply > 0 {
        lines.push(say("review-is-partial", &[("plies", (review.moves.len() as i64).into())]));
    }
    lines.push(say("review-small-print", &[("side", side_name(board, Side::First).into())]));
    let chart = Chart {
        sides: position.sides(),
        first_ply,
        chances: review.chances.clone(),
        marks: turning.iter().map(|it| it.ply).collect(),
    };
    let name = format!("review-{}.png", current.id.0);
    let alt = chart_text(&chart, english());
    if appearance.text != TextBoard::Off {
        lines.push(alt.clone());
    }
    let picture = Picture { file: chart_png(&chart, appearance.theme)?, name, alt };
    Ok(View { picture: Some(picture), ..View::text(fit(&lines, 1900)) })
}

fn performance(board: &Board, review: &Review, side: Side) -> String {
    let player = seat_name(board.current.seat(side)).into();
    let name = side_name(board, side).into();
    let Some(performance) = review.performance(side) else {
        return say("review-no-moves", &[("player", player), ("side", name)]);
    };
    let count = |it: usize| Fact::Number(it as i64);
    let facts = [
        ("player", player),
        ("side", name),
        ("accuracy", percent(performance.accuracy)),
        ("good", count(performance.good)),
        ("mistakes", count(performance.mistakes)),
        ("blunders", count(performance.blunders)),
    ];
    say("review-performance", &facts)
}

fn turning_point(board: &Board, judged: &JudgedMove) -> String {
    let facts = [
        ("ply", Fact::Number(judged.ply as i64)),
        ("side", side_name(board, judged.side).into()),
        ("move", judged.played.into()),
        ("before", percent(judged.before)),
        ("after", percent(judged.after)),
        ("quality", if judged.quality() == Quality::Blunder { "blunder" } else { "mistake" }.into()),
    ];
    let point = say("review-turning-point", &facts);
    let Some(best) = &judged.best else { return point };
    let moves: Vec<String> = best.line.iter().take(MAX_LINE_MOVES).map(ToString::to_string).collect();
    let facts = [("line", moves.join(" ").into()), ("outlook", outlook(best).into())];
    // If the chance is not certain, the text has already given it as the one before the move.
    let key = if best.proven.is_some() { "review-better-proven" } else { "review-better" };
    format!("{point} {}", say(key, &facts))
}
