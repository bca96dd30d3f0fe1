//! Fits the weights of an evaluation to games that the engine plays against itself: logistic regression of the results
//! on the terms (Buro, *Statistical Feature Combination for the Evaluation of Game Positions*, 1995; in chess programs
//! since Österlund's *Texel*, 2014), by gradient descent with Adam (Kingma, Ba 2015).

use std::sync::Mutex;

use super::{
    limits::{Limits, Stop},
    question::{Memory, Question, ThinkError, analyse_with},
    random::Random,
};
use crate::board::{GOLDEN, Side};
use crate::game::{Evaluate, Outcome, Played, Ruleset, Table as _};
use crate::games::{self, Visitor};

/// What is played, and how the weights are fitted.
#[derive(Clone, Debug)]
pub struct Tuning {
    pub ruleset: Ruleset,
    pub games: u32,
    /// Positions that a search visits for each move.
    pub nodes: u64,
    /// Games are played in so many threads.
    pub threads: usize,
    /// Passes over all positions.
    pub passes: u32,
    /// Games and their openings follow from it.
    pub seed: u64,
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

/// The advantage, in hundredths, at which the side to move wins e times as often as it loses.
const SCALE: f64 = 150.0;

/// Games begin with so many random moves, or up to as many more.
const OPENING: usize = 4;
const VARIETY: usize = 7;

/// A game is drawn after so many plies.
const LONGEST: usize = 300;

/// Every so many positions one is kept back to see how well the weights do.
const KEPT_BACK: usize = 10;

/// A position of a game.
struct Sample {
    /// The terms that are not 0.
    terms: Vec<(u16, i16)>,
    /// 1 if the side to move won in the end, ½ for a draw, 0 if it lost.
    result: f32,
}

/// Plays games and fits the weights to them; `watch` hears of each game that is over.
///
/// # Errors
/// Those of [`analyse_with`].
pub fn tune(tuning: &Tuning, watch: impl Fn() + Sync) -> Result<Fitted, ThinkError> {
    games::visit(tuning.ruleset.info.key, Tuner { tuning, watch })
}

struct Tuner<'a, W> {
    tuning: &'a Tuning,
    watch: W,
}

impl<W: Fn() + Sync> Visitor for Tuner<'_, W> {
    type Output = Result<Fitted, ThinkError>;

    fn visit<G: Evaluate>(self) -> Self::Output {
        let samples = collect::<G>(self.tuning, &self.watch)?;
        let start: Vec<f64> = G::WEIGHTS.iter().map(|it| f64::from(*it)).collect();
        let positions = samples.len();
        let (mut kept_back, mut used) = (Vec::new(), Vec::new());
        for (index, sample) in samples.into_iter().enumerate() {
            if index.is_multiple_of(KEPT_BACK) { &mut kept_back } else { &mut used }.push(sample);
        }
        let weights = fit(&used, start.clone(), self.tuning.passes, self.tuning.threads);
        let loss = (loss(&kept_back, &start), loss(&kept_back, &weights));
        let weights = weights.iter().map(|it| it.round() as i32).collect();
        Ok(Fitted { weights, positions, loss })
    }
}

/// The positions of all games.
fn collect<G: Evaluate>(tuning: &Tuning, watch: &(impl Fn() + Sync)) -> Result<Vec<Sample>, ThinkError> {
    let (samples, next) = (Mutex::new(Vec::new()), Mutex::new(0..tuning.games));
    let work = || -> Result<(), ThinkError> {
        let mut memory = Memory::new(8);
        loop {
            let Some(game) = next.lock().ok().and_then(|mut it| it.next()) else { return Ok(()) };
            let mut random = Random::new(tuning.seed ^ u64::from(game).wrapping_mul(GOLDEN));
            let played = play_one::<G>(tuning, &mut random, &mut memory)?;
            if let Ok(mut it) = samples.lock() {
                it.extend(played);
            }
            watch();
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..tuning.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let panicked = || ThinkError::Panicked("a game could not be played".into());
        threads.into_iter().try_for_each(|it| it.join().map_err(|_| panicked())?)
    })?;
    Ok(samples.into_inner().unwrap_or_default())
}

/// The quiet positions of one game.
fn play_one<G: Evaluate>(tuning: &Tuning, random: &mut Random, memory: &mut Memory) -> Result<Vec<Sample>, ThinkError> {
    let mut played = Played::<G>::open(&tuning.ruleset, None)?;
    for _ in 0..OPENING + random.below(VARIETY) {
        let moves = played.moves();
        if moves.is_empty() {
            break;
        }
        played.advance(moves[random.below(moves.len())]);
    }
    memory.clear();
    let mut seen: Vec<(Vec<(u16, i16)>, Side)> = Vec::new();
    while played.outcome().is_none() && played.played().len() < LONGEST {
        let question = Question::new(tuning.ruleset.clone(), None, played.played().to_vec());
        let report = analyse_with(&question, &Limits::nodes(tuning.nodes), &Stop::new(), memory)?;
        let captures = G::CAPTURES_DISTURB && played.captured(report.best).is_some();
        if !captures && !report.score.is_proven() {
            seen.push((terms(&played), played.to_move()));
        }
        played.advance(report.best);
    }
    let end = played.outcome();
    Ok(seen.into_iter().map(|(terms, side)| Sample { terms, result: result(end, side) }).collect())
}

fn result(end: Option<Outcome>, side: Side) -> f32 {
    match end.and_then(|it| it.winner) {
        Some(winner) if winner == side => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    }
}

fn terms<G: Evaluate>(played: &Played<G>) -> Vec<(u16, i16)> {
    let mut all = vec![0_i32; G::WEIGHTS.len()];
    played.game.terms(&played.position, |term, value| all[term] += value);
    let present = all.into_iter().enumerate().filter(|(_, value)| *value != 0);
    present.map(|(term, value)| (term as u16, value as i16)).collect()
}

/// How likely the side to move is to win, by its evaluation.
fn chance(sample: &Sample, weights: &[f64]) -> f64 {
    let sum: f64 = sample.terms.iter().map(|(term, value)| weights[usize::from(*term)] * f64::from(*value)).sum();
    1.0 / (1.0 + (-sum / (16.0 * SCALE)).exp())
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
        for gradient in parts.into_iter().filter_map(|it| it.join().ok()) {
            sum.iter_mut().zip(gradient).for_each(|(sum, it)| *sum += it / samples.len() as f64);
        }
        sum
    })
}

#[cfg(test)]
mod tests {
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
