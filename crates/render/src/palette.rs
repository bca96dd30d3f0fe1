//! The palette of a theme: few enough colors for a byte per pixel, chosen once from sample boards, and shared by all
//! pictures of that theme, so that the frames of an animation need only one.

use std::{
    collections::HashMap,
    sync::{
        LazyLock,
        atomic::{AtomicU8, Ordering},
    },
};

use tiny_skia::Pixmap;

use super::{Look, kit::Kit, samples, theme::Theme};

/// Most colors of a palette: with 64 bands are seen on marked squares, with 128 pictures are a twentieth larger and
/// look no better. Animations need one number more, which means "unchanged".
const COLORS: usize = 104;
/// Colors that cover at least one pixel in so many are kept exactly, each step of light on a piece among them.
const EXACT_SHARE: usize = 1200;
/// The power of its number of pixels by which a color counts: rare ones for more than their share, as there are many
/// of them along the rims of pieces, but not so much that smooth pieces become striped.
const WEIGHT: f64 = 0.8;
/// Bits per channel of the table from colors to numbers.
const BITS: u32 = 6;
/// Stands in the table where nobody has looked yet.
const UNKNOWN: u8 = u8::MAX;

type Rgb = [u8; 3];

/// Some colors, and a fast way to the nearest of them.
pub(super) struct Palette {
    pub colors: Vec<Rgb>,
    /// By the leading bits of red, green, blue; filled where needed. What a place holds depends on the place alone.
    table: Box<[AtomicU8]>,
}

static PALETTES: [LazyLock<Palette>; Theme::ALL.len()] = [
    LazyLock::new(|| Palette::of_samples(Theme::Wood)),
    LazyLock::new(|| Palette::of_samples(Theme::Slate)),
    LazyLock::new(|| Palette::of_samples(Theme::Contrast)),
    LazyLock::new(|| Palette::of_samples(Theme::Print)),
];

impl Palette {
    /// The palette of a theme.
    pub(super) fn of(theme: Theme) -> &'static Self {
        &PALETTES[theme.index()]
    }

    fn of_samples(theme: Theme) -> Self {
        let mut counts = HashMap::new();
        for (scene, pixels) in samples::scenes() {
            let look = Look { theme, pixels, ..Look::default() };
            if let Some(pixmap) = Kit::new(&scene, look).and_then(|it| it.paint(&scene)) {
                count(&pixmap, &mut counts);
            }
        }
        Self::new(choose(counts, COLORS))
    }

    /// A palette for one picture alone.
    pub(super) fn of_picture(pixmap: &Pixmap) -> Self {
        let mut counts = HashMap::new();
        count(pixmap, &mut counts);
        Self::new(choose(counts, usize::from(UNKNOWN)))
    }

    fn new(colors: Vec<Rgb>) -> Self {
        let table: Box<[AtomicU8]> = (0..1 << (3 * BITS)).map(|_| AtomicU8::new(UNKNOWN)).collect();
        // Backward, so that of two colors in one place the more frequent wins.
        for (n, color) in colors.iter().enumerate().rev() {
            table[place(*color)].store(n as u8, Ordering::Relaxed);
        }
        Self { colors, table }
    }

    /// The number of the color nearest to one.
    #[inline]
    pub(super) fn number(&self, color: Rgb) -> u8 {
        let at = place(color);
        match self.table[at].load(Ordering::Relaxed) {
            UNKNOWN => self.look(at),
            known => known,
        }
    }

    #[cold]
    fn look(&self, at: usize) -> u8 {
        let middle = middle(at);
        let nearest = (0..self.colors.len()).min_by_key(|n| distance(self.colors[*n], middle)).unwrap_or(0) as u8;
        self.table[at].store(nearest, Ordering::Relaxed);
        nearest
    }

    /// The numbers of the colors nearest to those of pixels.
    pub(super) fn numbers(&self, pixels: &[u8]) -> Vec<u8> {
        pixels.chunks_exact(4).map(|it| self.number([it[0], it[1], it[2]])).collect()
    }

    /// The colors one after another, as PNG and GIF want them.
    pub(super) fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }
}

/// Where the table has a color.
#[inline]
fn place([red, green, blue]: Rgb) -> usize {
    let top = |it: u8| usize::from(it >> (8 - BITS));
    top(red) << (2 * BITS) | top(green) << BITS | top(blue)
}

/// The color in the middle of a place of the table.
fn middle(at: usize) -> Rgb {
    let channel = |shift: u32| ((at >> shift & ((1 << BITS) - 1)) << (8 - BITS)) as u8 | 1 << (7 - BITS);
    [channel(2 * BITS), channel(BITS), channel(0)]
}

/// How different two colors look, roughly: the eye is most sensitive to green.
fn distance(one: Rgb, other: Rgb) -> u32 {
    let square = |n: usize| u32::from(one[n].abs_diff(other[n])).pow(2);
    3 * square(0) + 6 * square(1) + 2 * square(2)
}

fn count(pixmap: &Pixmap, counts: &mut HashMap<Rgb, usize>) {
    for pixel in pixmap.data().chunks_exact(4) {
        *counts.entry([pixel[0], pixel[1], pixel[2]]).or_default() += 1;
    }
}

/// Chooses the colors that stand for all that were counted: the frequent ones as they are, first, and mean values of
/// the others.
fn choose(counts: HashMap<Rgb, usize>, most: usize) -> Vec<Rgb> {
    let all: usize = counts.values().sum();
    let mut counted: Vec<(Rgb, usize)> = counts.into_iter().collect();
    counted.sort_by_key(|(color, count)| (std::cmp::Reverse(*count), *color));
    let exact = counted.iter().take_while(|(_, count)| count * EXACT_SHARE >= all).count().min(most * 5 / 8);
    let mut colors: Vec<Rgb> = counted[..exact].iter().map(|(color, _)| *color).collect();
    let rest = counted[exact..].iter().map(|(color, count)| (*color, (*count as f64).powf(WEIGHT))).collect();
    colors.extend(cut(rest, most - exact));
    colors
}

/// Median cut: halves the box with the greatest spread until there are enough of them.
fn cut(colors: Vec<(Rgb, f64)>, most: usize) -> Vec<Rgb> {
    let mut boxes = vec![colors];
    while boxes.len() < most {
        let widest = (0..boxes.len()).max_by(|a, b| spread(&boxes[*a]).1.total_cmp(&spread(&boxes[*b]).1));
        let Some(n) = widest.filter(|n| boxes[*n].len() > 1) else { break };
        let channel = spread(&boxes[n]).0;
        let mean = mean_of(&boxes[n], channel);
        let (low, high) = boxes.swap_remove(n).into_iter().partition(|(it, _)| f64::from(it[channel]) < mean);
        boxes.extend([low, high]);
    }
    boxes.iter().filter(|it| !it.is_empty()).map(|it| [0, 1, 2].map(|n| mean_of(it, n).round() as u8)).collect()
}

/// The channel in which colors differ most, and how much, by weight.
fn spread(colors: &[(Rgb, f64)]) -> (usize, f64) {
    let of = |channel: usize| {
        let mean = mean_of(colors, channel);
        let sum: f64 = colors.iter().map(|(it, weight)| (f64::from(it[channel]) - mean).powi(2) * weight).sum();
        sum * [3.0, 6.0, 2.0][channel]
    };
    let all = [0, 1, 2].map(|it| (it, of(it)));
    all.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
}

fn mean_of(colors: &[(Rgb, f64)], channel: usize) -> f64 {
    let weight: f64 = colors.iter().map(|it| it.1).sum();
    colors.iter().map(|(it, weight)| f64::from(it[channel]) * weight).sum::<f64>() / weight.max(f64::MIN_POSITIVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_of_the_palette_stand_for_themselves() {
        let palette = Palette::new(vec![[0, 0, 0], [255, 255, 255], [200, 30, 30]]);
        for (n, color) in palette.colors.iter().enumerate() {
            assert_eq!(usize::from(palette.number(*color)), n);
        }
        assert_eq!(palette.number([240, 240, 250]), 1);
    }

    #[test]
    fn light_on_a_piece_fades_without_bands() {
        for theme in Theme::ALL {
            let palette = Palette::of(theme);
            for piece in &theme.colors().pieces {
                // The rim covers the first.
                for ink in piece.shine.steps_to(piece.body).iter().skip(1) {
                    let [_, red, green, blue] = ink.0.to_be_bytes();
                    let found = palette.colors[usize::from(palette.number([red, green, blue]))];
                    let off = [red, green, blue].iter().zip(found).map(|(one, other)| one.abs_diff(other)).max();
                    assert!(off <= Some(4), "{theme}: {ink:?} is shown as {found:?}");
                }
            }
        }
    }

    #[test]
    fn every_theme_fits_in_seven_bits_with_one_to_spare() {
        for theme in Theme::ALL {
            let colors = Palette::of(theme).colors.len();
            assert!((8..128).contains(&colors), "{theme} has {colors}");
        }
    }
}
