//! Cores of their own for the bots, as if each had a machine to itself.

use std::ops::Range;
use std::process::Command;
use std::thread;

use anyhow::Context as _;

/// The first cores of the machine, divided among bots.
pub(super) struct Cores {
    each: usize,
}

impl Cores {
    /// Reserves so many cores for each of the bots. From now on, the calling process only uses the others. An error if
    /// there are too few, or if the system has no `taskset` (it's in util-linux).
    pub(super) fn reserve(each: usize, bots: usize) -> anyhow::Result<Self> {
        let (wanted, all) = (each * bots, thread::available_parallelism()?.get());
        anyhow::ensure!(
            wanted < all,
            "{bots} bots with {each} cores each need more than {wanted} cores, and there are {all}"
        );
        let others = format!("{wanted}-{}", all - 1);
        let moved = Command::new("taskset")
            .args(["--all-tasks", "--pid", "--cpu-list", &others, &std::process::id().to_string()])
            .output()
            .context("taskset can't be started")?;
        anyhow::ensure!(moved.status.success(), "{}", String::from_utf8_lossy(&moved.stderr));
        Ok(Self { each })
    }

    /// Those of a bot, counted from 0.
    pub(super) fn of(&self, bot: usize) -> Range<usize> {
        bot * self.each..(bot + 1) * self.each
    }
}
