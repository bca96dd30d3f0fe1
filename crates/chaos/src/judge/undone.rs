//! What is due, but has not been done.

use std::collections::BTreeSet;

use super::matches::Matches;
use super::time::{is_forgotten, is_over_time};
use crate::scene::Scene;
use play::Match;

/// What is due but has not been done.
pub(crate) async fn undone(scene: &Scene) -> anyhow::Result<Vec<String>> {
    let store = &*scene.store;
    let mut undone = Vec::new();
    let now = crate::now();
    let backlog = store.backlog(now).await?;
    if backlog.due > 0 {
        undone.push(format!("{} matches are due", backlog.due));
    }
    let aside: BTreeSet<String> = store::set_aside(&scene.database_url).await?.into_iter().collect();
    for found in Matches::read(store).await?.readable {
        let is_aside = aside.contains(&found.id.to_string());
        if scene.has_lost_channel(&found) {
            if owes_something(&found) && !is_aside {
                undone.push(format!("match {}: its channel was deleted, and it is not set aside", found.id));
            }
            continue;
        }
        // The thread took with it what was still to be done there.
        if found.outcome.is_some() && !found.owes_board() && scene.channels.has_deleted_thread_of(&found) {
            continue;
        }
        if is_aside {
            undone.push(format!("match {} is set aside", found.id));
        }
        if engine_is_to_move(&found) {
            undone.push(format!("match {}: the engine has not moved", found.id));
        }
        if has_prepared_reply(&found) {
            undone.push(format!("match {}: a prepared reply has not been played", found.id));
        }
        if is_forgotten(scene, &found) {
            undone.push(format!("match {}: nobody was reminded", found.id));
        }
        if is_over_time(scene, &found) {
            undone.push(format!("match {}: its time is over, and it goes on", found.id));
        }
        if found.owes_board() {
            undone.push(format!("match {}: revision {} is not shown, but {:?}", found.id, found.revision, found.shown));
        }
        let superseded = store.superseded(found.id).await?.len();
        if superseded > 0 {
            undone.push(format!("match {}: {superseded} old boards are not retired", found.id));
        }
    }
    let unshown = store.unshown_challenges(now, now).await?;
    undone.extend(unshown.iter().map(|it| format!("challenge {} is not shown", it.id.0)));
    let cards = store.open_cards().await?;
    if cards > 0 {
        undone.push(format!("{cards} cards of closed challenges are not closed"));
    }
    Ok(undone)
}

fn engine_is_to_move(current: &Match) -> bool {
    current.outcome.is_none() && current.seat(current.to_move()).engine_level().is_some()
}

/// Whether the side to move has prepared its move.
fn has_prepared_reply(current: &Match) -> bool {
    let lines = &current.conduct.lines[current.to_move().index()];
    current.outcome.is_none() && !lines.is_empty() && !current.waits_for_player()
}

/// Whether the bot would do something in a match if it could.
fn owes_something(current: &Match) -> bool {
    engine_is_to_move(current) || current.owes_board()
}
