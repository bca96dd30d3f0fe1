//! The themes: every color and line that differs between one look and another, in one table.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use tiny_skia::Color;

use games::Tone;

/// A set of colors for boards and pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default, Serialize, Deserialize)]
pub enum Theme {
    /// Maple and walnut, ebony and ivory.
    #[default]
    Wood,
    /// Cool grays, for dark screens.
    Slate,
    /// Strong contrasts in colors that every kind of color vision tells apart.
    Contrast,
    /// Black on white, for paper.
    Print,
}

impl Theme {
    /// All themes, the default first.
    pub const ALL: [Self; 4] = [Self::Wood, Self::Slate, Self::Contrast, Self::Print];

    /// Its name, as people write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Slate => "slate",
            Self::Contrast => "contrast",
            Self::Print => "print",
        }
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }

    pub(super) const fn colors(self) -> &'static Colors {
        match self {
            Self::Wood => &WOOD,
            Self::Slate => &SLATE,
            Self::Contrast => &CONTRAST,
            Self::Print => &PRINT,
        }
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is the name of no theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the themes are {}", Theme::ALL.map(Theme::name).join(", "))]
pub struct ParseThemeError;

impl FromStr for Theme {
    type Err = ParseThemeError;

    fn from_str(text: &str) -> Result<Self, ParseThemeError> {
        let name = text.trim().to_lowercase();
        Self::ALL.into_iter().find(|it| it.name() == name).ok_or(ParseThemeError)
    }
}

/// How much a step of light on a piece changes the channel that changes most. Less would have no place of its own in a
/// palette.
const STEP: u8 = 4;

/// A color as `0xRRGGBB` and how much it covers, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ink(pub u32, pub f32);

impl Ink {
    pub(super) const fn solid(rgb: u32) -> Self {
        Self(rgb, 1.0)
    }

    pub(super) fn color(self) -> Color {
        let [_, red, green, blue] = self.0.to_be_bytes();
        let mut color = Color::from_rgba8(red, green, blue, 255);
        color.set_alpha(self.1);
        color
    }

    /// The colors from this one to another, in steps too small to be seen.
    pub(super) fn steps_to(self, other: Self) -> Vec<Self> {
        let (one, other) = (self.0.to_be_bytes(), other.0.to_be_bytes());
        let widest = (0..4).map(|n| one[n].abs_diff(other[n])).max().unwrap_or(0);
        let count = (widest / STEP).max(1);
        let channel = |step: u8, n: usize| {
            let (one, other) = (f32::from(one[n]), f32::from(other[n]));
            (one + (other - one) * f32::from(step) / f32::from(count)).round() as u8
        };
        let step = |it: u8| Self(u32::from_be_bytes([0, 1, 2, 3].map(|n| channel(it, n))), self.1);
        (0..=count).map(step).collect()
    }

    /// The same color covering `alpha` as much.
    pub(super) fn faded(self, alpha: f32) -> Self {
        Self(self.0, self.1 * alpha)
    }
}

/// The colors of a theme.
#[derive(Debug)]
pub(super) struct Colors {
    /// What surrounds the board.
    pub frame: Ink,
    /// The line along the picture's edge.
    pub rim: Ink,
    /// The line between frame and board.
    pub edge: Ink,
    /// Letters and numbers.
    pub label: Ink,
    pub light_square: Ink,
    pub dark_square: Ink,
    /// The ground of boards of one shade.
    pub ground: Ink,
    /// The grid of boards of one shade, and lines to stand on.
    pub line: Ink,
    /// How strongly the grain of wood shows, 0 to 1.
    pub grain: f32,
    /// The pieces by tone: dark, light.
    pub pieces: [PieceColors; 2],
    /// The shadow below a piece.
    pub shadow: Ink,
    /// The ground of the square which the last move left.
    pub from: Ink,
    /// The ground of the square to which the last move went.
    pub to: Ink,
    /// The outline of both.
    pub outline: Ink,
    /// The arrow of the last move, and the line around it. Solid: over the grain a mixture would have many colors, which
    /// a compressed picture pays for.
    pub arrow: Ink,
    pub arrow_edge: Ink,
    /// The frame around a piece that was just laid.
    pub laid: Ink,
    /// The band below connected pieces, and the line around it.
    pub group: Ink,
    pub group_edge: Ink,
    /// The mark where a piece was taken, and the line around it.
    pub capture: Ink,
    pub capture_edge: Ink,
    /// The dots to point at squares, and the line around them.
    pub target: Ink,
    pub target_edge: Ink,
    /// The halo of the piece that shows whose turn it is.
    pub turn: Ink,
    /// The squares which the first and the second side are to reach.
    pub goals: [Ink; 2],
    /// The lines joined by loops, the narrowest loops first.
    pub loops: [Ink; 2],
}

/// The colors of one side's pieces.
#[derive(Debug)]
pub(super) struct PieceColors {
    pub body: Ink,
    /// Where light falls.
    pub shine: Ink,
    /// The outline.
    pub rim: Ink,
    /// The ring or line engraved into it.
    pub mark: Ink,
}

impl Colors {
    pub(super) const fn piece(&self, tone: Tone) -> &PieceColors {
        match tone {
            Tone::Dark => &self.pieces[0],
            Tone::Light => &self.pieces[1],
        }
    }
}

static WOOD: Colors = Colors {
    frame: Ink::solid(0x4a2f1d),
    rim: Ink::solid(0x38220f),
    edge: Ink::solid(0x2c1a0e),
    label: Ink::solid(0xecd3a8),
    light_square: Ink::solid(0xecd2a2),
    dark_square: Ink::solid(0xb5824f),
    ground: Ink::solid(0xdcb67c),
    line: Ink::solid(0x664123),
    grain: 1.0,
    pieces: [
        PieceColors {
            body: Ink::solid(0x2a211d),
            shine: Ink::solid(0x64544a),
            rim: Ink::solid(0x120d0a),
            mark: Ink::solid(0xb49a83),
        },
        PieceColors {
            body: Ink::solid(0xefe2c8),
            shine: Ink::solid(0xfffcf3),
            rim: Ink::solid(0x563a1e),
            mark: Ink::solid(0xc9b08a),
        },
    ],
    shadow: Ink(0x1c0f05, 0.42),
    from: Ink(0x6f9a3a, 0.45),
    to: Ink(0x7fae3c, 0.72),
    outline: Ink::solid(0x3f6b1c),
    arrow: Ink::solid(0x3f6b1c),
    arrow_edge: Ink::solid(0xf6f3d8),
    laid: Ink::solid(0x8fc24a),
    group: Ink::solid(0x4f93b5),
    group_edge: Ink::solid(0x17384a),
    capture: Ink::solid(0xc22a1c),
    capture_edge: Ink::solid(0xfff3e2),
    target: Ink(0x24607c, 0.92),
    target_edge: Ink(0xf4efdf, 0.9),
    turn: Ink::solid(0xf2b632),
    goals: [Ink(0x2a6f97, 0.5), Ink(0x9d3f2c, 0.36)],
    loops: [Ink::solid(0x1f5d78), Ink::solid(0x9c2f1c)],
};

static SLATE: Colors = Colors {
    frame: Ink::solid(0x1f252d),
    rim: Ink::solid(0x14181d),
    edge: Ink::solid(0x0f1317),
    label: Ink::solid(0xb9c5d3),
    light_square: Ink::solid(0xb9c4d1),
    dark_square: Ink::solid(0x8496aa),
    ground: Ink::solid(0x9fb0c2),
    line: Ink::solid(0x35414f),
    grain: 0.0,
    pieces: [
        PieceColors {
            body: Ink::solid(0x1b2129),
            shine: Ink::solid(0x424e5a),
            rim: Ink::solid(0x080a0d),
            mark: Ink::solid(0x93a3b5),
        },
        PieceColors {
            body: Ink::solid(0xe4eaf0),
            shine: Ink::solid(0xffffff),
            rim: Ink::solid(0x3d4856),
            mark: Ink::solid(0xa3b1c0),
        },
    ],
    shadow: Ink(0x05080c, 0.45),
    from: Ink(0x2fb5a8, 0.42),
    to: Ink(0x35c9b8, 0.7),
    outline: Ink::solid(0x0b5f58),
    arrow: Ink::solid(0x0b5f58),
    arrow_edge: Ink::solid(0xeafaf6),
    laid: Ink::solid(0x3fdcc9),
    group: Ink::solid(0xf0c04a),
    group_edge: Ink::solid(0x4a3a08),
    capture: Ink::solid(0xd2323c),
    capture_edge: Ink::solid(0xffffff),
    target: Ink(0xf0c04a, 0.95),
    target_edge: Ink(0x2b2410, 0.9),
    turn: Ink::solid(0x35c9b8),
    goals: [Ink(0x2f6fd0, 0.34), Ink(0xc77a2a, 0.36)],
    loops: [Ink::solid(0x10407f), Ink::solid(0x7a0f1c)],
};

// The colors of Okabe and Ito, chosen for every kind of color vision.
static CONTRAST: Colors = Colors {
    frame: Ink::solid(0x000000),
    rim: Ink::solid(0xffffff),
    edge: Ink::solid(0xffffff),
    label: Ink::solid(0xffffff),
    light_square: Ink::solid(0xe6e6e6),
    dark_square: Ink::solid(0x8f8f8f),
    ground: Ink::solid(0xc4c4c4),
    line: Ink::solid(0x2a2a2a),
    grain: 0.0,
    pieces: [
        PieceColors {
            body: Ink::solid(0x000000),
            shine: Ink::solid(0x1c1c1c),
            rim: Ink::solid(0x000000),
            mark: Ink::solid(0xffffff),
        },
        PieceColors {
            body: Ink::solid(0xffffff),
            shine: Ink::solid(0xffffff),
            rim: Ink::solid(0x000000),
            mark: Ink::solid(0x000000),
        },
    ],
    shadow: Ink(0x000000, 0.0),
    from: Ink(0x56b4e9, 0.75),
    to: Ink(0xf0e442, 0.95),
    outline: Ink::solid(0x003a63),
    arrow: Ink::solid(0x0072b2),
    arrow_edge: Ink::solid(0xffffff),
    laid: Ink::solid(0xf0e442),
    group: Ink::solid(0x56b4e9),
    group_edge: Ink::solid(0x003a63),
    capture: Ink::solid(0xd55e00),
    capture_edge: Ink::solid(0x000000),
    target: Ink::solid(0x0072b2),
    target_edge: Ink::solid(0xffffff),
    turn: Ink::solid(0xf0e442),
    goals: [Ink(0x0072b2, 0.4), Ink(0xe69f00, 0.5)],
    loops: [Ink::solid(0x0060a0), Ink::solid(0xb34700)],
};

static PRINT: Colors = Colors {
    frame: Ink::solid(0xffffff),
    rim: Ink::solid(0xffffff),
    edge: Ink::solid(0x000000),
    label: Ink::solid(0x000000),
    light_square: Ink::solid(0xffffff),
    dark_square: Ink::solid(0xd4d4d4),
    ground: Ink::solid(0xffffff),
    line: Ink::solid(0x555555),
    grain: 0.0,
    pieces: [
        PieceColors {
            body: Ink::solid(0x000000),
            shine: Ink::solid(0x000000),
            rim: Ink::solid(0x000000),
            mark: Ink::solid(0xffffff),
        },
        PieceColors {
            body: Ink::solid(0xffffff),
            shine: Ink::solid(0xffffff),
            rim: Ink::solid(0x000000),
            mark: Ink::solid(0x000000),
        },
    ],
    shadow: Ink(0x000000, 0.0),
    from: Ink(0x000000, 0.0),
    to: Ink(0x000000, 0.3),
    outline: Ink::solid(0x000000),
    arrow: Ink::solid(0x000000),
    arrow_edge: Ink::solid(0xffffff),
    laid: Ink::solid(0xffffff),
    group: Ink::solid(0x9a9a9a),
    group_edge: Ink::solid(0x000000),
    capture: Ink::solid(0xffffff),
    capture_edge: Ink::solid(0x000000),
    target: Ink::solid(0x000000),
    target_edge: Ink::solid(0xffffff),
    turn: Ink::solid(0x707070),
    goals: [Ink(0x000000, 0.28), Ink(0x000000, 0.28)],
    loops: [Ink::solid(0x000000), Ink::solid(0x000000)],
};

/// How well two inks are told apart, 1 to 21, as the guidelines for web content (WCAG 2) measure it.
#[cfg(test)]
pub(super) fn contrast(one: Ink, other: Ink) -> f64 {
    let light = |ink: Ink| {
        let channel = |it: u8| match f64::from(it) / 255.0 {
            dark if dark <= 0.04045 => dark / 12.92,
            light => ((light + 0.055) / 1.055).powf(2.4),
        };
        let [_, red, green, blue] = ink.0.to_be_bytes();
        0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue) + 0.05
    };
    let (one, other) = (light(one), light(other));
    one.max(other) / one.min(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What can be told apart, if it isn't text.
    const SHAPE: f64 = 3.0;
    /// The same of text.
    const TEXT: f64 = 4.5;

    #[test]
    fn pieces_stand_out_from_every_square() {
        for theme in Theme::ALL {
            let colors = theme.colors();
            let [dark, light] = &colors.pieces;
            let shades = dark.shine.steps_to(dark.body);
            for ground in [colors.light_square, colors.dark_square, colors.ground] {
                let (middle, outline) = (contrast(shades[shades.len() / 2], ground), contrast(light.rim, ground));
                assert!(middle >= SHAPE, "{theme}: a dark piece on {ground:?} has {middle:.2}");
                assert!(outline >= SHAPE, "{theme}: the outline of a light piece on {ground:?} has {outline:.2}");
            }
            assert!(contrast(light.rim, light.body) >= SHAPE, "{theme}");
        }
    }

    #[test]
    fn lines_and_labels_stand_out_from_what_they_lie_on() {
        for theme in Theme::ALL {
            let colors = theme.colors();
            assert!(contrast(colors.label, colors.frame) >= TEXT, "{theme}");
            assert!(contrast(colors.line, colors.ground) >= TEXT, "{theme}");
            for ink in colors.loops {
                let found = contrast(ink, colors.ground);
                assert!(found >= SHAPE, "{theme}: {ink:?} has {found:.2}");
            }
        }
    }

    #[test]
    fn themes_are_found_by_name_and_a_wrong_name_lists_them() {
        for theme in Theme::ALL {
            assert_eq!(theme.name().to_uppercase().parse(), Ok(theme));
            assert_eq!(Theme::ALL[theme.index()], theme);
        }
        let error = "wooden".parse::<Theme>().unwrap_err();
        assert_eq!(error.to_string(), "the themes are wood, slate, contrast, print");
    }
}
