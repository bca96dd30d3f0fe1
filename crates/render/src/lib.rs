//! Scenes and charts as pictures. This adapter knows no game: whatever is drawn stands in the [`Scene`].
//!
//! A picture is made in three steps: [`layout`] says where everything lies; [`kit`] keeps what stays the same (the
//! empty board, the pieces) and copies it together with the [`marks`] of the moment; [`encode`] writes the result with
//! the theme's [`palette`]. A [`chart`] needs no layout of squares.

mod brush;
mod chart;
mod encode;
mod gallery;
mod glyphs;
mod ground;
mod indexed;
mod kit;
mod layout;
mod marks;
mod palette;
mod pieces;
mod refused;
mod route;
mod samples;
mod theme;

use std::time::Duration;

pub use chart::{Chart, chart_png};
pub use gallery::{gallery, themes};
pub use theme::{ParseThemeError, Theme};

use games::Scene;
use kit::Kit;

/// How pictures look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Look {
    pub theme: Theme,
    /// The longest side in pixels, [`Look::MIN_PIXELS`] to [`Look::MAX_PIXELS`].
    pub pixels: u32,
    /// Whether pieces carry the letter of their side.
    pub lettered: bool,
}

impl Look {
    /// The smallest longest side, in pixels.
    pub const MIN_PIXELS: u32 = 160;
    /// The largest longest side, in pixels.
    pub const MAX_PIXELS: u32 = 2000;
}

impl Default for Look {
    fn default() -> Self {
        Self { theme: Theme::default(), pixels: 640, lettered: false }
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

/// How much longer than the others the last frame of an animation stays.
const LAST_STAYS: Duration = Duration::from_secs(3);

/// Draws a scene as PNG.
pub fn png(scene: &Scene, look: &Look) -> Result<Vec<u8>, PictureError> {
    let kit = kit(scene, look)?;
    let frame = kit.frame(scene).ok_or(PictureError::TooLarge)?;
    encode::png(&frame, (kit.layout.width, kit.layout.height), kit.palette())
}

/// Draws scenes of one board as an animated GIF that repeats; each stays for `delay`, the last three seconds longer.
pub fn gif(scenes: &[Scene], look: &Look, delay: Duration) -> Result<Vec<u8>, PictureError> {
    let first = scenes.first().ok_or(PictureError::NoScene)?;
    if scenes.iter().any(|it| !same_board(it, first)) {
        return Err(PictureError::MixedBoards);
    }
    let kit = kit(first, look)?;
    let frames = scenes.iter().enumerate().map(|(n, scene)| {
        let stays = if n + 1 == scenes.len() { delay.saturating_add(LAST_STAYS) } else { delay };
        let frame = kit.frame(scene).ok_or(PictureError::TooLarge)?;
        Ok((frame, u16::try_from(stays.as_millis() / 10).unwrap_or(u16::MAX)))
    });
    encode::gif(frames, (kit.layout.width, kit.layout.height), kit.palette())
}

fn kit(scene: &Scene, look: &Look) -> Result<std::sync::Arc<Kit>, PictureError> {
    if !(Look::MIN_PIXELS..=Look::MAX_PIXELS).contains(&look.pixels) {
        return Err(PictureError::Size(look.pixels));
    }
    Kit::kept(scene, *look)
}

/// Whether two scenes differ in nothing but what stands and is marked on the board.
fn same_board(one: &Scene, other: &Scene) -> bool {
    (one.shape, one.style, one.flipped) == (other.shape, other.style, other.flipped) && one.goals == other.goals
}
