//! Watches the shards. Serenity keeps trying to get a session for a shard even after Discord has said that there will
//! be none, and it waits forever for a connection that is never answered. Without this watch, the bot would hear
//! nothing, and nobody would know.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::{SinkExt as _, StreamExt as _};
use poise::serenity_prelude as serenity;
use serde_json::{Value, json};
use serenity::{BotGateway, ConnectionStage, GatewayIntents, ShardId, ShardManager};
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::{self, Message};

use super::options::ConnectOptions;
use super::options::Shards;
use super::rest_client::ConnectError;
use super::sessions::Sessions;
use play::Shard;

/// Serenity starts one shard after another, with this pause.
const BETWEEN_SHARDS: Duration = Duration::from_secs(5);

/// The longest pause between two questions. Each question costs a session, and the number per day is limited.
const MAX_PAUSE: Duration = Duration::from_secs(600);

/// After this many denials, serenity, which would ask every five seconds, is kept from asking.
const MAX_DENIED: u32 = 2;

/// How long saying goodbye may take.
const GOODBYE: Duration = Duration::from_secs(2);

/// Watches over the shards of this process.
pub(super) struct Watch<'a> {
    pub manager: Arc<ShardManager>,
    pub shards: Shards,
    pub gateway: &'a BotGateway,
    /// The address that serenity looks up whenever a shard connects.
    pub address: Arc<Mutex<String>>,
    pub intents: GatewayIntents,
    pub options: &'a ConnectOptions,
    pub sessions: &'a Sessions,
}

/// A shard without a session.
struct Missing {
    since: Instant,
    /// When to ask Discord for the reason next, and how long to wait after that.
    ask_at: Instant,
    pause: Duration,
    /// Whether it was restarted because Discord would give it a session.
    revived: bool,
    /// How often Discord has denied a session. Each question counts toward the thousand that a day has.
    denied: u32,
}

/// The gateway's address while it is withheld; without it serenity cannot connect any shard.
type Held = Option<OwnedMutexGuard<String>>;

impl Missing {
    fn new(since: Instant, patience: Duration) -> Self {
        Self { since, ask_at: since + patience, pause: patience, revived: false, denied: 0 }
    }
}

/// The last answer to a heartbeat: how long it took, and when we noticed it. No two take exactly the same time.
type Heartbeat = (Option<Duration>, Instant);

/// Discord's answer when asked for a shard's session.
enum Answer {
    Given,
    Refused(ConnectError),
    /// It has received the question, but gives no session at present.
    Denied(String),
    /// Nothing except that it has problems of its own.
    Unclear(String),
}

impl Watch<'_> {
    /// Ends when a shard cannot get a session, with the reason. Until then it logs what is wrong.
    pub async fn run(&self) -> ConnectError {
        let patience = self.options.patience;
        let all = self.shards.first..=self.shards.last;
        let begin = |begun: Instant, shard: u32| {
            let turn = begun + BETWEEN_SHARDS * (shard - self.shards.first);
            (shard, Missing::new(turn, patience.session))
        };
        let begun = Instant::now();
        let mut missing: HashMap<u32, Missing> = all.clone().map(|it| begin(begun, it)).collect();
        let mut heartbeats = HashMap::new();
        let mut held: Held = None;
        all.clone().for_each(|it| self.note(it, false));
        loop {
            tokio::time::sleep(patience.session / 10).await;
            for shard in all.clone() {
                let is_alive = self.is_alive(shard, &mut heartbeats).await;
                self.note(shard, is_alive);
                if is_alive {
                    missing.remove(&shard);
                    continue;
                }
                let lost = missing.entry(shard).or_insert_with(|| Missing::new(Instant::now(), patience.session));
                if Instant::now() < lost.ask_at {
                    continue;
                }
                let was_held = held.is_some();
                if let Err(error) = self.look_into(shard, lost, &mut held).await {
                    return error;
                }
                if was_held && held.is_none() {
                    // Serenity is waiting with all of these shards, and now gets their sessions one after another.
                    let now = Instant::now();
                    missing = missing.into_keys().map(|it| begin(now, it)).collect();
                }
            }
        }
    }

    /// Notes whether a shard hears Discord.
    fn note(&self, shard: u32, is_alive: bool) {
        self.sessions.set(Shard { index: shard, total: self.shards.total }, is_alive);
    }

    /// Whether a shard has a session and hears Discord.
    async fn is_alive(&self, shard: u32, heartbeats: &mut HashMap<u32, Heartbeat>) -> bool {
        let runners = self.manager.runners.lock().await;
        let runner = runners.get(&ShardId(shard)).filter(|it| it.stage == ConnectionStage::Connected);
        let Some(runner) = runner else {
            heartbeats.remove(&shard);
            return false;
        };
        let last = heartbeats.entry(shard).or_insert_with(|| (runner.latency, Instant::now()));
        if last.0 != runner.latency {
            *last = (runner.latency, Instant::now());
        }
        last.1.elapsed() < self.options.patience.silence
    }

    /// Finds out why a shard has no session. An error means that it will never have one.
    async fn look_into(&self, shard: u32, missing: &mut Missing, held: &mut Held) -> Result<(), ConnectError> {
        let (total, for_s) = (self.shards.total, missing.since.elapsed().as_secs());
        match self.ask(shard).await {
            Answer::Refused(error) => {
                self.end(shard).await;
                return Err(error);
            }
            // Serenity is waiting for the address, so the shard need not be restarted.
            Answer::Given if held.is_some() => {
                tracing::info!(shard, total, for_s, "Discord gives sessions again");
                *held = None;
                return Ok(());
            }
            Answer::Given if missing.revived => {
                return Err(ConnectError::Ended(format!(
                    "shard {shard} of {total} gets no session, although Discord would give one; start again"
                )));
            }
            Answer::Given => {
                tracing::warn!(shard, total, for_s, "a shard is without a session, and is begun anew");
                missing.revived = true;
                self.end(shard).await;
                self.manager.restart(ShardId(shard)).await;
            }
            Answer::Denied(why) => {
                tracing::warn!(shard, total, for_s, "a shard is without a session: {why}");
                missing.denied += 1;
                if missing.denied >= MAX_DENIED && held.is_none() {
                    tracing::warn!(
                        shard,
                        total,
                        "no session is asked for anymore but to see whether one is given again"
                    );
                    *held = Some(Arc::clone(&self.address).lock_owned().await);
                }
            }
            Answer::Unclear(why) => tracing::warn!(shard, total, for_s, "a shard is without a session: {why}"),
        }
        missing.pause = (missing.pause * 2).min(MAX_PAUSE);
        missing.ask_at = Instant::now() + missing.pause;
        Ok(())
    }

    /// Ends a shard whose connection is closed: serenity would keep reading from it, without a pause.
    async fn end(&self, shard: u32) {
        if let Some(runner) = self.manager.runners.lock().await.get(&ShardId(shard)) {
            runner.runner_tx.shutdown_clean();
        }
    }

    /// Closes the sessions of all shards.
    pub async fn close(&self) {
        // Serenity waits forever for a shard that does not answer.
        if tokio::time::timeout(GOODBYE, self.say_goodbye()).await.is_err() {
            tracing::warn!("not every shard has said goodbye in time");
        }
    }

    async fn say_goodbye(&self) {
        for (_, runner) in self.manager.runners.lock().await.iter() {
            if runner.stage != ConnectionStage::Connected {
                runner.runner_tx.shutdown_clean();
            }
        }
        self.manager.shutdown_all().await;
    }

    /// Asks for a shard's session only to learn the answer, which serenity does not reveal.
    async fn ask(&self, shard: u32) -> Answer {
        match tokio::time::timeout(self.options.patience.request, self.identify(shard)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => Answer::Unclear(error.to_string()),
            Err(_) => Answer::Unclear("the gateway does not answer in time".into()),
        }
    }

    async fn identify(&self, shard: u32) -> Result<Answer, tungstenite::Error> {
        let (mut socket, _) = connect_async(format!("{}?v=10&encoding=json", self.gateway.url)).await?;
        let mut has_asked = false;
        while let Some(message) = socket.next().await {
            match message? {
                Message::Close(Some(frame)) => {
                    return Ok(match self.read_close_code(frame.code.into(), shard) {
                        Answer::Denied(why) if !has_asked => Answer::Unclear(why),
                        answer => answer,
                    });
                }
                Message::Text(text) => {
                    let said: Value = serde_json::from_str(&text).unwrap_or_default();
                    if said["op"] == 10 {
                        socket.send(Message::Text(self.identification(shard).to_string())).await?;
                        has_asked = true;
                    }
                    if said["op"] == 9 && has_asked {
                        return Ok(Answer::Denied("the gateway gives no session now".into()));
                    }
                    if said["t"] == "READY" {
                        socket.close(None).await?;
                        return Ok(Answer::Given);
                    }
                }
                _ => {}
            }
        }
        Ok(Answer::Unclear("the gateway closes the connection without a reason".into()))
    }

    fn identification(&self, shard: u32) -> Value {
        let properties = json!({"os": std::env::consts::OS, "browser": "parlor", "device": "parlor"});
        json!({"op": 2, "d": {
            "token": self.options.token.0, "intents": self.intents.bits(), "shard": [shard, self.shards.total],
            "properties": properties,
        }})
    }

    /// What the code means with which Discord closes a connection.
    fn read_close_code(&self, code: u16, shard: u32) -> Answer {
        Answer::Refused(match code {
            4004 => ConnectError::WrongToken,
            // The shard's number is out of range, or there are too few shards for the bot's servers.
            4010 | 4011 => ConnectError::RefusedShard { shard, total: self.shards.total, advised: self.gateway.shards },
            4012 => ConnectError::Ended("Discord no longer knows this version of its gateway".into()),
            4013 => ConnectError::Ended("Discord does not know the intents that the bot asked for".into()),
            4014 => ConnectError::RefusedIntents,
            other => return Answer::Denied(format!("the gateway closes the connection with code {other}")),
        })
    }
}
