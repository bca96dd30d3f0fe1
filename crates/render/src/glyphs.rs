//! The letters and digits of coordinates, of sides and of themes, as strokes: a handful of glyphs needs no font.

use super::{
    brush::{Brush, read_path},
    theme::Ink,
};

/// The height of a digit in the glyphs' units; the line on which they stand is at 0, and y grows downward.
const DIGIT_HEIGHT: f32 = 10.0;
/// The width of their strokes.
const STROKE: f32 = 1.55;
/// The room between two digits.
const GAP: f32 = 2.6;

/// A glyph: its character, its width, its strokes as [`read_path`] reads them.
type Glyph = (char, f32, &'static str);

static GLYPHS: &[Glyph] = &[
    ('a', 6.2, "O 3.1 -3.5 3.1 3.5 M 6.2 -7 L 6.2 0"),
    ('b', 6.2, "O 3.1 -3.5 3.1 3.5 M 0 -10.6 L 0 0"),
    (
        'c',
        5.8,
        "M 5.8 -5.6 C 5.1 -6.5 4.2 -7 3.2 -7 C 1.4 -7 0 -5.4 0 -3.5 C 0 -1.6 1.4 0 3.2 0 C 4.2 0 5.1 -0.5 5.8 -1.4",
    ),
    ('d', 6.2, "O 3.1 -3.5 3.1 3.5 M 6.2 -10.6 L 6.2 0"),
    (
        'e',
        6.4,
        "M 0.1 -3.6 L 6.4 -3.6 C 6.4 -5.6 5 -7 3.2 -7 C 1.4 -7 0 -5.4 0 -3.5 C 0 -1.6 1.4 0 3.3 0 \
         C 4.4 0 5.3 -0.5 6 -1.3",
    ),
    ('f', 4.6, "M 4.8 -10.3 C 3.1 -10.9 1.9 -10 1.9 -8.2 L 1.9 0 M 0 -6.8 L 4.4 -6.8"),
    ('g', 6.2, "O 3.1 -3.5 3.1 3.5 M 6.2 -7 L 6.2 0.2 C 6.2 2.2 5 3.3 3.1 3.3 C 2.1 3.3 1.2 3 0.5 2.4"),
    ('h', 5.7, "M 0 -10.6 L 0 0 M 0 -3.9 C 0 -5.8 1.2 -7 2.9 -7 C 4.6 -7 5.7 -5.9 5.7 -4.1 L 5.7 0"),
    ('i', 1.2, "M 0.6 -7 L 0.6 0 O 0.6 -10.1 0.3 0.3"),
    ('j', 2.8, "M 2.2 -7 L 2.2 0.8 C 2.2 2.5 1.3 3.4 -0.2 3.1 O 2.2 -10.1 0.3 0.3"),
    ('l', 1.2, "M 0.6 -10.6 L 0.6 0"),
    ('n', 5.7, "M 0 -7 L 0 0 M 0 -3.9 C 0 -5.8 1.2 -7 2.9 -7 C 4.6 -7 5.7 -5.9 5.7 -4.1 L 5.7 0"),
    ('o', 6.2, "O 3.1 -3.5 3.1 3.5"),
    ('p', 6.2, "O 3.1 -3.5 3.1 3.5 M 0 -7 L 0 3.4"),
    ('r', 3.6, "M 0 -7 L 0 0 M 0 -3.7 C 0 -5.9 1.4 -7 3.6 -6.9"),
    (
        's',
        5.0,
        "M 4.7 -5.8 C 4.2 -6.6 3.4 -7 2.5 -7 C 1.1 -7 0.3 -6.2 0.3 -5.2 C 0.3 -4.1 1.2 -3.8 2.5 -3.5 \
         C 4 -3.2 4.9 -2.8 4.9 -1.8 C 4.9 -0.7 3.9 0 2.5 0 C 1.4 0 0.5 -0.5 0 -1.3",
    ),
    ('t', 4.2, "M 1.8 -9.6 L 1.8 -1.9 C 1.8 -0.4 2.6 0.2 4.2 -0.1 M 0 -6.8 L 4 -6.8"),
    ('v', 6.4, "M 0 -7 L 3.2 0 L 6.4 -7"),
    ('w', 9.6, "M 0 -7 L 2.5 0 L 4.8 -6.6 L 7.1 0 L 9.6 -7"),
    ('0', 6.2, "O 3.1 -5 3.1 5"),
    ('1', 3.0, "M 0 -7.9 L 2.8 -10 L 2.8 0"),
    (
        '2',
        6.2,
        "M 0.3 -7.2 C 0.4 -9 1.6 -10 3.2 -10 C 4.9 -10 6 -8.9 6 -7.3 C 6 -6.1 5.5 -5.2 4.4 -4.1 L 0.3 0 L 6.3 0",
    ),
    (
        '3',
        6.2,
        "M 0.5 -8.3 C 1 -9.4 2 -10 3.1 -10 C 4.7 -10 5.8 -9 5.8 -7.6 C 5.8 -6.2 4.7 -5.3 3 -5.3 L 2.3 -5.3 \
         M 3 -5.3 C 4.9 -5.3 6.2 -4.3 6.2 -2.7 C 6.2 -1.1 5 0 3.2 0 C 1.8 0 0.7 -0.7 0.2 -1.9",
    ),
    ('4', 6.4, "M 4.8 0 L 4.8 -10 L 0 -2.7 L 6.6 -2.7"),
    (
        '5',
        6.2,
        "M 5.6 -10 L 1.2 -10 L 0.8 -5.5 C 1.5 -6.1 2.3 -6.4 3.2 -6.4 C 5 -6.4 6.3 -5.1 6.3 -3.2 C 6.3 -1.4 5 0 3.1 0 \
         C 1.8 0 0.8 -0.6 0.2 -1.6",
    ),
    ('6', 6.2, "O 3.1 -3.1 3.1 3.1 M 4.7 -10 C 3.1 -8.1 1.2 -6.1 0.4 -4.5"),
    ('7', 6.0, "M 0 -10 L 6 -10 L 2.2 0"),
    ('8', 6.2, "O 3.1 -7.6 2.5 2.4 O 3.1 -2.6 3.1 2.6"),
    ('9', 6.2, "O 3.1 -6.9 3.1 3.1 M 1.5 0 C 3.1 -1.9 5 -3.9 5.8 -5.5"),
];

fn glyph(character: char) -> Option<&'static Glyph> {
    GLYPHS.iter().find(|it| it.0 == character)
}

/// Writes a label of those characters with its middle at a point, digits `height` pixels high.
pub(super) fn write(brush: &mut Brush<'_>, text: &str, x: f32, y: f32, height: f32, ink: Ink) {
    let glyphs: Vec<_> = text.chars().filter_map(glyph).collect();
    let gaps = GAP * glyphs.len().saturating_sub(1) as f32;
    let width: f32 = glyphs.iter().map(|it| it.1).sum::<f32>() + gaps;
    let scale = height / DIGIT_HEIGHT;
    // Letters sit a little lower, so that a row of them, most without ascender, seems to be in the middle.
    let middle = if text.starts_with(|it: char| it.is_ascii_digit()) { 0.5 } else { 0.43 } * height;
    let mut left = x - width / 2.0 * scale;
    for (_, width, strokes) in glyphs {
        let path = read_path(strokes);
        brush.at(left, y + middle, scale).stroke(path.as_ref(), ink, STROKE);
        left += (width + GAP) * scale;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_can_be_read_and_whatever_is_written_has_its_glyphs() {
        for (character, _, strokes) in GLYPHS {
            assert!(read_path(strokes).is_some(), "{character}");
        }
        let sides = games::GAMES.iter().flat_map(|it| it.info().sides).map(|it| it.letter);
        let themes = crate::Theme::ALL.into_iter().flat_map(|it| it.name().chars());
        assert!("abcdefghij0123456789".chars().chain(sides).chain(themes).all(|it| glyph(it).is_some()));
    }
}
