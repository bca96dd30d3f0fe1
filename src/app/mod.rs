//! Puts the adapters together: opens what is needed, runs until told to stop, and stops in order.

mod chance;
mod clocks;
mod health;
mod quotas;
mod role;
mod runner;
mod thinking;

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use jiff::Timestamp;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;
use tracing_subscriber::EnvFilter;
use url::Url;

use crate::config::{ActivityConfig, Config, WebConfig};
use chance::Coin;
use clocks::{DatabaseClock, SystemClock};
use discord::{Bot, ChatAnnouncer, ConnectOptions, Connection, Sessions};
use engine::Pool;
use health::ProcessParts;
use play::jobs::Jobs;
use play::ports::{Clock as _, Store};
use play::{Core, Delivery, Host, Ports};
use quotas::TokenBuckets;
pub use role::Role;
use runner::Runner;
use thinking::PooledEngine;
use web::health::Health;
use web::{Activity, Changes, Links, Web};

/// How long a process that starts waits for a database that cannot be reached, and at most between two tries.
const DATABASE_PATIENCE: Duration = Duration::from_secs(10 * 60);
const MAX_DATABASE_WAIT: Duration = Duration::from_secs(15);

/// How long accepted work may take to finish once the process is to stop, and how long the database then may take to
/// release leases and to close. With the gateway's goodbye, this is less than the ten seconds after which a service manager
/// kills a process.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(4);
const RELEASE_TIMEOUT: Duration = Duration::from_secs(1);
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);

/// Runs a bot until `stop` is done. Then nothing more is accepted. Accepted work is finished if it does not take too
/// long; otherwise it is due after the next start.
pub async fn serve(
    config: &Config,
    options: ConnectOptions,
    role: Role,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    tokio::pin!(stop);
    let mut tasks = JoinSet::new();
    let health = match config.http_address {
        Some(address) => Some(Health::serve(&mut tasks, address).await?),
        None => None,
    };
    let boards = match &config.web {
        Some(web) => Some((listen(web).await?, web.public_url.clone())),
        None => None,
    };
    let store = tokio::select! {
        opened = open_patiently(&config.database_url.0) => opened?,
        () = &mut stop => return Ok(()),
    };
    let served = serve_from(Arc::clone(&store), config, options, role, tasks, Served { health, boards }, stop).await;
    if tokio::time::timeout(CLOSE_TIMEOUT, store.close()).await.is_err() {
        tracing::warn!("the database isn't closed in time; keep the files beside it (-wal and -shm) with it");
    }
    served
}

/// What is served by HTTP.
struct Served {
    health: Option<Arc<Health>>,
    /// Where boards can be touched, and their public address.
    boards: Option<(TcpListener, Url)>,
}

/// Listens where boards can be touched.
async fn listen(web: &WebConfig) -> anyhow::Result<TcpListener> {
    let address = web.address;
    let listener = TcpListener::bind(address).await;
    listener.with_context(|| format!("PARLOR_WEB_ADDR is {address}, which can't be listened on"))
}

/// Runs a bot on its open database.
async fn serve_from(
    store: Arc<dyn Store>,
    config: &Config,
    options: ConnectOptions,
    role: Role,
    mut tasks: JoinSet<()>,
    served: Served,
    stop: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let database = store.database_id(chance::database_id()).await?;
    let pool = Arc::new(Pool::new(config.engine.threads, config.engine.hash_mb));
    let key = store.link_key(&chance::key()).await?;
    let engine = Arc::new(PooledEngine::new(Arc::clone(&pool), &key, config.engine.has_pauses));
    let (sessions, under_way) = (Arc::new(Sessions::default()), TaskTracker::new());
    let (signal, signals) = runner::signal(under_way.clone());
    let clock = Arc::new(DatabaseClock::new({
        let store = Arc::clone(&store);
        move || store.ahead()
    }));
    let announcer = Arc::new(ChatAnnouncer::new(database, Arc::clone(&store) as _, Arc::clone(&clock) as _));
    let changes = Arc::<Changes>::default();
    let boards = served
        .boards
        .map(|(listener, url)| (listener, Arc::new(Links::new(url, database, key, Arc::clone(&clock) as _))));
    let ports = Ports {
        store: Arc::clone(&store),
        announcer: Arc::clone(&announcer) as _,
        opponent: Arc::clone(&engine) as _,
        analyst: engine,
        due: Arc::new(signal),
        changes: Arc::clone(&changes) as _,
        links: boards.as_ref().map(|it| Arc::clone(&it.1) as _),
        clock: Arc::clone(&clock) as _,
        dice: Arc::new(Coin),
        quotas: Arc::new(TokenBuckets::new(config.commands_per_minute)),
    };
    if let Some(health) = &served.health {
        let (sessions, announcer, under_way) = (Arc::clone(&sessions), Arc::clone(&announcer), under_way.clone());
        let store = Arc::clone(&store);
        health.ask(ProcessParts { store, role, sessions, announcer, pool, clock, under_way });
    }
    let core = Core::new(ports, config.play);
    let (host, delivery) = (Arc::new(Host::new(Arc::clone(&core))), Arc::new(Delivery::new(Arc::clone(&core))));
    let jobs = Arc::new(Jobs::new(Arc::clone(&core), delivery.jobs()));
    let runner = Runner {
        jobs: Arc::clone(&jobs),
        core,
        announcer: Arc::clone(&announcer),
        sessions: Arc::clone(&sessions),
        under_way: under_way.clone(),
        requests_per_second: config.discord.requests_per_second,
    };
    tasks.spawn(runner.run(signals));
    let activity = config.web.as_ref().and_then(|it| it.activity.clone());
    let bot = Bot::new(Arc::clone(&host), delivery, Arc::clone(&announcer), &config.discord.prefix, database);
    let bot = bot.with_activity(activity.is_some());
    let stop = async {
        stop.await;
        tracing::info!(under_way = under_way.len(), "stopping: nothing more is accepted");
        under_way.close();
    };
    let connection = Connection::open(bot, announcer, options, sessions, under_way.clone()).await?;
    if let Some((listener, links)) = boards {
        let activity = activity.map(|it| shown_inside(it, &connection));
        let web = Web::new(host, Arc::clone(&store) as _, links, Arc::clone(&changes), under_way.clone(), activity);
        tasks.spawn(web::serve(web, listener));
        tasks.spawn(async move { changes.poll(&*store).await });
    }
    let speaking = async {
        match role {
            Role::Bot => connection.run(stop).await,
            Role::Worker => connection.speak(stop).await,
        }
    };
    let served = tokio::select! {
        served = speaking => served.map_err(anyhow::Error::from),
        // Without that task the bot would seem alive but do nothing, so it's better restarted.
        Some(ended) = tasks.join_next() => Err(anyhow::anyhow!("A part of the bot has ended: {ended:?}")),
    };
    wind_down(&under_way, &jobs).await;
    served
}

/// The Activity that shows boards inside Discord, or inside the playground.
fn shown_inside(config: ActivityConfig, connection: &Connection) -> Activity {
    let ActivityConfig { app, playground } = config;
    let activity = Activity::on_discord(app.client_id.clone(), connection.activity_people(app));
    match playground {
        Some(address) => Activity { frame: address.clone(), ancestors: address, ..activity },
        None => activity,
    }
}

/// Opens the database. If it cannot be reached, waits for it: a service manager would soon give up starting the bot again.
async fn open_patiently(url: &str) -> Result<Arc<dyn Store>, store::OpenError> {
    let begun = Instant::now();
    let mut wait = Duration::from_secs(1);
    loop {
        match store::open(url).await {
            Err(error) if error.is_temporary() && begun.elapsed() < DATABASE_PATIENCE => {
                tracing::warn!(%error, wait_s = wait.as_secs(), "waiting for the database");
                tokio::time::sleep(wait).await;
                wait = (wait * 2).min(MAX_DATABASE_WAIT);
            }
            opened => return opened,
        }
    }
}

/// Finishes the work under way and releases the leases of this process, but waits for neither forever.
async fn wind_down(under_way: &TaskTracker, jobs: &Jobs) {
    under_way.close();
    match tokio::time::timeout(SHUTDOWN_GRACE, under_way.wait()).await {
        Ok(()) => tracing::info!("stopped: everything that was accepted is done"),
        Err(_) => tracing::warn!(left = under_way.len(), "stopped: what is left is due after the next start"),
    }
    const LATER: &str = "what this process looked after is free only in some seconds";
    match tokio::time::timeout(RELEASE_TIMEOUT, jobs.release_all()).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::warn!(%error, "{LATER}"),
        Err(_) => tracing::warn!("{LATER}: the database doesn't answer in time"),
    }
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
    // Without signals, only the end of the process remains.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// What is logged unless RUST_LOG says otherwise, including the gateway's problems. It leaves out poise's warnings,
/// because the user sees those, and sqlx's warnings about unknown options, because these quote values and one may be a
/// password. It leaves out the rest of serenity, because at `info` that logs whole events with what people write.
const LOGGED: &str = "warn,parlor=info,poise::framework=error,sqlx_postgres::options=error";

/// Logs to stderr what RUST_LOG asks for, or else what an operator needs.
pub fn log() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(LOGGED));
    // A second call, as in tests, changes nothing.
    let _ = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).try_init();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn troubles_of_the_gateway_are_logged_and_secrets_are_not() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let log = tracing_subscriber::fmt().with_env_filter(EnvFilter::new(LOGGED));
        let log = log.with_writer(Arc::new(file.reopen().unwrap())).finish();
        tracing::subscriber::with_default(log, || {
            tracing::warn!(target: "serenity::gateway::bridge::shard_queuer", "a shard cannot be started");
            tracing::error!(target: "serenity::gateway::shard", "a shard is refused");
            tracing::info!(target: "serenity::gateway::shard", "somebody's words");
            tracing::warn!(target: "sqlx_postgres::options::parse", "a secret");
            tracing::info!(target: "parlor_discord::connection::connect", "a session");
        });
        let text = std::fs::read_to_string(file.path()).unwrap();
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
