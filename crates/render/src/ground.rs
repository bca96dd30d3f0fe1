//! The board without pieces: frame, squares or lines, goals, coordinates. Drawn once and kept.

use tiny_skia::Pixmap;

use super::{
    Look,
    brush::{Brush, circle, lines, rect, rect_of},
    glyphs,
    layout::{Area, Layout},
    route::Route,
    theme::{Colors, Ink},
};
use games::board::{Shape, Square};
use games::{BoardStyle, Leg, Scene};

/// Draws the empty board of a scene.
pub(super) fn draw(scene: &Scene, layout: &Layout, look: &Look) -> Option<Pixmap> {
    let colors = look.theme.colors();
    let mut pixmap = Pixmap::new(layout.width, layout.height)?;
    wood(&mut Brush::new(&mut pixmap), scene, layout, colors);
    grain(&mut pixmap, layout, scene.style, colors.grain);
    drawn(&mut Brush::new(&mut pixmap), scene, layout, look);
    Some(pixmap)
}

/// What the grain lies on: the frame and the squares.
pub(super) fn wood(brush: &mut Brush<'_>, scene: &Scene, layout: &Layout, colors: &Colors) {
    let whole = rect(0.0, 0.0, layout.width as f32, layout.height as f32);
    brush.fill(whole.as_ref(), colors.frame);
    match scene.style {
        BoardStyle::Checkered | BoardStyle::Plain => squares(brush, scene, layout, colors),
        BoardStyle::Lines { .. } => brush.fill(whole.as_ref(), colors.ground),
    }
}

/// What is drawn on the wood: goals, lines, the border, coordinates.
pub(super) fn drawn(brush: &mut Brush<'_>, scene: &Scene, layout: &Layout, look: &Look) {
    let colors = look.theme.colors();
    goals(brush, scene, layout, colors);
    match scene.style {
        BoardStyle::Checkered => {}
        BoardStyle::Plain => grid(brush, layout, colors),
        BoardStyle::Lines { loops } => circuits(brush, layout, loops, colors),
    }
    border(brush, scene.style, layout, colors);
    coordinates(brush, scene.style, layout, look);
}

fn squares(brush: &mut Brush<'_>, scene: &Scene, layout: &Layout, colors: &Colors) {
    for square in layout.shape.squares() {
        brush.fill(rect_of(layout.area(square), 0.0).as_ref(), shade(scene.style, square, colors));
    }
}

/// The color of a square.
fn shade(style: BoardStyle, square: Square, colors: &Colors) -> Ink {
    match style {
        BoardStyle::Checkered if (square.file() + square.rank()).is_multiple_of(2) => colors.dark_square,
        BoardStyle::Checkered => colors.light_square,
        BoardStyle::Plain | BoardStyle::Lines { .. } => colors.ground,
    }
}

/// The tinted ground of the squares that a side is to reach. It has no grain: tinted, its shades would be stripes.
fn goals(brush: &mut Brush<'_>, scene: &Scene, layout: &Layout, colors: &Colors) {
    for (squares, tint) in scene.goals.iter().zip(colors.goals) {
        for square in *squares {
            let area = rect_of(layout.area(square), 0.0);
            brush.fill(area.as_ref(), shade(scene.style, square, colors));
            brush.fill(area.as_ref(), tint);
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

/// The lines along ranks and files, and the loops around the corners that join them. Those of the narrow loops are
/// dashed, those of the wide ones thick.
fn circuits(brush: &mut Brush<'_>, layout: &Layout, loops: &[u8], colors: &Colors) {
    let Shape { width, height } = layout.shape;
    let unit = layout.unit();
    let center = |file, rank| layout.area(Square::new(file, rank)).center();
    let circuit = |n: u8, count: u8| loops.iter().position(|it| *it == n.min(count - 1 - n));
    let files = (0..width).map(|it| (circuit(it, width), [center(it, 0), center(it, height - 1)]));
    let ranks = (0..height).map(|it| (circuit(it, height), [center(0, it), center(width - 1, it)]));
    for (circuit, ends) in files.chain(ranks) {
        let pen = Pen::of(circuit, unit, colors);
        brush.dash(lines(&ends, false).as_ref(), pen.ink, pen.width, &pen.dashes);
    }
    for (n, distance) in loops.iter().enumerate().filter(|(_, it)| 2 * **it < width.min(height)) {
        let pen = Pen::of(Some(n), unit, colors);
        for (file, joined_file) in [(0, *distance), (width - 1, width - 1 - distance)] {
            for (rank, joined_rank) in [(0, *distance), (height - 1, height - 1 - distance)] {
                let (from, around) = (Square::new(joined_file, rank), Square::new(file, rank));
                let way = Route::new(layout, from, &[Leg::Loop { around, to: Square::new(file, joined_rank) }]);
                let line = way.and_then(|it| lines(&it.points, false));
                brush.curve(line.as_ref(), pen.ink, pen.width, &pen.dashes);
            }
        }
    }
    for square in layout.shape.squares() {
        let (x, y) = layout.area(square).center();
        brush.fill(circle(x, y, unit * 0.085).as_ref(), colors.line);
    }
}

/// How a line is drawn.
struct Pen {
    ink: Ink,
    width: f32,
    /// The lengths of its parts and gaps; none if it goes on.
    dashes: Vec<f32>,
}

impl Pen {
    /// For the lines that are joined by the loops of that number, or by none: the first are dashed, the others thick.
    fn of(circuit: Option<usize>, unit: f32, colors: &Colors) -> Self {
        let (ink, width, dashes) = match circuit {
            Some(0) => (colors.loops[0], 0.045, vec![unit * 0.11, unit * 0.14]),
            Some(_) => (colors.loops[1], 0.06, Vec::new()),
            None => (colors.line, 0.03, Vec::new()),
        };
        Self { ink, width: (unit * width).max(1.2), dashes }
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

fn coordinates(brush: &mut Brush<'_>, style: BoardStyle, layout: &Layout, look: &Look) {
    let (board, shape, unit, colors) = (layout.board(), layout.shape, layout.unit(), look.theme.colors());
    // How far the labels' middles are outside the board, and how far beside the lines, toward its middle.
    let (ink, height, away, aside) = match style {
        // On whole pixels, so that those at both sides are alike.
        BoardStyle::Lines { .. } => (colors.line, unit * 0.27, (unit * 0.1).round(), (unit * 0.22).round()),
        BoardStyle::Checkered | BoardStyle::Plain => {
            (colors.label, (layout.band * 0.5).min(unit * 0.27).max(6.0), layout.band * 0.5, 0.0)
        }
    };
    let middle = board.center();
    let (left, top) = (board.left as f32 - away, board.top as f32 - away);
    let (right, bottom) = ((board.left + board.width) as f32 + away, (board.top + board.height) as f32 + away);
    let shown = if look.few_labels { 1 } else { 2 };
    for file in 0..shape.width {
        let (x, _) = layout.area(Square::new(file, 0)).center();
        let text = Square::file_letter(file).to_string();
        for y in [bottom, top].into_iter().take(shown) {
            glyphs::write(brush, &text, x + aside * (middle.0 - x).signum(), y, height, ink);
        }
    }
    for rank in 0..shape.height {
        let (_, y) = layout.area(Square::new(0, rank)).center();
        let text = (rank + 1).to_string();
        for x in [left, right].into_iter().take(shown) {
            glyphs::write(brush, &text, x, y + aside * (middle.1 - y).signum(), height, ink);
        }
    }
}

/// Lays the grain of wood over the ground: upright fibers, so that all rows of a square are alike, and the same on all
/// squares of a shade, so that a piece looks the same on each of them. Both keep compressed pictures small. A board of
/// lines has none: there it would show through the edges of all its curves.
fn grain(pixmap: &mut Pixmap, layout: &Layout, style: BoardStyle, strength: f32) {
    if strength <= 0.0 || matches!(style, BoardStyle::Lines { .. }) {
        return;
    }
    let board = layout.board();
    let factor = |x: u32, plank: u32| 1.0 + strength * 0.02 * fiber(x as f32 / layout.unit(), plank);
    for (n, pixel) in pixmap.data_mut().chunks_exact_mut(4).enumerate() {
        let (x, y) = (n as u32 % layout.width, n as u32 / layout.width);
        // Wraps around to the left of the board and above it, and is then far outside.
        let (on_x, on_y) = (x.wrapping_sub(board.left), y.wrapping_sub(board.top));
        let factor = match style {
            _ if on_x >= board.width || on_y >= board.height => continue,
            BoardStyle::Checkered => factor(on_x % layout.cell, (on_x / layout.cell + on_y / layout.cell) % 2),
            BoardStyle::Plain | BoardStyle::Lines { .. } => factor(on_x % layout.cell, 0),
        };
        for channel in &mut pixel[..3] {
            *channel = (f32::from(*channel) * factor).min(255.0) as u8;
        }
    }
}

/// How light the wood is at `x` squares in a plank: one of a few steps from -2 to 2.
pub(super) fn fiber(x: f32, plank: u32) -> f32 {
    let phase = plank as f32 * 7.3;
    let wave = (x * 9.0 + phase).sin() + 0.8 * (x * 23.0 + phase * 1.7).sin() + 0.6 * (x * 51.0 + phase * 0.6).sin();
    (wave * 0.9).round().clamp(-2.0, 2.0)
}
