//! The sequential test: stop as soon as the answer is clear.
//!
//! A generalized sequential probability ratio test (GSPRT) of two hypotheses on the expected score of a pair, on the
//! pentanomial counts of the pairs. After every pair the log-likelihood ratio
//!
//! LLR = Σ nᵢ ln(p¹ᵢ / p⁰ᵢ)
//!
//! is compared with Wald's bounds ln(β / (1 − α)) and ln((1 − β) / α), where pʲ is the most likely distribution of the
//! pairs' scores aᵢ that has the expected score s of hypothesis j. That is pᵢ = (nᵢ / N) / (1 + x (aᵢ − s)), x being the
//! root of Σ nᵢ (aᵢ − s) / (1 + x (aᵢ − s)) = 0. The hypotheses are logistic Elo: s = 1 / (1 + 10^(−elo / 400)).
//!
//! Sources: A. Wald, *Sequential Tests of Statistical Hypotheses*, 1945; M. Van den Bergh, *A Practical Introduction to
//! the GSPRT*, 2019, <https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>; the counts that are 0 are taken as
//! 0.001, as fishtest does.

use std::str::FromStr;

/// Two hypotheses on the first player's Elo above the second, and the errors allowed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    pub elo0: f64,
    /// More than `elo0`.
    pub elo1: f64,
    /// How often `elo1` may be believed though `elo0` is true, between 0 and ½.
    pub alpha: f64,
    /// How often `elo0` may be believed though `elo1` is true, between 0 and ½.
    pub beta: f64,
}

/// What a test has found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The difference is `elo0` or less.
    Lower,
    /// The difference is `elo1` or more.
    Upper,
}

/// The words describe no test.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” isn't a test: say elo0,elo1 or elo0,elo1,alpha,beta, like 0,10 or 0,10,0.05,0.05")]
pub struct ParseSprtError(String);

/// `0,10` or `0,10,0.05,0.05`.
impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Self, ParseSprtError> {
        let bad = || ParseSprtError(text.to_owned());
        let numbers: Result<Vec<f64>, _> = text.split(',').map(|it| it.trim().parse()).collect();
        let (elo0, elo1, alpha, beta) = match numbers.map_err(|_| bad())?.as_slice() {
            [elo0, elo1] => (*elo0, *elo1, 0.05, 0.05),
            [elo0, elo1, alpha, beta] => (*elo0, *elo1, *alpha, *beta),
            _ => return Err(bad()),
        };
        let is_risk = |it: f64| it > 0.0 && it < 0.5;
        let fits = elo0 < elo1 && elo0.abs().max(elo1.abs()) <= 1000.0 && is_risk(alpha) && is_risk(beta);
        fits.then_some(Self { elo0, elo1, alpha, beta }).ok_or_else(bad)
    }
}

impl Sprt {
    /// Where the ratio ends the test, below and above.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of `elo1` to `elo0` after these pairs ([`Tally::pairs`](super::Tally::pairs)).
    pub fn ratio(&self, pairs: &[u32; 5]) -> f64 {
        if pairs.iter().all(|it| *it == 0) {
            return 0.0;
        }
        let counts = pairs.map(|it| f64::from(it).max(1e-3));
        let [lower, upper] =
            [self.elo0, self.elo1].map(|elo| likeliest(&counts, 1.0 / (1.0 + 10_f64.powf(-elo / 400.0))));
        (0..5).map(|it| counts[it] * (upper[it] / lower[it]).ln()).sum()
    }

    /// What these pairs prove, if the test is at its end.
    pub fn verdict(&self, pairs: &[u32; 5]) -> Option<Verdict> {
        let ((lower, upper), ratio) = (self.bounds(), self.ratio(pairs));
        if ratio >= upper {
            Some(Verdict::Upper)
        } else if ratio <= lower {
            Some(Verdict::Lower)
        } else {
            None
        }
    }
}

/// The most likely distribution of the five scores of a pair, given how often each was seen (never 0), whose mean is
/// `score`, between 0 and 1.
fn likeliest(counts: &[f64; 5], score: f64) -> [f64; 5] {
    let total: f64 = counts.iter().sum();
    let away = [0.0, 0.25, 0.5, 0.75, 1.0].map(|it| it - score);
    let slope = |x: f64| (0..5).map(|it| counts[it] * away[it] / (1.0 + x * away[it])).sum::<f64>();
    // The slope falls from +∞ to −∞ between these, where one probability after the other would become infinite.
    let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 { low = middle } else { high = middle }
    }
    let x = f64::midpoint(low, high);
    [0, 1, 2, 3, 4].map(|it| counts[it] / total / (1.0 + x * away[it]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_read() {
        assert_eq!("0,10".parse(), Ok(Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 }));
        assert_eq!("-5, 5,0.1,0.2".parse(), Ok(Sprt { elo0: -5.0, elo1: 5.0, alpha: 0.1, beta: 0.2 }));
        for text in ["", "5", "10,0", "0,10,0.05", "0,10,0,0.05", "0,10,0.05,0.6", "0,nan", "a,b"] {
            assert!(text.parse::<Sprt>().is_err(), "{text}");
        }
    }

    #[test]
    fn bounds_are_walds() {
        let (lower, upper) = "0,10".parse::<Sprt>().unwrap().bounds();
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
    }

    #[test]
    fn the_likeliest_distribution_has_its_mean() {
        for score in [0.1, 0.5, 0.507, 0.9] {
            let distribution = likeliest(&[3.0, 10.0, 40.0, 12.0, 1e-3], score);
            let mean: f64 = distribution.iter().enumerate().map(|(quarter, p)| p * quarter as f64 / 4.0).sum();
            assert!(
                (distribution.iter().sum::<f64>() - 1.0).abs() < 1e-9 && (mean - score).abs() < 1e-9,
                "{distribution:?}"
            );
        }
    }

    #[test]
    fn the_ratio_is_near_that_of_the_normal_distribution() {
        // With many pairs and a small difference: N (s1 - s0) (2 s - s0 - s1) / (2 variance).
        let sprt: Sprt = "0,10".parse().unwrap();
        let pairs = [500, 2000, 4900, 2050, 550];
        let (s0, s1) = (0.5, 1.0 / (1.0 + 10_f64.powf(-10.0 / 400.0)));
        let score = (0.25 * 2000.0 + 0.5 * 4900.0 + 0.75 * 2050.0 + 550.0) / 10_000.0;
        let spread = |it: usize| f64::from(pairs[it]) * (it as f64 / 4.0 - score).powi(2) / 10_000.0;
        let variance: f64 = (0..5).map(spread).sum();
        let expected = 10_000.0 * (s1 - s0) * (2.0 * score - s0 - s1) / (2.0 * variance);
        assert!((sprt.ratio(&pairs) - expected).abs() < 0.02, "{} is not {expected}", sprt.ratio(&pairs));
    }

    #[test]
    fn verdicts_come_when_they_are_clear() {
        let sprt: Sprt = "0,50".parse().unwrap();
        assert_eq!(sprt.ratio(&[0; 5]), 0.0);
        assert_eq!(sprt.verdict(&[1, 2, 3, 2, 1]), None);
        assert_eq!(sprt.verdict(&[5, 20, 60, 70, 45]), Some(Verdict::Upper));
        assert_eq!(sprt.verdict(&[45, 70, 60, 20, 5]), Some(Verdict::Lower));
        // Where all pairs go alike the counts of 0.001 keep the ratio finite.
        assert_eq!(sprt.verdict(&[0, 0, 0, 0, 50]), Some(Verdict::Upper));
    }
}
