//! Fits the weights of an evaluation to games that the engine plays against itself: logistic regression of the results
//! on the terms (Buro, *Statistical Feature Combination for the Evaluation of Game Positions*, 1995; in chess programs
//! since Österlund's *Texel*, 2014), by gradient descent with Adam (Kingma, Ba 2015).
//!
//! ```
//! use games::{Evaluate, clobber::Clobber};
//! use parlor_lab::tune::{Tuning, tune};
//!
//! let ruleset = games::read_ruleset("clobber").unwrap();
//! let tuning = Tuning { ruleset, passes: 10, trust: 0.5, hold: 0.1, threads: 1 };
//! // Lines of self-play; a handful says nothing yet of what the terms are worth.
//! let lines = ["bw/wb b;20;1", "bwb/wbw b;-10;0", "bwb/wbw w;10;1"];
//! let fitted = tune(&tuning, lines.iter().map(|it| it.parse().unwrap()))?;
//! assert_eq!((fitted.positions, fitted.weights.len()), (3, Clobber::WEIGHTS.len()));
//! # Ok::<(), games::PositionError>(())
//! ```

use std::panic::resume_unwind;

use super::selfplay::{TrainingPosition, kept_back};
use games::Visitor;
use games::board::Shape;
use games::{Evaluate, Fields, PositionError, Ruleset, net};

/// How weights are fitted.
#[derive(Clone, Debug)]
pub struct Tuning {
    pub ruleset: Ruleset,
    /// Passes over all positions.
    pub passes: u32,
    /// How much the search's own score counts against the result of the game, 0 to 1.
    pub trust: f32,
    /// How strongly weights are held where they are: at 1 as much as a mean error of 1 in each position pulls when a
    /// weight is 10 hundredths away. Terms that always go together in the games then keep the shares they were given.
    pub hold: f64,
    pub threads: usize,
}

/// What was fitted.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// As in [`Evaluate::WEIGHTS`].
    pub weights: Vec<i32>,
    pub positions: usize,
    /// Mean logarithmic loss on positions that were kept back, with the weights as they were and as they are now.
    pub loss: (f64, f64),
}

/// A position of a game.
struct TermsSample {
    /// The terms that are not 0.
    terms: Vec<(u16, i16)>,
    /// How likely the side to move is to win: what the evaluation is to say.
    target: f32,
}

/// Fits the weights to positions. They may be of boards of several sizes.
///
/// # Errors
/// If a position cannot be read.
pub fn tune(tuning: &Tuning, positions: impl Iterator<Item = TrainingPosition>) -> Result<Fitted, PositionError> {
    games::visit(tuning.ruleset.info.key, Tuner { tuning, positions })
}

struct Tuner<'a, I> {
    tuning: &'a Tuning,
    positions: I,
}

impl<I: Iterator<Item = TrainingPosition>> Visitor for Tuner<'_, I> {
    type Output = Result<Fitted, PositionError>;

    fn visit<G: Evaluate>(self) -> Self::Output {
        let mut games = Games::<G>::new(&self.tuning.ruleset);
        let mut sample = |position: TrainingPosition| -> Result<TermsSample, PositionError> {
            let target = position.target(self.tuning.trust);
            Ok(TermsSample { terms: terms(games.of(&position.position)?, &position.position)?, target })
        };
        let (used, kept_back) = kept_back(self.positions.map(&mut sample).collect::<Result<_, _>>()?);
        let start: Vec<f64> = G::WEIGHTS.iter().map(|it| f64::from(*it)).collect();
        let weights = fit(&used, &start, self.tuning);
        let loss = (loss(&kept_back, &start), loss(&kept_back, &weights));
        let weights = weights.iter().map(|it| it.round() as i32).collect();
        Ok(Fitted { weights, positions: used.len() + kept_back.len(), loss })
    }
}

/// A game by the same rules on boards of all sizes that were met.
struct Games<'a, G> {
    ruleset: &'a Ruleset,
    met: Vec<(Shape, G)>,
}

impl<'a, G: Evaluate> Games<'a, G> {
    fn new(ruleset: &'a Ruleset) -> Self {
        Self { ruleset, met: vec![(ruleset.size, G::new(ruleset))] }
    }

    /// The game on the board of a position; where that is none, reading the position will tell why.
    fn of(&mut self, position: &str) -> Result<&G, PositionError> {
        let shape = Fields::cut(position)?.shape();
        let index = self.met.iter().position(|(it, _)| Some(*it) == shape);
        let index = index.or_else(|| self.meet(shape?)).unwrap_or_default();
        Ok(&self.met[index].1)
    }

    /// The index of a new game on a board of that shape, if the rules allow it.
    fn meet(&mut self, shape: Shape) -> Option<usize> {
        let mut ruleset = self.ruleset.clone();
        ruleset.set("size", &shape.to_string()).ok()?;
        self.met.push((shape, G::new(&ruleset)));
        Some(self.met.len() - 1)
    }
}

fn terms<G: Evaluate>(game: &G, position: &str) -> Result<Vec<(u16, i16)>, PositionError> {
    let position = game.read_position(&Fields::cut(position)?)?;
    let mut all = vec![0_i32; G::WEIGHTS.len()];
    game.terms(&position, |term, value| all[term] += value);
    let present = all.into_iter().enumerate().filter(|(_, value)| *value != 0);
    Ok(present.map(|(term, value)| (term as u16, value as i16)).collect())
}

/// How likely the side to move is to win, by its evaluation.
fn chance(sample: &TermsSample, weights: &[f64]) -> f64 {
    let sum: f64 = sample.terms.iter().map(|(term, value)| weights[usize::from(*term)] * f64::from(*value)).sum();
    1.0 / (1.0 + (-sum / (16.0 * f64::from(net::SCALE))).exp())
}

fn loss(samples: &[TermsSample], weights: &[f64]) -> f64 {
    let of = |it: &TermsSample| {
        let (chance, target) = (chance(it, weights).clamp(1e-6, 1.0 - 1e-6), f64::from(it.target));
        -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
    };
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}

fn fit(samples: &[TermsSample], start: &[f64], tuning: &Tuning) -> Vec<f64> {
    /// The first step, in units of a weight; it shrinks to nothing toward the last pass.
    const STEP: f64 = 12.0;
    /// 10 hundredths.
    const AWAY: f64 = 160.0;
    let Tuning { passes, hold, threads, .. } = *tuning;
    let mut weights = start.to_vec();
    let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    for pass in 1..=passes {
        let gradient = gradient(samples, &weights, threads);
        let step = STEP * (1.0 - f64::from(pass - 1) / f64::from(passes));
        let correct = |decay: f64| 1.0 - decay.powi(pass as i32);
        for (index, slope) in gradient.into_iter().enumerate() {
            let slope = slope + hold * (weights[index] - start[index]) / AWAY;
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            square[index] = 0.99 * square[index] + 0.01 * slope * slope;
            let direction = (mean[index] / correct(0.9)) / ((square[index] / correct(0.99)).sqrt() + 1e-9);
            weights[index] -= step * direction;
        }
    }
    weights
}

fn gradient(samples: &[TermsSample], weights: &[f64], threads: usize) -> Vec<f64> {
    let part = |samples: &[TermsSample]| {
        let mut gradient = vec![0.0; weights.len()];
        for sample in samples {
            let error = chance(sample, weights) - f64::from(sample.target);
            for (term, value) in &sample.terms {
                gradient[usize::from(*term)] += error * f64::from(*value);
            }
        }
        gradient
    };
    let size = samples.len().div_ceil(threads.max(1)).max(1);
    std::thread::scope(|scope| {
        let parts: Vec<_> = samples.chunks(size).map(|it| scope.spawn(move || part(it))).collect();
        let mut sum = vec![0.0; weights.len()];
        for gradient in parts.into_iter().map(|it| it.join().unwrap_or_else(|panic| resume_unwind(panic))) {
            sum.iter_mut().zip(gradient).for_each(|(sum, it)| *sum += it / samples.len() as f64);
        }
        sum
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng as _, SeedableRng as _};
    use rand_xoshiro::SplitMix64;

    fn tuning(hold: f64) -> Tuning {
        let ruleset = games::read_ruleset("clobber").unwrap();
        Tuning { ruleset, passes: 200, trust: 0.0, hold, threads: 2 }
    }

    #[test]
    fn positions_may_be_of_boards_of_any_size() {
        let tuning = Tuning { passes: 3, trust: 0.5, threads: 1, ..tuning(0.0) };
        let seen = |position: &str| TrainingPosition { position: position.into(), score: 20, result: 1.0 };
        let fitted = |texts: &[&str]| tune(&tuning, texts.iter().map(|it| seen(it)));
        assert_eq!(fitted(&["bw/wb b", "6/6/2bw2/6/6 w", "10/bwbwbwbwbw/10 w"]).unwrap().positions, 3);
        // No game of Clobber is so wide, nor has ranks of two widths.
        assert!(fitted(&["bw/wb b", "11/11 w"]).is_err());
        assert!(fitted(&["bw/wbw b"]).is_err());
    }

    #[test]
    fn weights_are_found_again() {
        let truth = [160.0, -80.0, 40.0];
        let mut random = SplitMix64::seed_from_u64(5);
        let sample = |_| {
            let values: Vec<i16> = (0..3).map(|_| random.random_range(-20..=20)).collect();
            let terms = values.iter().enumerate().map(|(term, value)| (term as u16, *value)).collect();
            let mut sample = TermsSample { terms, target: 0.0 };
            sample.target = f32::from(random.random::<f64>() < chance(&sample, &truth));
            sample
        };
        let samples: Vec<TermsSample> = (0..20_000).map(sample).collect();
        let found = fit(&samples, &[0.0; 3], &tuning(0.0));
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 12.0, "{found} should be near {truth}");
        }
        assert!(loss(&samples, &found) < loss(&samples, &[0.0; 3]));
        let held = fit(&samples, &[0.0; 3], &tuning(1.0));
        assert!(
            held.iter().zip(truth).all(|(held, truth)| held * truth > 0.0 && held.abs() < truth.abs() * 0.9),
            "{held:?}"
        );
    }
}
