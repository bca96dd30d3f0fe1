//! Openings: random, balanced, each but once.

use std::collections::HashSet;

use rand::{RngCore as _, SeedableRng as _, seq::IndexedRandom as _};
use rand_xoshiro::SplitMix64;

use super::Duel;
use engine::{Limits, Memory, Question, Stop, ThinkError, analyze_with};
use games::AnyPosition;
use games::board::Move;

/// How far the search looks that judges an opening, in positions.
const LOOK: u64 = 5_000;
/// How many openings in a row may be unfit before there are thought to be no more.
const MAX_ATTEMPTS: u32 = 500;

/// An opening, to be played with either side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pair {
    /// Counted from 1.
    pub number: u32,
    pub opening: Vec<Move>,
    /// What the players' choices follow from.
    pub seed: u64,
}

/// The openings of a duel in their order, the same for the same seed. They end where no new ones are found.
///
/// Random moves that leave the game undecided, neither side much ahead, and lead to a position that no earlier opening
/// led to: a third of the seeds would else begin with a gift.
pub struct Openings<'a> {
    duel: &'a Duel,
    random: SplitMix64,
    memory: Memory,
    seen: HashSet<String>,
    found: u32,
}

impl<'a> Openings<'a> {
    /// The openings of a duel from the first one on, by its seed.
    pub fn new(duel: &'a Duel) -> Self {
        Self {
            duel,
            random: SplitMix64::seed_from_u64(duel.seed),
            memory: Memory::new(4),
            seen: HashSet::new(),
            found: 0,
        }
    }

    /// A new opening if the next that is drawn is fit.
    fn attempt(&mut self) -> Result<Option<Pair>, ThinkError> {
        let position = self.draw()?;
        // Unfair ones, too, are judged but once.
        if !self.seen.insert(position.text()) || !self.is_fair(&*position)? {
            return Ok(None);
        }
        self.found += 1;
        Ok(Some(Pair { number: self.found, opening: position.played().to_vec(), seed: self.random.next_u64() }))
    }

    fn draw(&mut self) -> Result<Box<dyn AnyPosition>, ThinkError> {
        let mut position = self.duel.open(&[])?;
        for _ in 0..self.duel.opening_plies {
            let legal = position.legal();
            let Some(mv) = legal.choose(&mut self.random) else { break };
            let _ = position.play(*mv);
        }
        Ok(position)
    }

    fn is_fair(&mut self, position: &dyn AnyPosition) -> Result<bool, ThinkError> {
        if position.outcome().is_some() {
            return Ok(false);
        }
        let question = Question::new(self.duel.ruleset.clone(), self.duel.position.clone(), position.played().to_vec());
        self.memory.clear();
        let report = analyze_with(&question, &Limits::nodes(LOOK), &Stop::new(), &mut self.memory)?;
        Ok(report.score.value().abs() <= self.duel.balance)
    }
}

impl Iterator for Openings<'_> {
    type Item = Result<Pair, ThinkError>;

    fn next(&mut self) -> Option<Self::Item> {
        (0..MAX_ATTEMPTS).find_map(|_| self.attempt().transpose())
    }
}
