//! The benchmark of the whole bot: processes of its own against the playground's Discord.

mod against_engine;
mod dailies;
mod lists;
mod moves;
mod pages;
mod rig;
mod row;
mod steady;

pub use dailies::rows as dailies;
pub use lists::rows as lists;
pub use moves::{MATCHES, growth};
pub use pages::rows as pages;
pub use rig::Times;
pub use row::Row;
pub use steady::rows as steady;

/// All figures of the whole bot: with one process, with two, and so on up to `processes`, while so many matches are open.
pub async fn bot(database_url: Option<&str>, processes: usize, matches: usize) -> anyhow::Result<Vec<Row>> {
    let mut rows = moves::rows(database_url, processes, matches).await?;
    // Last, as it leaves matches in which the engine has much to think about.
    rows.extend(against_engine::rows(database_url).await?);
    Ok(rows)
}
