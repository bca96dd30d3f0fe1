//! Sentences and names on pictures, in a font of the program's own: DejaVu Sans, which has Latin, Greek, Cyrillic, and many
//! signs. Scripts that are written from right to left, or in which letters change with their neighbors, need more than that.

use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};
use tiny_skia::PathBuilder;

use super::{brush::Brush, theme::Ink};

static FILE: &[u8] = include_bytes!("../../../assets/fonts/DejaVuSans.ttf");

static FONT: LazyLock<Option<FontRef<'static>>> = LazyLock::new(|| FontRef::new(FILE).ok());

/// What stands where a text was cut off.
const CUT: char = '…';

/// Whether a text can be written as it is read: its letters are in the font, one after the other from left to right.
pub fn can_write(text: &str) -> bool {
    const RIGHT_TO_LEFT_OR_JOINED: std::ops::RangeInclusive<char> = '\u{590}'..='\u{10ff}';
    let Some(font) = &*FONT else { return false };
    let letters = font.charmap();
    text.chars().all(|it| !RIGHT_TO_LEFT_OR_JOINED.contains(&it) && letters.map(it).is_some())
}

/// How wide a text is whose letters have this size; both in pixels.
pub(super) fn width(text: &str, size: f32) -> f32 {
    let Some(font) = &*FONT else { return 0.0 };
    let (letters, metrics) = (font.charmap(), font.glyph_metrics(Size::new(size), LocationRef::default()));
    let advance = |it: char| metrics.advance_width(letters.map(it).unwrap_or(GlyphId::NOTDEF));
    text.chars().filter_map(advance).sum()
}

/// The text, cut off where it would be wider than `most`.
pub(super) fn fitting(text: &str, size: f32, most: f32) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let mut kept: String = text.to_owned();
    while kept.pop().is_some() {
        let cut = format!("{}{CUT}", kept.trim_end());
        if width(&cut, size) <= most {
            return cut;
        }
    }
    kept
}

/// The text in lines that are no wider than `most`; what has no place in so many lines is cut off.
pub(super) fn wrapped(text: &str, size: f32, most: f32, lines: usize) -> Vec<String> {
    let mut wrapped: Vec<String> = Vec::new();
    let mut words = text.split_whitespace().peekable();
    while words.peek().is_some() && wrapped.len() < lines {
        let is_last = wrapped.len() + 1 == lines;
        let mut line = words.next().unwrap_or_default().to_owned();
        while let Some(word) = words.peek() {
            let longer = format!("{line} {word}");
            if !is_last && width(&longer, size) > most {
                break;
            }
            line = longer;
            words.next();
        }
        wrapped.push(fitting(&line, size, most));
    }
    wrapped
}

/// Writes a text that begins at `left` and stands on the line `base`. Returns where it ends.
pub(super) fn write(brush: &mut Brush<'_>, text: &str, (left, base): (f32, f32), size: f32, ink: Ink) -> f32 {
    let Some(font) = &*FONT else { return left };
    let (letters, metrics) = (font.charmap(), font.glyph_metrics(Size::new(size), LocationRef::default()));
    let outlines = font.outline_glyphs();
    let mut x = left;
    for letter in text.chars() {
        let glyph = letters.map(letter).unwrap_or(GlyphId::NOTDEF);
        brush.at(x, base, 1.0).fill(outline(&outlines, glyph, size).as_ref(), ink);
        x += metrics.advance_width(glyph).unwrap_or_default();
    }
    x
}

fn outline(outlines: &OutlineGlyphCollection<'_>, glyph: GlyphId, size: f32) -> Option<tiny_skia::Path> {
    let mut pen = Pen(PathBuilder::new());
    let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
    outlines.get(glyph)?.draw(settings, &mut pen).ok()?;
    pen.0.finish()
}

/// Outlines grow upward, pictures downward.
struct Pen(PathBuilder);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, -y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, -cy, x, -y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.0.cubic_to(cx0, -cy0, cx1, -cy1, x, -y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_font_cannot_write_is_known() {
        for text in ["Ann O’Neill", "Łukasz · Ωμέγα · Ёжик", "★ knight 3 ♞", ""] {
            assert!(can_write(text), "{text}");
        }
        for text in ["山田", "שלום", "مرحبا", "नमस्ते", "Ann 🙂"] {
            assert!(!can_write(text), "{text}");
        }
    }

    #[test]
    fn texts_are_cut_and_wrapped_where_their_room_ends() {
        assert_eq!(fitting("Ann", 20.0, 200.0), "Ann");
        let cut = fitting(&"long ".repeat(50), 20.0, 200.0);
        assert!(cut.ends_with("long…") || cut.ends_with('…'), "{cut}");
        assert!(width(&cut, 20.0) <= 200.0);
        let lines = wrapped(&"some words ".repeat(20), 20.0, 200.0, 3);
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|it| width(it, 20.0) <= 200.0) && lines[2].ends_with('…'), "{lines:?}");
        assert_eq!(wrapped("two words", 20.0, 200.0, 3), ["two words"]);
        assert!(wrapped("", 20.0, 200.0, 3).is_empty());
    }
}
