//! Scenes and charts as pictures: PNG, GIF, and SVG. This adapter knows no game: whatever is drawn stands in the [`Scene`].
//!
//! A picture is made in three steps: [`layout`] says where everything lies; [`kit`] keeps what stays the same (the
//! empty board, the pieces) and copies it together with the [`marks`] of the moment; [`encode`] writes the result with
//! the theme's [`palette`]. [`svg`] writes the same strokes as text, and the [`plan`] says
//! where they lie. A [`chart`] needs no layout of squares, and a [`card`] has one board among other
//! things.

mod brush;
mod card;
mod chart;
mod encode;
mod gallery;
mod glyphs;
mod ground;
mod indexed;
mod kit;
mod layout;
mod lettering;
mod look;
mod marks;
mod palette;
mod pieces;
mod plan;
mod progress;
mod refused;
mod route;
mod samples;
mod svg;
mod theme;

use std::time::Duration;

pub use card::{Card, card_png};
pub use chart::{Chart, chart_png};
pub use gallery::{gallery, themes};
pub use lettering::can_write;
pub use look::{Look, PictureError};
pub use plan::Plan;
pub use progress::{ChartedRating, progress_png};
pub use svg::svg;
pub use theme::{ParseThemeError, Theme};

use brush::Brush;
use games::Scene;
use kit::Kit;
use palette::Palette;
use tiny_skia::Pixmap;

/// How much longer than the others the last frame of an animation stays.
const LAST_STAYS: Duration = Duration::from_secs(3);

/// Draws a scene as PNG.
pub fn png(scene: &Scene, look: &Look) -> Result<Vec<u8>, PictureError> {
    let kit = Kit::kept(scene, *look)?;
    let frame = kit.frame(scene).ok_or(PictureError::TooLarge)?;
    encode::png(&frame, (kit.layout.width, kit.layout.height), kit.palette())
}

/// What stands below an animation: a line, and another one once it has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caption {
    pub line: String,
    pub end: String,
}

/// Draws scenes of one board as an animated GIF that repeats; each stays for `delay`, the last three seconds longer.
pub fn gif(scenes: &[Scene], look: &Look, delay: Duration, caption: Option<&Caption>) -> Result<Vec<u8>, PictureError> {
    let first = scenes.first().ok_or(PictureError::NoScene)?;
    if scenes.iter().any(|it| !same_board(it, first)) {
        return Err(PictureError::MixedBoards);
    }
    let kit = Kit::kept(first, *look)?;
    let width = kit.layout.width;
    let strip = |has_ended| match caption {
        Some(caption) => strip(caption, has_ended, width, look.theme).ok_or(PictureError::TooLarge),
        None => Ok(Vec::new()),
    };
    let (during, at_end) = (strip(false)?, strip(true)?);
    let frame = |n: usize| {
        let (stays, strip) = match n + 1 == scenes.len() {
            true => (delay.saturating_add(LAST_STAYS), &at_end),
            false => (delay, &during),
        };
        let mut frame = kit.frame(&scenes[n]).ok_or(PictureError::TooLarge)?;
        frame.extend_from_slice(strip);
        Ok((frame, u16::try_from(stays.as_millis() / 10).unwrap_or(u16::MAX)))
    };
    let height = kit.layout.height + during.len() as u32 / width;
    encode::gif(scenes.len(), frame, (width, height), kit.palette())
}

/// A caption as the palette's numbers, so wide.
fn strip(caption: &Caption, has_ended: bool, width: u32, theme: Theme) -> Option<Vec<u8>> {
    const HEIGHT: u32 = 54;
    let mut pixmap = Pixmap::new(width, HEIGHT)?;
    let (mut brush, colors, room) = (Brush::new(&mut pixmap), theme.colors(), width as f32 - 24.0);
    brush.fill(brush::rect(0.0, 0.0, width as f32, HEIGHT as f32).as_ref(), colors.frame);
    let end = if has_ended { caption.end.as_str() } else { "" };
    for (text, base, size) in [(caption.line.as_str(), 20.0, 16.0), (end, 43.0, 15.0)] {
        lettering::write(&mut brush, &lettering::fitting(text, size, room), (12.0, base), size, colors.label);
    }
    Some(Palette::of(theme).numbers(pixmap.data()))
}

/// Whether two scenes differ in nothing but what stands and is marked on the board.
fn same_board(one: &Scene, other: &Scene) -> bool {
    (one.shape, one.style, one.flipped) == (other.shape, other.style, other.flipped) && one.goals == other.goals
}
