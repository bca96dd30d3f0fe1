//! Judges a run by its history: what people said and saw, and what the database contains at the end.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::atomic::Ordering;

use games::{GAMES, Outcome, Reason};
use playground::ids;

use super::history::SaidMove;
use super::onlooker::Sighting;
use super::player::{DIRECT_CHANNEL, SharedState};
use super::ratings::{RatedMatch, replay};
use super::seen::{BoardName, SeenMessage};
use crate::app;
use crate::play::ports::{Scope, Store, StoreError};
use crate::play::{ChallengeId, ChallengeState, GuildId, Match, MatchId, UserId};
use crate::store;

/// Row numbers may have gaps, but not larger than this.
const MAX_GAP: i64 = 200;

/// A promise, and the cases in which it was broken.
pub(super) struct Check {
    pub promise: &'static str,
    pub looked_at: usize,
    pub violations: Vec<String>,
}

/// All matches of a database, and the rows that cannot be read.
pub(super) struct Matches {
    pub readable: Vec<Match>,
    pub broken: Vec<String>,
}

impl Matches {
    /// Reads all matches, row by row up to the first large gap; an error if the database fails to answer.
    pub async fn read(store: &dyn Store) -> anyhow::Result<Self> {
        let mut matches = Self { readable: Vec::new(), broken: Vec::new() };
        let (mut id, mut last) = (1, 0);
        while id - last <= MAX_GAP {
            match store.find_match(MatchId(id)).await {
                Ok(None) => {}
                Ok(Some(found)) => {
                    last = id;
                    matches.readable.push(found);
                }
                Err(StoreError::Corrupt(what)) => {
                    last = id;
                    matches.broken.push(what);
                }
                Err(error) => return Err(error.into()),
            }
            id += 1;
        }
        Ok(matches)
    }
}

/// What is due but has not been done.
pub(super) async fn undone(shared: &SharedState) -> anyhow::Result<Vec<String>> {
    let store = &*shared.store;
    let mut undone = Vec::new();
    let now = app::now();
    let backlog = store.backlog(now).await?;
    if backlog.due > 0 {
        undone.push(format!("{} matches are due", backlog.due));
    }
    let aside: BTreeSet<String> = store::set_aside(&shared.database_url).await?.into_iter().collect();
    for found in Matches::read(store).await?.readable {
        let is_aside = aside.contains(&found.id.to_string());
        if shared.has_lost_channel(&found) {
            if owes_something(&found) && !is_aside {
                undone.push(format!("match {}: its channel was deleted, and it is not set aside", found.id));
            }
            continue;
        }
        // The thread took with it what was still to be done there.
        if found.outcome.is_some() && !found.owes_board() && shared.channels.has_deleted_thread_of(&found) {
            continue;
        }
        if is_aside {
            undone.push(format!("match {} is set aside", found.id));
        }
        if engine_is_to_move(&found) {
            undone.push(format!("match {}: the engine has not moved", found.id));
        }
        if is_forgotten(shared, &found) {
            undone.push(format!("match {}: nobody was reminded", found.id));
        }
        if is_over_time(shared, &found) {
            undone.push(format!("match {}: its time is over, and it goes on", found.id));
        }
        if found.search_again_at.is_some() {
            undone.push(format!("match {}: its channel is to be searched again", found.id));
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

/// Whether the bot would do something in a match if it could.
fn owes_something(current: &Match) -> bool {
    engine_is_to_move(current) || current.owes_board()
}

/// Checks every promise.
pub(super) async fn check(shared: &SharedState, stuck: Vec<String>) -> anyhow::Result<Vec<Check>> {
    let store = &*shared.store;
    let matches = Matches::read(store).await?;
    let messages = shared.onlooker.everything();
    Ok(vec![
        replays(&matches),
        lost(shared, &matches.readable),
        told_wrongly(shared, &matches.readable),
        doubled(shared, &matches.readable),
        Check { promise: "nothing that is due is left undone", looked_at: matches.readable.len(), violations: stuck },
        owed(shared, &matches.readable),
        shown_twice(shared),
        live_boards(&matches.readable, &messages),
        closed_challenges(store, &messages).await?,
        reminded_once(shared),
        not_reminded(shared, &matches.readable),
        told_of_departures_once(shared),
        told_directly_once(shared),
        lost_on_time(shared, &matches.readable),
        ratings(store, matches.readable).await?,
    ])
}

fn replays(matches: &Matches) -> Check {
    let unplayable = matches.readable.iter().filter_map(|it| it.replay().err()).map(|it| it.to_string());
    let violations = matches.broken.iter().cloned().chain(unplayable).collect();
    let looked_at = matches.readable.len() + matches.broken.len();
    Check { promise: "every match replays under the referee", looked_at, violations }
}

fn lost(shared: &SharedState, matches: &[Match]) -> Check {
    let by_id: HashMap<i64, &Match> = matches.iter().map(|it| (it.id.0, it)).collect();
    let accepted = shared.history.accepted();
    let mut violations = Vec::new();
    if shared.has_changed_past.load(Ordering::SeqCst) {
        violations.push("moves that had been accepted were others, or gone, some time later".to_owned());
    }
    for (id, moves) in &accepted {
        let kept = by_id.get(id).is_some_and(|it| it.moves.starts_with(moves));
        if !kept {
            violations
                .push(format!("match #{id} had {moves:?}, and at the end {:?}", by_id.get(id).map(|it| &it.moves)));
        }
    }
    let looked_at = accepted.values().map(Vec::len).sum();
    Check { promise: "no accepted move is lost or changes its place", looked_at, violations }
}

fn told_wrongly(shared: &SharedState, matches: &[Match]) -> Check {
    let by_id: HashMap<i64, &Match> = matches.iter().map(|it| (it.id.0, it)).collect();
    let boards = shared.onlooker.boards();
    let mut violations = Vec::new();
    for (board, sighting) in &boards {
        for told in &sighting.told {
            let end = board.version as usize;
            let stored = by_id.get(&board.match_id).and_then(|it| it.moves.get(end.checked_sub(told.len())?..end));
            if stored != Some(told.as_slice()) {
                violations.push(format!("a board of {board:?} told {told:?}, and the database has {stored:?}"));
            }
        }
    }
    Check { promise: "every board that was shown has the stored moves", looked_at: boards.len(), violations }
}

fn doubled(shared: &SharedState, matches: &[Match]) -> Check {
    let said = shared.history.said();
    let mut played: BTreeMap<SaidMove, usize> = BTreeMap::new();
    for current in matches {
        for (ply, text) in current.moves.iter().enumerate() {
            if let Some(user) = current.seats[ply % 2].user() {
                let move_of = SaidMove { match_id: current.id.0, person: user.0, text: text.clone() };
                *played.entry(move_of).or_default() += 1;
            }
        }
    }
    let too_often = |(it, count): (&SaidMove, &usize)| {
        let times = said.get(it).copied().unwrap_or_default();
        (*count > times).then(|| format!("{it:?} was said {times} times and played {count} times"))
    };
    let violations = played.iter().filter_map(too_often).collect();
    Check { promise: "no move is played more often than it was sent", looked_at: played.values().sum(), violations }
}

fn owed(shared: &SharedState, matches: &[Match]) -> Check {
    let boards = shared.onlooker.boards();
    let unseen = |it: &&Match| !boards.contains_key(&BoardName { match_id: it.id.0, version: it.version() });
    let violations = matches
        .iter()
        .filter(|it| !shared.has_lost_channel(it))
        .filter(unseen)
        .map(|it| format!("nobody has seen how match {} stands", it.id));
    Check {
        promise: "the latest state of each match was shown",
        looked_at: matches.len(),
        violations: violations.collect(),
    }
}

fn shown_twice(shared: &SharedState) -> Check {
    let boards = shared.onlooker.boards();
    let twice = boards.iter().filter(|it| it.1.messages.iter().any(|messages| is_twice(shared, it.1, messages)));
    let violations =
        twice.map(|(board, it)| format!("{board:?} was shown by the messages {:?}", it.messages)).collect();
    Check { promise: "no board is shown twice", looked_at: boards.len(), violations }
}

/// Whether a board was shown by two messages without a good reason. If the first one was deleted before the next one
/// came, it was shown again; and a player who turned out to take no direct messages is notified by a new message, as
/// the change of an old one notifies nobody.
fn is_twice(shared: &SharedState, sighting: &Sighting, messages: &BTreeSet<u64>) -> bool {
    let notifies = |message: &u64| sighting.notifying.contains(message);
    let is_good = |(message, next): (&u64, &u64)| {
        shared.history.was_deleted_before(*message, *next) || (notifies(next) && !notifies(message))
    };
    !messages.iter().zip(messages.iter().skip(1)).all(is_good)
}

fn live_boards(matches: &[Match], messages: &[SeenMessage]) -> Check {
    let mut live: BTreeMap<i64, Vec<(u32, u64)>> = BTreeMap::new();
    for message in messages.iter().filter(|it| it.is_public() && it.has_controls()) {
        if let Some(board) = message.board() {
            live.entry(board.match_id).or_default().push((board.version, message.id()));
        }
    }
    let mut violations = Vec::new();
    for current in matches {
        let found = live.get(&current.id.0).map(Vec::as_slice).unwrap_or_default();
        let wanted = current.shown.map(|it| (current.version(), it.message.0));
        if found.iter().any(|it| Some(*it) != wanted) {
            violations.push(format!("match {}: {wanted:?} is the live board, and controls have {found:?}", current.id));
        }
    }
    Check { promise: "only the newest board of a match has controls", looked_at: live.len(), violations }
}

async fn closed_challenges(store: &dyn Store, messages: &[SeenMessage]) -> anyhow::Result<Check> {
    let mut violations = Vec::new();
    let open: Vec<i64> = messages.iter().filter_map(SeenMessage::open_challenge).collect();
    for id in &open {
        let state = store.challenge(ChallengeId(*id)).await?.map(|it| it.state);
        if state != Some(ChallengeState::Open) {
            violations.push(format!("challenge {id} can be accepted, and is {state:?}"));
        }
    }
    Ok(Check { promise: "only open challenges have controls", looked_at: open.len(), violations })
}

fn reminded_once(shared: &SharedState) -> Check {
    let reminders = shared.onlooker.reminders();
    let twice = reminders.iter().filter(|it| it.1.len() > 1);
    let violations = twice.map(|(turn, it)| format!("{turn:?} was the reason for the reminders {it:?}")).collect();
    Check { promise: "nobody is reminded of the same turn twice", looked_at: reminders.len(), violations }
}

/// Whether a player has let the current turn of a match pass, and was not reminded of it.
fn is_forgotten(shared: &SharedState, current: &Match) -> bool {
    let turn = BoardName { match_id: current.id.0, version: current.version() };
    let waits =
        current.outcome.is_none() && !shared.has_lost_channel(current) && shared.history.slept().contains(&turn);
    waits && !shared.onlooker.has_seen_reminder(turn)
}

fn not_reminded(shared: &SharedState, matches: &[Match]) -> Check {
    let forgotten = matches.iter().filter(|it| is_forgotten(shared, it));
    let violations = forgotten.map(|it| format!("nobody was reminded of match {}", it.id)).collect();
    Check { promise: "whoever lets time pass is reminded", looked_at: shared.history.slept().len(), violations }
}

fn told_of_departures_once(shared: &SharedState) -> Check {
    let departures = shared.onlooker.departures();
    let twice = departures.iter().filter(|it| it.1.len() > 1);
    let violations = twice.map(|(turn, it)| format!("{turn:?} was the reason for the messages {it:?}")).collect();
    Check { promise: "nobody is told of the same departure twice", looked_at: departures.len(), violations }
}

fn told_directly_once(shared: &SharedState) -> Check {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    // The text names the message that shows the board.
    let told = shared.onlooker.said_by_bot(DIRECT_CHANNEL).into_iter().filter(|it| it.links_to_a_message());
    for message in told.filter(|it| it.reminded_turns().is_empty()) {
        *counts.entry(message.content).or_default() += 1;
    }
    let violations =
        counts.iter().filter(|it| *it.1 > 1).map(|(text, count)| format!("{count} times: {text}")).collect();
    Check { promise: "nobody is told directly of the same board twice", looked_at: counts.len(), violations }
}

/// Whether somebody has let the time of a match run out, and it goes on.
fn is_over_time(shared: &SharedState, current: &Match) -> bool {
    let turn = BoardName { match_id: current.id.0, version: current.version() };
    let goes_on = current.outcome.is_none() && !shared.has_lost_channel(current);
    goes_on && shared.history.overslept().contains(&turn)
}

fn lost_on_time(shared: &SharedState, matches: &[Match]) -> Check {
    let overslept = shared.history.overslept();
    let is_wrong = |it: &&Match| {
        let turn = BoardName { match_id: it.id.0, version: it.version() };
        let is_right = |outcome: Outcome| match outcome.reason {
            Reason::OutOfTime => outcome.winner == Some(it.to_move().other()),
            reason => reason == Reason::Aborted,
        };
        overslept.contains(&turn) && !shared.has_lost_channel(it) && !it.outcome.is_some_and(is_right)
    };
    let wrong = matches.iter().filter(is_wrong);
    let violations = wrong.map(|it| format!("match {} has ended with {:?}", it.id, it.outcome)).collect();
    Check { promise: "whoever lets the time run out has lost", looked_at: overslept.len(), violations }
}

async fn ratings(store: &dyn Store, matches: Vec<Match>) -> anyhow::Result<Check> {
    let info = GAMES[0].info();
    let mut rated = Vec::new();
    for current in matches {
        if current.outcome.is_some_and(|it| current.is_rated_by(it)) {
            let changes = store.rating_changes(current.id).await?;
            rated.push(RatedMatch { current, changes });
        }
    }
    let looked_at = rated.len();
    let replayed = replay(rated);
    let mut violations = replayed.wrong;
    for (user, rating) in &replayed.ratings {
        for scope in [Scope::Global, Scope::Server(GuildId(ids::GUILD))] {
            let found = standing(store, *user, scope, info.key).await?;
            if found != Some(*rating) {
                violations.push(format!("{user} has {found:?} in {scope:?}, and by the results {rating:?}"));
            }
        }
    }
    Ok(Check { promise: "ratings follow from the results", looked_at, violations })
}

async fn standing(
    store: &dyn Store,
    user: UserId,
    scope: Scope,
    game: &str,
) -> anyhow::Result<Option<crate::play::Rating>> {
    let standings = store.standings(user, scope).await?;
    Ok(standings.into_iter().find(|it| it.game == game).map(|it| it.rating))
}
