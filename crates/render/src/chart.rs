//! How the chances of a match went, as a picture: below the line is what the first player has of them, above it what the
//! second has.

use tiny_skia::Pixmap;

use super::{
    PictureError,
    brush::{Brush, circle, lines, rect},
    encode, glyphs, lettering,
    palette::Palette,
    theme::{Colors, Ink, Theme},
};
use games::SideInfo;

/// What a chart shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// What it shows, in the language of whoever will see it.
    pub title: String,
    /// Who plays first and second, by [`Side::index`].
    pub sides: [SideInfo; 2],
    /// How many plies had been played at the first of the chances.
    pub first_ply: usize,
    /// The first player's chance, from 0 to 1, after each ply.
    pub chances: Vec<f64>,
    /// Plies to point at.
    pub marks: Vec<usize>,
}

/// Width and height of the picture, in pixels.
pub(super) const SIZE: (u32, u32) = (640, 340);
/// The edges of the field in which the line is drawn.
const LEFT: f32 = 66.0;
const TOP: f32 = 56.0;
const RIGHT: f32 = 614.0;
const BOTTOM: f32 = 302.0;
/// The height of digits.
const DIGITS: f32 = 15.0;
/// The line in the middle, to be seen on the colors of both sides.
const HALF: Ink = Ink::solid(0x777777);
/// At most so many plies have their numbers below the field.
const MAX_NUMBERS: usize = 12;

/// Draws a chart as PNG.
pub fn chart_png(chart: &Chart, theme: Theme) -> Result<Vec<u8>, PictureError> {
    let mut pixmap = Pixmap::new(SIZE.0, SIZE.1).ok_or(PictureError::TooLarge)?;
    let mut brush = Brush::new(&mut pixmap);
    let (whole, colors) = (rect(0.0, 0.0, SIZE.0 as f32, SIZE.1 as f32), theme.colors());
    brush.fill(whole.as_ref(), colors.frame);
    brush.stroke(whole.as_ref(), colors.rim, 2.0);
    paint(&mut brush, chart, theme);
    let palette = Palette::of(theme);
    encode::png(&palette.numbers(pixmap.data()), SIZE, palette)
}

/// Paints a chart on ground that is there already.
pub(super) fn paint(brush: &mut Brush<'_>, chart: &Chart, theme: Theme) {
    let mut painter = Painter { chart, colors: theme.colors(), brush: brush.at(0.0, 0.0, 1.0) };
    title(&mut painter.brush, &chart.title, theme.colors());
    painter.ground();
    painter.scale();
    painter.chances();
    painter.marks();
}

/// Writes what a chart shows above its field, if the font has the letters.
pub(super) fn title(brush: &mut Brush<'_>, text: &str, colors: &Colors) {
    const SIZE: f32 = 25.0;
    const LEFT: f32 = 22.0;
    if lettering::can_write(text) {
        lettering::write(brush, &lettering::fitting(text, SIZE, RIGHT - LEFT), (LEFT, 38.0), SIZE, colors.label);
    }
}

struct Painter<'a> {
    chart: &'a Chart,
    colors: &'static Colors,
    brush: Brush<'a>,
}

impl Painter<'_> {
    /// The field, all of it the second player's so far.
    fn ground(&mut self) {
        let [_, second] = self.chart.sides;
        let field = rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP);
        self.brush.fill(field.as_ref(), self.colors.piece(second.tone).body);
    }

    /// Hundredths at the left, plies below.
    fn scale(&mut self) {
        let label = self.colors.label;
        for (text, chance) in [("100", 1.0), ("50", 0.5), ("0", 0.0)] {
            glyphs::write(&mut self.brush, text, LEFT - 32.0, height(chance), DIGITS, label);
        }
        let (first, last) = (self.chart.first_ply, self.chart.first_ply + self.chart.chances.len());
        let step = step(self.chart.chances.len());
        for ply in (first..last).filter(|it| it % step == 0) {
            let x = self.across(ply - first);
            glyphs::write(&mut self.brush, &ply.to_string(), x, BOTTOM + 20.0, DIGITS, label);
            self.brush.stroke(lines(&[(x, BOTTOM), (x, BOTTOM + 4.0)], false).as_ref(), label, 1.0);
        }
    }

    /// The first player's part of the field, and the lines on it.
    fn chances(&mut self) {
        let [first, _] = self.chart.sides;
        let line: Vec<(f32, f32)> = (0..self.chart.chances.len()).map(|it| self.point(it)).collect();
        if let [(left, _), .., (right, _)] = line[..] {
            let corners = [(right, BOTTOM), (left, BOTTOM)];
            let part: Vec<(f32, f32)> = line.iter().copied().chain(corners).collect();
            self.brush.fill(lines(&part, true).as_ref(), self.colors.piece(first.tone).body);
        }
        let half = [(LEFT, height(0.5)), (RIGHT, height(0.5))];
        self.brush.stroke(lines(&half, false).as_ref(), HALF, 1.0);
        let field = rect(LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP);
        // All of it may be as dark as what is around it.
        self.brush.stroke(field.as_ref(), self.colors.label, 2.0);
        self.brush.stroke(lines(&line, false).as_ref(), self.colors.turn, 3.5);
    }

    fn marks(&mut self) {
        let plies = self.chart.marks.iter().filter_map(|it| it.checked_sub(self.chart.first_ply));
        let points: Vec<(f32, f32)> =
            plies.filter(|it| *it < self.chart.chances.len()).map(|it| self.point(it)).collect();
        for (x, y) in points {
            self.brush.fill(circle(x, y, 7.5).as_ref(), self.colors.capture_edge);
            self.brush.fill(circle(x, y, 5.5).as_ref(), self.colors.capture);
        }
    }

    /// Where the line is at one of the chances.
    fn point(&self, index: usize) -> (f32, f32) {
        (self.across(index), height(self.chart.chances[index]))
    }

    fn across(&self, index: usize) -> f32 {
        let last = self.chart.chances.len().saturating_sub(1).max(1);
        LEFT + (RIGHT - LEFT) * index as f32 / last as f32
    }
}

fn height(chance: f64) -> f32 {
    BOTTOM - (BOTTOM - TOP) * chance.clamp(0.0, 1.0) as f32
}

/// The round number of plies between two numbers below the field.
fn step(plies: usize) -> usize {
    let decades = (0..).map(|it| 10_usize.saturating_pow(it));
    let steps = decades.flat_map(|it| [it, it.saturating_mul(2), it.saturating_mul(5)]);
    steps.into_iter().find(|it| plies / it < MAX_NUMBERS).unwrap_or(plies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theme::contrast;

    #[test]
    fn a_chart_of_one_side_alone_is_seen() {
        for theme in Theme::ALL {
            let colors = theme.colors();
            assert!(contrast(colors.label, colors.frame) >= 3.0, "{theme}: the edge of the field");
            for piece in &colors.pieces {
                assert!(contrast(HALF, piece.body) >= 3.0, "{theme}: the line in the middle");
            }
        }
    }

    #[test]
    fn numbers_below_are_round_and_few() {
        assert_eq!([2, 11, 13, 60, 301, 3000].map(step), [1, 1, 2, 10, 50, 500]);
    }
}
