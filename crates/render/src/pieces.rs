//! The pieces, each drawn once per size and theme. The two sides differ in shape, not in color alone: dark pieces carry
//! a ring, dark outlines a line, dark tiles three pips where light ones have one.

use tiny_skia::{Path, Pixmap, Transform};

use super::{
    brush::{Brush, Light, circle, lines, read_path, rounded},
    glyphs::write,
    layout::{DISK_RADIUS, Layout},
    theme::{Colors, Ink, PieceColors},
};
use games::{Figure, Outline, PieceKind, Tone};

/// How high a digit beside a piece's letter would be, in squares.
const LETTER_HEIGHT: f32 = 0.34;
/// The radius of the free ground on which a letter stands, in squares.
const LETTER_ROOM: f32 = 0.255;
/// The distance of a tile from the edges of its squares, in squares.
pub(super) const TILE_INSET: f32 = 0.085;

/// Draws a piece for the squares of a board on a transparent ground, with the letter of its side if it is to carry one.
pub(super) fn draw(
    kind: PieceKind,
    tone: Tone,
    letter: Option<char>,
    layout: &Layout,
    colors: &Colors,
) -> Option<Pixmap> {
    let (width, height) = (layout.cell * u32::from(kind.files), layout.cell * u32::from(kind.ranks));
    let mut pixmap = Pixmap::new(width, height)?;
    let middle = (width as f32 / 2.0, height as f32 / 2.0);
    paint_lettered(&mut Brush::new(&mut pixmap), middle, layout.piece, (kind, tone, letter), colors);
    Some(pixmap)
}

/// Paints a piece like [`paint`], with the letter of its side if it is to carry one.
pub(super) fn paint_lettered(
    brush: &mut Brush<'_>,
    middle: (f32, f32),
    cell: f32,
    (kind, tone, letter): (PieceKind, Tone, Option<char>),
    colors: &Colors,
) {
    paint(brush, middle, cell, kind, tone, colors);
    // How a tile lies says whose it is.
    if let Some(letter) = letter.filter(|_| kind.figure != Figure::Tile) {
        self::letter(brush, middle, cell, letter, tone, colors);
    }
}

/// Writes a letter on a piece.
fn letter(brush: &mut Brush<'_>, (x, y): (f32, f32), cell: f32, letter: char, tone: Tone, colors: &Colors) {
    let PieceColors { body, rim, mark, .. } = colors.piece(tone);
    brush.at(x, y, cell).fill(circle(0.0, 0.0, LETTER_ROOM).as_ref(), *body);
    let ink = if tone == Tone::Dark { *mark } else { *rim };
    let mut text = [0; 4];
    write(brush, letter.encode_utf8(&mut text), x, y, LETTER_HEIGHT * cell, ink);
}

/// Paints a piece with its middle at a point of a picture, for squares of `cell` pixels.
pub(super) fn paint(
    brush: &mut Brush<'_>,
    middle: (f32, f32),
    cell: f32,
    kind: PieceKind,
    tone: Tone,
    colors: &Colors,
) {
    let mut brush = brush.at(middle.0, middle.1, cell);
    match kind.figure {
        Figure::Disk => disk(&mut brush, tone, colors),
        Figure::Outline(outline) => figure(&mut brush, outline, tone, colors),
        Figure::Tile => tile(&mut brush, kind, tone, colors),
    }
}

fn disk(brush: &mut Brush<'_>, tone: Tone, colors: &Colors) {
    let PieceColors { body, shine, rim, mark } = colors.piece(tone);
    // Two steps instead of a soft edge: soft edges differ on every ground, and that is most of a picture's bytes.
    brush.fill(circle(0.012, 0.03, DISK_RADIUS + 0.025).as_ref(), colors.shadow.faded(0.45));
    brush.fill(circle(0.012, 0.035, DISK_RADIUS).as_ref(), colors.shadow);
    let light = Light::Sky { top: -DISK_RADIUS, bottom: DISK_RADIUS * 0.4, shine: *shine, body: *body };
    brush.shade(circle(0.0, 0.0, DISK_RADIUS).as_ref(), light);
    brush.stroke(circle(0.0, 0.0, DISK_RADIUS - 0.012).as_ref(), *rim, 0.026);
    match tone {
        Tone::Dark => {
            // An engraved line: its far wall catches the light.
            brush.stroke(circle(0.0, -0.012, 0.235).as_ref(), rim.faded(0.9), 0.034);
            brush.stroke(circle(0.0, 0.0, 0.235).as_ref(), *mark, 0.03);
        }
        Tone::Light => brush.stroke(circle(0.0, 0.0, DISK_RADIUS - 0.04).as_ref(), mark.faded(0.55), 0.022),
    }
}

fn figure(brush: &mut Brush<'_>, outline: &Outline, tone: Tone, colors: &Colors) {
    let PieceColors { body, shine, rim, mark } = colors.piece(tone);
    let whole: Vec<Option<Path>> = outline.shapes.iter().map(|it| placed(it)).collect();
    for part in &whole {
        for (drop, width) in [(0.035, 0.06), (0.035, 0.02)] {
            brush.at(0.012, drop, 1.0).stroke(part.as_ref(), colors.shadow.faded(0.4), width);
        }
    }
    // Light on light squares, only the outline shows where it ends.
    let edge = if tone == Tone::Light { 0.05 } else { 0.028 };
    for part in &whole {
        let light = Light::Glow { center: (-0.1, -0.2), radius: 0.34, shine: *shine, body: *body };
        brush.shade(part.as_ref(), light);
        brush.stroke(part.as_ref(), *rim, edge);
    }
    let spot = placed(outline.spot);
    match tone {
        Tone::Dark => {
            brush.stroke(placed(outline.dark_line).as_ref(), *mark, 0.032);
            brush.fill(spot.as_ref(), *mark);
        }
        Tone::Light => brush.fill(spot.as_ref(), *rim),
    }
}

/// A path of an outline, with the middle of its square at 0,0.
fn placed(path: &str) -> Option<Path> {
    read_path(path)?.transform(Transform::from_scale(0.01, 0.01).pre_translate(-50.0, -50.0))
}

fn tile(brush: &mut Brush<'_>, kind: PieceKind, tone: Tone, colors: &Colors) {
    let PieceColors { body, shine, rim, mark } = colors.piece(tone);
    let (width, height) = (f32::from(kind.files) - 2.0 * TILE_INSET, f32::from(kind.ranks) - 2.0 * TILE_INSET);
    let tile = |grow: f32| -> Option<Path> {
        let (width, height) = (width + 2.0 * grow, height + 2.0 * grow);
        rounded(-width / 2.0, -height / 2.0, width, height, 0.13 + grow)
    };
    for grow in [0.04, 0.025, 0.01] {
        brush.at(0.008, 0.025, 1.0).fill(tile(grow).as_ref(), colors.shadow.faded(0.4));
    }
    let light = Light::Sky { top: -height / 2.0, bottom: height * 0.2, shine: *shine, body: *body };
    brush.shade(tile(0.0).as_ref(), light);
    brush.stroke(tile(-0.013).as_ref(), *rim, 0.026);
    let pip_ink = match tone {
        Tone::Dark => *mark,
        Tone::Light => *rim,
    };
    let (dx, dy) = if kind.files > kind.ranks { (0.5, 0.0) } else { (0.0, 0.5) };
    let across = [(-dy * 0.56, -dx * 0.56), (dy * 0.56, dx * 0.56)];
    brush.stroke(lines(&across, false).as_ref(), pip_ink, 0.026);
    for half in [-0.96, 0.96] {
        pips(&mut brush.at(dx * half, dy * half, 1.0), tone, pip_ink);
    }
}

fn pips(brush: &mut Brush<'_>, tone: Tone, ink: Ink) {
    match tone {
        Tone::Dark => {
            for at in [-0.2, 0.0, 0.2] {
                brush.fill(circle(at, -at, 0.062).as_ref(), ink);
            }
        }
        Tone::Light => brush.fill(circle(0.0, 0.0, 0.085).as_ref(), ink),
    }
}
