//! A refusal: its sentence, and a small picture if it is about the board.

use super::board::{Appearance, with_text_board};
use super::{Picture, View};
use crate::errors::explain;
use games::{Illustration, Refusal, Scene};
use play::Board;
use render::png;
use texts::{Text, alt_text};

/// The longer side of the picture. It can be small, because the full board is still in sight.
const PIXELS: u32 = 360;

/// Why something is refused; with a picture if the board shows the reason.
pub fn refused(board: &Board, refusal: &Refusal, appearance: Appearance) -> View {
    let text = explain(refusal);
    match refusal.illustration.as_deref() {
        Some(shown) => illustrated(text, board, shown, appearance),
        None => View::text(text),
    }
}

/// The sentence with a picture that illustrates the refusal. If that can't be drawn, the sentence is enough.
fn illustrated(text: Text, board: &Board, shown: &Illustration, appearance: Appearance) -> View {
    let Board { current, position, .. } = board;
    let scene = Scene { flipped: appearance.flipped, ..position.scene().refusing(shown.clone()) };
    let drawn = png(&scene, &appearance.look(PIXELS));
    let picture = drawn.map(|file| {
        let name = format!("{}-{}-refused.png", position.ruleset().info.key, current.id.0);
        Picture { file, name, alt: alt_text(&scene) }
    });
    let picture = picture.inspect_err(|error| tracing::error!(%error, "a refusal has no picture")).ok();
    View { picture, ..View::text(with_text_board(text, &scene, appearance.text)) }
}
