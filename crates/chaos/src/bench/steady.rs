//! Whether memory stays as it is, however often the bot is asked for something.

use std::time::Instant;

use anyhow::Context as _;

use super::moves::Field;
use super::rig::{Rig, begin_matches, memory_mib};
use super::row::Row;
use crate::person::Person;
use playground::ids;

/// So many things are asked at once.
const ASKERS: u64 = 8;

/// So many matches are open: each keystroke looks at all of them.
const MATCHES: usize = 20;

/// One of so many interactions is a command, and the others are keystrokes.
const COMMAND: u64 = 20;

/// After each of so many parts the memory is looked at.
const PARTS: u64 = 10;

/// What the bot holds before and after so many interactions.
pub async fn rows(database_url: Option<&str>, interactions: u64) -> anyhow::Result<Vec<Row>> {
    let mut rig = Rig::new(database_url).await?;
    let mut field = Field::new(begin_matches(&rig, MATCHES).await?);
    rig.start_bot()?;
    field.rest(&rig).await?;
    let mut rows = vec![held(&rig, 0)?];
    let start = Instant::now();
    for part in 1..=PARTS {
        ask(&rig, interactions / PARTS).await?;
        rows.push(held(&rig, interactions / PARTS * part)?);
    }
    let rate = (interactions / PARTS * PARTS) as f64 / start.elapsed().as_secs_f64();
    rows.push(Row::new("interactions answered meanwhile".into(), rate, "a second", ""));
    Ok(rows)
}

fn held(rig: &Rig, interactions: u64) -> anyhow::Result<Row> {
    let bot = rig.bots.first().context("There's no bot")?;
    let memory = memory_mib(bot).context("The system doesn't tell what memory the bot holds")?;
    Ok(Row::new(format!("memory after {interactions} interactions"), memory, "MiB", "≤ 150, flat"))
}

/// Somebody who is to move in all matches asks, several things at a time.
async fn ask(rig: &Rig, interactions: u64) -> anyhow::Result<()> {
    let people = Person::everybody(&rig.discord);
    let to_move = people.into_iter().find(|it| it.id == ids::ANN).context("Ann isn't there")?;
    let askers = (0..ASKERS).map(|_| {
        let person = to_move.clone();
        tokio::spawn(async move {
            for number in 0..interactions.div_ceil(ASKERS) {
                if number.is_multiple_of(COMMAND) {
                    person.slash(ids::GAMES, "games", serde_json::json!({})).await?;
                } else {
                    let offered = person.type_option(ids::GAMES, "move", "move", "b").await?;
                    anyhow::ensure!(offered > 0, "A keystroke was not answered");
                }
            }
            anyhow::Ok(())
        })
    });
    for asker in askers.collect::<Vec<_>>() {
        asker.await??;
    }
    Ok(())
}
