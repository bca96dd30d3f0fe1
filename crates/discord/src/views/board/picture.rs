//! The picture of a match, with a person's preferences; and a small one that shows why something is refused.

use std::sync::OnceLock;

use crate::controls::MoveSoFar;
use crate::errors::explain;
use crate::views::{MAX_CONTENT_CHARS, Picture, View};
use games::board::{Move, Side};
use games::{AnyPosition, Info, Refusal, Scene};
use play::preferences::TextBoard;
use play::{Board, Match, MatchId, Preferences};
use render::{Look, PictureError, Theme, png};
use texts::{Text, alt_text, text_board};

/// How somebody wants to see a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Appearance {
    pub theme: Theme,
    /// Whether the second player is at the bottom.
    pub flipped: bool,
    /// Whether the text contains the position, too.
    pub text: TextBoard,
    /// Whether pieces carry the letter of their side.
    pub lettered: bool,
}

impl Appearance {
    /// By the preferences of somebody, who may play on a side of a game.
    pub fn of(preferences: &Preferences, plays: Option<(&Info, Side)>) -> Self {
        let chosen = preferences.theme.as_deref().and_then(|it| it.parse().ok());
        Self {
            theme: chosen.unwrap_or_default(),
            flipped: plays.is_some_and(|(game, side)| preferences.flips(game, side)),
            text: preferences.text_board,
            lettered: preferences.lettered,
        }
    }

    /// The renderer's settings for a picture of that size.
    pub fn look(self, pixels: u32) -> Look {
        Look { theme: self.theme, pixels, lettered: self.lettered, ..Look::default() }
    }
}

/// A text with the picture of a match that shows a scene of it. If the reader wants it, the text contains the position,
/// too.
pub fn pictured(text: Text, board: &Board, scene: Scene, appearance: Appearance) -> Result<View, PictureError> {
    let scene = seen(board, scene, appearance);
    let content = with_text_board(text, &scene, appearance.text);
    Ok(View { picture: Some(picture(board, &scene, appearance)?), ..View::text(content) })
}

/// A text with the picture of a scene that belongs to no match. If the reader wants it, the text contains the position, too.
pub fn drawn(text: Text, scene: Scene, name: String, appearance: Appearance) -> Result<View, PictureError> {
    let file = png(&scene, &appearance.look(Look::default().pixels))?;
    let picture = Some(Picture { file, name, alt: alt_text(&scene) });
    Ok(View { picture, ..View::text(with_text_board(text, &scene, appearance.text)) })
}

/// A scene of a match from somebody's side. Once the match is over, nobody is to move in it.
pub fn seen(board: &Board, scene: Scene, appearance: Appearance) -> Scene {
    let to_move = scene.to_move.filter(|_| board.current.outcome.is_none());
    Scene { flipped: appearance.flipped, to_move, ..scene }
}

/// The longer side of the picture of a refusal. It can be small, because the full board is still in sight.
const REFUSED_PIXELS: u32 = 360;

/// Why something is refused; with a picture if the board shows the reason. If that can't be drawn, the sentence is enough.
pub fn refused(board: &Board, refusal: &Refusal, appearance: Appearance) -> View {
    let text = explain(refusal);
    let Some(shown) = refusal.illustration.as_deref() else { return View::text(text) };
    let Board { current, position, .. } = board;
    let scene = Scene { flipped: appearance.flipped, ..position.scene().refusing(shown.clone()) };
    let picture = png(&scene, &appearance.look(REFUSED_PIXELS)).map(|file| {
        let name = format!("{}-{}-refused.png", position.ruleset().info.key, current.id.0);
        Picture { file, name, alt: alt_text(&scene) }
    });
    let picture = picture.inspect_err(|error| tracing::error!(%error, "a refusal has no picture")).ok();
    View { picture, ..View::text(with_text_board(text, &scene, appearance.text)) }
}

/// A text, followed by the position in a picture, if the reader wants that and there is room.
pub fn with_text_board(text: Text, scene: &Scene, wanted: TextBoard) -> Text {
    let words = match wanted {
        TextBoard::Off => return text,
        TextBoard::Words => alt_text(scene),
        TextBoard::Lines => format!("```\n{}\n```", text_board(scene)).into(),
    };
    Text::FirstFitting(vec![Text::lines([text.clone(), words]), text], MAX_CONTENT_CHARS)
}

/// A position with what has been chosen of a move so far: the piece and where it may go, or what can be chosen on a file.
pub fn chosen_scene(position: &dyn AnyPosition, chosen: MoveSoFar) -> Scene {
    match chosen {
        MoveSoFar::Nothing => position.scene(),
        MoveSoFar::Piece(from, _) => position.scene_with(&position.legal_on(from)),
        MoveSoFar::File(file) => {
            let pieces = position.pieces(position.to_move());
            // What is not there yet may be laid there.
            let squares = |it: Move| [Some(it.from), (!pieces.contains(it.from)).then_some(it.to)];
            let moves = position.legal().into_iter().filter(|it| it.from.file() == file);
            Scene { targets: moves.flat_map(squares).flatten().collect(), ..position.scene() }
        }
    }
}

fn picture(board: &Board, scene: &Scene, appearance: Appearance) -> Result<Picture, PictureError> {
    let current = &board.current;
    let name = format!("{}{}.png", picture_prefix(current), current.version());
    let look = appearance.look(Look::default().pixels);
    Ok(Picture { file: png(scene, &look)?, name, alt: alt_text(scene) })
}

/// A picture that never changes: drawn when it's first needed.
pub fn drawn_once(
    file: &OnceLock<Vec<u8>>,
    draw: impl FnOnce() -> Result<Vec<u8>, PictureError>,
) -> Result<Vec<u8>, PictureError> {
    match file.get() {
        Some(file) => Ok(file.clone()),
        None => draw().map(|drawn| file.get_or_init(|| drawn).clone()),
    }
}

/// The beginning of the names of a match's pictures.
fn picture_prefix(current: &Match) -> String {
    format!("{}-{}-", current.ruleset.info.key, current.id.0)
}

/// The version in the name of a picture of any match.
pub fn version_in(name: &str) -> Option<u32> {
    name.strip_suffix(".png")?.rsplit('-').next()?.parse().ok()
}

/// The match that a picture with that name shows, and if it's a board, the version: it may also be a refusal, or anything
/// else of it.
pub fn match_pictured(name: &str) -> Option<(MatchId, Option<u32>)> {
    let (game, rest) = name.split_once('-')?;
    let (id, rest) = rest.split_once('-')?;
    let id = games::find(game).and_then(|_| id.parse().ok()).map(MatchId)?;
    Some((id, rest.strip_suffix(".png").and_then(|it| it.parse().ok())))
}

/// The version of a match in the picture with that name, if it shows that match.
pub fn pictured_version(current: &Match, name: &str) -> Option<u32> {
    name.strip_prefix(&picture_prefix(current))?.strip_suffix(".png")?.parse().ok()
}
