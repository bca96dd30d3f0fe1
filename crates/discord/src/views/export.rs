//! A match as a file: its record, a picture of its last position, or all of its positions one after the other.

use std::time::Duration;

use super::board::{Appearance, seen, title};
use super::{MAX_CONTENT_CHARS, Picture, View, numbered, say_about, side_name};
use crate::names::{PlayerNames, painted};
use games::board::Side;
use games::records::{self, Form, Record};
use games::{Refusal, Scene};
use play::{AbortCause, Board};
use render::{Caption, PictureError, gif, png};
use texts::matches::{plain_result, player, players_unknown, result};
use texts::names::tamed;
use texts::{Locale, Text, alt_text, say};

/// The longer side of a picture that is to be kept, and of a GIF.
const PICTURE_PIXELS: u32 = 1000;
const GIF_PIXELS: u32 = 480;

/// How long each position of a GIF stays.
const STAYS: Duration = Duration::from_millis(900);

/// How many moves a GIF shows at most, the last ones.
const MAX_GIF_MOVES: usize = 600;

/// The record of a match as a file. Where nobody else reads it, also as text to copy, if there's room.
pub fn as_record(board: &Board, names: &PlayerNames, is_public: bool) -> Result<View, Refusal> {
    let text = records::write(&record(board, names)?, Form::Pgn).map_err(|_| unwritten(board))?;
    let with_text = || Text::lines([head(board), format!("```\n{}```", text.replace('`', "'")).into()]);
    let told = match is_public {
        true => head(board),
        false => Text::FirstFitting(vec![with_text(), head(board)], MAX_CONTENT_CHARS),
    };
    Ok(file(board, told, (text.into_bytes(), "pgn"), of_match(board, "export-record")))
}

/// The record of a match of Lines of Action as other programs read it.
pub fn as_sgf(board: &Board, names: &PlayerNames) -> Result<View, Refusal> {
    let game = board.current.ruleset.info.name;
    let not_in_sgf = |_| Refusal::new("export-not-in-sgf").with("game", game);
    let text = records::write(&record(board, names)?, Form::Sgf).map_err(not_in_sgf)?;
    Ok(file(board, head(board), (text.into_bytes(), "sgf"), of_match(board, "export-record")))
}

/// The last position of a match.
pub fn as_picture(board: &Board, appearance: Appearance) -> Result<View, PictureError> {
    let scene = seen(board, board.position.scene(), appearance);
    let picture = png(&scene, &appearance.look(PICTURE_PIXELS))?;
    Ok(file(board, head(board), (picture, "png"), alt_text(&scene)))
}

/// All positions of a match, one after the other, with who plays and how it ends below.
pub fn as_gif(
    board: &Board,
    names: &PlayerNames,
    appearance: Appearance,
    locale: Locale,
) -> Result<View, PictureError> {
    let of_people =
        || say_about(board, Side::First, "export-gif-players", &[("otherSide", side_name(board, Side::Second))]);
    let line = players_unknown(&board.current).unwrap_or_else(of_people);
    let end = board.current.outcome.map(|it| plain_result(board, it)).unwrap_or_default();
    let [line, end] = [line, end].map(|it| painted(it, board, names, locale));
    let caption = Caption { line, end };
    let scenes = scenes(board, appearance);
    let is_cut = board.position.played().len() > MAX_GIF_MOVES;
    let cut = is_cut.then(|| say("export-gif-cut", &[("count", MAX_GIF_MOVES.into())]));
    let animation = gif(&scenes, &appearance.look(GIF_PIXELS), STAYS, Some(&caption))?;
    let told = Text::lines([head(board)].into_iter().chain(cut));
    Ok(file(board, told, (animation, "gif"), of_match(board, "export-gif")))
}

/// Which match it is, and how it has ended.
fn head(board: &Board) -> Text {
    Text::lines([title(board)].into_iter().chain(board.current.outcome.map(|it| result(board, it))))
}

fn of_match(board: &Board, key: &str) -> Text {
    say(key, &[numbered(board.current.id)])
}

fn file(board: &Board, told: Text, (file, kind): (Vec<u8>, &str), alt: Text) -> View {
    let name = format!("{}-{}.{kind}", board.current.ruleset.info.key, board.current.id.0);
    View { picture: Some(Picture { file, name, alt }), ..View::text(told) }
}

/// All positions, or the last ones of a very long match.
fn scenes(board: &Board, appearance: Appearance) -> Vec<Scene> {
    let moves = board.position.played();
    let first = moves.len().saturating_sub(MAX_GIF_MOVES);
    let mut scenes = Vec::with_capacity(moves.len() - first + 1);
    if let Ok(mut position) = board.current.open() {
        for (ply, mv) in moves.iter().enumerate() {
            if ply >= first {
                scenes.push(seen(board, position.scene(), appearance));
            }
            if position.play(*mv).is_err() {
                break;
            }
        }
    }
    scenes.push(seen(board, board.position.scene(), appearance));
    scenes
}

/// The record of a match, with the names of its players.
fn record(board: &Board, names: &PlayerNames) -> Result<Record, Refusal> {
    let current = &board.current;
    let moves = current.moves.iter().map(String::as_str);
    let start = current.start.as_ref().map(|it| it.position.as_str());
    // An imported record may tell no result.
    let outcome = current.outcome.filter(|_| current.end.abort != Some(AbortCause::RecordEnds));
    let record = records::of_match(&current.ruleset, start, moves, outcome).map_err(|_| unwritten(board))?;
    let in_english = |it: Text| it.in_locale(Locale::English);
    let player = |side: Side| match current.seat(side).user().map(|it| names.get(&it).map(|it| tamed(it))) {
        Some(Some(name)) if name.is_empty() => Some(in_english(say("former-player", &[]))),
        Some(name) => name,
        None => Some(match player(current, side) {
            Text::Name(name) => tamed(&name),
            other => in_english(other),
        }),
    };
    let date = current.created_at.strftime("%Y.%m.%d").to_string();
    let tags = [("Date", date), ("Site", format!("Parlor {}", current.id))];
    let tags = tags.map(|(name, value)| (name.to_owned(), value)).into();
    Ok(match &current.imported {
        Some(told) => Record { players: told.players.clone(), tags: told.tags.clone(), ..record },
        None => Record { players: Side::BOTH.map(player), tags, ..record },
    })
}

fn unwritten(board: &Board) -> Refusal {
    Refusal::new("export-unwritten").with("match", board.current.id.to_string())
}
