//! Puzzles are made: positions of games in which exactly one move wins, or saves the draw, all of it proven.
//!
//! ```
//! use parlor_lab::puzzles::{PuzzlePlan, make};
//!
//! let ruleset = games::read_ruleset("clobber size=4x4").expect("a ruleset");
//! let made = make(&PuzzlePlan { games: 4, ..PuzzlePlan::new(ruleset) }, &|| {})?;
//! assert!(made.found.iter().all(|it| it.line.len() % 2 == 1));
//! # Ok::<(), engine::ThinkError>(())
//! ```
//!
//! `prover` proves that a move is the only one, `line` finds the play that follows, `themes` what it is about, `selection`
//! chooses among all that were found.

mod line;
mod positions;
mod prover;
mod selection;
mod themes;

use std::sync::atomic::{AtomicU32, Ordering};

use parking_lot::Mutex;
use rand::seq::{IndexedRandom as _, SliceRandom as _};
use rand::{Rng as _, SeedableRng as _};
use rand_xoshiro::SplitMix64;

use engine::{Level, Limits, Memory, Score, Stop, Strength, ThinkError, analyze_with, think};
use games::board::{GOLDEN, Move};
use games::records::Record;
use games::{AnyPosition, Puzzle, PuzzleGoal, PuzzleId, Ruleset};
use positions::{MEGABYTES, after, fresh, question};
pub use prover::{OnlyMove, Prover};
pub use selection::select;

/// What puzzles are made from.
#[derive(Clone, Debug)]
pub struct PuzzlePlan {
    pub ruleset: Ruleset,
    /// So many games of the engine against itself are looked through.
    pub games: u32,
    /// Games and their openings follow from it.
    pub seed: u64,
    /// Positions that the solver may visit to prove the result of one move.
    pub nodes: u64,
    pub threads: usize,
    /// From each position of a game, so many moves drawn at random lead to others that are looked at, too.
    pub branches: usize,
    /// Games of that ruleset that others have played, looked through, too.
    pub records: Vec<Record>,
}

impl PuzzlePlan {
    /// A plan with the usual effort, by one thread.
    pub fn new(ruleset: Ruleset) -> Self {
        Self { ruleset, games: 1000, seed: 1, nodes: 20_000, threads: 1, branches: 0, records: Vec::new() }
    }
}

/// What came of a plan.
#[derive(Clone, Debug, Default)]
pub struct Made {
    /// At most one puzzle from each game, in the order of the games.
    pub found: Vec<Puzzle>,
    pub figures: Figures,
}

/// How many positions were looked at, and why most of them are no puzzles.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Figures {
    pub games: u32,
    /// Positions that were looked at.
    pub positions: u32,
    /// The result, or that of some move, could not be proven.
    pub unproven: u32,
    /// The side to move cannot win, nor save a draw.
    pub lost: u32,
    /// Several moves do it.
    pub several: u32,
    /// The move ends the game.
    pub at_once: u32,
    /// Searches of one ply and of two like it best.
    pub at_a_glance: u32,
    /// Puzzles; of each game one is taken.
    pub puzzles: u32,
}

impl Figures {
    /// Adds those of others.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.positions += other.positions;
        self.unproven += other.unproven;
        self.lost += other.lost;
        self.several += other.several;
        self.at_once += other.at_once;
        self.at_a_glance += other.at_a_glance;
        self.puzzles += other.puzzles;
    }
}

/// Positions of which nothing is proven, one after another from the end of a game back, after which it is left.
const MAX_UNPROVEN: u32 = 4;

/// Positions of one game that are looked at, from its end back.
const MAX_POSITIONS: usize = 24;

/// A game is given up after so many plies.
const MAX_PLIES: usize = 240;

/// Looks through all games of a plan; `looked` is told of every one, from several threads. The same plan gives the same
/// puzzles, whatever the number of threads.
///
/// # Errors
/// Those of the engine: none is expected.
pub fn make(plan: &PuzzlePlan, looked: &(impl Fn() + Sync)) -> Result<Made, ThinkError> {
    let (next, all) = (AtomicU32::new(0), Mutex::new(Vec::new()));
    let count = plan.games + plan.records.len() as u32;
    let work = || -> Result<(), ThinkError> {
        let prover = Prover::new(plan.nodes);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(());
            }
            let mut made = Made::default();
            if let Some(positions) = positions(plan, number)? {
                let random = SplitMix64::seed_from_u64(!plan.seed ^ u64::from(number).wrapping_mul(GOLDEN));
                search_game(&prover, &positions, (plan.branches, random), &mut made)?;
            }
            all.lock().push((number, made));
            looked();
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let panicked = || ThinkError::Panicked("a game could not be looked through".into());
        threads.into_iter().try_for_each(|it| it.join().map_err(|_| panicked())?)
    })?;
    let mut all = all.into_inner();
    all.sort_by_key(|(number, _)| *number);
    Ok(all.into_iter().fold(Made::default(), |mut sum, (_, made)| {
        sum.found.extend(made.found);
        sum.figures.add(&made.figures);
        sum
    }))
}

/// The positions of a game of the plan; `None` if its record is of other rules.
fn positions(plan: &PuzzlePlan, number: u32) -> Result<Option<Vec<Box<dyn AnyPosition>>>, ThinkError> {
    let Some(index) = number.checked_sub(plan.games) else { return self_play(plan, number).map(Some) };
    let record = &plan.records[index as usize];
    if record.ruleset != plan.ruleset {
        return Ok(None);
    }
    let mut position = games::open(&record.ruleset, record.position.as_deref())?;
    let mut all = vec![position.clone()];
    for ply in &record.plies {
        if position.play(ply.mv).is_err() {
            break;
        }
        all.push(position.clone());
    }
    Ok(Some(all))
}

/// A game between two levels that err, after an opening at random.
fn self_play(plan: &PuzzlePlan, number: u32) -> Result<Vec<Box<dyn AnyPosition>>, ThinkError> {
    let mut random = SplitMix64::seed_from_u64(plan.seed ^ u64::from(number).wrapping_mul(GOLDEN));
    let levels = [random.random_range(2..=7), random.random_range(2..=7)].map(Level::new);
    let seeds: [u64; 2] = random.random();
    let opening = random.random_range(4..=10);
    let mut position = games::open(&plan.ruleset, None)?;
    let mut all = vec![position.clone()];
    while position.outcome().is_none() && all.len() < MAX_PLIES {
        let ply = position.played().len();
        let chosen = if ply < opening {
            position.legal().choose(&mut random).copied()
        } else {
            let strength = Strength::level(levels[ply % 2]).seeded(seeds[ply % 2]);
            Some(think(&question(&*position).at(strength), &Stop::new())?.best)
        };
        let Some(chosen) = chosen.filter(|it| position.play(*it).is_ok()) else { break };
        debug_assert_eq!(position.played().last(), Some(&chosen));
        all.push(position.clone());
    }
    Ok(all)
}

/// The best puzzle of one game, from its end back.
fn search_game(
    prover: &Prover,
    positions: &[Box<dyn AnyPosition>],
    (branches, mut random): (usize, SplitMix64),
    made: &mut Made,
) -> Result<(), ThinkError> {
    made.figures.games += 1;
    let mut unproven = 0;
    let mut found: Vec<Puzzle> = Vec::new();
    let open = positions.iter().rev().filter(|it| it.outcome().is_none()).take(MAX_POSITIONS);
    for position in open {
        let position = fresh(&**position)?;
        if !offers_choice(&*position) {
            continue;
        }
        let mut legal = position.legal();
        let (drawn, _) = legal.partial_shuffle(&mut random, branches);
        for mv in drawn {
            let beside = fresh(&*after(&*position, *mv))?;
            if let Searched::Found(puzzle) = search_position(prover, &*beside, &mut made.figures)? {
                found.push(*puzzle);
            }
        }
        match search_position(prover, &*position, &mut made.figures)? {
            Searched::Unproven => unproven += 1,
            Searched::Nothing => unproven = 0,
            Searched::Found(puzzle) => found.push(*puzzle),
        }
        if unproven == MAX_UNPROVEN {
            break;
        }
    }
    made.figures.puzzles += found.len() as u32;
    made.found.extend(found.into_iter().max_by_key(selection::worth));
    Ok(())
}

/// Whether the game goes on, with three moves at least: among two, one is soon found.
fn offers_choice(position: &dyn AnyPosition) -> bool {
    position.outcome().is_none() && position.legal().len() >= 3
}

/// What came of a position.
enum Searched {
    Unproven,
    Nothing,
    Found(Box<Puzzle>),
}

fn search_position(prover: &Prover, position: &dyn AnyPosition, figures: &mut Figures) -> Result<Searched, ThinkError> {
    if !offers_choice(position) {
        return Ok(Searched::Nothing);
    }
    figures.positions += 1;
    let (best, goal) = match prover.only_move(position)? {
        OnlyMove::Is(best, goal) => (best, goal),
        OnlyMove::Unproven => {
            figures.unproven += 1;
            return Ok(Searched::Unproven);
        }
        OnlyMove::Several => {
            figures.several += 1;
            return Ok(Searched::Nothing);
        }
        OnlyMove::Lost => {
            figures.lost += 1;
            return Ok(Searched::Nothing);
        }
    };
    if after(position, best).outcome().is_some() {
        figures.at_once += 1;
        return Ok(Searched::Nothing);
    }
    if is_seen_at_a_glance(position, best)? {
        figures.at_a_glance += 1;
        return Ok(Searched::Nothing);
    }
    let line = line::of(prover, position, best, goal)?;
    let effort = effort(position, best, goal)?;
    Ok(Searched::Found(Box::new(Puzzle {
        id: PuzzleId::of(position),
        ruleset: position.ruleset().clone(),
        position: position.text(),
        goal,
        themes: themes::of(prover, position, &line)?,
        rating: rating(effort, line.len().div_ceil(2)),
        line,
    })))
}

/// Whether nothing else looks better to somebody who looks one ply ahead, nor to somebody who looks two.
fn is_seen_at_a_glance(position: &dyn AnyPosition, best: Move) -> Result<bool, ThinkError> {
    for depth in [1, 2] {
        if analyze_with(&question(position), &Limits::depth(depth), &Stop::new(), &mut Memory::new(1))?.best != best {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The most positions that a search visits to settle on the move.
const MAX_EFFORT: u64 = 300_000;

/// How many positions the search visits until it settles on the move and knows that it wins.
fn effort(position: &dyn AnyPosition, best: Move, goal: PuzzleGoal) -> Result<u64, ThinkError> {
    let (mut nodes, mut memory) = (0, Memory::new(MEGABYTES));
    for depth in 1..=32 {
        let limits = Limits { depth: Some(depth), nodes: Some(MAX_EFFORT - nodes), time: None };
        let report = analyze_with(&question(position), &limits, &Stop::new(), &mut memory)?;
        nodes += report.nodes;
        let is_sure = goal == PuzzleGoal::Draw || matches!(report.score, Score::Win(_));
        if nodes >= MAX_EFFORT || (report.best == best && is_sure) {
            break;
        }
    }
    Ok(nodes.min(MAX_EFFORT))
}

/// The first guess how hard a puzzle is: 100 for each doubling of the search's effort, 40 for each further move to be found.
fn rating(effort: u64, moves: usize) -> u16 {
    let doublings = libm::log2(effort as f64 / 30.0 + 1.0);
    (800.0 + 100.0 * doublings + 40.0 * (moves as f64 - 1.0)).clamp(800.0, 2400.0).round() as u16
}
