//! Fits the weights of an evaluation to games that the engine plays against itself: logistic regression of the results
//! on the terms (Buro, *Statistical Feature Combination for the Evaluation of Game Positions*, 1995; in chess programs
//! since Österlund's *Texel*, 2014), by gradient descent with Adam (Kingma, Ba 2015).

use std::panic::resume_unwind;

use super::selfplay::Seen;
use crate::game::{Evaluate, Fields, PositionError, Ruleset, net};
use crate::games::{self, Visitor};

/// How weights are fitted.
#[derive(Clone, Debug)]
pub struct Tuning {
    pub ruleset: Ruleset,
    /// Passes over all positions.
    pub passes: u32,
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

/// Every so many positions one is kept back to see how well the weights do.
const KEPT_BACK: usize = 10;

/// A position of a game.
struct Sample {
    /// The terms that are not 0.
    terms: Vec<(u16, i16)>,
    /// 1 if the side to move won in the end, ½ for a draw, 0 if it lost.
    result: f32,
}

/// Fits the weights to positions.
///
/// # Errors
/// If a position cannot be read.
pub fn tune(tuning: &Tuning, seen: impl Iterator<Item = Seen>) -> Result<Fitted, PositionError> {
    games::visit(tuning.ruleset.info.key, Tuner { tuning, seen })
}

struct Tuner<'a, I> {
    tuning: &'a Tuning,
    seen: I,
}

impl<I: Iterator<Item = Seen>> Visitor for Tuner<'_, I> {
    type Output = Result<Fitted, PositionError>;

    fn visit<G: Evaluate>(self) -> Self::Output {
        let game = G::new(&self.tuning.ruleset);
        let (mut kept_back, mut used) = (Vec::new(), Vec::new());
        for (index, it) in self.seen.enumerate() {
            let sample = Sample { terms: terms(&game, &it.position)?, result: it.result };
            if index.is_multiple_of(KEPT_BACK) { &mut kept_back } else { &mut used }.push(sample);
        }
        let start: Vec<f64> = G::WEIGHTS.iter().map(|it| f64::from(*it)).collect();
        let weights = fit(&used, start.clone(), self.tuning.passes, self.tuning.threads);
        let loss = (loss(&kept_back, &start), loss(&kept_back, &weights));
        let weights = weights.iter().map(|it| it.round() as i32).collect();
        Ok(Fitted { weights, positions: used.len() + kept_back.len(), loss })
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
fn chance(sample: &Sample, weights: &[f64]) -> f64 {
    let sum: f64 = sample.terms.iter().map(|(term, value)| weights[usize::from(*term)] * f64::from(*value)).sum();
    1.0 / (1.0 + (-sum / (16.0 * f64::from(net::SCALE))).exp())
}

fn loss(samples: &[Sample], weights: &[f64]) -> f64 {
    let of = |it: &Sample| {
        let (chance, result) = (chance(it, weights).clamp(1e-6, 1.0 - 1e-6), f64::from(it.result));
        -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
    };
    samples.iter().map(of).sum::<f64>() / samples.len().max(1) as f64
}

fn fit(samples: &[Sample], mut weights: Vec<f64>, passes: u32, threads: usize) -> Vec<f64> {
    /// The first step, in units of a weight; it shrinks to nothing towards the last pass.
    const STEP: f64 = 12.0;
    let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    for pass in 1..=passes {
        let gradient = gradient(samples, &weights, threads);
        let step = STEP * (1.0 - f64::from(pass - 1) / f64::from(passes));
        let correct = |decay: f64| 1.0 - decay.powi(pass as i32);
        for (index, slope) in gradient.into_iter().enumerate() {
            mean[index] = 0.9 * mean[index] + 0.1 * slope;
            square[index] = 0.99 * square[index] + 0.01 * slope * slope;
            let direction = (mean[index] / correct(0.9)) / ((square[index] / correct(0.99)).sqrt() + 1e-9);
            weights[index] -= step * direction;
        }
    }
    weights
}

fn gradient(samples: &[Sample], weights: &[f64], threads: usize) -> Vec<f64> {
    let part = |samples: &[Sample]| {
        let mut gradient = vec![0.0; weights.len()];
        for sample in samples {
            let error = chance(sample, weights) - f64::from(sample.result);
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
    use super::super::random::Random;
    use super::*;

    #[test]
    fn weights_are_found_again() {
        let truth = [160.0, -80.0, 40.0];
        let mut random = Random::new(5);
        let sample = |_| {
            let values: Vec<i16> = (0..3).map(|_| random.below(41) as i16 - 20).collect();
            let terms = values.iter().enumerate().map(|(term, value)| (term as u16, *value)).collect();
            let mut it = Sample { terms, result: 0.0 };
            it.result = f32::from(random.fraction() < chance(&it, &truth));
            it
        };
        let samples: Vec<Sample> = (0..20_000).map(sample).collect();
        let found = fit(&samples, vec![0.0; 3], 200, 2);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 12.0, "{found} should be near {truth}");
        }
        assert!(loss(&samples, &found) < loss(&samples, &[0.0; 3]));
    }
}
