//! Several boards in one picture, side by side.

use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::{
    Look, PictureError, Theme,
    brush::{Brush, rect},
    encode, glyphs,
    kit::Kit,
    palette::Palette,
};
use games::Scene;

/// Pixels between two boards.
const GAP: usize = 10;

/// Draws scenes as one PNG, so many in a row; `look` is that of each.
pub fn gallery(scenes: &[Scene], columns: usize, look: &Look) -> Result<Vec<u8>, PictureError> {
    let first = scenes.first().ok_or(PictureError::NoScene)?;
    let palette = Kit::kept(first, *look)?.palette();
    let columns = columns.clamp(1, scenes.len());
    let step = look.pixels as usize + GAP;
    let (width, height) = (columns * step - GAP, scenes.len().div_ceil(columns) * step - GAP);
    let mut whole = vec![palette.number([255, 255, 255]); width * height];
    for (place, scene) in scenes.iter().enumerate() {
        let kit = Kit::kept(scene, *look)?;
        let frame = kit.frame(scene).ok_or(PictureError::TooLarge)?;
        let (wide, high) = (kit.layout.width as usize, kit.layout.height as usize);
        // A board that is not square stands in the middle of its place.
        let left = place % columns * step + (look.pixels as usize).saturating_sub(wide) / 2;
        let top = place / columns * step + (look.pixels as usize).saturating_sub(high) / 2;
        for (row, pixels) in frame.chunks_exact(wide).enumerate() {
            let start = (top + row) * width + left;
            whole[start..start + wide].copy_from_slice(pixels);
        }
    }
    let side = |it: usize| u32::try_from(it).map_err(|_| PictureError::TooLarge);
    encode::png(&whole, (side(width)?, side(height)?), palette)
}

/// The height of the ground on which a theme's name stands, in parts of the longest side of the board above it.
const NAME_GROUND: f32 = 0.12;

/// Draws a scene in every theme as one PNG, so many in a row, each above its theme's name; `pixels` is the longest side of
/// each.
pub fn themes(scene: &Scene, columns: usize, pixels: u32) -> Result<Vec<u8>, PictureError> {
    let ground = (pixels as f32 * NAME_GROUND) as u32;
    let mut cards = Vec::new();
    for theme in Theme::ALL {
        let kit = Kit::kept(scene, Look { theme, pixels, ..Look::default() })?;
        cards.push(card(kit.paint(scene).ok_or(PictureError::TooLarge)?, ground, theme)?);
    }
    let columns = columns.clamp(1, cards.len()) as u32;
    let (wide, high) = (cards[0].width() + GAP as u32, cards[0].height() + GAP as u32);
    let (width, height) = (columns * wide - GAP as u32, (cards.len() as u32).div_ceil(columns) * high - GAP as u32);
    let mut whole = Pixmap::new(width, height).ok_or(PictureError::TooLarge)?;
    whole.fill(tiny_skia::Color::WHITE);
    for (card, place) in cards.iter().zip(0..) {
        let (left, top) = ((place % columns * wide) as i32, (place / columns * high) as i32);
        whole.draw_pixmap(left, top, card.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }
    let palette = Palette::of_picture(&whole);
    encode::png(&palette.numbers(whole.data()), (width, height), &palette)
}

/// A board above the name of its theme.
fn card(board: Pixmap, ground: u32, theme: Theme) -> Result<Pixmap, PictureError> {
    let (width, height) = (board.width(), board.height() + ground);
    let mut card = Pixmap::new(width, height).ok_or(PictureError::TooLarge)?;
    let colors = theme.colors();
    let mut brush = Brush::new(&mut card);
    brush.fill(rect(0.0, 0.0, width as f32, height as f32).as_ref(), colors.frame);
    let middle = board.height() as f32 + ground as f32 / 2.0;
    glyphs::write(&mut brush, theme.name(), width as f32 / 2.0, middle, ground as f32 * 0.42, colors.label);
    card.draw_pixmap(0, 0, board.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    Ok(card)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{GAMES, Ruleset};

    #[test]
    fn the_boards_of_all_games_stand_side_by_side() {
        let start = |it: &&dyn games::AnyGame| it.open(&Ruleset::default_of(it.info()), None).unwrap().scene();
        let scenes: Vec<Scene> = GAMES.iter().map(start).collect();
        let look = Look { pixels: 180, ..Look::default() };
        let file = gallery(&scenes, 4, &look).unwrap();
        let picture = image::load_from_memory(&file).unwrap().into_rgb8();
        assert_eq!(picture.dimensions(), (4 * 190 - 10, scenes.len().div_ceil(4) as u32 * 190 - 10));
        // Each board is the same as alone.
        for (place, scene) in scenes.iter().enumerate() {
            let alone = image::load_from_memory(&super::super::png(scene, &look).unwrap()).unwrap().into_rgb8();
            let (left, top) = (place as u32 % 4 * 190, place as u32 / 4 * 190);
            let (left, top) = (left + (180 - alone.width()) / 2, top + (180 - alone.height()) / 2);
            let same = alone.enumerate_pixels().all(|(x, y, it)| picture.get_pixel(left + x, top + y) == it);
            assert!(same, "board {place}");
        }
        assert!(matches!(gallery(&[], 4, &look), Err(PictureError::NoScene)));
    }
}
