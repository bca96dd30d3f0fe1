//! Carries out what goes wrong around the bots: at Discord, in the database, and by moderators.

use std::process::Stdio;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use rand::rngs::StdRng;

use super::bots::Bots;
use super::plan::Fault;
use super::scene::Scene;
use super::seen::{Seen, SeenMessage};

/// How long a moderator searches for a message to delete.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(2);

/// How often the moderator looks during that time.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Carries out a fault, and waits until it is over. Returns whether anything could be done.
pub(crate) async fn cause(
    fault: Fault,
    scene: &Scene,
    bots: &mut Bots<'_>,
    dice: &mut StdRng,
    restart_database: Option<&str>,
) -> anyhow::Result<bool> {
    let discord = &scene.playground;
    match fault {
        Fault::Kill(moment) => bots.replace(moment, dice).await?,
        Fault::Hitch(hitch) => discord.hitch(hitch),
        Fault::Deafness(time) => for_a_while(time, |it| discord.set_deaf(it)).await,
        Fault::Resend(count) => discord.resend_last_events(count),
        Fault::Outage(time) => for_a_while(time, |it| discord.set_outage(it)).await,
        Fault::Deny(channel, time) => for_a_while(time, |it| discord.deny_posting(channel, it)).await,
        Fault::CutDatabase => bots.database_faults.cut(),
        Fault::FreezeDatabase(time) => for_a_while(time, |it| bots.database_faults.freeze(it)).await,
        Fault::RestartDatabase => restart(restart_database.context("nothing restarts the database")?).await?,
        Fault::DeleteLiveBoard(chance) => {
            let is_live = |_: &Seen, it: &SeenMessage| it.board().is_some() && it.has_controls() && !it.shows_the_end();
            return Ok(delete(scene, chance, is_live).await);
        }
        Fault::DeleteOldBoard(chance) => {
            let is_old = |seen: &Seen, it: &SeenMessage| !it.has_controls() && seen.was_board(it.id());
            return Ok(delete(scene, chance, is_old).await);
        }
        Fault::DeleteCard(chance) => return Ok(delete(scene, chance, |_, it| it.open_challenge().is_some()).await),
        Fault::DeleteChannel => scene.delete_channel(),
        Fault::ArchiveThread(chance) | Fault::LockThread(chance, _) | Fault::DeleteThread(chance) => {
            let threads = discord.threads().into_iter();
            let open: Vec<u64> = threads.filter(|it| !it.archived).map(|it| it.id).collect();
            let Some(thread) = one_of(&open, chance) else { return Ok(false) };
            match fault {
                Fault::DeleteThread(_) => scene.delete_thread(thread).await,
                Fault::LockThread(_, time) => {
                    let lock = |is_locked| {
                        discord.lock(thread, is_locked);
                        if is_locked {
                            discord.archive(thread, true);
                        }
                    };
                    for_a_while(time, lock).await;
                }
                _ => discord.archive(thread, true),
            }
        }
        Fault::GlobalLimit(time) => discord.exhaust(time),
        Fault::ExpireTokens => discord.expire_interactions(),
        Fault::Leave(person, time) => {
            scene.history.lock().leave(person, super::scene::now(), time);
            discord.leave(person);
            let discord = discord.clone();
            tokio::spawn(async move {
                tokio::time::sleep(time).await;
                discord.rejoin(person);
            });
        }
    }
    Ok(true)
}

/// Switches something on, and off again after that time.
async fn for_a_while(time: Duration, switch: impl Fn(bool)) {
    switch(true);
    tokio::time::sleep(time).await;
    switch(false);
}

/// Stops all disruptions.
pub(crate) fn stop(scene: &Scene, bots: &Bots<'_>) {
    bots.rest_faults.is_on.store(false, Ordering::SeqCst);
    bots.database_faults.freeze(false);
    scene.playground.set_outage(false);
    scene.playground.set_deaf(false);
}

async fn restart(command: &str) -> anyhow::Result<()> {
    let mut shell = tokio::process::Command::new("sh");
    let started = shell.args(["-c", command]).stdin(Stdio::null()).stdout(Stdio::null()).status();
    let status = started.await.with_context(|| format!("`{command}` can't be run"))?;
    anyhow::ensure!(status.success(), "`{command}` has failed: {status}");
    Ok(())
}

/// A moderator deletes a message like that in one of the channels. Returns whether there was one.
async fn delete(scene: &Scene, chance: u32, is_meant: impl Fn(&Seen, &SeenMessage) -> bool) -> bool {
    let start = Instant::now();
    while start.elapsed() < SEARCH_TIMEOUT {
        let channels = scene.channels();
        let found: Vec<u64> = {
            let seen = scene.seen.lock();
            let public = seen.public(&channels);
            public.iter().filter(|it| is_meant(&seen, it)).map(SeenMessage::id).collect()
        };
        // If the bot has deleted it meanwhile, there is nothing to do.
        if let Some(message) = one_of(&found, chance)
            && let Ok(gone) = scene.people[0].delete(message).await
        {
            scene.seen.lock().note_message(&gone);
            return true;
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    false
}

fn one_of(ids: &[u64], chance: u32) -> Option<u64> {
    ids.get(chance as usize % ids.len().max(1)).copied()
}
