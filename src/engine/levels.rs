//! Levels of play: how deep a player looks, what it overlooks, and how freely it chooses.

use std::time::Duration;

use super::{
    limits::Limits,
    random::Random,
    root::RootMove,
    score::PROVEN,
    search::{Manner, Sight},
};

/// A level of play from 1 (a beginner) to 10 (all it can do in 5 seconds).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct Level(u8);

/// What makes a level.
struct Grade {
    /// Plies of the last iteration; 0 is no limit.
    depth: u32,
    /// Positions visited; 0 is no limit.
    nodes: u64,
    sight: Sight,
    /// How much worse than the best, in hundredths, a move is that is chosen e times less often than the best.
    temperature: f64,
    /// The same in the first moves of a game, where a player should not always do the same.
    opening_temperature: f64,
}

const fn grade(depth: u32, nodes: u64, sight: Sight, temperature: f64, opening_temperature: f64) -> Grade {
    Grade { depth, nodes, sight, temperature, opening_temperature }
}

/// The levels, 1 first. All but the last are limited by depth or nodes only, so that they play alike on any machine.
const GRADES: [Grade; 10] = [
    grade(1, 0, Sight::Threats, 60.0, 60.0),
    grade(1, 0, Sight::Threats, 12.0, 12.0),
    grade(2, 0, Sight::Threats, 9.0, 9.0),
    grade(0, 300, Sight::Full, 8.0, 8.0),
    grade(0, 1_000, Sight::Full, 5.0, 7.0),
    grade(0, 3_500, Sight::Full, 3.0, 6.0),
    grade(0, 12_000, Sight::Full, 2.0, 6.0),
    grade(0, 40_000, Sight::Full, 1.0, 5.0),
    grade(0, 150_000, Sight::Full, 0.0, 5.0),
    grade(0, 0, Sight::Full, 0.0, 4.0),
];

/// The most time that any level takes for a move.
const TIME: Duration = Duration::from_secs(5);

/// How many plies the opening has.
const OPENING: usize = 8;

/// Moves so many temperatures worse than the best are as good as never chosen.
const REACH: f64 = 5.0;

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

    fn grade(self) -> &'static Grade {
        &GRADES[usize::from(self.0) - 1]
    }

    /// The longest that it thinks about a move.
    pub fn think_time(self) -> Duration {
        TIME
    }

    /// Whether a think is reproducible: limited by depth or nodes, not by time.
    pub(super) fn is_reproducible(self) -> bool {
        self.grade().depth > 0 || self.grade().nodes > 0
    }

    /// Whether it never overlooks a win in one.
    pub(super) fn sees_wins(self) -> bool {
        self.grade().sight == Sight::Full
    }

    fn temperature(self, ply: usize) -> f64 {
        if ply < OPENING { self.grade().opening_temperature } else { self.grade().temperature }
    }

    /// How it searches at some ply of a game.
    pub(super) fn manner(self, ply: usize) -> Manner {
        let grade = self.grade();
        let temperature = self.temperature(ply);
        Manner {
            limits: Limits {
                depth: (grade.depth > 0).then_some(grade.depth),
                nodes: (grade.nodes > 0).then_some(grade.nodes),
                time: Some(TIME),
            },
            sight: grade.sight,
            margin: (temperature > 0.0).then_some((REACH * temperature) as i32),
        }
    }

    /// The index of the root move that it chooses; the best are in front.
    pub(super) fn choose(self, moves: &[RootMove], ply: usize, random: &mut Random) -> usize {
        let temperature = self.temperature(ply);
        let best = moves.first().map_or(0, |it| it.value);
        // Beyond doubt: nobody chooses freely between a win and something else, unless they do not see it.
        if temperature <= 0.0 || (best > PROVEN && self.sees_wins()) {
            return 0;
        }
        let capped = |value: i32| f64::from(value.clamp(-600, 600));
        let weight = |it: &RootMove| {
            if it.exact { ((capped(it.value) - capped(best)) / temperature).exp() } else { 0.0 }
        };
        let total: f64 = moves.iter().map(weight).sum();
        let mut rest = random.fraction() * total;
        for (index, it) in moves.iter().enumerate() {
            rest -= weight(it);
            if rest < 0.0 {
                return index;
            }
        }
        0
    }
}
