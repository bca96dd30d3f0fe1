//! A refusal: its sentence, and a small picture where it is about the board.

use crate::discord::errors::explain;
use crate::discord::view::{Picture, View};
use crate::i18n::english;
use crate::play::Board;
use crate::render::{Look, alt_text, png};
use games::Refusal;

/// The longer side of the picture: it stands beside a board that is still in sight.
const PIXELS: u32 = 360;

/// Why something is refused, to whoever asked; with a picture if the board shows it.
pub fn refused(board: &Board, refusal: &Refusal) -> View {
    View { picture: picture(board, refusal), ..View::text(explain(refusal)) }
}

/// The board with what shows the refusal. Where it can't be drawn, the sentence is enough.
fn picture(board: &Board, refusal: &Refusal) -> Option<Picture> {
    let Board { current, position, .. } = board;
    let shown = refusal.illustration.as_deref()?;
    let scene = position.scene().refusing(shown.clone());
    let drawn = png(&scene, &Look { pixels: PIXELS, ..Look::default() });
    let file = drawn.inspect_err(|error| tracing::error!(%error, "a refusal has no picture")).ok()?;
    let name = format!("{}-{}-refused.png", position.ruleset().info.key, current.id.0);
    Some(Picture { file, name, alt: alt_text(&scene, english()) })
}
