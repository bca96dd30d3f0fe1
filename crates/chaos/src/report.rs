//! The result of a run, as two tables.

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
    pub fn strict(promise: &'static str, looked_at: usize, violations: Vec<String>) -> Self {
        Self { promise, looked_at, violations, allowed: 0 }
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

    /// The violations, one line each, also those that a promise leaves room for.
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
        self.figures.iter().try_for_each(|(what, figure)| writeln!(f, "| {what} | {figure} |"))?;
        write!(f, "\n| promise | violations | allowed | of |\n|---|---|---|---|")?;
        for Check { promise, looked_at, violations, allowed } in &self.checks {
            write!(f, "\n| {promise} | {} | {allowed} | {looked_at} |", violations.len())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_counted_alone_and_a_promise_may_leave_room() {
        let mut tally = Tally::default();
        ["lost", "late", "lost"].into_iter().for_each(|it| tally.count(it));
        let faulty = |allowed| Check { allowed, ..Check::strict("all is well", 5, vec!["this".into(), "that".into()]) };
        let mut report = ChaosReport::new(vec![faulty(1), faulty(2)]);
        report.add_all("requests", &tally);
        assert_eq!(report.broken(), 1);
        let table = report.to_string();
        assert!(table.contains("| requests | 3 |\n| requests: late | 1 |\n| requests: lost | 2 |\n"), "{table}");
        assert!(table.contains("| all is well | 2 | 1 | 5 |"), "{table}");
    }
}
