//! Judges a run by its history: what people said and saw, and what the database contains at the end.

mod agreements;
mod boards;
mod logs;
mod matches;
mod moves;
mod ratings;
mod time;
mod undone;

use std::path::Path;

use super::scene::Scene;

pub(crate) use matches::Matches;
pub(crate) use undone::undone;

/// A promise, and the cases in which it was broken.
pub(crate) struct Check {
    pub promise: &'static str,
    pub looked_at: usize,
    pub violations: Vec<String>,
}

/// Checks every promise.
pub(crate) async fn check(scene: &Scene, stuck: Vec<String>, folder: &Path) -> anyhow::Result<Vec<Check>> {
    let store = &*scene.store;
    let matches = Matches::read(store).await?;
    let messages = scene.onlooker.everything();
    Ok(vec![
        moves::replays(&matches),
        moves::lost(scene, &matches.readable),
        moves::told_wrongly(scene),
        moves::doubled(scene, &matches.readable),
        agreements::unasked(scene, &matches.readable),
        Check { promise: "nothing that is due is left undone", looked_at: matches.readable.len(), violations: stuck },
        boards::owed(scene, &matches.readable),
        boards::shown_twice(scene),
        boards::live_boards(&matches.readable, &messages),
        boards::closed_challenges(store, &messages).await?,
        agreements::unanswerable(scene, &matches.readable, &messages),
        time::reminded_once(scene),
        time::not_reminded(scene, &matches.readable),
        time::told_of_departures_once(scene, &matches.readable),
        time::told_directly_once(scene),
        time::lost_on_time(scene, &matches.readable),
        logs::panics(folder)?,
        ratings::follow(store, matches.readable).await?,
    ])
}
