//! Plays one match after another, as people do: says random legal moves in every possible way, and repeats a move only
//! after checking whether it was accepted.

mod agreements;
mod begin;
mod moves;
mod script;
mod sleep;

use discord::controls::{BoardAction, Control};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use rand::Rng as _;
use rand::rngs::StdRng;

use super::scene::{BoardName, Onlooker, Person, Scene};
use play::{Match, MatchId, Seat, UserId};
use script::has_script;

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

/// A player.
pub(crate) struct Player {
    pub scene: Arc<Scene>,
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
        self.scene.is_over.load(Ordering::SeqCst)
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
            if self.dice.random_bool(AGREEMENTS) && self.has_seen(&current) {
                self.agree(&current).await?;
                continue;
            }
            let has_running_clock = current.conduct.clock.is_some() && !current.conduct.paused;
            match current.seat(current.to_move()) {
                Seat::User(user) if has_running_clock && self.dice.random_bool(0.2) => {
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
            match self.scene.store.find_match(id).await {
                Err(error) if error.is_of_database() && start.elapsed() < DATABASE_TIMEOUT => {
                    tokio::time::sleep(POLL_INTERVAL * 10).await;
                }
                found => break found?,
            }
        };
        let current = found.context("the match is gone")?;
        if !self.scene.history.accept(id.0, current.undone, &current.moves) {
            self.scene.has_changed_past.store(true, Ordering::SeqCst);
        }
        anyhow::ensure!(!self.scene.has_lost_channel(&current), "its channel was deleted");
        Ok(current)
    }

    fn person(&self, user: UserId) -> anyhow::Result<&Person> {
        self.scene.people.iter().find(|it| it.id == user.0).context("nobody is that")
    }

    /// Whether the current position of a match has been shown, so that nothing said before it is still under way.
    fn has_seen(&self, current: &Match) -> bool {
        self.scene.onlooker.has_seen(BoardName { match_id: current.id.0, version: current.version() })
    }

    /// Waits until the onlooker has seen something, but not forever.
    async fn wait_for<T>(&self, patience: Duration, find: impl Fn(&Onlooker) -> Option<T>) -> Option<T> {
        let start = Instant::now();
        while start.elapsed() < patience {
            if let Some(found) = find(&self.scene.onlooker) {
                return Some(found);
            }
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        None
    }

    fn public_channel(&mut self) -> u64 {
        let channels = self.scene.channels.all();
        channels[self.dice.random_range(0..channels.len())]
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

    async fn resign(&self, current: &Match, user: UserId) -> anyhow::Result<()> {
        let person = self.person(user)?;
        let (channel, id) = (current.place.channel.0, current.id.0);
        person.say(channel, &format!("!resign #{id}")).await?;
        let really = Control::board(current, BoardAction::ConfirmResign(user));
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
}
