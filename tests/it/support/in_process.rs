//! A bot in the process of the test, for stories that need other times than a real one has.

use std::time::Duration;

use discord::Secret;
use discord::{ConnectOptions, Patience};
use parlor::app;
use parlor::config::{Config, DiscordConfig, EngineConfig};
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::DEADLINE;

/// A bot that runs.
pub struct Bot {
    task: JoinHandle<anyhow::Result<()>>,
    stop: oneshot::Sender<()>,
    _folder: TempDir,
}

/// How long a bot waits that is in a hurry.
pub fn hurried() -> Patience {
    Patience {
        request: Duration::from_millis(300),
        first_pause: Duration::from_millis(5),
        longest_pause: Duration::from_millis(20),
        ..Patience::default()
    }
}

impl Bot {
    pub fn start(token: &str, api_base: String, shards: Option<&str>, patience: Patience) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let token = Secret(token.to_owned());
        let shards = shards.map(|it| it.parse().unwrap());
        let discord = DiscordConfig {
            token: Some(token.clone()),
            prefix: "!".into(),
            api_base: Some(api_base.clone()),
            shards,
            requests_per_second: 50,
        };
        let config = Config {
            discord,
            database_url: Secret(format!("sqlite://{}/bot.db", folder.path().display())),
            engine: EngineConfig { threads: 1, hash_mb: 1, has_pauses: false },
            http_address: None,
            web: None,
            play: play::PlayPolicy::default(),
            commands_per_minute: u32::MAX,
        };
        let options = ConnectOptions { token, api_base: Some(api_base), shards, requests_per_second: 50, patience };
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let stopped = async { drop(stopped.await) };
            app::serve(&config, options, app::Role::Bot, stopped).await
        });
        Self { task, stop, _folder: folder }
    }

    /// The sentence with which it ends by itself.
    pub async fn ends(self) -> String {
        let ended = tokio::time::timeout(3 * DEADLINE, self.task).await.expect("it ends in time").unwrap();
        ended.expect_err("it ends with an error").to_string()
    }

    /// It goes on for at least so long.
    pub async fn runs_for(&mut self, time: Duration) {
        let ended = tokio::time::timeout(time, &mut self.task).await;
        assert!(ended.is_err(), "it has ended: {ended:?}");
    }

    /// Asks it to stop, which it does.
    pub async fn stops(self) {
        self.stop.send(()).unwrap();
        tokio::time::timeout(3 * DEADLINE, self.task).await.expect("it stops in time").unwrap().expect("it stops well");
    }
}
