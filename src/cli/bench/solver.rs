//! How fast small boards are solved: time and positions, by one thread.

use anyhow::Context as _;

use chaos::bench::Row;
use engine::{Limits, Question, Stop, solve};

/// Size of the tables, enough for every board that is measured.
const MEGABYTES: usize = 256;

pub(super) fn rows() -> anyhow::Result<Vec<Row>> {
    lab::bench::solved().map(row).collect()
}

fn row(rules: &str) -> anyhow::Result<Row> {
    let ruleset = games::read_ruleset(rules).with_context(|| format!("There's no ruleset {rules}"))?;
    let solution = solve(&Question::new(ruleset, None, Vec::new()), &Limits::NONE, &Stop::new(), MEGABYTES)?;
    let what = format!("{rules}: solved, a {}, {} nodes", solution.proof.as_str(), solution.nodes);
    Ok(Row { what, value: solution.time.as_secs_f64(), unit: "s", goal: "≤ 10" })
}
