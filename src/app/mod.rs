//! Puts the adapters together: opens what is needed, runs until told to stop, stops in order.

mod analyst;
mod chance;
mod opponent;
mod runner;

use std::sync::Arc;

use tracing_subscriber::EnvFilter;

use crate::config::Config;
use crate::discord::{Bot, ChatAnnouncer, Connection, Settings};
use crate::engine::Pool;
use crate::play::Host;
use crate::store;
use analyst::EngineAnalyst;
use chance::{Coin, SystemClock};
use opponent::EngineOpponent;

/// Serves a bot until `stop` is done.
pub async fn serve(config: &Config, settings: Settings, stop: impl Future<Output = ()>) -> anyhow::Result<()> {
    let store = store::open(&config.store.url.0).await?;
    let announcer = Arc::new(ChatAnnouncer::default());
    let pool = Arc::new(Pool::new(config.engine.threads, config.engine.hash_mb));
    let host = Arc::new(Host::new(
        store,
        Arc::clone(&announcer) as _,
        Arc::new(EngineOpponent::new(Arc::clone(&pool))),
        Arc::new(EngineAnalyst::new(pool)),
        Arc::new(SystemClock),
        Arc::new(Coin),
        config.play,
    ));
    let runner = tokio::spawn(runner::run(Arc::clone(&host), Arc::clone(&announcer)));
    let bot = Bot::new(host, &config.discord.prefix);
    let served = Connection::new(bot, announcer, settings).run(stop).await;
    runner.abort();
    Ok(served?)
}

/// Done when the process is asked to stop: Ctrl+C, or SIGTERM where there is one.
pub async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminated) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminated.recv() => return,
                _ = tokio::signal::ctrl_c() => return,
            }
        }
    }
    // Without signals there is nothing to wait for but the end of the process.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// What is logged unless RUST_LOG says otherwise. The libraries' own words on refused connections are left out:
/// [`ConnectError`](crate::discord::ConnectError) says it plainly.
const LOGGED: &str = "warn,parlor=info,serenity::gateway=off,poise::framework=error";

/// Logs to stderr what RUST_LOG asks for; otherwise what an operator wants to know.
pub fn log() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(LOGGED));
    // A second call, as tests make it, changes nothing.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).try_init();
}
