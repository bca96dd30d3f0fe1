//! A few strokes on top of tiny-skia: shapes that it cannot make give nothing, never a panic. The same strokes go on a
//! picture of pixels or into one of text (`svg`), so that both show the same.

use tiny_skia::{
    FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Paint, Path, PathBuilder, Pixmap, Point, RadialGradient,
    Rect, Shader, SpreadMode, Stroke, StrokeDash, Transform,
};

use super::{layout::Area, theme::Ink};

/// How a quarter of a circle is approached by a curve.
const KAPPA: f32 = 0.552_284_8;

/// What fills a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Light {
    Flat(Ink),
    /// A light that comes from above: all pixels of a row are alike, which costs a compressed picture little.
    Sky {
        top: f32,
        bottom: f32,
        shine: Ink,
        body: Ink,
    },
    /// A light at `center` that fades at `radius`.
    Glow {
        center: (f32, f32),
        radius: f32,
        shine: Ink,
        body: Ink,
    },
}

/// How a line is drawn, with round ends and corners.
#[derive(Clone, Copy, Debug)]
pub(super) struct StrokeStyle<'a> {
    pub ink: Ink,
    pub width: f32,
    /// So long, and so long not, again and again; without lengths it goes on.
    pub dashes: &'a [f32],
    /// Whether its edges are soft.
    pub is_soft: bool,
}

/// What a picture is made of.
pub(super) trait Canvas {
    fn fill(&mut self, path: &Path, light: Light, transform: Transform);
    fn stroke(&mut self, path: &Path, style: StrokeStyle<'_>, transform: Transform);
    /// Whether edges may be as soft as they are. In compressed pixels, a soft edge along a curve differs on every row, and
    /// that is most of a picture's bytes.
    fn has_free_edges(&self) -> bool;
}

/// A surface to paint on, with a transformation from the painter's units to pixels.
pub(super) struct Brush<'a> {
    canvas: &'a mut dyn Canvas,
    transform: Transform,
}

impl<'a> Brush<'a> {
    pub(super) fn new(canvas: &'a mut dyn Canvas) -> Self {
        Self { canvas, transform: Transform::identity() }
    }

    /// The same surface with 0,0 at a point and lengths in units of `scale` pixels.
    pub(super) fn at(&mut self, x: f32, y: f32, scale: f32) -> Brush<'_> {
        let transform = self.transform.pre_translate(x, y).pre_scale(scale, scale);
        Brush { canvas: self.canvas, transform }
    }

    pub(super) fn fill(&mut self, path: Option<&Path>, ink: Ink) {
        if ink.1 > 0.0 {
            self.shade(path, Light::Flat(ink));
        }
    }

    pub(super) fn shade(&mut self, path: Option<&Path>, light: Light) {
        if let Some(path) = path {
            self.canvas.fill(path, light, self.transform);
        }
    }

    pub(super) fn stroke(&mut self, path: Option<&Path>, ink: Ink, width: f32) {
        self.draw(path, StrokeStyle { ink, width, dashes: &[], is_soft: true });
    }

    /// A stroke along a long curve, so many pixels wide, interrupted like [`Brush::dash`] if it has `lengths`. On pixels, its
    /// edge is one step of half the ink.
    pub(super) fn curve(&mut self, path: Option<&Path>, ink: Ink, width: f32, lengths: &[f32]) {
        if self.canvas.has_free_edges() {
            return self.dash(path, ink, width, lengths);
        }
        // Half the ink is for pixels of which it covers a quarter to three quarters.
        self.draw(path, StrokeStyle { ink: ink.faded(0.5), width: width + 0.5, dashes: lengths, is_soft: false });
        self.draw(path, StrokeStyle { ink, width: width - 0.5, dashes: lengths, is_soft: false });
    }

    /// A stroke that is interrupted: so long, and so long not, again and again.
    pub(super) fn dash(&mut self, path: Option<&Path>, ink: Ink, width: f32, lengths: &[f32]) {
        self.draw(path, StrokeStyle { ink, width, dashes: lengths, is_soft: true });
    }

    fn draw(&mut self, path: Option<&Path>, style: StrokeStyle<'_>) {
        if let Some(path) = path.filter(|_| style.ink.1 > 0.0) {
            self.canvas.stroke(path, style, self.transform);
        }
    }
}

impl Canvas for Pixmap {
    fn fill(&mut self, path: &Path, light: Light, transform: Transform) {
        let paint = Paint { shader: shader(light), anti_alias: true, ..Paint::default() };
        self.fill_path(path, &paint, FillRule::Winding, transform, None);
    }

    fn stroke(&mut self, path: &Path, style: StrokeStyle<'_>, transform: Transform) {
        let paint =
            Paint { shader: Shader::SolidColor(style.ink.color()), anti_alias: style.is_soft, ..Paint::default() };
        let stroke = Stroke {
            width: style.width,
            line_cap: LineCap::Round,
            line_join: LineJoin::Round,
            dash: StrokeDash::new(style.dashes.to_vec(), 0.0),
            ..Stroke::default()
        };
        self.stroke_path(path, &paint, &stroke, transform, None);
    }

    fn has_free_edges(&self) -> bool {
        false
    }
}

fn shader(light: Light) -> Shader<'static> {
    let (none, pad) = (Transform::identity(), SpreadMode::Pad);
    let (made, body) = match light {
        Light::Flat(ink) => (None, ink),
        Light::Sky { top, bottom, shine, body } => {
            let (start, end) = (Point::from_xy(0.0, top), Point::from_xy(0.0, bottom));
            (LinearGradient::new(start, end, steps(shine, body), pad, none), body)
        }
        Light::Glow { center, radius, shine, body } => {
            let point = Point::from_xy(center.0, center.1);
            (RadialGradient::new(point, 0.0, point, radius, steps(shine, body), pad, none), body)
        }
    };
    made.unwrap_or(Shader::SolidColor(body.color()))
}

/// A change from one color to another in steps too small to be seen: a palette can have each of them, and a smooth
/// change would be cut into the few bands for which it has colors.
fn steps(from: Ink, to: Ink) -> Vec<GradientStop> {
    let colors = from.steps_to(to);
    let at = |n: usize| n as f32 / colors.len() as f32;
    let both_ends = |(n, ink): (usize, &Ink)| [at(n), at(n + 1)].map(|it| GradientStop::new(it, ink.color()));
    colors.iter().enumerate().flat_map(both_ends).collect()
}

pub(super) fn circle(x: f32, y: f32, radius: f32) -> Option<Path> {
    PathBuilder::from_circle(x, y, radius)
}

pub(super) fn rect(left: f32, top: f32, width: f32, height: f32) -> Option<Path> {
    Rect::from_xywh(left, top, width, height).map(PathBuilder::from_rect)
}

/// The rectangle of an area, made smaller on all sides by `inset` pixels.
pub(super) fn rect_of(area: Area, inset: f32) -> Option<Path> {
    rect(
        area.left as f32 + inset,
        area.top as f32 + inset,
        area.width as f32 - 2.0 * inset,
        area.height as f32 - 2.0 * inset,
    )
}

/// The same with round corners.
pub(super) fn rounded_of(area: Area, inset: f32, radius: f32) -> Option<Path> {
    let (left, top) = (area.left as f32 + inset, area.top as f32 + inset);
    rounded(left, top, area.width as f32 - 2.0 * inset, area.height as f32 - 2.0 * inset, radius)
}

/// A rectangle with round corners.
pub(super) fn rounded(left: f32, top: f32, width: f32, height: f32, radius: f32) -> Option<Path> {
    let (right, bottom, k) = (left + width, top + height, radius * (1.0 - KAPPA));
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.cubic_to(right - k, top, right, top + k, right, top + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - k, right - k, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.cubic_to(left + k, bottom, left, bottom - k, left, bottom - radius);
    path.line_to(left, top + radius);
    path.cubic_to(left, top + k, left + k, top, left + radius, top);
    path.close();
    path.finish()
}

/// Straight lines through points, closed to a polygon or not.
pub(super) fn lines(points: &[(f32, f32)], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (n, (x, y)) in points.iter().enumerate() {
        if n == 0 { path.move_to(*x, *y) } else { path.line_to(*x, *y) }
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// Reads a path written like SVG's, in absolute coordinates: `M x y`, `L x y`, `Q x y x y`, `C x y x y x y`, `Z`, and
/// `O x y rx ry` for an ellipse. Nothing comes of one that is broken; a test reads all that there are.
pub(super) fn read_path(text: &str) -> Option<Path> {
    let mut words = text.split_ascii_whitespace();
    let mut path = PathBuilder::new();
    while let Some(command) = words.next() {
        let mut next = || words.next()?.parse::<f32>().ok();
        match command {
            "M" => path.move_to(next()?, next()?),
            "L" => path.line_to(next()?, next()?),
            "Q" => path.quad_to(next()?, next()?, next()?, next()?),
            "C" => path.cubic_to(next()?, next()?, next()?, next()?, next()?, next()?),
            "O" => {
                let (x, y, rx, ry) = (next()?, next()?, next()?, next()?);
                path.push_oval(Rect::from_xywh(x - rx, y - ry, 2.0 * rx, 2.0 * ry)?);
            }
            "Z" => path.close(),
            _ => return None,
        }
    }
    path.finish()
}
