//! The benchmark of the whole bot: processes of its own against the playground's Discord.

mod against_engine;
mod moves;
mod rig;
mod steady;

use std::time::Duration;

pub use moves::growth;
pub use rig::Times;
pub use steady::rows as steady;

/// The processes of the bot that are timed.
#[derive(Clone, Copy)]
pub struct Deployment {
    /// The most at a time.
    pub processes: usize,
    /// How many cores each has to itself; it shares all of them with everything if `None`.
    pub cores: Option<usize>,
}

/// What people do while several matches move at once.
#[derive(Clone, Copy)]
pub struct Load {
    /// How many matches are open.
    pub matches: usize,
    /// How long people look at a board before they move.
    pub look: Duration,
}

impl Default for Load {
    /// So many matches whose people never pause that the bot is always busy.
    fn default() -> Self {
        Self { matches: 200, look: Duration::ZERO }
    }
}

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

/// All figures of the whole bot.
pub async fn bot(database_url: Option<&str>, deployment: Deployment, load: Load) -> anyhow::Result<Vec<Row>> {
    let against_engine = against_engine::rows(database_url).await?;
    let mut rows = moves::rows(database_url, deployment, load).await?;
    rows.extend(against_engine);
    Ok(rows)
}
