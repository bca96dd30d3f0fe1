//! Judges a run by its evidence alone: what people said and saw, and what the database contains at the end.

mod ratings;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::time::{Duration, Instant};

use games::Reason;
use jiff::Timestamp;

use super::history::{History, SentMove, Stretch};
use super::person::Person;
use super::report::Check;
use super::scene::{DIRECT_CHANNEL, DIRECTLY_TOLD, Places, Scene, now};
use super::seen::{BoardMessage, BoardName, Seen, SeenMessage};
use discord::controls::{BoardAction, Control};
use discord::snowflake::millisecond_of;
use play::deadlines::lost_by;
use play::ports::{DueTable, Store, StoreError};
use play::{ChallengeId, ChallengeState, Match, MatchId, OfferKind, UserId};
pub(super) use ratings::RatedMatch;

/// Row numbers may have gaps, but not larger than this.
const MAX_GAP: i64 = 200;

/// One board in this many may be shown twice, as after a crash in an outage.
const BOARDS_PER_DOUBLED: usize = 5000;

/// One board in this many may keep controls that are out of date.
const BOARDS_PER_STALE: usize = 2000;

/// How soon after it was touched a control that is out of date must be gone.
const MENDED_WITHIN: Duration = Duration::from_secs(10);

/// All that a judgment is based on.
#[derive(Default)]
pub(super) struct Evidence {
    pub history: History,
    pub seen: Seen,
    pub places: Places,
    /// What the bot has written for all, as it stands at the end.
    pub messages: Vec<SeenMessage>,
    /// Each board message that was removed, and when: only what came later has a higher number.
    pub removed: HashMap<u64, u64>,
    pub matches: Vec<Match>,
    /// The rows that cannot be read.
    pub broken: Vec<String>,
    /// The challenges that can still be accepted on a card, and their states.
    pub cards: Vec<(i64, Option<ChallengeState>)>,
    pub rated: Vec<RatedMatch>,
    /// The ratings that the database has, in each scope.
    pub ratings: ratings::Ratings,
    /// What the bots have logged, by file.
    pub logs: Vec<(String, String)>,
    /// What was due and not done when the patience was used up.
    pub undone: Vec<String>,
    /// The messages with controls out of date that were pressed at the end, and whether that took the controls away.
    pub touched: Vec<(String, bool)>,
}

/// Reads all matches, row by row up to the first large gap, and the rows that cannot be read; an error if the database
/// fails to answer.
pub(super) async fn read_matches(store: &dyn Store) -> anyhow::Result<(Vec<Match>, Vec<String>)> {
    let (mut readable, mut broken) = (Vec::new(), Vec::new());
    let (mut id, mut last) = (1, 0);
    while id - last <= MAX_GAP {
        match store.find_match(MatchId(id)).await {
            Ok(None) => {}
            Ok(Some(found)) => {
                last = id;
                readable.push(found);
            }
            Err(StoreError::Corrupt(what)) => {
                last = id;
                broken.push(what);
            }
            Err(error) => return Err(error.into()),
        }
        id += 1;
    }
    Ok((readable, broken))
}

/// What is due but has not been done.
pub(super) async fn undone(scene: &Scene) -> anyhow::Result<Vec<String>> {
    let store = &*scene.store;
    let mut undone = Vec::new();
    let due = store.backlog(DueTable::Matches, now()).await?.due;
    if due > 0 {
        undone.push(format!("{due} matches are due"));
    }
    let aside: BTreeSet<String> = store::set_aside(&scene.database_url).await?.into_iter().collect();
    let (history, places) = (scene.history.lock().clone(), scene.places.lock().clone());
    for found in read_matches(store).await?.0 {
        let id = found.id;
        let mut owed = |what: String| undone.push(format!("match {id}: {what}"));
        let is_aside = aside.contains(&id.to_string());
        let is_open = found.outcome.is_none();
        let awaits_engine = is_open && found.seat(found.to_move()).engine_level().is_some();
        if places.have_lost(&found) {
            if (awaits_engine || found.owes_board()) && !is_aside {
                owed("its channel was deleted, and it is not set aside".to_owned());
            }
            continue;
        }
        // The thread took with it what was still to be done there.
        if !is_open && !found.owes_board() && places.have_lost_thread(&found) {
            continue;
        }
        let has_prepared = !found.lines[found.to_move().index()].is_empty();
        for (is_owed, what) in [
            (is_aside, "it is set aside"),
            (awaits_engine, "the engine has not moved"),
            (is_open && has_prepared && !found.waits_for_player(), "a prepared reply has not been played"),
            (is_forgotten(&history, &scene.seen.lock(), &places, &found), "nobody was reminded"),
            (is_over_time(&history, &places, &found), "its time is over, and it goes on"),
        ] {
            if is_owed {
                owed(what.to_owned());
            }
        }
        if found.owes_board() {
            owed(format!("revision {} is not shown, but {:?}", found.revision, found.delivery.live_board));
        }
        let superseded = store.superseded(id).await?.len();
        if superseded > 0 {
            owed(format!("{superseded} old boards are not retired"));
        }
    }
    let cards = store.open_cards().await?;
    if cards > 0 {
        undone.push(format!("{cards} cards of challenges are not shown, or not closed"));
    }
    Ok(undone)
}

/// Whether a player has let the current turn of a match pass, and was not reminded of it.
fn is_forgotten(history: &History, seen: &Seen, places: &Places, current: &Match) -> bool {
    let turn = BoardName::of(current);
    let waits = current.outcome.is_none() && !places.have_lost(current) && history.slept.contains(&turn);
    waits && !seen.has_reminder(turn)
}

/// Whether somebody has let the time of a match run out, and it goes on.
fn is_over_time(history: &History, places: &Places, current: &Match) -> bool {
    let goes_on = current.outcome.is_none() && !places.have_lost(current) && !is_spared(history, current);
    goes_on && history.overslept.contains(&BoardName::of(current))
}

/// Whether the player to move was not in the server for a part of this turn, and was reminded anew since, which gives them
/// time again.
fn is_spared(history: &History, current: &Match) -> bool {
    let player = current.seat(current.to_move()).user().map(|it| it.0);
    let reminded_at = current.reminders.reminded_at.and_then(|it| Timestamp::from_second(it).ok());
    reminded_at.is_some_and(|it| history.was_gone(player.as_slice(), current.updated_at..it))
}

impl Evidence {
    /// Collects the evidence of a run that is over, while the bots still run. What is `undone` is known already. An error
    /// if the database fails to answer, or a log can't be read.
    pub async fn collect(scene: &Scene, undone: Vec<String>, folder: &Path) -> anyhow::Result<Self> {
        let store = &*scene.store;
        let (matches, broken) = read_matches(store).await?;
        let channels: Vec<u64> = scene.everywhere().iter().map(|it| it.0).collect();
        let seen = scene.seen.lock().clone();
        let messages = seen.public(&channels);
        let shown = seen.boards.values().flat_map(|it| &it.messages).flat_map(|it| it.keys());
        let removed = shown.filter_map(|it| Some((*it, scene.playground.removed_at(*it)?))).collect();
        let mut cards = Vec::new();
        for id in messages.iter().filter_map(SeenMessage::open_challenge) {
            cards.push((id, store.challenge(ChallengeId(id)).await?.map(|it| it.state)));
        }
        let mut logs = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let file = entry?.path();
            if file.extension().is_some_and(|it| it == "log") {
                logs.push((file.display().to_string(), String::from_utf8_lossy(&std::fs::read(&file)?).into_owned()));
            }
        }
        let (rated, ratings) = ratings::read(store, &matches).await?;
        let (history, places) = (scene.history.lock().clone(), scene.places.lock().clone());
        // Last, as it changes what there is to see.
        let touched = touch_stale_controls(scene).await?;
        Ok(Self {
            history,
            seen,
            places,
            messages,
            removed,
            matches,
            broken,
            cards,
            rated,
            ratings,
            logs,
            undone,
            touched,
        })
    }

    /// Checks every promise.
    pub fn judge(mut self) -> Vec<Check> {
        // The checks after this one compare with what the matches are at the end.
        let lost = self.lost_moves();
        vec![
            self.replays(),
            lost,
            self.wrongly_listed(),
            self.doubled_moves(),
            self.unasked(),
            Check::strict("nothing that is due is left undone", self.matches.len(), self.undone.clone()),
            self.unseen(),
            self.doubled_boards(),
            self.doubled_pings(),
            self.stale_boards(),
            self.unmended(),
            self.stale_cards(),
            self.unanswerable(),
            self.doubled_reminders(),
            self.not_reminded(),
            self.doubled_departures(),
            self.doubled_direct_messages(),
            self.not_lost_on_time(),
            self.panics(),
            ratings::follow(self.rated, &self.ratings),
        ]
    }

    fn replays(&self) -> Check {
        let unplayable = self.matches.iter().filter_map(|it| it.replay().err()).map(|it| it.to_string());
        let looked_at = self.matches.len() + self.broken.len();
        Check::strict("every match replays under the referee", looked_at, self.broken.iter().cloned().chain(unplayable))
    }

    fn lost_moves(&mut self) -> Check {
        let known = self.history.accepted.clone();
        let mut violations: Vec<String> =
            self.history.changed.iter().map(|it| format!("moves of match #{it} were others, or gone, later")).collect();
        for current in &self.matches {
            if !self.history.accept(current.id.0, current.undone, &current.moves) {
                let before = known.get(&current.id.0).and_then(|it| it.last());
                violations.push(format!("match #{} had {before:?}, and at the end {:?}", current.id, current.moves));
            }
        }
        let is_gone = |id: &&i64| self.matches.iter().all(|it| it.id.0 != **id);
        violations.extend(known.keys().filter(is_gone).map(|it| format!("match #{it} is gone")));
        let looked_at = known.values().flatten().map(|it| it.played().count()).sum();
        Check::strict("no accepted move is lost or changes its place", looked_at, violations)
    }

    fn wrongly_listed(&self) -> Check {
        let mut violations = Vec::new();
        for (board, sighting) in &self.seen.boards {
            let stretches = self.history.accepted.get(&board.match_id).map(Vec::as_slice).unwrap_or_default();
            for listed in &sighting.listed {
                let stored = stretches.iter().find_map(|it| {
                    let end = it.plies_at(board.version)?;
                    it.moves.get(end.checked_sub(listed.len())?..end)
                });
                if stored != Some(listed.as_slice()) {
                    violations.push(format!("a board of {board:?} listed {listed:?}, and the database has {stored:?}"));
                }
            }
        }
        Check::strict("every board that was shown has the stored moves", self.seen.boards.len(), violations)
    }

    fn doubled_moves(&self) -> Check {
        let mut played: BTreeMap<SentMove, usize> = BTreeMap::new();
        for current in &self.matches {
            let stretches = self.history.accepted.get(&current.id.0).into_iter().flatten();
            for (ply, text) in stretches.flat_map(Stretch::played) {
                if let Some(user) = current.seats[ply % 2].user() {
                    let sent = SentMove { match_id: current.id.0, person: user.0, text: text.clone() };
                    *played.entry(sent).or_default() += 1;
                }
            }
        }
        let too_often = |(it, count): (&SentMove, &usize)| {
            let times = self.history.sent.get(it).copied().unwrap_or_default();
            (*count > times).then(|| format!("{it:?} was sent {times} times and played {count} times"))
        };
        let looked_at = played.values().sum();
        Check::strict("no move is played more often than it was sent", looked_at, played.iter().filter_map(too_often))
    }

    /// Counts what was agreed: each needs an offer of its kind in that match.
    fn unasked(&self) -> Check {
        let (mut looked_at, mut violations) = (0, Vec::new());
        for current in &self.matches {
            let stretches = self.history.accepted.get(&current.id.0);
            let takebacks = stretches.map_or(0, |it| it.len().saturating_sub(1));
            let draws = usize::from(current.outcome.is_some_and(|it| it.reason == Reason::Agreed));
            for (kind, agreed) in [(OfferKind::Draw, draws), (OfferKind::Takeback, takebacks)] {
                let offers = self.history.offers.iter();
                let offered = offers.filter(|it| it.0.match_id == current.id.0 && *it.1 == kind).count();
                looked_at += agreed;
                if agreed > offered {
                    let (id, kind) = (current.id, kind.name());
                    violations.push(format!("match {id}: {kind} {agreed} times, and offered {offered} times"));
                }
            }
        }
        Check::strict("nothing is agreed on that was not offered", looked_at, violations)
    }

    fn unseen(&self) -> Check {
        let is_unseen = |it: &&Match| !self.places.have_lost(it) && !self.seen.boards.contains_key(&BoardName::of(it));
        let unseen = self.matches.iter().filter(is_unseen);
        let violations = unseen.map(|it| format!("nobody has seen how match {} stands", it.id));
        Check::strict("the latest state of each match was shown", self.matches.len(), violations)
    }

    /// The boards that stand in two messages without a good reason, and pairs of these. If the first one was gone before
    /// the next one came, removed by a moderator or by the bot, it was shown again; and whoever is offered something, or
    /// turned out to take no direct messages, or seemed to be looking when the old one changed and hasn't moved, is notified by
    /// a new message, as the change of an old one notifies nobody.
    fn doubles(&self) -> impl Iterator<Item = (BoardName, [(u64, &BoardMessage); 2])> {
        let pairs = self.seen.boards.iter().flat_map(|(board, sighting)| {
            let pairs = sighting.messages.iter().flat_map(|it| it.iter().zip(it.iter().skip(1)));
            pairs.map(|(one, next)| (*board, [(*one.0, one.1), (*next.0, next.1)]))
        });
        pairs.filter(|(board, [(message, one), (next, other)])| {
            let is_gone = self.removed.get(message).is_some_and(|it| it < next);
            let is_told = other.pings.contains(&DIRECTLY_TOLD) && !one.pings.contains(&DIRECTLY_TOLD);
            let is_called = !other.pings.is_empty() && self.has_shown_before(*message, *board);
            !(is_gone || is_told || is_called || other.asks && !one.asks)
        })
    }

    /// Whether a message has shown an earlier position of a match.
    fn has_shown_before(&self, message: u64, board: BoardName) -> bool {
        let mut earlier =
            self.seen.boards.iter().filter(|(it, _)| it.match_id == board.match_id && it.version < board.version);
        earlier.any(|(_, sighting)| sighting.messages.iter().any(|it| it.contains_key(&message)))
    }

    fn doubled_boards(&self) -> Check {
        let boards = self.seen.boards.len();
        let doubled: BTreeMap<BoardName, [u64; 2]> = self.doubles().map(|it| (it.0, it.1.map(|it| it.0))).collect();
        let violations = doubled.iter().map(|(board, it)| format!("{board:?} was shown by the messages {it:?}"));
        let allowed = (boards / BOARDS_PER_DOUBLED).max(1);
        Check { allowed, ..Check::strict("no board is shown twice", boards, violations) }
    }

    fn doubled_pings(&self) -> Check {
        let is_pinged_again = |[one, next]: &[(u64, &BoardMessage); 2]| !one.1.pings.is_disjoint(&next.1.pings);
        let twice = self.doubles().filter(|it| is_pinged_again(&it.1));
        let violations = twice.map(|(board, it)| format!("{board:?} has pinged somebody twice: {it:?}"));
        Check::strict("nobody is pinged by the same board twice", self.seen.boards.len(), violations)
    }

    fn stale_boards(&self) -> Check {
        let stale = stale_controls(&self.messages, &self.matches);
        let violations = stale.iter().map(|it| format!("message {} has controls for {:?}", it.id(), it.board()));
        let boards = self.seen.boards.len();
        let allowed = (boards / BOARDS_PER_STALE).max(1);
        Check { allowed, ..Check::strict("only the live board has controls", boards, violations) }
    }

    fn unmended(&self) -> Check {
        let violations = self.touched.iter().filter(|it| !it.1).map(|it| it.0.clone());
        Check::strict("controls out of date go away at the first touch", self.touched.len(), violations)
    }

    fn stale_cards(&self) -> Check {
        let closed = self.cards.iter().filter(|it| it.1 != Some(ChallengeState::Open));
        let violations = closed.map(|(id, state)| format!("challenge {id} can be accepted, and is {state:?}"));
        Check::strict("only open challenges have controls", self.cards.len(), violations)
    }

    /// Whether the live board of each match with an offer asks for an answer.
    fn unanswerable(&self) -> Check {
        let (mut looked_at, mut violations) = (0, Vec::new());
        for current in self.matches.iter().filter(|it| it.outcome.is_none() && !self.places.have_lost(it)) {
            let live = current
                .delivery
                .live_board
                .and_then(|shown| self.messages.iter().find(|it| it.id() == shown.message.0));
            let (Some(offer), Some(live)) = (current.offers.pending, live) else { continue };
            looked_at += 1;
            let control = Control::board(current, BoardAction::AnswerOffer(offer.kind, true));
            if live.id_of(&control).is_none() {
                violations.push(format!("match {}: message {} does not ask about {offer:?}", current.id, live.id()));
            }
        }
        Check::strict("whoever is offered something is asked", looked_at, violations)
    }

    fn doubled_reminders(&self) -> Check {
        let reminders = &self.seen.reminders;
        let twice = reminders.iter().filter(|it| it.1.len() > 1);
        let violations = twice.map(|(turn, it)| format!("{turn:?} was the reason for the reminders {it:?}"));
        Check::strict("nobody is reminded of the same turn twice", reminders.len(), violations)
    }

    fn not_reminded(&self) -> Check {
        let is_forgotten = |it: &&Match| is_forgotten(&self.history, &self.seen, &self.places, it);
        let forgotten = self.matches.iter().filter(is_forgotten);
        let violations = forgotten.map(|it| format!("nobody was reminded of match {}", it.id));
        Check::strict("whoever lets time pass is reminded", self.history.slept.len(), violations)
    }

    /// Whoever has come back and leaves again in the same turn is told of again.
    fn doubled_departures(&self) -> Check {
        let is_told_again = |turn: &BoardName, messages: &BTreeSet<u64>| {
            let current = self.matches.iter().find(|it| it.id.0 == turn.match_id);
            let seats = current.map(|it| it.seats).into_iter().flatten();
            let people: Vec<u64> = seats.filter_map(|it| it.user()).map(|it| it.0).collect();
            let sent_at = |it: &u64| Timestamp::from_millisecond(millisecond_of(*it)).ok();
            let times: Vec<Timestamp> = messages.iter().filter_map(sent_at).collect();
            times.windows(2).any(|it| !self.history.has_left(&people, it[0]..it[1]))
        };
        let departures = &self.seen.departures;
        let twice = departures.iter().filter(|(turn, messages)| is_told_again(turn, messages));
        let violations = twice.map(|(turn, it)| format!("{turn:?} was the reason for the messages {it:?}"));
        Check::strict("nobody is told of the same departure twice", departures.len(), violations)
    }

    fn doubled_direct_messages(&self) -> Check {
        let mut counts: BTreeMap<String, usize> = BTreeMap::new();
        for message in self.seen.public(&[DIRECT_CHANNEL]) {
            // The text names the message that shows the board.
            if message.content.contains("https://discord.com/channels/") && message.reminded_turns().is_empty() {
                *counts.entry(message.content).or_default() += 1;
            }
        }
        let twice = counts.iter().filter(|it| *it.1 > 1);
        let violations = twice.map(|(text, count)| format!("{count} times: {text}"));
        Check::strict("nobody is told directly of the same board twice", counts.len(), violations)
    }

    fn not_lost_on_time(&self) -> Check {
        let overslept = &self.history.overslept;
        let is_wrong = |it: &&Match| {
            let must_lose = overslept.contains(&BoardName::of(it)) && !self.places.have_lost(it);
            let is_spared = it.outcome.is_none() && is_spared(&self.history, it);
            must_lose && it.outcome != Some(lost_by(it, it.to_move())) && !is_spared
        };
        let wrong = self.matches.iter().filter(is_wrong);
        let violations = wrong.map(|it| format!("match {} has ended with {:?}", it.id, it.outcome));
        Check::strict("whoever lets the time run out has lost", overslept.len(), violations)
    }

    fn panics(&self) -> Check {
        let lines = self.logs.iter().flat_map(|(file, log)| log.lines().map(move |line| (file, line)));
        let panics = lines.filter(|it| it.1.contains("panicked at"));
        let violations = panics.map(|(file, line)| format!("{file}: {line}"));
        Check::strict("no bot panics", self.logs.len(), violations)
    }
}

/// The messages with the controls of a board that is not, or no longer, the live one.
fn stale_controls<'a>(messages: &'a [SeenMessage], matches: &[Match]) -> Vec<&'a SeenMessage> {
    let live: HashMap<i64, (u32, Option<u64>)> =
        matches.iter().map(|it| (it.id.0, (it.version(), it.delivery.live_board.map(|it| it.message.0)))).collect();
    let is_live =
        |it: &SeenMessage, board: BoardName| live.get(&board.match_id) == Some(&(board.version, Some(it.id())));
    let is_stale = |it: &&SeenMessage| it.has_controls() && it.board().is_some_and(|board| !is_live(it, board));
    messages.iter().filter(is_stale).collect()
}

/// Presses each control that is out of date, as a player of its match. Returns what was pressed, and whether that took
/// the controls away.
async fn touch_stale_controls(scene: &Scene) -> anyhow::Result<Vec<(String, bool)>> {
    let mut touched = Vec::new();
    let matches = read_matches(&*scene.store).await?.0;
    for (channel, onlooker) in scene.everywhere() {
        let messages = scene.seen.lock().public(&[channel]);
        for message in stale_controls(&messages, &matches) {
            let (id, board) = (message.id(), message.board());
            let current = matches.iter().find(|it| Some(it.id.0) == board.map(|it| it.match_id));
            let plays = |it: &&Person| current.is_some_and(|current| current.side_of(UserId(it.id)).is_some());
            let player = scene.people.iter().find(plays).filter(|_| onlooker.private != channel).unwrap_or(onlooker);
            let pressed = match (message.options().next(), message.controls().next()) {
                (Some((menu, value)), _) => player.choose(id, menu, value).await,
                (None, Some((button, _))) => player.press(id, button).await,
                (None, None) => continue,
            };
            let start = Instant::now();
            let mut is_stale = true;
            while is_stale && start.elapsed() < MENDED_WITHIN {
                tokio::time::sleep(Duration::from_millis(500)).await;
                let (messages, matches) = (player.messages(channel, None).await?, read_matches(&*scene.store).await?.0);
                is_stale = stale_controls(&messages, &matches).iter().any(|it| it.id() == id);
            }
            touched.push((format!("message {id} with {board:?}: {pressed:?}"), !is_stale));
        }
    }
    Ok(touched)
}
