//! Pictures by the numbers of a palette's colors, as they are encoded.

use games::Scene;

use super::kit::Kit;
use super::palette::Palette;

impl Kit {
    /// A scene as numbers of the palette's colors, row by row.
    pub(super) fn frame(&self, scene: &Scene) -> Option<Vec<u8>> {
        let palette = Palette::of(self.theme());
        let pixmap = self.paint(scene)?;
        let number = |pixel: &[u8]| palette.number([pixel[0], pixel[1], pixel[2]]);
        Some(pixmap.data().chunks_exact(4).map(number).collect())
    }

    pub(super) fn palette(&self) -> &'static Palette {
        Palette::of(self.theme())
    }
}
