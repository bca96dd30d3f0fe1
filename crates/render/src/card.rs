//! A match that is over on one picture that stands for itself: its last position, who played, how it ended, and how the
//! chances went. It's higher than wide, and can be read where it's shown 400 pixels wide.

use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::{
    Chart, Look, PictureError,
    brush::{Brush, rect},
    chart, encode,
    kit::Kit,
    lettering::{fitting, width, wrapped, write},
    palette::Palette,
    pieces,
    theme::Ink,
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
    pub winner: Option<Side>,
    pub result: String,
    pub remark: String,
    pub chart: Chart,
    /// Where it was played.
    pub host: String,
}

/// The width of the picture, in pixels.
const WIDTH: u32 = 640;
/// The room between what stands on it.
const GAP: f32 = 20.0;
/// The longest side of the board.
const BOARD: u32 = 600;
/// Where texts begin and end.
const LEFT: f32 = GAP;
const RIGHT: f32 = WIDTH as f32 - GAP;
/// From one player's line to the other's.
const PLAYER: f32 = 52.0;
/// What stands beside the name of the winner.
const WON: &str = "★";

/// A text in a line of its own.
struct Line {
    text: String,
    base: f32,
    size: f32,
    ink: Ink,
}

/// Draws a card as PNG; `look` is that of its board, but for the size and the coordinates.
pub fn card_png(card: &Card, look: &Look) -> Result<Vec<u8>, PictureError> {
    let look = Look { pixels: BOARD, few_labels: true, ..*look };
    let kit = Kit::kept(&card.scene, look)?;
    let board = kit.paint(&card.scene).ok_or(PictureError::TooLarge)?;
    let colors = look.theme.colors();
    let below = GAP + board.height() as f32;
    let lines = lines(card, below, colors.label);
    let scale = (RIGHT - LEFT) / chart::SIZE.0 as f32;
    let top = lines.last().map_or(below, |it| it.base) + GAP;
    let foot = top + chart::SIZE.1 as f32 * scale + GAP;
    let size = (WIDTH, (foot + GAP) as u32);

    let mut pixmap = Pixmap::new(size.0, size.1).ok_or(PictureError::TooLarge)?;
    let whole = rect(0.0, 0.0, size.0 as f32, size.1 as f32);
    Brush::new(&mut pixmap).fill(whole.as_ref(), colors.frame);
    let left = (WIDTH.saturating_sub(board.width()) / 2) as i32;
    pixmap.draw_pixmap(left, GAP as i32, board.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    let mut brush = Brush::new(&mut pixmap);
    brush.stroke(whole.as_ref(), colors.rim, 2.0);
    for Line { text, base, size, ink } in &lines {
        write(&mut brush, text, (LEFT, *base), *size, *ink);
    }
    for (side, base) in Side::BOTH.into_iter().zip([1.0, 2.0].map(|it| below + 88.0 + it * PLAYER)) {
        player(&mut brush, card, side, base, look);
    }
    chart::paint(&mut brush.at(LEFT, top, scale), &card.chart, look.theme);
    let host = RIGHT - width(&card.host, 20.0);
    write(&mut brush, &card.host, (host, foot), 20.0, colors.label.faded(0.75));
    let palette = Palette::of_picture(&pixmap);
    encode::png(&palette.numbers(pixmap.data()), size, &palette)
}

/// The texts below the board, with room for the players after the first two.
fn lines(card: &Card, below: f32, ink: Ink) -> Vec<Line> {
    let wide = RIGHT - LEFT;
    let head = [(&card.title, 48.0, 38.0, ink), (&card.subtitle, 88.0, 23.0, ink.faded(0.75))];
    let head =
        head.map(|(text, base, size, ink)| Line { text: fitting(text, size, wide), base: below + base, size, ink });
    let mut lines = Vec::from(head);
    let mut base = below + 88.0 + 2.0 * PLAYER + 16.0;
    for (text, size, ink) in [(&card.result, 26.0, ink), (&card.remark, 23.0, ink.faded(0.75))] {
        for text in wrapped(text, size, wide, 3) {
            base += size * 1.35;
            lines.push(Line { text, base, size, ink });
        }
        base += 6.0;
    }
    lines
}

/// Who played a side, and how well; the winner has a mark.
fn player(brush: &mut Brush<'_>, card: &Card, side: Side, base: f32, look: Look) {
    let (name, played) = &card.players[side.index()];
    let (kind, tone) = (card.scene.kinds[side.index()], card.scene.sides[side.index()].tone);
    let colors = look.theme.colors();
    // A piece of two squares is as long as another is wide.
    let cell = 46.0 / f32::from(kind.files.max(kind.ranks));
    pieces::paint(brush, (LEFT + 20.0, base - 11.0), cell, kind, tone, colors);
    let right = RIGHT - width(played, 24.0);
    write(brush, played, (right, base), 24.0, colors.label);
    let mark = if card.winner == Some(side) { WON } else { "" };
    let (left, mark_wide) = (LEFT + 52.0, width(mark, 30.0));
    let end = write(brush, &fitting(name, 30.0, right - left - mark_wide - GAP), (left, base), 30.0, colors.label);
    write(brush, mark, (end + 8.0, base), 30.0, colors.turn);
}
