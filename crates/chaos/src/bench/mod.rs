//! The benchmark of the whole bot: processes of its own against the playground's Discord.

mod against_engine;
mod moves;
mod rig;
mod steady;

pub use moves::growth;
pub use rig::Times;
pub use steady::rows as steady;

/// How many matches are open while the bot is timed, unless somebody wants others: so many that it is always busy.
pub const MATCHES: usize = 200;

/// One figure.
pub struct Row {
    pub what: String,
    pub value: f64,
    pub unit: &'static str,
    /// What is promised of it.
    pub goal: &'static str,
}

impl Row {
    pub fn new(what: String, value: f64, unit: &'static str, goal: &'static str) -> Self {
        Self { what, value, unit, goal }
    }
}

/// All figures of the whole bot: with one process, with two, and so on up to `processes`, while so many matches are open.
pub async fn bot(database_url: Option<&str>, processes: usize, matches: usize) -> anyhow::Result<Vec<Row>> {
    let mut rows = moves::rows(database_url, processes, matches).await?;
    // Last, as it leaves matches in which the engine has much to think about.
    rows.extend(against_engine::rows(database_url).await?);
    Ok(rows)
}
