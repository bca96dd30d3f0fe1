//! What a score means.
//!
//! The two games of a pair share an opening, so they are not independent: all errors are reckoned from pairs, of which
//! each is one draw of five (0, ½, 1, 1½ or 2 points): the pentanomial model (M. Van den Bergh, *Comments on
//! normalized Elo*, 2020, <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>).

use super::DuelGame;

/// The result of a duel, as the first player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// How many pairs brought 0, ½, 1, 1½ and 2 points.
    pub pairs: [u32; 5],
}

/// How much stronger the first player is, so far as a tally tells. Errors are half the width of the 95 % interval;
/// where all pairs went alike, nothing tells of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// Points per game, 0 to 1.
    pub score: f64,
    pub score_error: Option<f64>,
    /// The difference in Elo that this score means, cut off at ±1000.
    pub elo: f64,
    pub elo_error: Option<f64>,
    /// How likely it is that the first is the stronger one, 0 to 1.
    pub superiority: f64,
}

/// The difference in Elo that a score between 0 and 1 means (logistic model), cut off at ±1000.
pub fn elo_of(score: f64) -> f64 {
    let score = score.clamp(1e-9, 1.0 - 1e-9);
    (400.0 * (score / (1.0 - score)).log10()).clamp(-1000.0, 1000.0)
}

impl Tally {
    /// How many games have been counted.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Counts both games of a pair.
    pub fn add(&mut self, games: &[DuelGame; 2]) {
        let mut halves = 0;
        for game in games {
            let (counter, points) = match game.winner() {
                Some(0) => (&mut self.wins, 2),
                None => (&mut self.draws, 1),
                Some(_) => (&mut self.losses, 0),
            };
            *counter += 1;
            halves += points;
        }
        self.pairs[halves] += 1;
    }

    /// What the tally tells; of none, that nobody is stronger.
    pub fn estimate(&self) -> Estimate {
        let pairs: u32 = self.pairs.iter().sum();
        if pairs == 0 {
            return Estimate { score: 0.5, score_error: None, elo: 0.0, elo_error: None, superiority: 0.5 };
        }
        let (mean, variance) = moments(self.pairs.map(f64::from));
        let deviation = (variance / f64::from(pairs)).sqrt();
        let score_error = (deviation > 0.0).then_some(1.96 * deviation);
        Estimate {
            score: mean,
            score_error,
            elo: elo_of(mean),
            elo_error: score_error.map(|it| (elo_of(mean + it) - elo_of(mean - it)) / 2.0),
            superiority: match score_error {
                Some(_) => normal((mean - 0.5) / deviation),
                None => mean.clamp(0.0, 1.0),
            },
        }
    }
}

/// Mean and variance of the points per game of one pair.
fn moments(pairs: [f64; 5]) -> (f64, f64) {
    let total: f64 = pairs.iter().sum();
    let sum = |value: &dyn Fn(f64) -> f64| {
        pairs.iter().enumerate().map(|(quarter, it)| it * value(quarter as f64 / 4.0)).sum::<f64>() / total
    };
    let mean = sum(&|it| it);
    (mean, sum(&|it| (it - mean).powi(2)))
}

/// The distribution function of the normal distribution.
fn normal(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tally_tells_elo() {
        let even = Tally { wins: 5, draws: 10, losses: 5, pairs: [1, 2, 4, 2, 1] }.estimate();
        assert_eq!((even.score, even.elo.round(), (even.superiority * 1e6).round()), (0.5, 0.0, 5e5));
        // 50 pairs, as if all games were independent: the error is that of 100 single games.
        let ahead = Tally { wins: 75, draws: 0, losses: 25, pairs: [3, 0, 19, 0, 28] }.estimate();
        assert_eq!(ahead.elo.round(), 191.0);
        assert!((0.08..0.09).contains(&ahead.score_error.unwrap()), "{ahead:?}");
        assert!((60.0..100.0).contains(&ahead.elo_error.unwrap()), "{ahead:?}");
        let all = Tally { wins: 4, pairs: [0, 0, 0, 0, 2], ..Tally::default() }.estimate();
        assert_eq!((all.score, all.elo, all.elo_error, all.superiority), (1.0, 1000.0, None, 1.0));
    }

    #[test]
    fn pairs_that_openings_decide_say_little_by_being_even() {
        // Every opening was won by the same side: 50 % without any doubt.
        let estimate = Tally { wins: 10, draws: 0, losses: 10, pairs: [0, 0, 10, 0, 0] }.estimate();
        assert_eq!((estimate.score, estimate.score_error, estimate.superiority), (0.5, None, 0.5));
    }

    #[test]
    fn the_normal_distribution_is_known() {
        for (x, p) in [(0.0, 0.5), (1.0, 0.841_344_7), (-1.96, 0.024_997_9), (3.0, 0.998_650_1)] {
            assert!((normal(x) - p).abs() < 1e-7, "{x}: {}", normal(x));
        }
    }
}
