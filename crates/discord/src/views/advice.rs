//! The engine's opinion of a match: a hint, an assessment of the current position, or a review of a finished match.

use super::board::{Appearance, past, pictured, seen};
use super::{Button, Picture, Style, View, numbered, say_about, say_of, side_name};
use crate::controls::{BoardAction, Control, MatchAction, ReplayAction, ReplayPlace};
use games::board::Side;
use play::preferences::TextBoard;
use play::{Advice, Assessment, Board, Candidate, Review};
use render::{Chart, PictureError, chart_png, gallery};
use texts::advice::{MAX_TURNING_POINTS, candidate_facts, expected, percent, performance, turning_point};
use texts::matches::result;
use texts::{ALT_TEXT_LIMIT, Locale, Text, alt_text, chart_text, say};

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
pub fn advice(board: &Board, advice: &Advice, appearance: Appearance, locale: Locale) -> Result<View, PictureError> {
    match advice {
        Advice::Position(assessment) => Ok(position(board, assessment)),
        Advice::Review(reviewed) => review(board, reviewed, appearance, locale),
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

/// How the chances went, with marks at some plies.
pub(super) fn chart(board: &Board, review: &Review, marks: impl IntoIterator<Item = usize>, locale: Locale) -> Chart {
    let position = &board.position;
    Chart {
        title: say("chart-title", &[("side", side_name(board, Side::First))]).in_locale(locale),
        sides: position.sides(),
        first_ply: position.played().len() - review.moves.len(),
        chances: review.chances.clone(),
        marks: marks.into_iter().collect(),
    }
}

/// The review of a finished match, with the chart of its chances.
fn review(board: &Board, review: &Review, appearance: Appearance, locale: Locale) -> Result<View, PictureError> {
    let Board { current, position, .. } = board;
    let mut lines = vec![say_about(board, Side::First, "review-title", &[])];
    lines.extend(current.outcome.map(|it| result(board, it)));
    lines.extend(Side::BOTH.map(|it| performance(board, review, it)));
    let turning = review.turning_points(MAX_TURNING_POINTS);
    lines.push(say(if turning.is_empty() { "review-no-turning-points" } else { "review-turning-points" }, &[]));
    lines.extend(turning.iter().map(|it| turning_point(board, it)));
    let missed: Vec<(Side, usize)> =
        Side::BOTH.into_iter().filter_map(|it| Some((it, review.missed_win(it)?.ply))).collect();
    lines.extend(
        missed.iter().map(|(side, ply)| say_about(board, *side, "review-missed-win", &[("ply", (*ply).into())])),
    );
    if review.moves.len() < position.played().len() {
        lines.push(say("review-is-partial", &[("plies", review.moves.len().into())]));
    }
    lines.push(say("review-small-print", &[("side", side_name(board, Side::First))]));
    let chart = chart(board, review, turning.iter().map(|it| it.ply), locale);
    let name = format!("review-{}.png", current.id.0);
    let alt = chart_text(&chart);
    if appearance.text != TextBoard::Off {
        lines.push(alt.clone());
    }
    let picture = Picture { file: chart_png(&chart, appearance.theme)?, name, alt };
    let view = View { picture: Some(picture), ..View::text(Text::lines_within(1900, lines)) };
    let button = |action, key: &str| Button::new(Control::of_match(current.id, action), key, Style::Secondary);
    let steps = (!turning.is_empty()).then(|| button(MatchAction::Turning(None), "button-turning-points"));
    let attempts = missed.iter().map(|(_, ply)| try_before(board, *ply as u32));
    let buttons = steps.into_iter().chain([button(MatchAction::Share, "button-share")]).chain(attempts);
    Ok(view.with_buttons(buttons))
}

/// The button for playing a move of a match oneself, which has this number.
pub(super) fn try_before(board: &Board, ply: u32) -> Button {
    let control = Control::of_match(board.current.id, MatchAction::Try(ply.saturating_sub(1)));
    Button::labeled(control, say("button-try-before", &[("ply", ply.into())]), Style::Secondary)
}

/// The longer side of each of the two boards that stand side by side.
const STEP_PIXELS: u32 = 480;

/// One of the turning points of a match, by its place among them: what was played beside what would have been better.
pub fn step(board: &Board, review: &Review, place: usize, appearance: Appearance) -> Result<View, PictureError> {
    let current = &board.current;
    let points = review.turning_points(MAX_TURNING_POINTS);
    let place = place.min(points.len().saturating_sub(1));
    let Some(point) = points.get(place) else { return Ok(View::text(say("review-no-turning-points", &[]))) };
    let before = point.ply as u32 - 1;
    let mut boards = Vec::new();
    for mv in [Some(point.played), point.best.as_ref().and_then(Candidate::best)].into_iter().flatten() {
        let Some(mut then) = past(current, before) else { continue };
        if then.position.play(mv).is_ok() {
            boards.push((seen(&then, then.position.scene(), appearance), ""));
        }
    }
    let number = [numbered(current.id), ("place", (place + 1).into()), ("count", points.len().into())];
    let told = Text::lines([
        say("turning-title", &number),
        turning_point(board, point),
        say("turning-small-print", &[("count", boards.len().into())]),
    ]);
    let alt = match boards.as_slice() {
        [(left, _), (right, _)] => say("turning-told", &[("left", alt_text(left)), ("right", alt_text(right))]),
        boards => Text::all_of(boards.iter().map(|(scene, _)| alt_text(scene))),
    };
    let alt = Text::FirstFitting(vec![alt, turning_point(board, point)], ALT_TEXT_LIMIT);
    let file = gallery(&boards, 2, &appearance.look(STEP_PIXELS))?;
    let name = format!("{}-{}-{}-turning.png", current.ruleset.info.key, current.id.0, point.ply);
    let view = View { picture: Some(Picture { file, name, alt }), ..View::text(told) };

    let control = |action| Control::of_match(current.id, action);
    let to = |place: Option<usize>, key: &str| {
        // What can't be pressed needs a name of its own all the same.
        let control = control(MatchAction::Turning(Some(place.map_or(u8::MAX, |it| it as u8))));
        Button { is_enabled: place.is_some(), ..Button::new(control, key, Style::Secondary) }
    };
    let next = Some(place + 1).filter(|it| *it < points.len());
    let there = ReplayPlace { ply: before, ..ReplayPlace::default() };
    let explore = control(MatchAction::Replay(Some((there, ReplayAction::Explore))));
    let buttons = [
        to(place.checked_sub(1), "button-replay-back"),
        to(next, "button-replay-forward"),
        Button::new(explore, "button-replay-explore", Style::Secondary),
        Button::new(control(MatchAction::Try(before)), "button-try", Style::Secondary),
    ];
    Ok(view.with_buttons(buttons))
}
