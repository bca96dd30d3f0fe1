//! A scene as SVG, by the same strokes as on pixels: what a page shows and lets people touch. Where things lie on it, says
//! the [`Plan`](super::Plan).
//!
//! Its parts lie above each other in groups with the classes `wood`, `board`, `below`, `pieces`, `above`, and `turn`.
//! Each piece is a group of its own that says whose it is (`data-side`) and where it stands (`data-square`, and
//! `data-far` if on two squares), and lies there by its `transform`. How the pieces of both sides look is defined as
//! `piece-0` and `piece-1`, drawn or not. The picture says how wide a square is (`data-cell`), and how far the board is
//! from its edges (`data-margin`), in its own units.

use std::fmt::Write as _;

use tiny_skia::{Path, PathSegment, Transform};

use super::{
    Look, PictureError,
    brush::{Brush, Canvas, Light, StrokeStyle},
    ground,
    kit::GHOST,
    layout::Layout,
    marks::Marks,
    pieces, refused,
    theme::{Colors, Ink},
};
use games::{BoardStyle, Piece, PieceKind, Scene, SideInfo};

/// How opaque fibers of wood are that are a step lighter or darker than the ground.
const LIGHT_FIBER: f32 = 0.06;
const DARK_FIBER: f32 = 0.02;

/// The ends and corners of all lines.
const ROUND: &str = r#"stroke-linecap="round" stroke-linejoin="round""#;

/// Draws a scene as SVG.
pub fn svg(scene: &Scene, look: &Look) -> Result<String, PictureError> {
    let (layout, colors) = (Layout::new(scene, look.checked_pixels()?), look.theme.colors());
    let mut drawing = Drawing::default();
    let kinds = piece_kinds(scene);
    for (n, (kind, side)) in kinds.iter().enumerate() {
        let letter = Some(side.letter).filter(|_| look.lettered);
        let unit = layout.unit();
        let middle = (unit * f32::from(kind.files) / 2.0, unit * f32::from(kind.ranks) / 2.0);
        drawing.group(&format!(r#"id="piece-{n}""#), |brush| {
            pieces::paint_lettered(brush, middle, layout.piece, (*kind, side.tone, letter), colors);
        });
    }
    drawing.grain(scene, &layout, colors);
    let defined = std::mem::take(&mut drawing.text);

    drawing.group(r#"class="wood""#, |brush| ground::wood(brush, scene, &layout, colors));
    drawing.lay_grain(scene, &layout, colors);
    drawing.group(r#"class="board""#, |brush| ground::drawn(brush, scene, &layout, look));
    let marks = Marks { scene, layout: &layout, colors };
    drawing.group(r#"class="below""#, |brush| {
        marks.below(brush);
        if let Some(shown) = &scene.refused {
            refused::below(&marks, brush, shown);
        }
    });
    drawing.text.push_str(r#"<g class="pieces">"#);
    for piece in &scene.pieces {
        drawing.piece(scene, &layout, &kinds, piece, None);
    }
    if let Some(ghost) = scene.refused.as_ref().and_then(|it| it.laid) {
        drawing.piece(scene, &layout, &kinds, &ghost, Some(GHOST));
    }
    drawing.text.push_str("</g>");
    drawing.group(r#"class="above""#, |brush| {
        marks.above(brush);
        if let Some(shown) = &scene.refused {
            refused::above(&marks, brush, shown);
        }
    });
    if let Some(side) = scene.to_move {
        drawing.group(r#"class="turn""#, |brush| {
            let (middle, size) = marks.turn(brush, side);
            pieces::paint(brush, middle, size, scene.kinds[side.index()], scene.sides[side.index()].tone, colors);
        });
    }
    let Layout { width, height, cell, margin, .. } = layout;
    let head = format!(r#"viewBox="0 0 {width} {height}" data-cell="{cell}" data-margin="{margin}""#);
    let Drawing { text, lights, .. } = drawing;
    Ok(format!(r#"<svg xmlns="http://www.w3.org/2000/svg" {head}><defs>{lights}{defined}</defs>{text}</svg>"#) + "\n")
}

/// What pieces of the scene look like, each once: first those of both sides, drawn or not, then what else is drawn.
fn piece_kinds(scene: &Scene) -> Vec<(PieceKind, SideInfo)> {
    let laid = scene.refused.as_ref().and_then(|it| it.laid.as_ref());
    let mut kinds: Vec<_> = scene.kinds.into_iter().zip(scene.sides).collect();
    for piece in scene.pieces.iter().chain(laid) {
        let kind = (piece.kind, scene.sides[piece.side.index()]);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

/// The text of a picture as far as it is drawn.
#[derive(Default)]
struct Drawing {
    text: String,
    /// The gradients, and how many there are.
    lights: String,
    light_count: usize,
}

impl Drawing {
    /// Draws the elements of a group with these attributes.
    fn group(&mut self, attributes: &str, draw: impl FnOnce(&mut Brush<'_>)) {
        self.append(format_args!("<g {attributes}>"));
        draw(&mut Brush::new(self));
        self.text.push_str("</g>");
    }

    fn append(&mut self, text: std::fmt::Arguments<'_>) {
        // A string takes everything.
        let _ = self.text.write_fmt(text);
    }

    fn piece(
        &mut self,
        scene: &Scene,
        layout: &Layout,
        kinds: &[(PieceKind, SideInfo)],
        piece: &Piece,
        covers: Option<f32>,
    ) {
        let side = scene.sides[piece.side.index()];
        let kind = kinds.iter().position(|it| *it == (piece.kind, side)).unwrap_or_default();
        let area = layout.area_of(piece);
        self.append(format_args!(r#"<g class="piece" data-side="{}" data-square="{}""#, side.letter, piece.square));
        if !piece.kind.is_on_one_square() {
            self.append(format_args!(r#" data-far="{}""#, piece.far_square()));
        }
        if let Some(covers) = covers {
            self.append(format_args!(r#" opacity="{covers}""#));
        }
        self.append(format_args!(
            r##" transform="translate({} {})"><use href="#piece-{kind}"/></g>"##,
            area.left, area.top
        ));
    }

    /// Defines the fibers of the planks, one square wide.
    fn grain(&mut self, scene: &Scene, layout: &Layout, colors: &Colors) {
        let (board, cell) = (layout.board(), layout.cell);
        for plank in 0..planks(scene.style, colors) {
            self.append(format_args!(
                r#"<pattern id="grain-{plank}" patternUnits="userSpaceOnUse" x="{}" y="{}" width="{cell}" height="{cell}">"#,
                board.left, board.top
            ));
            for (level, color, step) in [
                (-2.0, "#000", DARK_FIBER),
                (-1.0, "#000", DARK_FIBER),
                (1.0, "#fff", LIGHT_FIBER),
                (2.0, "#fff", LIGHT_FIBER),
            ] {
                let opacity = f32::abs(level) * step * colors.grain;
                self.append(format_args!(r#"<path fill="{color}" opacity="{}" d=""#, Number(opacity)));
                for x in (0..cell).filter(|x| ground::fiber(*x as f32 / layout.unit(), plank) == level) {
                    self.append(format_args!("M{x} 0h1v{cell}h-1z"));
                }
                self.text.push_str(r#""/>"#);
            }
            self.text.push_str("</pattern>");
        }
    }

    /// Lays the fibers over the wood.
    fn lay_grain(&mut self, scene: &Scene, layout: &Layout, colors: &Colors) {
        for plank in 0..planks(scene.style, colors) {
            self.append(format_args!(r#"<path fill="url(#grain-{plank})" d=""#));
            for square in layout.shape.squares() {
                let (area, cell) = (layout.area(square), layout.cell);
                let (column, row) = ((area.left - layout.margin) / cell, (area.top - layout.margin) / cell);
                if scene.style == BoardStyle::Plain || (column + row) % 2 == plank {
                    self.append(format_args!("M{} {}h{cell}v{cell}h-{cell}z", area.left, area.top));
                }
            }
            self.text.push_str(r#""/>"#);
        }
    }

    /// The paint of a shape: a color, or the name of a gradient.
    fn paint(&mut self, light: Light, transform: Transform) -> String {
        let n = self.light_count;
        let (shine, body, element) = match light {
            Light::Flat(ink) => return format!(r#"fill="{}"{}"#, hex(ink), opacity("fill-opacity", ink)),
            Light::Sky { top, bottom, shine, body } => {
                let [(x, start), (_, end)] = [(0.0, top), (0.0, bottom)].map(|it| moved(it, transform));
                let (x, start, end) = (Number(x), Number(start), Number(end));
                (
                    shine,
                    body,
                    format!(
                        r#"linearGradient id="light-{n}" gradientUnits="userSpaceOnUse" x1="{x}" x2="{x}" y1="{start}" y2="{end}""#
                    ),
                )
            }
            Light::Glow { center, radius, shine, body } => {
                let ((x, y), radius) = (moved(center, transform), radius * transform.sx);
                let (x, y, radius) = (Number(x), Number(y), Number(radius));
                (
                    shine,
                    body,
                    format!(
                        r#"radialGradient id="light-{n}" gradientUnits="userSpaceOnUse" cx="{x}" cy="{y}" r="{radius}""#
                    ),
                )
            }
        };
        let name = element.split(' ').next().unwrap_or_default();
        let (shine, body) = (hex(shine), hex(body));
        let _ = write!(
            self.lights,
            r#"<{element}><stop stop-color="{shine}"/><stop offset="1" stop-color="{body}"/></{name}>"#
        );
        self.light_count += 1;
        format!(r#"fill="url(#light-{n})""#)
    }
}

/// How many planks differ by their grain.
fn planks(style: BoardStyle, colors: &Colors) -> u32 {
    match style {
        _ if colors.grain <= 0.0 => 0,
        BoardStyle::Lines { .. } => 0,
        BoardStyle::Checkered => 2,
        BoardStyle::Plain => 1,
    }
}

impl Canvas for Drawing {
    fn fill(&mut self, path: &Path, light: Light, transform: Transform) {
        let paint = self.paint(light, transform);
        let shape = Shape(path, transform);
        self.append(format_args!(r#"<path {paint} d="{shape}"/>"#));
    }

    fn stroke(&mut self, path: &Path, style: StrokeStyle<'_>, transform: Transform) {
        let (color, width) = (hex(style.ink), Number(style.width * transform.sx));
        let covers = opacity("stroke-opacity", style.ink);
        self.append(format_args!(r#"<path fill="none" stroke="{color}"{covers} stroke-width="{width}" {ROUND}"#));
        if !style.dashes.is_empty() {
            let dashes: Vec<String> = style.dashes.iter().map(|it| Number(it * transform.sx).to_string()).collect();
            self.append(format_args!(r#" stroke-dasharray="{}""#, dashes.join(" ")));
        }
        let shape = Shape(path, transform);
        self.append(format_args!(r#" d="{shape}"/>"#));
    }

    fn has_free_edges(&self) -> bool {
        true
    }
}

fn hex(ink: Ink) -> String {
    format!("#{:06x}", ink.0)
}

/// How much an ink covers, unless it covers all.
fn opacity(attribute: &str, ink: Ink) -> String {
    if ink.1 >= 1.0 { String::new() } else { format!(r#" {attribute}="{}""#, Number(ink.1)) }
}

/// A point after a transformation that only moves and scales.
fn moved((x, y): (f32, f32), transform: Transform) -> (f32, f32) {
    (x * transform.sx + transform.tx, y * transform.sy + transform.ty)
}

/// A number with at most two decimals.
pub(super) struct Number(pub f32);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// A path at its place, as the attribute `d` has it.
struct Shape<'a>(&'a Path, Transform);

impl std::fmt::Display for Shape<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let at = |it: tiny_skia::Point| {
            let (x, y) = moved((it.x, it.y), self.1);
            format!("{} {}", Number(x), Number(y))
        };
        for segment in self.0.segments() {
            match segment {
                PathSegment::MoveTo(end) => write!(f, "M{}", at(end))?,
                PathSegment::LineTo(end) => write!(f, "L{}", at(end))?,
                PathSegment::QuadTo(control, end) => write!(f, "Q{} {}", at(control), at(end))?,
                PathSegment::CubicTo(one, other, end) => write!(f, "C{} {} {}", at(one), at(other), at(end))?,
                PathSegment::Close => f.write_str("Z")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use resvg::{tiny_skia as raster, usvg};

    use super::*;
    use crate::kit::Kit;
    use crate::{Theme, samples};
    use games::GAMES;

    /// The share of pixels that differ visibly from those of the same scene on pixels.
    fn difference(scene: &Scene, look: Look) -> f64 {
        let text = svg(scene, &look).unwrap();
        let tree = usvg::Tree::from_str(&text, &usvg::Options::default()).unwrap();
        let pixels = Kit::new(scene, look).and_then(|it| it.paint(scene)).unwrap();
        let mut drawn = raster::Pixmap::new(pixels.width(), pixels.height()).unwrap();
        resvg::render(&tree, raster::Transform::identity(), &mut drawn.as_mut());
        let both = drawn.data().chunks_exact(4).zip(pixels.data().chunks_exact(4));
        let differ = both.filter(|(one, other)| one.iter().zip(*other).any(|(one, other)| one.abs_diff(*other) > 48));
        differ.count() as f64 / f64::from(pixels.width() * pixels.height())
    }

    #[test]
    fn it_shows_what_the_picture_of_pixels_shows() {
        let examples = GAMES.iter().map(|it| (games::example(it.info()), 320));
        let scenes: Vec<(Scene, u32)> = samples::scenes().into_iter().chain(examples).collect();
        for theme in Theme::ALL {
            for (n, (scene, _)) in scenes.iter().enumerate() {
                for flipped in [false, true] {
                    let look = Look { theme, pixels: 320, lettered: flipped, few_labels: flipped };
                    let differing = difference(&Scene { flipped, ..scene.clone() }, look);
                    assert!(differing < 0.01, "{theme}, scene {n}: {:.2} % of the pixels differ", differing * 100.0);
                }
            }
        }
    }

    #[test]
    fn every_piece_says_whose_it_is_and_where_it_stands() {
        for game in GAMES {
            let scene = games::example(game.info());
            let text = svg(&scene, &Look::default()).unwrap();
            assert_eq!(text.matches(r#"class="piece""#).count(), scene.pieces.len(), "{}", game.info().key);
            for piece in &scene.pieces {
                let letter = scene.sides[piece.side.index()].letter;
                let named = format!(r#"data-side="{letter}" data-square="{}""#, piece.square);
                assert!(text.contains(&named), "{}: {named}", game.info().key);
            }
        }
    }

    #[test]
    fn a_picture_is_small_enough_to_be_sent_after_each_move() {
        for game in GAMES {
            let size = svg(&games::example(game.info()), &Look::default()).unwrap().len();
            assert!(size < 60_000, "{}: {size} bytes", game.info().key);
        }
    }

    #[test]
    fn numbers_are_short() {
        let text = [0.0, -0.001, 1.0, 0.5, -12.345, 100.0].map(|it| Number(it).to_string());
        assert_eq!(text, ["0", "0", "1", "0.5", "-12.35", "100"]);
    }
}
