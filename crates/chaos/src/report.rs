//! The result of a run, as a table.

use std::fmt;
use std::time::Duration;

use super::judge::Check;
use super::tally::Tally;

/// How many violations of a promise are listed one by one.
const MAX_LISTED: usize = 10;

/// The result of a run.
pub struct ChaosReport {
    pub(super) seed: u64,
    pub(super) database: &'static str,
    pub(super) processes: usize,
    pub(super) workers: usize,
    pub(super) shards: usize,
    pub(super) kills: usize,
    /// How many bots have ended of their own accord: the database was away when they began, or their token was refused.
    pub(super) ended: usize,
    pub(super) other_faults: Tally,
    pub(super) spoiled_requests: Tally,
    /// How many requests were answered after the bot that made them was gone.
    pub(super) outlived_requests: usize,
    pub(super) matches: usize,
    pub(super) moves: u64,
    pub(super) indeterminate: u64,
    pub(super) offers: Tally,
    pub(super) prepared: u64,
    pub(super) time: Duration,
    pub(super) checks: Vec<Check>,
}

impl ChaosReport {
    /// How many violations there were.
    pub fn violations(&self) -> usize {
        self.checks.iter().map(|it| it.violations.len()).sum()
    }

    /// The violations, one line each.
    pub fn complaints(&self) -> impl Iterator<Item = String> {
        self.checks.iter().flat_map(|check| {
            let told = check.violations.iter().take(MAX_LISTED).map(|it| format!("{}: {it}", check.promise));
            let more = check.violations.len().saturating_sub(MAX_LISTED);
            told.chain((more > 0).then(|| format!("{}: and {more} more", check.promise)))
        })
    }
}

impl fmt::Display for ChaosReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| what | figure |\n|---|---|")?;
        writeln!(f, "| seed | {} |", self.seed)?;
        writeln!(f, "| database | {} |", self.database)?;
        writeln!(f, "| processes at a time | {} |", self.processes)?;
        writeln!(f, "| workers among them | {} |", self.workers)?;
        writeln!(f, "| shards | {} |", self.shards)?;
        writeln!(f, "| time | {} s |", self.time.as_secs())?;
        writeln!(f, "| kills | {} |", self.kills)?;
        writeln!(f, "| bots that ended by themselves | {} |", self.ended)?;
        write_tally(f, "other faults", &self.other_faults)?;
        write_tally(f, "spoiled requests", &self.spoiled_requests)?;
        writeln!(f, "| requests that have outlived their bot | {} |", self.outlived_requests)?;
        writeln!(f, "| matches | {} |", self.matches)?;
        writeln!(f, "| accepted moves | {} |", self.moves)?;
        writeln!(f, "| moves whose fate was unknown for a while | {} |", self.indeterminate)?;
        write_tally(f, "offers", &self.offers)?;
        writeln!(f, "| prepared replies | {} |", self.prepared)?;
        write!(f, "\n| promise | violations | of |\n|---|---|---|")?;
        for Check { promise, looked_at, violations } in &self.checks {
            write!(f, "\n| {promise} | {} | {looked_at} |", violations.len())?;
        }
        Ok(())
    }
}

/// Writes how often something has happened in all, and then each kind of it.
fn write_tally(f: &mut fmt::Formatter<'_>, what: &str, tally: &Tally) -> fmt::Result {
    writeln!(f, "| {what} | {} |", tally.total())?;
    tally.kinds().try_for_each(|(kind, count)| writeln!(f, "| {what}: {kind} | {count} |"))
}
