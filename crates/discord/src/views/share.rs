//! A match that is over as something to show: one picture of how it went, for everybody.

use super::advice::{chart, try_before};
use super::board::{Appearance, seen, title};
use super::{Button, Picture, Style, View, numbered, say_about};
use crate::controls::{Control, MatchAction};
use crate::names::{PlayerNames, painted};
use games::board::Side;
use play::{Board, Match, Review, decide};
use render::{Card, Look, PictureError, card_png};
use texts::advice::{remark, short_performance};
use texts::matches::{plain_result, result};
use texts::{ALT_TEXT_LIMIT, Locale, Text, chart_text, say};

/// A match on one picture, with the ways to see it again and to try what one would have done better.
pub fn shared(
    board: &Board,
    review: &Review,
    names: &PlayerNames,
    appearance: Appearance,
    locale: Locale,
) -> Result<View, PictureError> {
    let current = &board.current;
    let worst = review.turning_points(1).into_iter().next();
    let chart = chart(board, review, worst.map(|it| it.ply), locale);
    let paint = |text: Text| painted(text, board, names, locale);
    let facts = [numbered(current.id), ("plies", current.plies().into()), ("rated", current.rated.into())];
    let player = |side| {
        let name = say_about(board, side, "card-player", &[]);
        (paint(name), paint(short_performance(review, side)))
    };
    let card = Card {
        scene: seen(board, board.position.scene(), appearance),
        title: current.ruleset.info.name.to_owned(),
        subtitle: paint(Text::joined(" · ", [say("card-subtitle", &facts)].into_iter().chain(day(current)))),
        players: Side::BOTH.map(player),
        winner: current.outcome.and_then(|it| it.winner),
        result: current.outcome.map(|it| paint(plain_result(board, it))).unwrap_or_default(),
        remark: worst.map(|it| paint(remark(board, it))).unwrap_or_default(),
        chart,
        host: paint(say("about-title", &[])),
    };
    let file = card_png(&card, &appearance.look(Look::default().pixels))?;
    let lines = Text::lines([title(board)].into_iter().chain(current.outcome.map(|it| result(board, it))));
    let name = format!("{}-{}-card.png", current.ruleset.info.key, current.id.0);
    let view = View { picture: Some(Picture { file, name, alt: told(&card) }), ..View::text(lines) };

    let replay = Button::new(Control::of_match(current.id, MatchAction::Replay(None)), "button-replay", Style::Primary);
    // The move that lost most is worth trying oneself; without one, the last.
    let ply = worst.map_or(current.plies(), |it| it.ply as u32);
    let attempt = decide::opening(board, Some(ply.saturating_sub(1))).is_ok().then(|| try_before(board, ply));
    Ok(view.with_buttons([Some(replay), attempt].into_iter().flatten()))
}

/// The day on which a match ended, or when an imported record says that it was played.
fn day(current: &Match) -> Option<Text> {
    match &current.imported {
        Some(record) => {
            let date = record.tags.iter().find(|(name, _)| name == "Date").map(|(_, date)| date.as_str());
            // Records write unknown parts with question marks.
            let is_known =
                |it: &&str| it.starts_with(|it: char| it.is_ascii_digit()) && it.is_ascii() && it.len() <= 10;
            date.filter(is_known).map(Text::from)
        }
        None => Some(current.updated_at.strftime("%Y-%m-%d").to_string().into()),
    }
}

/// A card in words: what is written on it, and how the chances went.
fn told(card: &Card) -> Text {
    let players = Side::BOTH.map(|side| {
        let (name, played) = &card.players[side.index()];
        let side = texts::side_name(card.scene.sides[side.index()].name);
        say("card-told-player", &[("name", name.as_str().into()), ("side", side), ("played", played.as_str().into())])
    });
    let written = [&card.title, &card.subtitle, &card.result, &card.remark].map(|it| Text::from(it.as_str()));
    let [title, subtitle, result, remark] = written;
    let [first, second] = players;
    let head = Text::joined(" · ", [title, subtitle]);
    let words = Text::joined(" ", [head, first, second, result, remark]);
    Text::FirstFitting(vec![Text::joined(" ", [words.clone(), chart_text(&card.chart)]), words], ALT_TEXT_LIMIT)
}
