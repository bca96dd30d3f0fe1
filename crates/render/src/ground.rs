//! The board without pieces: frame, squares or lines, camps, coordinates. Drawn once and kept.

use tiny_skia::Pixmap;

use super::{
    brush::{Brush, circle, lines, rect, rect_of, three_quarters},
    glyphs,
    layout::{Area, Layout},
    theme::Colors,
};
use games::board::{Shape, Square};
use games::{BoardStyle, Scene, Tint};

/// Draws the empty board of a scene.
pub(super) fn draw(scene: &Scene, layout: &Layout, colors: &Colors) -> Option<Pixmap> {
    let mut pixmap = Pixmap::new(layout.width, layout.height)?;
    let mut brush = Brush::new(&mut pixmap);
    let (width, height) = (layout.width as f32, layout.height as f32);
    brush.fill(rect(0.0, 0.0, width, height).as_ref(), colors.frame);
    match scene.style {
        BoardStyle::Checkered | BoardStyle::Plain => squares(&mut brush, scene, layout, colors),
        BoardStyle::Lines { .. } => brush.fill(rect(0.0, 0.0, width, height).as_ref(), colors.ground),
    }
    grain(&mut pixmap, layout, scene.style, colors.grain);
    let mut brush = Brush::new(&mut pixmap);
    camps(&mut brush, scene, layout, colors);
    match scene.style {
        BoardStyle::Checkered => {}
        BoardStyle::Plain => grid(&mut brush, layout, colors),
        BoardStyle::Lines { loops } => circuits(&mut brush, layout, loops, colors),
    }
    border(&mut brush, scene.style, layout, colors);
    coordinates(&mut brush, scene.style, layout, colors);
    Some(pixmap)
}

fn squares(brush: &mut Brush<'_>, scene: &Scene, layout: &Layout, colors: &Colors) {
    for square in layout.shape.squares() {
        let dark = (square.file() + square.rank()) % 2 == 0;
        let ink = match scene.style {
            BoardStyle::Checkered if dark => colors.dark_square,
            BoardStyle::Checkered => colors.light_square,
            BoardStyle::Plain | BoardStyle::Lines { .. } => colors.ground,
        };
        brush.fill(rect_of(layout.area(square), 0.0).as_ref(), ink);
    }
}

fn camps(brush: &mut Brush<'_>, scene: &Scene, layout: &Layout, colors: &Colors) {
    for (square, Tint::CampOf(side)) in &scene.tints {
        let ink = colors.camps[side.index()];
        let area = layout.area(*square);
        match scene.style {
            BoardStyle::Checkered | BoardStyle::Plain => brush.fill(rect_of(area, 0.0).as_ref(), ink),
            BoardStyle::Lines { .. } => {
                let (x, y) = area.center();
                brush.fill(circle(x, y, layout.unit() * 0.46).as_ref(), ink);
            }
        }
    }
}

/// Lines between the squares.
fn grid(brush: &mut Brush<'_>, layout: &Layout, colors: &Colors) {
    let Area { left, top, width, height } = layout.board();
    let (left, top, right, bottom) = (left as f32, top as f32, (left + width) as f32, (top + height) as f32);
    let hair = (layout.unit() * 0.02).round().max(1.0);
    // On whole pixels, so that they are sharp.
    let at = |start: f32, n: u8| start + f32::from(n) * layout.unit() - (hair / 2.0).floor();
    for n in 1..layout.shape.width {
        brush.fill(rect(at(left, n), top, hair, bottom - top).as_ref(), colors.line);
    }
    for n in 1..layout.shape.height {
        brush.fill(rect(left, at(top, n), right - left, hair).as_ref(), colors.line);
    }
}

/// The lines along ranks and files, and the loops around the corners that join them.
fn circuits(brush: &mut Brush<'_>, layout: &Layout, loops: &[u8], colors: &Colors) {
    let Shape { width, height } = layout.shape;
    let thick = (layout.unit() * 0.045).max(1.2);
    let center = |file, rank| layout.area(Square::new(file, rank)).center();
    for file in 0..width {
        brush.stroke(lines(&[center(file, 0), center(file, height - 1)], false).as_ref(), colors.line, thick);
    }
    for rank in 0..height {
        brush.stroke(lines(&[center(0, rank), center(width - 1, rank)], false).as_ref(), colors.line, thick);
    }
    let area = layout.board();
    let half = layout.unit() / 2.0;
    let (left, top) = (area.left as f32 + half, area.top as f32 + half);
    let (right, bottom) = (left + area.width as f32 - 2.0 * half, top + area.height as f32 - 2.0 * half);
    for distance in loops.iter().filter(|it| 2 * **it < width.min(height)) {
        let radius = f32::from(*distance) * layout.unit();
        for (x, y, to_right, to_top) in
            [(left, top, -1.0, 1.0), (right, top, 1.0, 1.0), (left, bottom, -1.0, -1.0), (right, bottom, 1.0, -1.0)]
        {
            brush.stroke(three_quarters(x, y, radius, to_right, to_top).as_ref(), colors.line, thick);
        }
    }
    for square in layout.shape.squares() {
        let (x, y) = layout.area(square).center();
        brush.fill(circle(x, y, layout.unit() * 0.085).as_ref(), colors.line);
    }
}

/// The lines around the squares and around the picture; boards of lines have a narrow frame instead of a margin.
fn border(brush: &mut Brush<'_>, style: BoardStyle, layout: &Layout, colors: &Colors) {
    let whole = Area { left: 0, top: 0, width: layout.width, height: layout.height };
    let thick = (layout.unit() * 0.03).round().max(1.0);
    if matches!(style, BoardStyle::Lines { .. }) {
        let frame = (layout.unit() * 0.12).round().max(1.0);
        brush.stroke(rect_of(whole, frame / 2.0).as_ref(), colors.frame, frame);
        brush.stroke(rect_of(whole, frame + thick / 2.0).as_ref(), colors.edge, thick);
    } else {
        brush.stroke(rect_of(layout.board(), -thick / 2.0).as_ref(), colors.edge, thick);
    }
    let hair = (layout.unit() * 0.02).max(1.0);
    brush.stroke(rect_of(whole, hair / 2.0).as_ref(), colors.rim, hair);
}

fn coordinates(brush: &mut Brush<'_>, style: BoardStyle, layout: &Layout, colors: &Colors) {
    let board = layout.board();
    let (shape, unit) = (layout.shape, layout.unit());
    let (ink, height) = match style {
        BoardStyle::Lines { .. } => (colors.line, unit * 0.26),
        BoardStyle::Checkered | BoardStyle::Plain => (colors.label, (layout.band * 0.5).min(unit * 0.27).max(6.0)),
    };
    // How far the labels' middles are outside the board.
    let away = match style {
        BoardStyle::Lines { .. } => unit * 0.2,
        BoardStyle::Checkered | BoardStyle::Plain => layout.band * 0.5,
    };
    let (left, top) = (board.left as f32 - away, board.top as f32 - away);
    let (right, bottom) = ((board.left + board.width) as f32 + away, (board.top + board.height) as f32 + away);
    for file in 0..shape.width {
        let (x, _) = layout.area(Square::new(file, 0)).center();
        let x = x + aside(style, file, shape.width, layout);
        let text = Square::file_letter(file).to_string();
        glyphs::write(brush, &text, x, top, height, ink);
        glyphs::write(brush, &text, x, bottom, height, ink);
    }
    for rank in 0..shape.height {
        let (_, y) = layout.area(Square::new(0, rank)).center();
        let y = y - aside(style, rank, shape.height, layout);
        let text = (rank + 1).to_string();
        glyphs::write(brush, &text, left, y, height, ink);
        glyphs::write(brush, &text, right, y, height, ink);
    }
}

/// How far a label goes toward the middle of its row, so that no loop runs through it, in pixels along growing files.
fn aside(style: BoardStyle, n: u8, count: u8, layout: &Layout) -> f32 {
    let from_edge = n.min(count - 1 - n);
    // Where the widest loop leaves its line; the labels of the others stand inside of them.
    let is_crossed = matches!(style, BoardStyle::Lines { loops } if loops.iter().max() == Some(&from_edge));
    let shift = if is_crossed { layout.unit() * 0.11 } else { 0.0 };
    let toward_end = if 2 * n < count - 1 { 1.0 } else { -1.0 };
    let turned = if layout.flipped { -1.0 } else { 1.0 };
    shift * toward_end * turned
}

/// Lays the grain of wood over the ground: upright fibers, so that all rows of a square are alike, and the same on all
/// squares of a shade, so that a piece looks the same on each of them. Both keep compressed pictures small.
fn grain(pixmap: &mut Pixmap, layout: &Layout, style: BoardStyle, strength: f32) {
    if strength <= 0.0 {
        return;
    }
    let board = layout.board();
    let factor = |x: u32, plank: u32| 1.0 + strength * 0.02 * fiber(x as f32 / layout.unit(), plank);
    for (n, pixel) in pixmap.data_mut().chunks_exact_mut(4).enumerate() {
        let (x, y) = (n as u32 % layout.width, n as u32 / layout.width);
        // Wraps around to the left of the board and above it, and is then far outside.
        let (on_x, on_y) = (x.wrapping_sub(board.left), y.wrapping_sub(board.top));
        let factor = match style {
            BoardStyle::Lines { .. } => factor((x + layout.cell * 9 - board.left) % layout.cell, 0),
            _ if on_x >= board.width || on_y >= board.height => continue,
            BoardStyle::Checkered => factor(on_x % layout.cell, (on_x / layout.cell + on_y / layout.cell) % 2),
            BoardStyle::Plain => factor(on_x % layout.cell, 0),
        };
        for channel in &mut pixel[..3] {
            *channel = (f32::from(*channel) * factor).min(255.0) as u8;
        }
    }
}

/// How light the wood is at `x` squares in a plank: one of a few steps from -2 to 2.
fn fiber(x: f32, plank: u32) -> f32 {
    let phase = plank as f32 * 7.3;
    let wave = (x * 9.0 + phase).sin() + 0.8 * (x * 23.0 + phase * 1.7).sin() + 0.6 * (x * 51.0 + phase * 0.6).sin();
    (wave * 0.9).round().clamp(-2.0, 2.0)
}
