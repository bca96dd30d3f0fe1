//! What `setoption` sets besides the game and its rules.

use crate::{
    base::{Judge, Level, Question, Strength},
    player::DEFAULT_MEGABYTES,
    search::useful,
};

/// An option that is a whole number.
pub(super) struct Spin {
    pub(super) name: &'static str,
    usual: usize,
    least: usize,
    most: usize,
}

pub(super) const LEVEL: Spin = Spin { name: "Level", usual: 10, least: 1, most: 10 };
/// Some positions of large boards have hundreds of moves.
pub(super) const MULTI_PV: Spin = Spin { name: "MultiPV", usual: 1, least: 1, most: 500 };
/// In MiB.
pub(super) const HASH: Spin = Spin { name: "Hash", usual: DEFAULT_MEGABYTES, least: 1, most: 16_384 };
pub(super) const THREADS: Spin = Spin { name: "Threads", usual: 1, least: 1, most: 256 };
/// What a level overlooks and chooses by, to be set anew for every game.
pub(super) const SEED: Spin = Spin { name: "Seed", usual: 0, least: 0, most: u32::MAX as usize };

impl Spin {
    pub(super) fn introduction(&self) -> String {
        let Self { name, usual, least, most } = self;
        format!("option name {name} type spin default {usual} min {least} max {most}")
    }

    /// Reads a value.
    pub(super) fn read(&self, value: &str) -> Result<usize, String> {
        let Self { name, least, most, .. } = self;
        let number = value.parse().ok().filter(|it| (*least..=*most).contains(it));
        number.ok_or_else(|| format!("{name} is a number from {least} to {most}, not “{value}”"))
    }
}

/// How to search, until told otherwise.
#[derive(Clone, Copy)]
pub(super) struct UgiOptions {
    strength: Strength,
    /// How many lines a search with limits tells.
    pub(super) multi_pv: usize,
    /// How many search for one move; several lines, and levels that must be reproducible, are searched by one.
    pub(super) threads: usize,
}

impl Default for UgiOptions {
    fn default() -> Self {
        Self { strength: Strength::default(), multi_pv: 1, threads: 1 }
    }
}

impl UgiOptions {
    /// Sets the option of that name, in lower case.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        match name {
            "level" => self.strength.level = Level::new(LEVEL.read(value)? as u8),
            "multipv" => self.multi_pv = MULTI_PV.read(value)?,
            "threads" => self.threads = useful(THREADS.read(value)?),
            "seed" => self.strength.seed = SEED.read(value)? as u64,
            "evaluation" => {
                self.strength.judge = match value.to_lowercase().as_str() {
                    "network" => Judge::Network,
                    "terms" => Judge::Terms,
                    _ => return Err(format!("Evaluation is network or terms, not “{value}”")),
                }
            }
            _ => return Err(format!("there is no option “{name}”")),
        }
        Ok(())
    }

    /// The question, to be answered as set.
    pub(super) fn applied(&self, question: &Question) -> Question {
        question.clone().at(self.strength)
    }
}
