//! The two players of a game: their letters, names and colors.

/// One of the two players of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SideInfo {
    /// As in positions: `b`, `w`, `v`, `h`.
    pub letter: char,
    /// As in sentences, and, in lower case, in commands: `Black`.
    pub name: &'static str,
    pub tone: Tone,
}

/// Which of a theme's two colors a side has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Tone {
    Dark,
    Light,
}

impl SideInfo {
    pub const BLACK: Self = Self { letter: 'b', name: "Black", tone: Tone::Dark };
    pub const WHITE: Self = Self { letter: 'w', name: "White", tone: Tone::Light };
}
