//! Levels of play and rungs of the ladder of strengths, by their numbers.

use games::Info;

/// A level of play from 1 (a beginner) to 10 (all it can do in 5 seconds).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Level(u8);

impl Level {
    pub const LOWEST: Self = Self(1);
    pub const HIGHEST: Self = Self(10);

    /// The level of that number; numbers out of reach become the nearest level.
    pub const fn new(number: u8) -> Self {
        match number {
            0 => Self::LOWEST,
            1..=10 => Self(number),
            _ => Self::HIGHEST,
        }
    }

    /// 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All levels, the lowest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=10).map(Self)
    }

    /// How it plays a game. The same rung of the ladder is not equally strong in all games, so each says on which rungs
    /// its levels stand.
    pub fn rung(self, info: &Info) -> Rung {
        Rung::new(info.levels[usize::from(self.0) - 1].rung)
    }
}

/// A rung of the ladder of strengths: most are a little stronger than the one below. Some are there for the sake of one
/// game that has few strengths between chance and perfection.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Rung(u8);

impl Rung {
    /// How many there are.
    pub const COUNT: u8 = 31;

    /// The rung of that number, counted from 0; above the ladder there is only its top.
    pub const fn new(number: u8) -> Self {
        Self(if number < Self::COUNT { number } else { Self::COUNT - 1 })
    }

    /// Counted from 0.
    pub(crate) const fn number(self) -> u8 {
        self.0
    }
}
