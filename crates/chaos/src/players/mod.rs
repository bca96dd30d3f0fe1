//! Plays one match after another, as people do: begins it, says random legal moves in every possible way, lets time pass,
//! resigns, and repeats a move only after checking whether it was accepted.

mod agreements;
mod begin;
mod moves;

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use rand::Rng as _;
use rand::rngs::StdRng;

use super::person::Person;
use super::scene::Scene;
use super::seen::{BoardName, SeenMessage};
use discord::controls::{BoardAction, Control};
use play::{Match, MatchId, Seat, UserId, deadlines};

/// How long a person waits for a reply before checking the state of the match.
const REPLY_TIMEOUT: Duration = Duration::from_secs(4);

/// How long the engine may take, faults included, before its match is abandoned.
const ENGINE_TIMEOUT: Duration = Duration::from_secs(60);

/// How long the database may fail to answer before a match is abandoned.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(60);

/// How likely it is that something is offered or prepared before a move.
const AGREEMENTS: f64 = 0.03;

/// How often a waiting person checks.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// How often a person who lets time pass checks.
const SLEEP_INTERVAL: Duration = Duration::from_secs(1);

/// Whether a match is played by the script if it is rated: every second one is.
fn has_script(id: MatchId) -> bool {
    id.0 % 2 == 0
}

/// A player.
pub(crate) struct Player {
    pub scene: Arc<Scene>,
    pub dice: StdRng,
}

impl Player {
    /// Plays until the run is over.
    pub async fn run(mut self) {
        while !self.scene.is_over() {
            if let Err(error) = self.begin_and_play().await {
                tracing::debug!(error = %format!("{error:#}"), "a match did not go on as wanted");
                tokio::time::sleep(POLL_INTERVAL * 10).await;
            }
        }
    }

    async fn begin_and_play(&mut self) -> anyhow::Result<()> {
        let is_rated = self.dice.random_bool(0.4);
        let id = match self.dice.random_bool(0.3) {
            true => self.begin_against_engine().await?,
            false => self.begin_between_people(is_rated).await?,
        };
        // Random play rarely finishes on a large board, and we want results.
        let most = if is_rated && !has_script(id) { self.dice.random_range(4..14) } else { 150 };
        while !self.scene.is_over() {
            let current = self.look(id).await?;
            if current.outcome.is_some() {
                return Ok(());
            }
            // Once the position was seen, nothing that was said before it is still under way.
            let is_seen = self.scene.seen.lock().has_board(BoardName::of(&current));
            if self.dice.random_bool(AGREEMENTS) && is_seen {
                self.agree(&current).await?;
                continue;
            }
            let has_running_clock = current.clock.control.is_some() && !current.clock.is_paused;
            match current.seat(current.to_move()) {
                Seat::Engine(_) | Seat::Channel | Seat::Rival | Seat::Recorded => self.await_engine(&current).await?,
                Seat::User(user) if has_running_clock && self.dice.random_bool(0.2) => {
                    self.sleep(&current).await?;
                    let oversleeps = self.dice.random_bool(0.3);
                    // A player who was reminded moves now, or sleeps on until the time is over.
                    match self.scene.is_over() {
                        false if oversleeps => self.oversleep(id).await?,
                        false => self.play_move(&current, user).await?,
                        true => {}
                    }
                }
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
            match self.scene.store.find_match(id).await {
                Err(error) if error.is_of_database() && start.elapsed() < DATABASE_TIMEOUT => {
                    tokio::time::sleep(POLL_INTERVAL * 10).await;
                }
                found => break found?,
            }
        };
        let current = found.context("the match is gone")?;
        self.scene.history.lock().accept(id.0, current.undone, &current.moves);
        anyhow::ensure!(!self.scene.places.lock().have_lost(&current), "its channel was deleted");
        Ok(current)
    }

    fn person(&self, user: UserId) -> anyhow::Result<&Person> {
        self.scene.people.iter().find(|it| it.id == user.0).context("nobody is that")
    }

    /// Waits until something can be found, but not forever.
    async fn wait_for<T>(&self, patience: Duration, find: impl Fn(&Scene) -> Option<T>) -> Option<T> {
        let start = Instant::now();
        while start.elapsed() < patience {
            if let Some(found) = find(&self.scene) {
                return Some(found);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        None
    }

    /// Waits for something in a message of a channel, but not forever.
    async fn wait_for_message<T>(&self, channel: u64, find: impl Fn(&SeenMessage) -> Option<T>) -> Option<T> {
        self.wait_for(REPLY_TIMEOUT, |scene| scene.channel(channel).iter().find_map(&find)).await
    }

    /// Waits until a board, or a later one of its match, is seen. Returns whether it was, in time.
    async fn wait_for_board(&self, board: BoardName) -> bool {
        self.wait_for(REPLY_TIMEOUT, |scene| scene.seen.lock().has_board(board).then_some(())).await.is_some()
    }

    /// Waits until a match has changed in some way, but not forever. Returns whether it has.
    async fn wait_until(&self, id: MatchId, patience: Duration, has: impl Fn(&Match) -> bool) -> anyhow::Result<bool> {
        let start = Instant::now();
        while start.elapsed() < patience && !self.scene.is_over() {
            if has(&self.look(id).await?) {
                return Ok(true);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        Ok(false)
    }

    async fn await_engine(&self, current: &Match) -> anyhow::Result<()> {
        let has_moved = |now: &Match| now.version() != current.version() || now.outcome.is_some();
        match self.wait_until(current.id, ENGINE_TIMEOUT, has_moved).await? || self.scene.is_over() {
            true => Ok(()),
            false => bail!("the engine has not moved"),
        }
    }

    async fn resign(&self, current: &Match, user: UserId) -> anyhow::Result<()> {
        let person = self.person(user)?;
        let (channel, id) = (current.place.channel.0, current.id);
        person.say(channel, &format!("!resign #{id}")).await?;
        let really = Control::board(current, BoardAction::ConfirmResign(user));
        let asked = |it: &SeenMessage| Some((it.id(), it.id_of(&really)?.to_owned()));
        let Some((question, control)) = self.wait_for_message(channel, asked).await else { return Ok(()) };
        person.press(question, &control).await?;
        self.wait_until(id, REPLY_TIMEOUT, |it| it.outcome.is_some()).await.map(drop)
    }

    /// Lets the player to move "fall asleep": sets the clock back until only an eighth of the time is left, and waits
    /// for the reminder. Whoever has left the server gets none; then the other player is told.
    async fn sleep(&self, current: &Match) -> anyhow::Result<()> {
        let turn = BoardName::of(current);
        let reserve = current.clock.reserves[current.to_move().index()];
        if self.scene.seen.lock().has_reminder(turn) || !self.rewind(current, reserve / 8 * 7).await? {
            return Ok(());
        }
        self.scene.history.lock().slept.insert(turn);
        // The bot may have received an earlier message only now.
        while !self.scene.is_over()
            && !self.scene.seen.lock().has_reminder(turn)
            && self.look(current.id).await?.version() == turn.version
        {
            tokio::time::sleep(SLEEP_INTERVAL).await;
        }
        Ok(())
    }

    /// Lets a player who was reminded sleep on until the time is over and the match has ended.
    async fn oversleep(&self, id: MatchId) -> anyhow::Result<()> {
        let current = self.look(id).await?;
        let turn = BoardName::of(&current);
        let reserve = current.clock.reserves[current.to_move().index()];
        // The reminder may be visible before the bot has written that it was sent.
        let is_awake = current.outcome.is_some() || !deadlines::is_reminded(&current);
        // The reminder stays before the end of the time.
        let mut earlier = current.clone();
        earlier.reminders.reminded_at = current.reminders.reminded_at.map(|it| it - reserve / 1000);
        if is_awake
            || self.scene.store.save_unannounced(&current, &earlier).await.is_err()
            || !self.rewind(&self.look(id).await?, reserve).await?
        {
            return Ok(());
        }
        self.scene.history.lock().overslept.insert(turn);
        // The bot may have received an earlier message only now.
        let goes_on = |it: &Match| it.outcome.is_none() && it.version() == turn.version;
        while !self.scene.is_over() && goes_on(&self.look(id).await?) {
            tokio::time::sleep(SLEEP_INTERVAL).await;
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
        Ok(store::testing::rewind(&self.scene.database_url, current, time).await.unwrap_or(false))
    }
}
