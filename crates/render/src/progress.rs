//! How a rating has changed, as a picture: a line through the ratings, in a band as wide as they are uncertain.

use tiny_skia::Pixmap;

use super::{
    PictureError,
    brush::{Brush, circle, lines, rect},
    chart, encode, glyphs,
    palette::Palette,
    theme::{Colors, Theme},
};

/// A rating and its deviation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ChartedRating {
    pub rating: f64,
    pub deviation: f64,
}

/// Width and height of the picture, in pixels.
const SIZE: (u32, u32) = (640, 340);
/// The edges of the field in which the line is drawn.
const LEFT: f32 = 78.0;
const TOP: f32 = 60.0;
const RIGHT: f32 = 614.0;
const BOTTOM: f32 = 318.0;
/// The height of digits.
const DIGITS: f32 = 15.0;
/// About how many ratings are written beside the field.
const MARKS: f64 = 6.0;

/// Draws ratings, the oldest first, as PNG below a title. There must be at least one.
pub fn progress_png(title: &str, ratings: &[ChartedRating], theme: Theme) -> Result<Vec<u8>, PictureError> {
    let mut pixmap = Pixmap::new(SIZE.0, SIZE.1).ok_or(PictureError::TooLarge)?;
    let (mut brush, colors) = (Brush::new(&mut pixmap), theme.colors());
    let whole = rect(0.0, 0.0, SIZE.0 as f32, SIZE.1 as f32);
    brush.fill(whole.as_ref(), colors.frame);
    brush.stroke(whole.as_ref(), colors.rim, 2.0);
    chart::title(&mut brush, title, colors);
    let field = Field::of(ratings).ok_or(PictureError::NoScene)?;
    field.scale(&mut brush, colors);
    field.ratings(&mut brush, ratings, colors);
    let palette = Palette::of_picture(&pixmap);
    encode::png(&palette.numbers(pixmap.data()), SIZE, &palette)
}

/// Where ratings lie.
struct Field {
    lowest: f64,
    highest: f64,
    /// Between two ratings that are written beside it.
    step: f64,
    count: usize,
}

impl Field {
    fn of(ratings: &[ChartedRating]) -> Option<Self> {
        let lowest = ratings.iter().map(|it| it.rating - it.deviation).reduce(f64::min)?;
        let highest = ratings.iter().map(|it| it.rating + it.deviation).reduce(f64::max)?;
        let step = step((highest - lowest) / MARKS);
        let (lowest, highest) = ((lowest / step).floor() * step, (highest / step).ceil() * step);
        Some(Self { lowest, highest: highest.max(lowest + step), step, count: ratings.len() })
    }

    fn scale(&self, brush: &mut Brush<'_>, colors: &Colors) {
        let mut rating = self.lowest;
        while rating <= self.highest {
            let y = self.height(rating);
            brush.stroke(lines(&[(LEFT, y), (RIGHT, y)], false).as_ref(), colors.label.faded(0.2), 1.0);
            glyphs::write(brush, &(rating.round() as i64).to_string(), LEFT - 36.0, y, DIGITS, colors.label);
            rating += self.step;
        }
    }

    fn ratings(&self, brush: &mut Brush<'_>, ratings: &[ChartedRating], colors: &Colors) {
        let edge = |index: usize, sign: f64| {
            let ChartedRating { rating, deviation } = ratings[index];
            (self.across(index), self.height(rating + sign * deviation))
        };
        let upper = (0..ratings.len()).map(|it| edge(it, 1.0));
        let lower = (0..ratings.len()).rev().map(|it| edge(it, -1.0));
        let band: Vec<(f32, f32)> = upper.chain(lower).collect();
        brush.fill(lines(&band, true).as_ref(), colors.turn.faded(0.25));
        let line: Vec<(f32, f32)> = (0..ratings.len()).map(|it| edge(it, 0.0)).collect();
        brush.stroke(lines(&line, false).as_ref(), colors.turn, 2.5);
        if let Some((x, y)) = line.last() {
            brush.fill(circle(*x, *y, 5.0).as_ref(), colors.turn);
        }
    }

    fn height(&self, rating: f64) -> f32 {
        BOTTOM - (BOTTOM - TOP) * ((rating - self.lowest) / (self.highest - self.lowest)) as f32
    }

    fn across(&self, index: usize) -> f32 {
        let last = self.count.saturating_sub(1).max(1);
        // A single rating stands where the next ones will lead away from.
        LEFT + 8.0 + (RIGHT - LEFT - 16.0) * index as f32 / last as f32
    }
}

/// The round number that is no less than a distance between two ratings.
fn step(least: f64) -> f64 {
    [25.0, 50.0, 100.0, 200.0].into_iter().find(|it| *it >= least).unwrap_or(500.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scale_has_round_numbers_around_all_ratings() {
        let field = Field::of(&[1500.0, 1612.0].map(|rating| ChartedRating { rating, deviation: 90.0 })).unwrap();
        assert_eq!((field.lowest, field.highest, field.step), (1400.0, 1750.0, 50.0));
        assert!(Field::of(&[]).is_none());
        let still = Field::of(&[ChartedRating { rating: 1500.0, deviation: 0.0 }]).unwrap();
        assert!(still.highest > still.lowest);
    }
}
