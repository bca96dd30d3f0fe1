//! Plays one match after another, as people do: says random legal moves in every possible way, and repeats a move only
//! after checking whether it was accepted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use games::GAMES;
use games::board::Move;
use games::{AnyPosition, Ruleset};
use playground::ids;
use rand::Rng as _;
use rand::rngs::StdRng;
use serde_json::json;

use super::channels::Channels;
use super::history::{History, SaidMove};
use super::onlooker::{IN_VIEW, Onlooker};
use super::person::Person;
use super::seen::{ACCEPT, BoardName, SeenMessage};
use crate::play::ports::Store;
use crate::play::{Challenge, ChallengeId, ChallengeState, Match, MatchId, Seat, UserId};
use crate::store;

/// How long a person waits for a reply before checking the state of the match.
const REPLY_TIMEOUT: Duration = Duration::from_secs(4);

/// How long the engine may take, faults included, before its match is abandoned.
const ENGINE_TIMEOUT: Duration = Duration::from_secs(60);

/// How long the database may fail to answer before a match is abandoned.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(60);

/// How often a waiting person checks.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The clock of some matches: so slow that only players who sleep get a reminder.
const CLOCK: &str = "clock=6d+6d";

/// The person who is told directly that it's their turn, by choice, and sometimes takes no direct messages.
pub(super) const DIRECTLY_TOLD: u64 = ids::BOB;

/// The channel in which that happens.
pub(super) const DIRECT_CHANNEL: u64 = ids::BOB_DM;

/// The shortest game of Lines of Action (M. Winands, 2000): some rated matches end with its last move.
const SCRIPT: [&str; 9] = ["d1-b3", "h5-g4", "b1-b4", "g4-g1", "b4-e7", "a3-c1", "b3-e6", "h3-f1", "e1-e5"];

/// Whether a match is played by the script if it is rated: every second one is.
fn has_script(id: MatchId) -> bool {
    id.0 % 2 == 0
}

/// The next move of the script, if a match is played by it.
fn scripted(current: &Match, position: &dyn AnyPosition) -> Option<Move> {
    let played = current.moves.iter().map(String::as_str);
    let is_meant =
        current.rated && has_script(current.id) && played.eq(SCRIPT.iter().copied().take(current.moves.len()));
    let next = SCRIPT.get(current.moves.len()).filter(|_| is_meant)?;
    position.read(next).ok()
}

/// What all players share.
pub(super) struct SharedState {
    pub store: Arc<dyn Store>,
    pub database_url: String,
    pub people: Vec<Person>,
    pub channels: Channels,
    pub onlooker: Onlooker,
    pub history: History,
    pub is_over: AtomicBool,
    /// Whether the known moves of a match have ever changed.
    pub has_changed_past: AtomicBool,
}

impl SharedState {
    /// Whether the channel of a match has been deleted, with everything in it.
    pub fn has_lost_channel(&self, current: &Match) -> bool {
        self.channels.have_lost(current)
    }
}

/// A player.
pub(super) struct Player {
    pub shared: Arc<SharedState>,
    pub dice: StdRng,
}

impl Player {
    /// Plays until the run is over.
    pub async fn run(mut self) {
        while !self.is_over() {
            if let Err(error) = self.begin_and_play().await {
                tracing::debug!(error = %format!("{error:#}"), "a match did not go on as wanted");
                tokio::time::sleep(POLL_INTERVAL * 10).await;
            }
        }
    }

    fn is_over(&self) -> bool {
        self.shared.is_over.load(Ordering::SeqCst)
    }

    async fn begin_and_play(&mut self) -> anyhow::Result<()> {
        let is_rated = self.dice.random_bool(0.4);
        let id = match self.dice.random_bool(0.3) {
            true => self.begin_against_engine().await?,
            false => self.begin_between_people(is_rated).await?,
        };
        // Random play rarely finishes on a large board, and we want results.
        let most = if is_rated && !has_script(id) { self.dice.random_range(4..14) } else { 150 };
        while !self.is_over() {
            let current = self.look(id).await?;
            if current.outcome.is_some() {
                return Ok(());
            }
            match current.seat(current.to_move()) {
                Seat::User(user) if current.conduct.clock.is_some() && self.dice.random_bool(0.2) => {
                    self.sleep(&current).await?;
                    let oversleeps = self.dice.random_bool(0.3);
                    // A player who was reminded moves now, or sleeps on until the time is over.
                    match self.is_over() {
                        false if oversleeps => self.oversleep(id).await?,
                        false => self.play_move(&current, user).await?,
                        true => {}
                    }
                }
                Seat::Engine(_) => self.await_engine(&current).await?,
                Seat::User(user) if current.moves.len() >= most => self.resign(&current, user).await?,
                Seat::User(user) => self.play_move(&current, user).await?,
            }
        }
        Ok(())
    }

    /// The state of a match in the database, once that answers. A match whose channel was deleted is not played any
    /// further.
    async fn look(&self, id: MatchId) -> anyhow::Result<Match> {
        let start = Instant::now();
        let found = loop {
            match self.shared.store.find_match(id).await {
                Err(error) if error.is_of_database() && start.elapsed() < DATABASE_TIMEOUT => {
                    tokio::time::sleep(POLL_INTERVAL * 10).await;
                }
                found => break found?,
            }
        };
        let current = found.context("the match is gone")?;
        if !self.shared.history.accept(id.0, &current.moves) {
            self.shared.has_changed_past.store(true, Ordering::SeqCst);
        }
        anyhow::ensure!(!self.shared.has_lost_channel(&current), "its channel was deleted");
        Ok(current)
    }

    fn person(&self, user: UserId) -> anyhow::Result<&Person> {
        self.shared.people.iter().find(|it| it.id == user.0).context("nobody is that")
    }

    /// Waits until the onlooker has seen something, but not forever.
    async fn wait_for<T>(&self, patience: Duration, find: impl Fn(&Onlooker) -> Option<T>) -> Option<T> {
        let start = Instant::now();
        while start.elapsed() < patience {
            if let Some(found) = find(&self.shared.onlooker) {
                return Some(found);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        None
    }

    fn public_channel(&mut self) -> u64 {
        let channels = self.shared.channels.all();
        channels[self.dice.random_range(0..channels.len())]
    }

    /// Whether a match is to have a thread of its own, in the words of a command.
    fn where_in_a_channel(&mut self) -> &'static str {
        if self.dice.random_bool(0.15) { " thread" } else { "" }
    }

    /// A random game, on a small board if the game has one.
    fn small_game(&mut self) -> Ruleset {
        let info = GAMES[self.dice.random_range(0..GAMES.len())].info();
        let mut ruleset = Ruleset::default_of(info);
        for size in ["5x5", "6x6"] {
            if ruleset.set("size", size).is_ok() {
                break;
            }
        }
        ruleset
    }

    async fn begin_against_engine(&mut self) -> anyhow::Result<MatchId> {
        let index = self.dice.random_range(0..self.shared.people.len());
        let ruleset = self.small_game();
        let (public, where_in_it) = (self.public_channel(), self.where_in_a_channel());
        let is_private = self.dice.random_bool(0.3);
        let person = &self.shared.people[index];
        // Who takes no direct messages for a while could not go on with a match there.
        let is_private = is_private && person.id != DIRECTLY_TOLD;
        let (channel, thread) = if is_private { (person.private, "") } else { (public, where_in_it) };
        let terms = format!("{} size={} level=1 casual{thread}", ruleset.info.key, ruleset.size);
        person.say(channel, &format!("!play {terms}")).await?;
        let start = Instant::now();
        while start.elapsed() < REPLY_TIMEOUT * 2 {
            let found = self.shared.store.matches_of(UserId(person.id), None).await?;
            let new = found.iter().find(|it| it.is_against_engine() && self.shared.history.take_match(it.id.0));
            if let Some(begun) = new {
                return Ok(begun.id);
            }
            tokio::time::sleep(POLL_INTERVAL * 2).await;
        }
        bail!("no match has begun")
    }

    async fn begin_between_people(&mut self, is_rated: bool) -> anyhow::Result<MatchId> {
        let count = self.shared.people.len();
        let one = self.dice.random_range(0..count);
        let other = (one + self.dice.random_range(1..count)) % count;
        let channel = self.public_channel();
        let small = self.small_game();
        let terms = match is_rated {
            true => format!("{} rated", GAMES[0].info().key),
            false if self.dice.random_bool(0.4) => format!("{} size={} casual {CLOCK}", small.info.key, small.size),
            false => format!("{} size={} casual", small.info.key, small.size),
        };
        let terms = terms + self.where_in_a_channel();
        let [one, other] = [one, other].map(|it| &self.shared.people[it]);
        one.say(channel, &format!("!challenge @{} {terms}", other.name)).await?;
        let history = &self.shared.history;
        let take = |it: &SeenMessage| it.open_challenge().filter(|id| history.take_challenge(*id));
        let offered = |onlooker: &Onlooker| onlooker.channel(channel).iter().find_map(take);
        let id = self.wait_for(REPLY_TIMEOUT * 2, offered).await.context("no challenge was seen")?;
        let accepted = self.accept(ChallengeId(id)).await;
        if accepted.is_err() {
            history.leave_challenge(id);
        }
        accepted
    }

    async fn accept(&self, id: ChallengeId) -> anyhow::Result<MatchId> {
        for _ in 0..5 {
            let challenge = self.shared.store.challenge(id).await?.context("the challenge is gone")?;
            let user = match challenge.state {
                ChallengeState::Open => challenge.offer.opponent.context("nobody in particular is invited")?,
                ChallengeState::Accepted(id) => {
                    self.shared.history.take_match(id.0);
                    return Ok(id);
                }
                other => bail!("the challenge is {other:?}"),
            };
            self.say_accept(self.person(user)?, &challenge).await?;
            let start = Instant::now();
            while start.elapsed() < REPLY_TIMEOUT {
                let now = self.shared.store.challenge(id).await?;
                if now.is_some_and(|it| it.state != ChallengeState::Open) {
                    break;
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        }
        bail!("the challenge could not be accepted")
    }

    /// Accepts a challenge on its card. If a moderator has deleted the card, the newest challenge is accepted by
    /// command.
    async fn say_accept(&self, person: &Person, challenge: &Challenge) -> anyhow::Result<()> {
        let channel = challenge.offer.place.channel.0;
        let accept = format!("{ACCEPT}{}", challenge.id.0);
        let messages = self.shared.onlooker.channel(channel);
        let seen = messages.iter().find_map(|it| Some((it.id(), it.id_of(&accept)?)));
        let pressed = match seen {
            Some((card, control)) => person.press(card, control).await,
            None => Err(anyhow!("the challenge is not there anymore")),
        };
        let card = seen.map(|it| it.0).or(challenge.message.map(|it| it.0));
        match pressed {
            Err(_) if card.is_some_and(|it| self.shared.history.is_deleted(it)) => person.say(channel, "!accept").await,
            pressed => pressed,
        }
    }

    async fn await_engine(&self, current: &Match) -> anyhow::Result<()> {
        let start = Instant::now();
        while start.elapsed() < ENGINE_TIMEOUT && !self.is_over() {
            tokio::time::sleep(POLL_INTERVAL * 2).await;
            let now = self.look(current.id).await?;
            if now.version() != current.version() || now.outcome.is_some() {
                return Ok(());
            }
        }
        bail!("the engine has not moved")
    }

    /// Lets the player to move "fall asleep": sets the clock back until only an eighth of the time is left, and waits
    /// for the reminder. Whoever has left the server gets none; then the other player is told.
    async fn sleep(&self, current: &Match) -> anyhow::Result<()> {
        let turn = BoardName { match_id: current.id.0, version: current.version() };
        let reserve = current.conduct.reserves[current.to_move().index()];
        if self.shared.onlooker.has_seen_reminder(turn) || !self.rewind(current, reserve / 8 * 7).await? {
            return Ok(());
        }
        self.shared.history.sleep(turn);
        while !self.is_over() && !self.shared.onlooker.has_seen_reminder(turn) {
            tokio::time::sleep(POLL_INTERVAL * 20).await;
            // The bot may have received an earlier message only now.
            if self.look(current.id).await?.version() != turn.version {
                break;
            }
        }
        Ok(())
    }

    /// Lets a player who was reminded sleep on until the time is over and the match has ended.
    async fn oversleep(&self, id: MatchId) -> anyhow::Result<()> {
        let current = self.look(id).await?;
        let turn = BoardName { match_id: id.0, version: current.version() };
        let reserve = current.conduct.reserves[current.to_move().index()];
        let is_awake = current.outcome.is_some() || !self.shared.onlooker.has_seen_reminder(turn);
        if is_awake || !self.rewind(&current, reserve).await? {
            return Ok(());
        }
        self.shared.history.oversleep(turn);
        while !self.is_over() {
            let now = self.look(id).await?;
            // The bot may have received an earlier message only now.
            if now.outcome.is_some() || now.version() != turn.version {
                break;
            }
            tokio::time::sleep(POLL_INTERVAL * 20).await;
        }
        Ok(())
    }

    /// Sets the clock of a match back by so many milliseconds; returns whether it did.
    async fn rewind(&self, current: &Match, milliseconds: i64) -> anyhow::Result<bool> {
        // A board says how much time is left. If it is still to be shown, it would say something else after this.
        if current.owes_board() {
            return Ok(false);
        }
        let time = Duration::from_millis(u64::try_from(milliseconds)?);
        // A database that fails is no reason to abandon the match.
        Ok(store::testing::rewind(&self.shared.database_url, current, time).await.unwrap_or(false))
    }

    async fn resign(&self, current: &Match, user: UserId) -> anyhow::Result<()> {
        let person = self.person(user)?;
        let (channel, id) = (current.place.channel.0, current.id.0);
        person.say(channel, &format!("!resign #{id}")).await?;
        let really = format!("1:really-resign:{id}:{}:{}", current.version(), user.0);
        let asked = |onlooker: &Onlooker| {
            let messages = onlooker.channel(channel);
            messages.iter().find_map(|it| Some((it.id(), it.id_of(&really)?.to_owned())))
        };
        let Some((question, control)) = self.wait_for(REPLY_TIMEOUT, asked).await else { return Ok(()) };
        person.press(question, &control).await?;
        let start = Instant::now();
        while start.elapsed() < REPLY_TIMEOUT && self.look(current.id).await?.outcome.is_none() {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        Ok(())
    }

    async fn play_move(&mut self, current: &Match, user: UserId) -> anyhow::Result<()> {
        let board = BoardName { match_id: current.id.0, version: current.version() };
        if self.dice.random_bool(0.8) {
            // If the wait is in vain, the player goes on anyway: the message may have been deleted.
            let _ = self.wait_for(REPLY_TIMEOUT, |it| it.has_seen(board).then_some(())).await;
        }
        let position = current.replay()?;
        let legal = position.legal();
        let chosen = match scripted(current, &*position) {
            Some(next) => next,
            None => legal[self.dice.random_range(0..legal.len())],
        };
        let person = self.person(user)?.clone();
        let said = SaidMove { match_id: current.id.0, person: user.0, text: chosen.to_string() };
        self.shared.history.say(said);
        self.say_move(&person, current, chosen).await?;
        let next = BoardName { version: board.version + 1, ..board };
        if self.wait_for(REPLY_TIMEOUT, |it| it.has_seen(next).then_some(())).await.is_none() {
            self.shared.history.doubt();
        }
        Ok(())
    }

    /// Says a move in one of the possible ways.
    async fn say_move(&mut self, person: &Person, current: &Match, chosen: Move) -> anyhow::Result<()> {
        let (channel, id) = (current.place.channel.0, current.id.0);
        let live = current.shown.and_then(|shown| {
            let messages = self.shared.onlooker.channel(channel);
            messages.iter().find(|it| it.id() == shown.message.0).cloned()
        });
        let live = live.filter(|it| it.board().is_some_and(|it| it.version == current.version()));
        let typed = format!("!move #{id} {chosen}");
        let said = match (self.dice.random_range(0..4), &live) {
            (0, _) => {
                let options = json!({ "move": chosen.to_string(), "match": id });
                person.slash(channel, "move", options).await
            }
            (1, Some(board)) => person.reply(channel, board.id(), &chosen.to_string()).await,
            (2, Some(board)) => choose(person, channel, board, id, chosen).await,
            _ => person.say(channel, &typed).await,
        };
        match live {
            // A moderator has deleted it while it was being used.
            Some(board) if said.is_err() && self.shared.history.is_deleted(board.id()) => {
                person.say(channel, &typed).await
            }
            _ => said,
        }
    }
}

/// Plays a move by the controls of a board.
async fn choose(person: &Person, channel: u64, board: &SeenMessage, match_id: i64, chosen: Move) -> anyhow::Result<()> {
    if chosen.is_pass() {
        let control = board.controls().find(|it| it.starts_with("1:pass:")).context("there is no way to pass")?;
        return person.press(board.id(), control).await;
    }
    let (whole, from, to) = (chosen.to_string(), chosen.from.to_string(), chosen.to.to_string());
    let file: String = from.chars().take(1).collect();
    let mut menus = board.clone();
    for value in [&file, &from] {
        if choose_from(person, &menus, &whole).await? {
            return Ok(());
        }
        let after = person.messages(channel, Some(1)).await?.last().map_or(0, SeenMessage::id);
        if !choose_from(person, &menus, value).await? {
            continue;
        }
        let Some(more) = answer_after(person, channel, after, match_id).await? else { return Ok(()) };
        menus = more;
    }
    match choose_from(person, &menus, &to).await? || choose_from(person, &menus, &whole).await? {
        true => Ok(()),
        // A move that is not on the menu's first page is typed instead.
        false => person.say(channel, &format!("!move #{match_id} {chosen}")).await,
    }
}

/// The menus of a match in a message that only this person sees, newer than another message.
async fn answer_after(person: &Person, channel: u64, after: u64, match_id: i64) -> anyhow::Result<Option<SeenMessage>> {
    let of_match = format!(":{match_id}:");
    let is_answer = |it: &&SeenMessage| {
        it.id() > after && it.ephemeral && it.options().next().is_some_and(|it| it.custom_id.contains(&of_match))
    };
    let start = Instant::now();
    while start.elapsed() < REPLY_TIMEOUT {
        if let Some(found) = person.messages(channel, Some(IN_VIEW)).await?.iter().rev().find(is_answer) {
            return Ok(Some(found.clone()));
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    Ok(None)
}

/// Chooses that value from the menu of a message that has it. Returns whether one has.
async fn choose_from(person: &Person, message: &SeenMessage, value: &str) -> anyhow::Result<bool> {
    match message.options().find(|it| it.value == value) {
        Some(option) => person.choose(message.id(), option.custom_id, value).await.map(|()| true),
        None => Ok(false),
    }
}
