//! A match that is over on one picture that stands for itself: its last position, who played, how it ended, and how the
//! chances went.

use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::{
    Chart, Look, PictureError,
    brush::{Brush, rect},
    chart, encode,
    kit::Kit,
    lettering::{fitting, width, wrapped, write},
    palette::Palette,
    pieces,
    theme::Colors,
};
use games::Scene;
use games::board::Side;

/// What a card shows. Its texts are in the language of whoever will see it.
#[derive(Clone, PartialEq, Debug)]
pub struct Card {
    /// The last position.
    pub scene: Scene,
    pub title: String,
    pub subtitle: String,
    /// Who played, and how well, by [`Side::index`].
    pub players: [(String, String); 2],
    pub result: String,
    pub remark: String,
    pub chart: Chart,
}

/// Width and height of the picture, in pixels.
const SIZE: (u32, u32) = (1040, 560);
/// The room between what stands on it.
const GAP: f32 = 20.0;
/// The longest side of the board.
const BOARD: u32 = 520;
/// Where the column beside the board begins and ends.
const LEFT: f32 = BOARD as f32 + 2.0 * GAP;
const RIGHT: f32 = SIZE.0 as f32 - GAP;

/// Draws a card as PNG; `look` is that of its board, but for the size.
pub fn card_png(card: &Card, look: &Look) -> Result<Vec<u8>, PictureError> {
    let look = Look { pixels: BOARD, ..*look };
    let kit = Kit::kept(&card.scene, look)?;
    let board = kit.paint(&card.scene).ok_or(PictureError::TooLarge)?;
    let colors = look.theme.colors();
    let mut pixmap = Pixmap::new(SIZE.0, SIZE.1).ok_or(PictureError::TooLarge)?;
    let whole = rect(0.0, 0.0, SIZE.0 as f32, SIZE.1 as f32);
    Brush::new(&mut pixmap).fill(whole.as_ref(), colors.frame);
    // A board that is not square stands in the middle of its place.
    let [x, y] = [board.width(), board.height()].map(|it| GAP as i32 + (BOARD.saturating_sub(it) / 2) as i32);
    pixmap.draw_pixmap(x, y, board.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    let mut brush = Brush::new(&mut pixmap);
    brush.stroke(whole.as_ref(), colors.rim, 2.0);
    words(&mut brush, card, colors);
    let scale = (RIGHT - LEFT) / chart::SIZE.0 as f32;
    let top = SIZE.1 as f32 - GAP - chart::SIZE.1 as f32 * scale;
    chart::paint(&mut brush.at(LEFT, top, scale), &card.chart, look.theme);
    let palette = Palette::of_picture(&pixmap);
    encode::png(&palette.numbers(pixmap.data()), SIZE, &palette)
}

/// The column beside the board, down to the chart.
fn words(brush: &mut Brush<'_>, card: &Card, colors: &Colors) {
    let (wide, ink) = (RIGHT - LEFT, colors.label);
    write(brush, &fitting(&card.title, 30.0, wide), (LEFT, 52.0), 30.0, ink);
    write(brush, &fitting(&card.subtitle, 17.0, wide), (LEFT, 80.0), 17.0, ink.faded(0.75));
    for (side, base) in [(Side::First, 130.0), (Side::Second, 172.0)] {
        let (name, played) = &card.players[side.index()];
        let (kind, tone) = (card.scene.kinds[side.index()], card.scene.sides[side.index()].tone);
        pieces::paint(brush, (LEFT + 15.0, base - 9.0), 34.0, kind, tone, colors);
        let right = RIGHT - width(played, 19.0);
        write(brush, played, (right, base), 19.0, ink);
        let left = LEFT + 42.0;
        write(brush, &fitting(name, 24.0, right - left - GAP), (left, base), 24.0, ink);
    }
    let mut base = 214.0;
    for (text, size, shade, lines) in [(&card.result, 19.0, 1.0, 2), (&card.remark, 17.0, 0.75, 2)] {
        for line in wrapped(text, size, wide, lines) {
            write(brush, &line, (LEFT, base), size, ink.faded(shade));
            base += size * 1.35;
        }
        base += 6.0;
    }
}
