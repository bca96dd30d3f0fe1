//! The result of a run: two tables, and what violated a promise.

use std::collections::BTreeMap;
use std::fmt;

/// How many violations of a promise are listed one by one.
const MAX_LISTED: usize = 10;

/// How often each kind of event has happened.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tally(BTreeMap<String, usize>);

impl Tally {
    /// Counts an event of that kind.
    pub fn count(&mut self, kind: impl Into<String>) {
        *self.0.entry(kind.into()).or_default() += 1;
    }

    /// Counts a variant of an enum by its name.
    pub fn count_name(&mut self, variant: &impl fmt::Debug) {
        let name = format!("{variant:?}");
        self.count(name.split('(').next().unwrap_or_default());
    }
}

/// A promise, and the cases in which it was broken.
#[derive(Debug)]
pub(crate) struct Check {
    pub promise: &'static str,
    pub looked_at: usize,
    pub violations: Vec<String>,
    /// How many violations the promise leaves room for.
    pub allowed: usize,
}

impl Check {
    /// A promise that leaves no room.
    pub fn strict(promise: &'static str, looked_at: usize, violations: impl IntoIterator<Item = String>) -> Self {
        Self { promise, looked_at, violations: violations.into_iter().collect(), allowed: 0 }
    }

    /// Whether the promise was kept.
    pub fn is_kept(&self) -> bool {
        self.violations.len() <= self.allowed
    }
}

/// The result of a run.
pub struct ChaosReport {
    figures: Vec<(String, String)>,
    checks: Vec<Check>,
}

impl ChaosReport {
    pub(super) fn new(checks: Vec<Check>) -> Self {
        Self { figures: Vec::new(), checks }
    }

    /// Adds a figure.
    pub(super) fn add(&mut self, what: &str, figure: impl fmt::Display) {
        self.figures.push((what.to_owned(), figure.to_string()));
    }

    /// Adds how often something has happened in all, and then each kind of it.
    pub(super) fn add_all(&mut self, what: &str, tally: &Tally) {
        self.add(what, tally.0.values().sum::<usize>());
        tally.0.iter().for_each(|(kind, count)| self.add(&format!("{what}: {kind}"), count));
    }

    /// How many promises were broken.
    pub fn broken(&self) -> usize {
        self.checks.iter().filter(|it| !it.is_kept()).count()
    }
}

impl fmt::Display for ChaosReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| what | figure |\n|---|---|")?;
        self.figures.iter().try_for_each(|(what, figure)| writeln!(f, "| {what} | {figure} |"))?;
        write!(f, "\n| promise | violations | allowed | of |\n|---|---|---|---|")?;
        for Check { promise, looked_at, violations, allowed } in &self.checks {
            write!(f, "\n| {promise} | {} | {allowed} | {looked_at} |", violations.len())?;
        }
        writeln!(f)?;
        // Also those that a promise leaves room for.
        for Check { promise, violations, .. } in &self.checks {
            violations.iter().take(MAX_LISTED).try_for_each(|it| write!(f, "\n- {promise}: {it}"))?;
            if violations.len() > MAX_LISTED {
                write!(f, "\n- {promise}: and {} more", violations.len() - MAX_LISTED)?;
            }
        }
        Ok(())
    }
}
