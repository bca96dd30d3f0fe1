//! Several boards in one picture, side by side.

use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::{
    Look, PictureError, Theme,
    brush::{Brush, rect},
    encode, glyphs,
    kit::Kit,
    lettering,
    palette::Palette,
};
use games::Scene;

/// Pixels between two boards.
const GAP: usize = 10;

/// Draws scenes as one PNG, so many in a row, each above its name, which may be empty; `look` is that of each.
pub fn gallery(scenes: &[(Scene, &str)], columns: usize, look: &Look) -> Result<Vec<u8>, PictureError> {
    let (first, _) = scenes.first().ok_or(PictureError::NoScene)?;
    let palette = Kit::kept(first, *look)?.palette();
    let columns = columns.clamp(1, scenes.len());
    let pixels = look.pixels as usize;
    let is_named = scenes.iter().any(|(_, name)| !name.is_empty());
    let ground = if is_named { (look.pixels as f32 * NAME_GROUND) as u32 } else { 0 };
    let (across, down) = (pixels + GAP, pixels + ground as usize + GAP);
    let mut whole =
        Canvas::new((columns * across - GAP, scenes.len().div_ceil(columns) * down - GAP), palette, look.theme);
    for (place, (scene, name)) in scenes.iter().enumerate() {
        let kit = Kit::kept(scene, *look)?;
        let frame = kit.frame(scene).ok_or(PictureError::TooLarge)?;
        let (wide, high) = (kit.layout.width as usize, kit.layout.height as usize);
        let (left, top) = (place % columns * across, place / columns * down);
        // A board that is not square stands in the middle of its place.
        whole.lay(&frame, wide, (left + pixels.saturating_sub(wide) / 2, top + pixels.saturating_sub(high) / 2));
        if is_named {
            let name = plate(name, (look.pixels, ground), look.theme).ok_or(PictureError::TooLarge)?;
            whole.lay(&palette.numbers(name.data()), pixels, (left, top + pixels));
        }
    }
    let side = |it: usize| u32::try_from(it).map_err(|_| PictureError::TooLarge);
    encode::png(&whole.numbers, (side(whole.width)?, side(whole.numbers.len() / whole.width)?), palette)
}

/// A picture as numbers of a palette's colors.
struct Canvas {
    numbers: Vec<u8>,
    width: usize,
}

impl Canvas {
    /// In the color of what surrounds a board.
    fn new((width, height): (usize, usize), palette: &Palette, theme: Theme) -> Self {
        let [_, red, green, blue] = theme.colors().frame.0.to_be_bytes();
        Self { numbers: vec![palette.number([red, green, blue]); width * height], width }
    }

    /// Lays a picture so many pixels wide over this one.
    fn lay(&mut self, picture: &[u8], wide: usize, (left, top): (usize, usize)) {
        for (row, pixels) in picture.chunks_exact(wide).enumerate() {
            let start = (top + row) * self.width + left;
            self.numbers[start..start + wide].copy_from_slice(pixels);
        }
    }
}

/// The ground below a board with its name.
fn plate(name: &str, (width, height): (u32, u32), theme: Theme) -> Option<Pixmap> {
    let mut plate = Pixmap::new(width, height)?;
    let (mut brush, colors) = (Brush::new(&mut plate), theme.colors());
    let (wide, high) = (width as f32, height as f32);
    brush.fill(rect(0.0, 0.0, wide, high).as_ref(), colors.frame);
    let size = high * 0.8;
    let name = lettering::fitting(name, size, wide);
    let left = (wide - lettering::width(&name, size)) / 2.0;
    lettering::write(&mut brush, &name, (left, high * 0.72), size, colors.label);
    Some(plate)
}

/// The height of the ground on which a board's name stands, in parts of the longest side of the board above it.
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
    use std::collections::HashSet;

    use super::*;
    use games::{GAMES, Ruleset};

    #[test]
    fn the_boards_of_all_games_stand_side_by_side() {
        let start = |it: &&dyn games::AnyGame| it.open(&Ruleset::default_of(it.info()), None).unwrap().scene();
        let scenes: Vec<(Scene, &str)> = GAMES.iter().map(|it| (start(it), it.info().name)).collect();
        let look = Look { pixels: 180, ..Look::default() };
        let (across, down) = (190, 190 + 21);
        let file = gallery(&scenes, 4, &look).unwrap();
        let picture = image::load_from_memory(&file).unwrap().into_rgb8();
        assert_eq!(picture.dimensions(), (4 * across - 10, scenes.len().div_ceil(4) as u32 * down - 10));
        // Each board is the same as alone.
        for (place, (scene, name)) in scenes.iter().enumerate() {
            let alone = image::load_from_memory(&super::super::png(scene, &look).unwrap()).unwrap().into_rgb8();
            let (left, top) = (place as u32 % 4 * across, place as u32 / 4 * down);
            let written = (180..201).flat_map(|y| (0..180).map(move |x| (left + x, top + y)));
            let inks: HashSet<_> = written.map(|(x, y)| picture.get_pixel(x, y).0).collect();
            assert!(inks.len() > 1, "{name} is written below its board");
            let (left, top) = (left + (180 - alone.width()) / 2, top + (180 - alone.height()) / 2);
            let same = alone.enumerate_pixels().all(|(x, y, it)| picture.get_pixel(left + x, top + y) == it);
            assert!(same, "board {place}");
        }
        // Without names there is no room for them.
        let nameless = scenes.into_iter().map(|(scene, _)| (scene, "")).collect::<Vec<_>>();
        let picture = image::load_from_memory(&gallery(&nameless, 7, &look).unwrap()).unwrap();
        assert_eq!(picture.height(), 180);
        assert!(matches!(gallery(&[], 4, &look), Err(PictureError::NoScene)));
    }
}
