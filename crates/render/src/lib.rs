//! Scenes and charts as pictures: PNG, GIF, and SVG. This adapter knows no game: whatever is drawn stands in the [`Scene`].
//!
//! A picture is made in three steps: [`layout`] says where everything lies; [`kit`] keeps what stays the same (the
//! empty board, the pieces) and copies it together with the [`marks`] of the moment; [`encode`] writes the result with
//! the theme's [`palette`]. [`svg`] writes the same strokes as text, and the [`plan`] says
//! where they lie. A [`chart`] needs no layout of squares.

mod brush;
mod chart;
mod encode;
mod gallery;
mod glyphs;
mod ground;
mod indexed;
mod kit;
mod layout;
mod look;
mod marks;
mod palette;
mod pieces;
mod plan;
mod refused;
mod route;
mod samples;
mod svg;
mod theme;

use std::time::Duration;

pub use chart::{Chart, chart_png};
pub use gallery::{gallery, themes};
pub use look::{Look, PictureError};
pub use plan::Plan;
pub use svg::svg;
pub use theme::{ParseThemeError, Theme};

use games::Scene;
use kit::Kit;

/// How much longer than the others the last frame of an animation stays.
const LAST_STAYS: Duration = Duration::from_secs(3);

/// Draws a scene as PNG.
pub fn png(scene: &Scene, look: &Look) -> Result<Vec<u8>, PictureError> {
    let kit = Kit::kept(scene, *look)?;
    let frame = kit.frame(scene).ok_or(PictureError::TooLarge)?;
    encode::png(&frame, (kit.layout.width, kit.layout.height), kit.palette())
}

/// Draws scenes of one board as an animated GIF that repeats; each stays for `delay`, the last three seconds longer.
pub fn gif(scenes: &[Scene], look: &Look, delay: Duration) -> Result<Vec<u8>, PictureError> {
    let first = scenes.first().ok_or(PictureError::NoScene)?;
    if scenes.iter().any(|it| !same_board(it, first)) {
        return Err(PictureError::MixedBoards);
    }
    let kit = Kit::kept(first, *look)?;
    let frames = scenes.iter().enumerate().map(|(n, scene)| {
        let stays = if n + 1 == scenes.len() { delay.saturating_add(LAST_STAYS) } else { delay };
        let frame = kit.frame(scene).ok_or(PictureError::TooLarge)?;
        Ok((frame, u16::try_from(stays.as_millis() / 10).unwrap_or(u16::MAX)))
    });
    encode::gif(frames, (kit.layout.width, kit.layout.height), kit.palette())
}

/// Whether two scenes differ in nothing but what stands and is marked on the board.
fn same_board(one: &Scene, other: &Scene) -> bool {
    (one.shape, one.style, one.flipped) == (other.shape, other.style, other.flipped) && one.goals == other.goals
}
