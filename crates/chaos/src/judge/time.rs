//! Whether people are told in time, and once; and whether time that is over has consequences.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::Check;
use crate::scene::{BoardName, DIRECT_CHANNEL, Scene};
use discord::snowflake::millisecond_of;
use play::Match;
use play::deadlines::lost_by;

pub(super) fn reminded_once(scene: &Scene) -> Check {
    let reminders = scene.onlooker.reminders();
    let twice = reminders.iter().filter(|it| it.1.len() > 1);
    let violations = twice.map(|(turn, it)| format!("{turn:?} was the reason for the reminders {it:?}")).collect();
    Check { promise: "nobody is reminded of the same turn twice", looked_at: reminders.len(), violations }
}

/// Whether a player has let the current turn of a match pass, and was not reminded of it.
pub(super) fn is_forgotten(scene: &Scene, current: &Match) -> bool {
    let turn = BoardName { match_id: current.id.0, version: current.version() };
    let waits = current.outcome.is_none() && !scene.has_lost_channel(current) && scene.history.slept().contains(&turn);
    waits && !scene.onlooker.has_seen_reminder(turn)
}

pub(super) fn not_reminded(scene: &Scene, matches: &[Match]) -> Check {
    let forgotten = matches.iter().filter(|it| is_forgotten(scene, it));
    let violations = forgotten.map(|it| format!("nobody was reminded of match {}", it.id)).collect();
    Check { promise: "whoever lets time pass is reminded", looked_at: scene.history.slept().len(), violations }
}

/// Whoever has come back and leaves again in the same turn is told of again.
pub(super) fn told_of_departures_once(scene: &Scene, matches: &[Match]) -> Check {
    let departures = scene.onlooker.departures();
    let is_told_again = |turn: &BoardName, messages: &BTreeSet<u64>| {
        let people = matches.iter().find(|it| it.id.0 == turn.match_id).map(people_of).unwrap_or_default();
        let times: Vec<Timestamp> = messages.iter().filter_map(|it| sent_at(*it)).collect();
        times.windows(2).any(|it| !scene.history.has_left(&people, it[0]..it[1]))
    };
    let twice = departures.iter().filter(|(turn, messages)| is_told_again(turn, messages));
    let violations = twice.map(|(turn, it)| format!("{turn:?} was the reason for the messages {it:?}")).collect();
    Check { promise: "nobody is told of the same departure twice", looked_at: departures.len(), violations }
}

pub(super) fn told_directly_once(scene: &Scene) -> Check {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    // The text names the message that shows the board.
    let told = scene.onlooker.said_by_bot(DIRECT_CHANNEL).into_iter().filter(|it| it.links_to_a_message());
    for message in told.filter(|it| it.reminded_turns().is_empty()) {
        *counts.entry(message.content).or_default() += 1;
    }
    let violations =
        counts.iter().filter(|it| *it.1 > 1).map(|(text, count)| format!("{count} times: {text}")).collect();
    Check { promise: "nobody is told directly of the same board twice", looked_at: counts.len(), violations }
}

/// Whether somebody has let the time of a match run out, and it goes on.
pub(super) fn is_over_time(scene: &Scene, current: &Match) -> bool {
    let turn = BoardName { match_id: current.id.0, version: current.version() };
    let goes_on = current.outcome.is_none() && !scene.has_lost_channel(current) && !is_spared(scene, current);
    goes_on && scene.history.overslept().contains(&turn)
}

/// Whether the player to move was not in the server for a part of this turn, and was reminded anew since, which gives them
/// time again.
fn is_spared(scene: &Scene, current: &Match) -> bool {
    let player = current.seat(current.to_move()).user().map(|it| it.0);
    let reminded_at = current.conduct.warned_at.and_then(|it| Timestamp::from_second(it).ok());
    let Some(reminded_at) = reminded_at else { return false };
    scene.history.was_gone(player.as_slice(), current.updated_at..reminded_at)
}

fn people_of(current: &Match) -> Vec<u64> {
    current.seats.iter().filter_map(|it| it.user()).map(|it| it.0).collect()
}

/// When a message was posted.
fn sent_at(message: u64) -> Option<Timestamp> {
    Timestamp::from_millisecond(millisecond_of(message)).ok()
}

pub(super) fn lost_on_time(scene: &Scene, matches: &[Match]) -> Check {
    let overslept = scene.history.overslept();
    let is_wrong = |it: &&Match| {
        let turn = BoardName { match_id: it.id.0, version: it.version() };
        let wanted = lost_by(it, it.to_move());
        let must_lose = overslept.contains(&turn) && !scene.has_lost_channel(it);
        must_lose && it.outcome != Some(wanted) && !(it.outcome.is_none() && is_spared(scene, it))
    };
    let wrong = matches.iter().filter(is_wrong);
    let violations = wrong.map(|it| format!("match {} has ended with {:?}", it.id, it.outcome)).collect();
    Check { promise: "whoever lets the time run out has lost", looked_at: overslept.len(), violations }
}
