//! What the bot takes with the rows of a large community in its database, next to what it takes without.

use std::time::Instant;

use super::bot::{Field, calm};
use super::matches::{begin_match, begin_matches, shown};
use super::rig::{Rig, memory_mib};
use super::{Load, Row};
use store::{self, testing::Crowd};

/// A community that has played for years.
const CROWD: Crowd = Crowd {
    players: 1_000_000,
    open: 100_000,
    ended: 1_000_000,
    moves: &["b1-b3", "a2-c2", "b3-b1", "c2-a2", "b1-b3", "a2-c2", "b3-b1", "c2-a2", "b1-b3"],
    ruleset: "loa:cs61b repetition=off limit=off",
};

/// The same figures without and with the crowd, one after the other in one run.
pub async fn rows(database_url: Option<&str>) -> anyhow::Result<Vec<Row>> {
    let mut rig = Rig::new(database_url).await?;
    let mut rows = figures(&mut rig, "").await?;
    // The bot runs on. After a minute without one, all clocks would get their time back first.
    let start = Instant::now();
    store::testing::crowd(&rig.database_url, &CROWD).await?;
    let filling = start.elapsed();
    rig.bots.clear();
    let Crowd { players, open, ended, moves, .. } = CROWD;
    let many = (open + ended) * moves.len() as u64;
    let what = format!("filling in {players} players, {open} open and {ended} ended matches, {many} moves");
    rows.push(Row::new(what, filling.as_secs_f64(), "s", ""));
    rows.extend(figures(&mut rig, "with those rows: ").await?);
    Ok(rows)
}

/// From the start of a bot to its first board, a move at a time, and the memory after that.
async fn figures(rig: &mut Rig, when: &str) -> anyhow::Result<Vec<Row>> {
    let owed = begin_match(rig).await?;
    let (seen, start) = (rig.discord.request_count(), Instant::now());
    rig.start_bot()?;
    shown(rig, owed.id, 0, seen).await?;
    let started = start.elapsed().as_secs_f64();
    let Load { matches, look } = Load::default();
    let mut field = Field::new(begin_matches(rig, matches).await?, look);
    let mut rows = calm(rig, &mut field).await?;
    rows.insert(0, Row::new("start to the first board that was owed".into(), started, "s", "≤ 2"));
    let memory = rig.bots.iter().filter_map(memory_mib).fold(0.0, f64::max);
    rows.push(Row::new("memory that the process holds".into(), memory, "MiB", "≤ 150"));
    for figure in &mut rows {
        figure.what.insert_str(0, when);
    }
    Ok(rows)
}
