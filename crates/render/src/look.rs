//! How pictures look, and why there may be none.

use super::Theme;

/// How pictures look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Look {
    pub theme: Theme,
    /// The longest side in pixels, [`Look::MIN_PIXELS`] to [`Look::MAX_PIXELS`].
    pub pixels: u32,
    /// Whether pieces carry the letter of their side.
    pub lettered: bool,
    /// Whether coordinates stand only at the left and below, and not on all sides.
    pub few_labels: bool,
}

impl Look {
    /// The smallest longest side, in pixels.
    pub const MIN_PIXELS: u32 = 160;
    /// The largest longest side, in pixels.
    pub const MAX_PIXELS: u32 = 2000;

    /// The longest side in pixels, if pictures can be so large.
    pub(super) fn checked_pixels(&self) -> Result<u32, PictureError> {
        let is_possible = (Self::MIN_PIXELS..=Self::MAX_PIXELS).contains(&self.pixels);
        is_possible.then_some(self.pixels).ok_or(PictureError::Size(self.pixels))
    }
}

impl Default for Look {
    fn default() -> Self {
        Self { theme: Theme::default(), pixels: 640, lettered: false, few_labels: false }
    }
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    #[error("a picture is {least} to {most} pixels wide, not {0}", least = Look::MIN_PIXELS, most = Look::MAX_PIXELS)]
    Size(u32),
    #[error("an animation needs at least one scene")]
    NoScene,
    #[error("the scenes of an animation must all be of the same board, seen from the same side")]
    MixedBoards,
    #[error("there is no memory for a picture of that size")]
    TooLarge,
    #[error("the picture could not be written as PNG")]
    Png(#[from] png::EncodingError),
    #[error("the animation could not be written as GIF")]
    Gif(#[from] gif::EncodingError),
}
