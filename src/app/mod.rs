//! Puts the adapters together: opens what is needed, runs until told to stop, stops in order.

mod analyst;
mod chance;
mod opponent;
mod runner;

use std::sync::Arc;

use jiff::Timestamp;
use tracing_subscriber::EnvFilter;

use crate::config::Config;
use crate::discord::{Bot, ChatAnnouncer, ConnectOptions, Connection};
use crate::play::ports::Clock as _;
use crate::play::{Host, Ports};
use crate::store;
use analyst::EngineAnalyst;
use chance::{Coin, SystemClock};
use engine::Pool;
use opponent::EngineOpponent;

/// Serves a bot until `stop` is done.
pub async fn serve(config: &Config, options: ConnectOptions, stop: impl Future<Output = ()>) -> anyhow::Result<()> {
    let store = store::open(&config.store.url.0).await?;
    let announcer = Arc::new(ChatAnnouncer::default());
    let pool = Arc::new(Pool::new(config.engine.threads, config.engine.hash_mb));
    let (waker, woken) = runner::waker();
    let ports = Ports {
        store,
        announcer: Arc::clone(&announcer) as _,
        opponent: Arc::new(EngineOpponent::new(Arc::clone(&pool))),
        analyst: Arc::new(EngineAnalyst::new(pool)),
        waker: Arc::new(waker),
        clock: Arc::new(SystemClock),
        dice: Arc::new(Coin),
    };
    let host = Arc::new(Host::new(ports, config.play));
    let runner = tokio::spawn(runner::run(Arc::clone(&host), Arc::clone(&announcer), woken));
    let bot = Bot::new(host, &config.discord.prefix);
    let served = Connection::new(bot, announcer, options).run(stop).await;
    runner.abort();
    Ok(served?)
}

/// The time by this machine's clock.
pub fn now() -> Timestamp {
    SystemClock.now()
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

/// What is logged unless RUST_LOG says otherwise: the gateway's troubles, too. Not what poise warns of, since it is told
/// to whoever caused it, nor options that sqlx does not know, since it quotes their values: one may be a password. And
/// nothing more of serenity, which names at `info` whole events, with what people write.
const LOGGED: &str = "warn,parlor=info,poise::framework=error,sqlx_postgres::options=error";

/// Logs to stderr what RUST_LOG asks for; otherwise what an operator wants to know.
pub fn log() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(LOGGED));
    // A second call, as tests make it, changes nothing.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).try_init();
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Mutex, PoisonError};

    use super::*;

    #[derive(Clone, Default)]
    struct Written(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Written {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn troubles_of_the_gateway_are_logged_and_secrets_are_not() {
        let written = Written::default();
        let writer = written.clone();
        let log = tracing_subscriber::fmt().with_env_filter(EnvFilter::new(LOGGED));
        let log = log.with_writer(move || writer.clone()).finish();
        tracing::subscriber::with_default(log, || {
            tracing::warn!(target: "serenity::gateway::bridge::shard_queuer", "a shard cannot be started");
            tracing::error!(target: "serenity::gateway::shard", "a shard is refused");
            tracing::info!(target: "serenity::gateway::shard", "somebody's words");
            tracing::warn!(target: "sqlx_postgres::options::parse", "a secret");
            tracing::info!(target: "parlor::discord::connect", "a session");
        });
        let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
        for (part, is_logged) in [
            ("a shard cannot be started", true),
            ("a shard is refused", true),
            ("a session", true),
            ("somebody's words", false),
            ("a secret", false),
        ] {
            assert_eq!(text.contains(part), is_logged, "{part}: {text}");
        }
    }
}
