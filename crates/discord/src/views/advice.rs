//! The engine's opinion of a match: a hint, an assessment of the current position, or a review of a finished match.

use super::board::{Appearance, pictured};
use super::{Picture, Style, View, say_about, say_of, side_name};
use crate::controls::{BoardAction, Control};
use games::board::Side;
use play::preferences::TextBoard;
use play::{Advice, Assessment, Board, Review};
use render::{Chart, PictureError, chart_png};
use texts::advice::{MAX_TURNING_POINTS, candidate_facts, expected, percent, performance, turning_point};
use texts::matches::result;
use texts::{Text, chart_text, say};

/// The answer where everybody can read it: the hint is behind a button, for the person who may have it.
pub fn hidden_hint(board: &Board) -> View {
    let control = Control::board(&board.current, BoardAction::Hint);
    View::text(say_of("hint-hidden", board.current.id)).with_button(control, "button-show-hint", Style::Primary)
}

/// What the engine would play, on the board, too.
pub fn hint(board: &Board, assessment: &Assessment, appearance: Appearance) -> Result<View, PictureError> {
    let Some(best) = assessment.candidates.first() else { return Ok(View::text(say("advice-none", &[]))) };
    let lines = Text::lines([texts::advice::hint(best), small_print(board)]);
    pictured(lines, board, board.position.scene_with(best.best().as_slice()), appearance)
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
    let chance = [("percent", percent(assessment.chance))];
    let mut lines = vec![say_about(board, board.position.to_move(), "advice-position", &chance)];
    for (index, candidate) in assessment.candidates.iter().enumerate() {
        let rank = [("rank", (index + 1).into())];
        lines.push(say("advice-variation", &[&candidate_facts(candidate)[..], &rank].concat()));
        lines.extend(expected(candidate));
    }
    lines.push(small_print(board));
    View::text(Text::lines_within(1900, lines))
}

fn small_print(board: &Board) -> Text {
    say("advice-small-print", &[("plies", board.current.plies().into())])
}

/// The review of a finished match, with the chart of its chances.
fn review(board: &Board, review: &Review, appearance: Appearance) -> Result<View, PictureError> {
    let Board { current, position, .. } = board;
    let mut lines = vec![say_about(board, Side::First, "review-title", &[])];
    lines.extend(current.outcome.map(|it| result(board, it)));
    lines.extend(Side::BOTH.map(|it| performance(board, review, it)));
    let turning = review.turning_points(MAX_TURNING_POINTS);
    lines.push(say(if turning.is_empty() { "review-no-turning-points" } else { "review-turning-points" }, &[]));
    lines.extend(turning.iter().map(|it| turning_point(board, it)));
    let first_ply = position.played().len() - review.moves.len();
    if first_ply > 0 {
        lines.push(say("review-is-partial", &[("plies", review.moves.len().into())]));
    }
    lines.push(say("review-small-print", &[("side", side_name(board, Side::First))]));
    let chart = Chart {
        sides: position.sides(),
        first_ply,
        chances: review.chances.clone(),
        marks: turning.iter().map(|it| it.ply).collect(),
    };
    let name = format!("review-{}.png", current.id.0);
    let alt = chart_text(&chart);
    if appearance.text != TextBoard::Off {
        lines.push(alt.clone());
    }
    let picture = Picture { file: chart_png(&chart, appearance.theme)?, name, alt };
    Ok(View { picture: Some(picture), ..View::text(Text::lines_within(1900, lines)) })
}
