//! Trains the network of a game ([`Net`](games::Net)) on games that the engine played against itself: the logarithm of the odds to
//! win is fitted to how games ended and to what the search thought of them, by stochastic gradient descent with Adam
//! (Kingma, Ba 2015).
//!
//! ```
//! use games::{Evaluate, Net, clobber::Clobber};
//! use parlor_lab::train::{Training, train};
//!
//! let ruleset = games::read_ruleset("clobber size=3x2").unwrap();
//! let shape = ruleset.size;
//! let training = Training { ruleset, passes: 2, trust: 0.5, threads: 1, seed: 1 };
//! // Lines of self-play; a handful makes no player.
//! let lines = ["bwb/wbw b;-10;0", "bwb/wbw w;10;1"];
//! let mut passes = 0;
//! let trained = train(&training, lines.iter().map(|it| it.parse().unwrap()), |_| passes += 1)?;
//! assert_eq!((trained.positions, passes), (2, 2));
//! assert!(Net::read(&trained.file, shape, Clobber::TURN).is_ok());
//! # Ok::<(), games::PositionError>(())
//! ```

use std::panic::resume_unwind;

use rand::{Rng as _, SeedableRng as _, seq::SliceRandom as _};
use rand_xoshiro::SplitMix64;

use super::selfplay::{TrainingPosition, kept_back};
use games::Visitor;
use games::board::{Bitboard, Side, Square, Symmetry};
use games::{Evaluate, Fields, HIDDEN, PositionError, Ruleset, net};

/// How a network is trained.
#[derive(Clone, Debug)]
pub struct Training {
    pub ruleset: Ruleset,
    /// Passes over all positions.
    pub passes: u32,
    /// How much the search's own score counts against the result of the game, 0 to 1.
    pub trust: f32,
    pub threads: usize,
    /// The first weights and the order of the positions follow from it.
    pub seed: u64,
}

/// A network that was trained.
#[derive(Clone, Debug)]
pub struct Trained {
    /// As [`Net::read`](games::Net::read) reads it.
    pub file: Vec<u8>,
    pub positions: usize,
    /// Mean logarithmic loss on games that were kept back: of the terms of the evaluation, and of the network.
    pub loss: (f64, f64),
}

/// Trains a network on positions; `watch` hears after each pass how many there were.
///
/// # Errors
/// If a position cannot be read.
pub fn train(
    training: &Training,
    positions: impl Iterator<Item = TrainingPosition>,
    watch: impl FnMut(u32),
) -> Result<Trained, PositionError> {
    games::visit(training.ruleset.info.key, Trainer { training, positions, watch })
}

struct Trainer<'a, I, W> {
    training: &'a Training,
    positions: I,
    watch: W,
}

/// A position, seen as by the first side.
struct NetworkSample {
    own: Bitboard,
    enemy: Bitboard,
    /// How likely the side to move is to win: what the network is to say.
    target: f32,
    /// What the terms of the evaluation say.
    terms: f32,
}

impl<I: Iterator<Item = TrainingPosition>, W: FnMut(u32)> Visitor for Trainer<'_, I, W> {
    type Output = Result<Trained, PositionError>;

    fn visit<G: Evaluate>(self) -> Self::Output {
        let Self { training, positions, mut watch } = self;
        let game = G::new(&training.ruleset);
        let samples = positions.map(|it| sample(&game, &it, training.trust));
        let (used, kept_back) = kept_back(samples.collect::<Result<_, _>>()?);
        let views = views::<G>(&game);
        let mut random = SplitMix64::seed_from_u64(training.seed);
        let mut weights = Weights::random(2 * game.shape().squares().count(), &mut random);
        let mut adam = Adam::new(weights.0.len());
        let batches = used.len().div_ceil(BATCH) as f32 * training.passes as f32;
        let mut order: Vec<u32> = (0..used.len() as u32).collect();
        for pass in 0..training.passes {
            order.shuffle(&mut random);
            for batch in order.chunks(BATCH) {
                let viewed_samples: Vec<ViewedSample<'_>> = batch
                    .iter()
                    .map(|it| ViewedSample {
                        sample: &used[*it as usize],
                        view: &views[random.random_range(0..views.len())],
                    })
                    .collect();
                let gradient = gradient(&weights, &viewed_samples, training.threads);
                let step = STEP * (1.0 - adam.steps as f32 / batches);
                adam.descend(&mut weights, &gradient, step);
            }
            watch(pass + 1);
        }
        let positions = used.len() + kept_back.len();
        let by_terms = kept_back.iter().map(|it| loss(chance(it.terms), it.target));
        let by_net = kept_back.iter().map(|it| loss(weights.forward(it, &views[0]).chance, it.target));
        let mean = |sum: f32| f64::from(sum) / kept_back.len().max(1) as f64;
        Ok(Trained { file: weights.file(), positions, loss: (mean(by_terms.sum()), mean(by_net.sum())) })
    }
}

fn sample<G: Evaluate>(game: &G, example: &TrainingPosition, trust: f32) -> Result<NetworkSample, PositionError> {
    let position = game.read_position(&Fields::cut(&example.position)?)?;
    let side = game.side_to_move(&position);
    let turned = |pieces: Bitboard| match side {
        Side::First => pieces,
        Side::Second => pieces.fold(Bitboard::EMPTY, |all, it| all.with(G::TURN.square(game.shape(), it))),
    };
    let terms = game.evaluate_by_terms(&position) as f32 / net::SCALE as f32;
    let [own, enemy] = [side, side.other()].map(|it| turned(game.pieces(&position, it)));
    Ok(NetworkSample { own, enemy, target: example.target(trust), terms })
}

/// The number of a square among those of the board, by [`Square::index`].
type View = [u8; Square::COUNT];

/// The board as it is and by all symmetries of the game.
fn views<G: Evaluate>(game: &G) -> Vec<View> {
    let shape = game.shape();
    let number = |it: Square| it.rank() * shape.width + it.file();
    let view = |symmetry: Option<&Symmetry>| {
        let mut view = [0; Square::COUNT];
        for square in shape.squares() {
            view[square.index()] = number(symmetry.map_or(square, |it| it.square(shape, square)));
        }
        view
    };
    let symmetries = G::INFO.symmetries.iter().filter(|it| it.fits(shape));
    std::iter::once(None).chain(symmetries.map(Some)).map(view).collect()
}

/// A sample, seen by one of the game's symmetries.
struct ViewedSample<'a> {
    sample: &'a NetworkSample,
    view: &'a View,
}

/// Positions for one step of the descent.
const BATCH: usize = 4096;

/// The first step of the descent; it shrinks to nothing toward the end.
const STEP: f32 = 2e-3;

/// No weight is larger: [`Net`] reckons with 16 bits.
const MAX_WEIGHT: f32 = 1.98;

/// A number for each hidden unit.
type Row = [f32; HIDDEN];

/// The rows of own pieces, of enemy pieces, of the units' biases, of the output's weights; and the output's bias, the
/// first number of the last row.
struct Weights(Vec<Row>);

/// What a network makes of a position.
struct Forward {
    /// The hidden units, cut to 0 … 1.
    held: Row,
    /// How likely the side to move is to win.
    chance: f32,
}

fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// The logarithmic loss of saying `chance` where `target` is true.
fn loss(chance: f32, target: f32) -> f32 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

impl Weights {
    fn random(pieces: usize, random: &mut SplitMix64) -> Self {
        let mut row = |width: f32, around: f32| -> Row {
            std::array::from_fn(|_| around + width * random.random_range(-1.0..1.0))
        };
        let mut rows: Vec<Row> = (0..pieces).map(|_| row(0.15, 0.0)).collect();
        rows.extend([row(0.1, 0.3), row(0.3, 0.0), row(0.0, 0.0)]);
        Self(rows)
    }

    /// The number of rows of pieces.
    fn pieces(&self) -> usize {
        self.0.len() - 3
    }

    /// The rows of a position's pieces.
    fn rows<'a>(&self, sample: &'a NetworkSample, view: &'a View) -> impl Iterator<Item = usize> + use<'a> {
        let cells = self.pieces() / 2;
        let own = sample.own.map(|it| usize::from(view[it.index()]));
        own.chain(sample.enemy.map(move |it| cells + usize::from(view[it.index()])))
    }

    fn forward(&self, sample: &NetworkSample, view: &View) -> Forward {
        let pieces = self.pieces();
        let mut held = self.0[pieces];
        for row in self.rows(sample, view) {
            held.iter_mut().zip(&self.0[row]).for_each(|(unit, it)| *unit += it);
        }
        let mut odds = self.0[pieces + 2][0];
        for (unit, weight) in held.iter_mut().zip(&self.0[pieces + 1]) {
            *unit = unit.clamp(0.0, 1.0);
            odds += *unit * *unit * weight;
        }
        Forward { held, chance: chance(odds) }
    }

    /// Adds the gradient of the loss of one position.
    fn backward(&self, viewed: &ViewedSample<'_>, gradient: &mut [Row]) {
        let pieces = self.pieces();
        let Forward { held, chance } = self.forward(viewed.sample, viewed.view);
        let error = chance - viewed.sample.target;
        let mut slope = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            let value = held[unit];
            gradient[pieces + 1][unit] += error * value * value;
            // Where a unit is cut it has no slope.
            slope[unit] = if value > 0.0 && value < 1.0 { error * self.0[pieces + 1][unit] * 2.0 * value } else { 0.0 };
        }
        gradient[pieces + 2][0] += error;
        for row in self.rows(viewed.sample, viewed.view).chain([pieces]) {
            gradient[row].iter_mut().zip(&slope).for_each(|(sum, it)| *sum += it);
        }
    }

    fn file(&self) -> Vec<u8> {
        let pieces = self.pieces();
        let one = |row: usize| match row {
            _ if row <= pieces => net::ONE as f32,
            _ if row == pieces + 1 => net::OUTPUT_ONE as f32,
            _ => (net::ONE * net::OUTPUT_ONE) as f32,
        };
        let numbers = self.0.iter().enumerate().flat_map(|(row, it)| it.map(|it| (it * one(row)).round() as i16));
        numbers.take((pieces + 2) * HIDDEN + 1).flat_map(i16::to_le_bytes).collect()
    }
}

/// The mean gradient of a batch.
fn gradient(weights: &Weights, batch: &[ViewedSample<'_>], threads: usize) -> Vec<Row> {
    let rows = weights.0.len();
    let part = |viewed_samples: &[ViewedSample<'_>]| {
        let mut gradient = vec![[0.0; HIDDEN]; rows];
        viewed_samples.iter().for_each(|it| weights.backward(it, &mut gradient));
        gradient
    };
    let size = batch.len().div_ceil(threads.max(1)).max(1);
    let mut sum = vec![[0.0; HIDDEN]; rows];
    std::thread::scope(|scope| {
        let parts: Vec<_> = batch.chunks(size).map(|it| scope.spawn(move || part(it))).collect();
        for gradient in parts.into_iter().map(|it| it.join().unwrap_or_else(|panic| resume_unwind(panic))) {
            for (sum, slope) in sum.as_flattened_mut().iter_mut().zip(gradient.as_flattened()) {
                *sum += slope / batch.len() as f32;
            }
        }
    });
    sum
}

/// Gradient descent that remembers how the gradient went.
struct Adam {
    mean: Vec<Row>,
    square: Vec<Row>,
    steps: u32,
}

impl Adam {
    fn new(rows: usize) -> Self {
        Self { mean: vec![[0.0; HIDDEN]; rows], square: vec![[0.0; HIDDEN]; rows], steps: 0 }
    }

    fn descend(&mut self, weights: &mut Weights, gradient: &[Row], step: f32) {
        self.steps += 1;
        let correct = |decay: f32| 1.0 - decay.powi(self.steps as i32);
        let (mean_scale, square_scale) = (1.0 / correct(0.9), 1.0 / correct(0.999));
        let all = weights.0.as_flattened_mut().iter_mut().zip(gradient.as_flattened());
        let memory = self.mean.as_flattened_mut().iter_mut().zip(self.square.as_flattened_mut());
        for ((weight, slope), (mean, square)) in all.zip(memory) {
            *mean = 0.9 * *mean + 0.1 * slope;
            *square = 0.999 * *square + 0.001 * slope * slope;
            let direction = *mean * mean_scale / ((*square * square_scale).sqrt() + 1e-8);
            *weight = (*weight - step * direction).clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Net;

    fn training(passes: u32) -> Training {
        let ruleset = games::read_ruleset("breakthrough size=4x5").unwrap();
        Training { ruleset, passes, trust: 0.0, threads: 2, seed: 1 }
    }

    /// Positions of which the side to move wins those where it has more than two pieces on its fourth rank.
    fn positions(number: usize) -> Vec<TrainingPosition> {
        let mut random = SplitMix64::seed_from_u64(8);
        let mut rank = || -> String { (0..4).map(|_| if random.random() { 'b' } else { 'w' }).collect() };
        let position = |index: usize| {
            let ranks = [rank(), rank(), rank()];
            let (side, fourth) = if index.is_multiple_of(2) { ('w', &ranks[0]) } else { ('b', &ranks[2]) };
            let own = fourth.chars().filter(|it| *it == side).count();
            let result = [0.0, 0.0, 0.5, 1.0, 1.0][own];
            TrainingPosition { position: format!("4/{}/4 {side}", ranks.join("/")), score: 0, result }
        };
        (0..number).map(position).collect()
    }

    #[test]
    fn a_network_learns_what_it_is_shown_and_says_it_in_whole_numbers_too() {
        let mut passes = 0;
        let trained = train(&training(40), positions(12_000).into_iter(), |it| passes = it).unwrap();
        assert_eq!((passes, trained.positions), (40, 12_000));
        assert!(trained.loss.1 < 0.4 && trained.loss.0 > 0.5, "{:?}", trained.loss);
        let shape = training(1).ruleset.size;
        let net = Net::read(&trained.file, shape, Symmetry::RANKS).unwrap();
        let rank = |number: u8| Bitboard(0xf << (number * Square::STRIDE));
        let (second, third, fourth) = (rank(1), rank(2), rank(3));
        assert!(net.judge(Side::First, fourth, second | third) > 200);
        assert!(net.judge(Side::First, second | third, fourth) < -200);
        // The second side plays downward.
        assert!(net.judge(Side::Second, second, third | fourth) > 200);
        assert!(net.judge(Side::Second, third | fourth, second) < -200);
    }

    #[test]
    fn a_position_that_is_none_is_an_error() {
        let illegal = TrainingPosition { position: "bw/wb w".into(), score: 0, result: 1.0 };
        assert!(train(&training(1), std::iter::once(illegal), |_| {}).is_err());
    }
}
