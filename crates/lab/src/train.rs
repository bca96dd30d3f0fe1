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
use games::board::{Bitboard, Shape, Side, Square, Symmetry};
use games::net::{self, CONTENTS, HIDDEN, PHASES};
use games::{Evaluate, Fields, Net, PositionError, Ruleset};

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
        let board = Board::new::<G>(game.shape());
        let mut random = SplitMix64::seed_from_u64(training.seed);
        let mut weights = Weights::random(&board, &mut random);
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
                        view: &board.views[random.random_range(0..board.views.len())],
                    })
                    .collect();
                let gradient = gradient(&board, &weights, &viewed_samples, training.threads);
                let step = STEP * (1.0 - adam.steps as f32 / batches);
                adam.descend(&mut weights, &gradient, step);
                weights.decay(&board, step * DECAY);
            }
            watch(pass + 1);
        }
        weights.lend_outputs(&board, &used);
        let positions = used.len() + kept_back.len();
        let by_terms = kept_back.iter().map(|it| f64::from(loss(chance(it.terms), it.target)));
        let mut forward = Forward::default();
        let by_net = kept_back.iter().map(|sample| {
            forward.run(&board, &weights, &ViewedSample { sample, view: &board.views[0] });
            f64::from(loss(forward.chance, sample.target))
        });
        let mean = |sum: f64| sum / kept_back.len().max(1) as f64;
        Ok(Trained { file: weights.file(&board), positions, loss: (mean(by_terms.sum()), mean(by_net.sum())) })
    }
}

fn sample<G: Evaluate>(game: &G, example: &TrainingPosition, trust: f32) -> Result<NetworkSample, PositionError> {
    let position = game.read_position(&Fields::cut(&example.position)?)?;
    let side = game.side_to_move(&position);
    let turned = |pieces: Bitboard| match side {
        Side::First => pieces,
        Side::Second => pieces.map(|it| G::TURN.square(game.shape(), it)).collect(),
    };
    let terms = game.evaluate_by_terms(&position) as f32 / net::SCALE as f32;
    let [own, enemy] = [side, side.other()].map(|it| turned(game.pieces(&position, it)));
    Ok(NetworkSample { own, enemy, target: example.target(trust), terms })
}

/// Where every square goes, by [`Square::index`].
type View = [Square; Square::COUNT];

/// A sample, seen by one of the game's symmetries.
struct ViewedSample<'a> {
    sample: &'a NetworkSample,
    view: &'a View,
}

/// The board, as the network sees it, and where its weights are: the rows of own and of enemy pieces, square by square, and
/// of all quads' contents; the units' biases; by phase the output's weights, for the side to move and the other; and the
/// output's biases, the first numbers of the last row. (Rows of single pieces are there for training only: they tell what
/// contents that hardly ever come up have in common with others.)
struct Board {
    /// By [`Square::index`]: the number of the square.
    number: [usize; Square::COUNT],
    shape: Shape,
    squares: usize,
    quads: Vec<[Square; 4]>,
    /// The board as it is and by all symmetries of the game.
    views: Vec<View>,
    /// How the other side sees it.
    turn: View,
}

impl Board {
    fn new<G: Evaluate>(shape: Shape) -> Self {
        let mut number = [0; Square::COUNT];
        shape.squares().enumerate().for_each(|(index, square)| number[square.index()] = index);
        let view = |symmetry: Option<Symmetry>| {
            let mut view = [Square::new(0, 0); Square::COUNT];
            for square in shape.squares() {
                view[square.index()] = symmetry.map_or(square, |it| it.square(shape, square));
            }
            view
        };
        let symmetries = G::INFO.symmetries.iter().filter(|it| it.fits(shape));
        Self {
            number,
            shape,
            squares: shape.squares().count(),
            quads: net::quads(shape).map(net::squares_of).collect(),
            views: std::iter::once(None).chain(symmetries.copied().map(Some)).map(view).collect(),
            turn: view(Some(G::TURN)),
        }
    }

    /// The row of a piece.
    fn piece(&self, square: Square, is_enemy: bool) -> usize {
        self.number[square.index()] + if is_enemy { self.squares } else { 0 }
    }

    /// The row of what stands on a quad.
    fn content(&self, quad: usize, content: usize) -> usize {
        2 * self.squares + quad * CONTENTS + content
    }

    fn bias(&self) -> usize {
        self.content(self.quads.len(), 0)
    }

    /// The row of the output's weights in a phase, for the side to move (0) or the other (1).
    fn output(&self, phase: usize, side: usize) -> usize {
        self.bias() + 1 + 2 * phase + side
    }

    fn output_bias(&self) -> usize {
        self.output(PHASES, 0)
    }

    /// The rows of what a side sees.
    fn list_rows(&self, own: Bitboard, enemy: Bitboard, rows: &mut Vec<usize>) {
        rows.clear();
        rows.extend(own.map(|it| self.piece(it, false)).chain(enemy.map(|it| self.piece(it, true))));
        for (quad, squares) in self.quads.iter().enumerate() {
            let content = net::content(*squares, own, enemy);
            if content > 0 {
                rows.push(self.content(quad, content));
            }
        }
    }
}

/// Positions for one step of the descent.
const BATCH: usize = 8192;

/// The first step of the descent; it shrinks to nothing toward the end.
const STEP: f32 = 2e-3;

/// How much of the rows of quads' contents is lost at each step, in parts of the step.
const DECAY: f32 = 1.5;

/// So many positions of a phase of the game are enough to fit its output to.
const ENOUGH: usize = 2_000;

/// No weight is larger: [`Net`] reckons with 16 bits.
const MAX_WEIGHT: f32 = 1.98;

/// A number for each hidden unit.
type Row = [f32; HIDDEN];

/// See [`Board`].
struct Weights(Vec<Row>);

fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// The logarithmic loss of saying `chance` where `target` is true.
fn loss(chance: f32, target: f32) -> f32 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

impl Weights {
    fn random(board: &Board, random: &mut SplitMix64) -> Self {
        let mut row = |width: f32, around: f32| -> Row {
            std::array::from_fn(|_| around + width * random.random_range(-1.0..1.0))
        };
        let mut rows: Vec<Row> = (0..2 * board.squares).map(|_| row(0.15, 0.0)).collect();
        rows.resize(board.bias(), [0.0; HIDDEN]);
        rows.push(row(0.1, 0.3));
        rows.extend((0..2 * PHASES).map(|_| row(0.3, 0.0)));
        rows.push([0.0; HIDDEN]);
        Self(rows)
    }

    /// Makes the rows of contents smaller, by a part of themselves.
    fn decay(&mut self, board: &Board, part: f32) {
        let rows = &mut self.0[board.content(0, 0)..board.bias()];
        rows.as_flattened_mut().iter_mut().for_each(|it| *it *= 1.0 - part);
    }

    /// Gives phases of which hardly any position was seen the output of the next that has enough.
    fn lend_outputs(&mut self, board: &Board, samples: &[NetworkSample]) {
        let mut seen = [0; PHASES];
        samples.iter().for_each(|it| seen[net::phase((it.own | it.enemy).count())] += 1);
        let known: Vec<usize> = (0..PHASES).filter(|it| seen[*it] >= ENOUGH.min(samples.len() / PHASES)).collect();
        for phase in 0..PHASES {
            let Some(from) = known.iter().copied().min_by_key(|it| it.abs_diff(phase)) else { return };
            for side in 0..2 {
                self.0[board.output(phase, side)] = self.0[board.output(from, side)];
            }
            let biases = &mut self.0[board.output_bias()];
            biases[phase] = biases[from];
        }
    }

    /// What a content adds to the units: its own row and those of the pieces, each in one of its quads.
    fn folded(&self, board: &Board, quad: usize, content: usize) -> Row {
        let mut sum = self.0[board.content(quad, content)];
        for (at, square) in board.quads[quad].into_iter().enumerate() {
            let digit = content / 3_usize.pow(at as u32) % 3;
            let home = board.quads.iter().position(|it| it.contains(&square));
            if digit > 0 && home == Some(quad) {
                add(&mut sum, &self.0[board.piece(square, digit == 2)]);
            }
        }
        sum
    }

    fn file(&self, board: &Board) -> Vec<u8> {
        let contents = (0..board.quads.len()).flat_map(|quad| (1..CONTENTS).map(move |it| (quad, it)));
        let rows = contents.map(|(quad, content)| self.folded(board, quad, content));
        let scaled = |row: Row, one: i32| row.map(|it| (it * one as f32).round() as i16);
        let output = (board.output(0, 0)..board.output_bias()).map(|it| scaled(self.0[it], net::OUTPUT_ONE));
        let numbers = rows
            .chain([self.0[board.bias()]])
            .map(|it| scaled(it, net::ONE))
            .chain(output)
            .chain([scaled(self.0[board.output_bias()], net::ONE * net::OUTPUT_ONE)])
            .flatten();
        numbers.take(Net::numbers(board.shape)).flat_map(i16::to_le_bytes).collect()
    }
}

fn add(sum: &mut Row, row: &Row) {
    sum.iter_mut().zip(row).for_each(|(sum, it)| *sum += it);
}

/// What a network makes of a position.
#[derive(Default)]
struct Forward {
    /// The rows of what the side to move sees, and of what the other does.
    rows: [Vec<usize>; 2],
    /// Their hidden units, cut to 0 … 1.
    held: [Row; 2],
    phase: usize,
    /// How likely the side to move is to win.
    chance: f32,
}

impl Forward {
    fn run(&mut self, board: &Board, weights: &Weights, viewed: &ViewedSample<'_>) {
        let seen_by = |view: &View, pieces: Bitboard| -> Bitboard { pieces.map(|it| view[it.index()]).collect() };
        let [own, enemy] = [viewed.sample.own, viewed.sample.enemy].map(|it| seen_by(viewed.view, it));
        board.list_rows(own, enemy, &mut self.rows[0]);
        board.list_rows(seen_by(&board.turn, enemy), seen_by(&board.turn, own), &mut self.rows[1]);
        self.phase = net::phase((own | enemy).count());
        let mut odds = weights.0[board.output_bias()][self.phase];
        for side in 0..2 {
            let held = &mut self.held[side];
            *held = weights.0[board.bias()];
            self.rows[side].iter().for_each(|row| add(held, &weights.0[*row]));
            for (unit, weight) in held.iter_mut().zip(&weights.0[board.output(self.phase, side)]) {
                *unit = unit.clamp(0.0, 1.0);
                odds += *unit * *unit * weight;
            }
        }
        self.chance = chance(odds);
    }

    /// Adds the gradient of the loss where `target` is true.
    fn descend(&self, board: &Board, weights: &Weights, target: f32, gradient: &mut [Row]) {
        let error = self.chance - target;
        gradient[board.output_bias()][self.phase] += error;
        for side in 0..2 {
            let output = board.output(self.phase, side);
            let mut slope = [0.0; HIDDEN];
            for unit in 0..HIDDEN {
                let value = self.held[side][unit];
                gradient[output][unit] += error * value * value;
                // Where a unit is cut it has no slope.
                let is_cut = value <= 0.0 || value >= 1.0;
                slope[unit] = if is_cut { 0.0 } else { error * weights.0[output][unit] * 2.0 * value };
            }
            self.rows[side].iter().chain([&board.bias()]).for_each(|row| add(&mut gradient[*row], &slope));
        }
    }
}

/// The mean gradient of a batch.
fn gradient(board: &Board, weights: &Weights, batch: &[ViewedSample<'_>], threads: usize) -> Vec<Row> {
    let rows = weights.0.len();
    let part = |viewed_samples: &[ViewedSample<'_>]| {
        let (mut gradient, mut forward) = (vec![[0.0; HIDDEN]; rows], Forward::default());
        for viewed in viewed_samples {
            forward.run(board, weights, viewed);
            forward.descend(board, weights, viewed.sample.target, &mut gradient);
        }
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
        assert!(net.judge(Side::First, [fourth, second | third]) > 200);
        assert!(net.judge(Side::First, [second | third, fourth]) < -200);
        // The second side plays downward.
        assert!(net.judge(Side::Second, [third | fourth, second]) > 200);
        assert!(net.judge(Side::Second, [second, third | fourth]) < -200);
    }

    #[test]
    fn a_phase_that_no_position_was_in_is_judged_like_the_next_one() {
        let trained = train(&training(1), positions(2_000).into_iter(), |_| {}).unwrap();
        let numbers: Vec<&[u8]> = trained.file.chunks(2).collect();
        let outputs = &numbers[numbers.len() - PHASES * (2 * HIDDEN + 1)..];
        let (weights, biases) = outputs.split_at(PHASES * 2 * HIDDEN);
        // All have 12 pieces, so they are in the second phase.
        let second = &weights[2 * HIDDEN..4 * HIDDEN];
        assert!(weights.chunks(2 * HIDDEN).all(|it| it == second) && biases.iter().all(|it| *it == biases[1]));
    }

    #[test]
    fn a_position_that_is_none_is_an_error() {
        let illegal = TrainingPosition { position: "bw/wb w".into(), score: 0, result: 1.0 };
        assert!(train(&training(1), std::iter::once(illegal), |_| {}).is_err());
    }
}
