//! The ladder of strengths: how deep a player looks, what it overlooks, and how freely it chooses.

use std::time::Duration;

use rand::Rng;

use crate::{
    base::{Limits, Rung, is_proven},
    search::{RootMove, SearchOptions, Sight, Valued},
};

/// What makes a rung.
struct Grade {
    /// Plies of the last iteration; 0 is no limit.
    depth: u32,
    /// Positions visited; 0 is no limit.
    nodes: u64,
    /// How many of a hundred moves it overlooks.
    overlooked: u64,
    /// How much worse than the best, in hundredths, a move is that is chosen e times less often than the best.
    temperature: f64,
}

/// Looks so many plies ahead, further while captures or threats go on, and overlooks some of a hundred moves. Moves that
/// differ by little are all the same to it.
const fn overlooking(depth: u32, overlooked: u64) -> Grade {
    Grade { depth, nodes: 0, overlooked, temperature: 10.0 }
}

/// Visits so many positions.
const fn seeing(nodes: u64, temperature: f64) -> Grade {
    Grade { depth: 0, nodes, overlooked: 0, temperature }
}

/// The ladder, the weakest first. All but the last are limited by depth or nodes only, so that they play alike on any
/// machine. The weak ones lose as people do, by what they overlook.
const LADDER: [Grade; Rung::COUNT as usize] = [
    overlooking(1, 97),
    overlooking(1, 85),
    overlooking(1, 70),
    overlooking(1, 55),
    overlooking(1, 42),
    overlooking(1, 32),
    overlooking(1, 24),
    overlooking(1, 16),
    overlooking(1, 10),
    overlooking(1, 5),
    overlooking(1, 0),
    overlooking(2, 12),
    overlooking(2, 8),
    overlooking(2, 4),
    overlooking(2, 2),
    overlooking(2, 0),
    overlooking(3, 4),
    overlooking(3, 2),
    overlooking(3, 0),
    overlooking(4, 2),
    overlooking(4, 0),
    seeing(1_500, 5.0),
    seeing(3_000, 4.0),
    seeing(6_000, 3.0),
    seeing(12_000, 2.0),
    seeing(25_000, 1.0),
    seeing(50_000, 0.0),
    seeing(100_000, 0.0),
    seeing(200_000, 0.0),
    seeing(400_000, 0.0),
    seeing(0, 0.0),
];

/// The most time that the top of the ladder takes for a move.
const TIME: Duration = Duration::from_secs(5);

/// The part of it that goes into finding moves as good as the best one.
const COMPARING: Duration = Duration::from_millis(600);

/// How many plies the opening has.
const OPENING: usize = 8;

/// The least temperature in the opening, where a player should not always do the same.
const OPENING_TEMPERATURE: f64 = 5.0;

/// Moves so many temperatures worse than the best are as good as never chosen.
const REACH: f64 = 5.0;

impl Rung {
    fn grade(self) -> &'static Grade {
        &LADDER[usize::from(self.number())]
    }

    /// Whether a think is reproducible: limited by depth or nodes, not by time.
    pub(crate) fn is_reproducible(self) -> bool {
        self.grade().depth > 0 || self.grade().nodes > 0
    }

    fn temperature(self, ply: usize) -> f64 {
        let usual = self.grade().temperature;
        if ply < OPENING { usual.max(OPENING_TEMPERATURE) } else { usual }
    }

    /// How it searches at some ply of a game; what it overlooks follows from the seed.
    pub(crate) fn options(self, ply: usize, seed: u64) -> SearchOptions {
        let (grade, reach) = (self.grade(), self.reach(ply));
        // What depth or nodes limit plays alike on a slow machine, too.
        let time = match self.variety(ply) {
            _ if self.is_reproducible() => None,
            Some(_) => Some(TIME - COMPARING),
            None => Some(TIME),
        };
        let limits = Limits {
            depth: (grade.depth > 0).then_some(grade.depth),
            nodes: (grade.nodes > 0).then_some(grade.nodes),
            time,
        };
        SearchOptions {
            sight: Sight { overlooked: grade.overlooked, seed },
            valued: reach.filter(|_| self.is_reproducible()).map_or(Valued::Best, Valued::Within),
            hurries: !self.is_reproducible(),
            ..SearchOptions::best(limits)
        }
    }

    /// How much worse than the best, in hundredths, a move may be to be chosen at some ply, if any other may.
    fn reach(self, ply: usize) -> Option<i32> {
        let temperature = self.temperature(ply);
        (temperature > 0.0).then_some((REACH * temperature) as i32)
    }

    /// How much worse than the best, and found within what time, a move may be to be chosen after a search that looked for
    /// the best one only. To compare moves all along would cost a search that time limits a quarter of its depth.
    pub(crate) fn variety(self, ply: usize) -> Option<(i32, Limits)> {
        let reach = self.reach(ply).filter(|_| !self.is_reproducible())?;
        Some((reach, Limits::time(COMPARING)))
    }

    /// The index of the root move that it chooses; the best are in front.
    pub(crate) fn choose(self, moves: &[RootMove], ply: usize, random: &mut impl Rng) -> usize {
        let temperature = self.temperature(ply);
        let best = moves.first().map_or(0, |it| it.value);
        // Nobody chooses freely between a win and something else, or how soon to lose.
        if temperature <= 0.0 || is_proven(best) {
            return 0;
        }
        let capped = |value: i32| f64::from(value.clamp(-600, 600));
        // The best one may be chosen even where the search was broken off before it knew its value exactly.
        let weight = |(index, it): (usize, &RootMove)| {
            if it.exact || index == 0 { ((capped(it.value) - capped(best)) / temperature).exp() } else { 0.0 }
        };
        let total: f64 = moves.iter().enumerate().map(weight).sum();
        let mut rest = random.random::<f64>() * total;
        for (index, known) in moves.iter().enumerate() {
            rest -= weight((index, known));
            if rest < 0.0 {
                return index;
            }
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_is_chosen_even_where_its_value_is_a_bound() {
        use games::board::{Move, Square};
        use rand::SeedableRng as _;
        let mv = |file| Move::new(Square::new(file, 0), Square::new(file, 1));
        let known = |file, value, exact| RootMove { mv: mv(file), value, exact, line: vec![mv(file)] };
        let moves = [known(0, 20, false), known(1, 15, true)];
        let mut random = rand_xoshiro::SplitMix64::seed_from_u64(7);
        let top = Rung::new(Rung::COUNT - 1);
        let chosen: Vec<usize> = (0..200).map(|_| top.choose(&moves, 0, &mut random)).collect();
        assert!([0, 1].iter().all(|it| chosen.contains(it)), "{chosen:?}");
    }

    #[test]
    fn only_the_top_of_the_ladder_looks_at_the_clock() {
        for rung in (0..Rung::COUNT).map(Rung::new) {
            let limits = rung.options(0, 0).limits;
            assert_eq!(limits.time.is_none(), limits.depth.is_some() || limits.nodes.is_some(), "{rung:?}");
        }
    }
}
