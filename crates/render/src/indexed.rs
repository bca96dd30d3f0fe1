//! Pictures by the numbers of a palette's colors, as they are encoded.

use games::Scene;

use super::kit::Kit;
use super::palette::Palette;

/// So many pixels at once are compared with the empty board.
const STRETCH: usize = 16;

impl Kit {
    /// A scene as numbers of the palette's colors, row by row. Where the board is empty they are known.
    pub(super) fn frame(&self, scene: &Scene) -> Option<Vec<u8>> {
        let palette = self.palette();
        let pixmap = self.paint(scene)?;
        let mut frame = self.numbers.get_or_init(|| palette.numbers(self.board.data())).clone();
        let stretches = pixmap.data().chunks(4 * STRETCH).zip(self.board.data().chunks(4 * STRETCH));
        for ((painted, empty), numbers) in stretches.zip(frame.chunks_mut(STRETCH)) {
            if painted != empty {
                number(painted, palette, numbers);
            }
        }
        Some(frame)
    }

    pub(super) fn palette(&self) -> &'static Palette {
        Palette::of(self.theme())
    }
}

fn number(pixels: &[u8], palette: &Palette, numbers: &mut [u8]) {
    for (pixel, number) in pixels.chunks_exact(4).zip(numbers) {
        *number = palette.number([pixel[0], pixel[1], pixel[2]]);
    }
}
