//! A proxy between one bot and PostgreSQL, which can freeze and cut the connections.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

use super::tripwire::{KILLED_BY_THEN, Moment, Tripwire};

/// What is wrong with the database connections of all bots; clones share their state.
#[derive(Clone)]
pub(crate) struct DatabaseFaults {
    state: Arc<watch::Sender<State>>,
}

/// The state that applies to every connection.
#[derive(Debug, Clone, Copy, Default)]
struct State {
    is_frozen: bool,
    /// How often all connections were cut.
    cuts: u32,
}

impl DatabaseFaults {
    /// Nothing is wrong at first.
    pub fn new() -> Self {
        Self { state: Arc::new(watch::Sender::new(State::default())) }
    }

    /// Stops all traffic, or lets it through again.
    pub fn freeze(&self, is_frozen: bool) {
        self.state.send_modify(|it| it.is_frozen = is_frozen);
    }

    /// Cuts every connection.
    pub fn cut(&self) {
        self.state.send_modify(|it| it.cuts += 1);
    }
}

/// Opens a proxy to the database at `url` for one bot. Returns its address.
pub(crate) async fn open(url: &str, database_faults: DatabaseFaults, tripwire: Tripwire) -> anyhow::Result<String> {
    let mut url = Url::parse(url).context("That isn't the address of a PostgreSQL")?;
    let host = url.host_str().context("The address of the PostgreSQL names no host")?.to_owned();
    let port = url.port().unwrap_or(5432);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let own = listener.local_addr()?;
    let moved = url.set_host(Some("127.0.0.1")).is_ok() && url.set_port(Some(own.port())).is_ok();
    anyhow::ensure!(moved, "The address of the PostgreSQL can't be changed");
    tokio::spawn(async move {
        while let Ok((bot, _)) = listener.accept().await {
            let (host, database_faults, tripwire) = (host.clone(), database_faults.clone(), tripwire.clone());
            tokio::spawn(async move {
                // A broken connection is expected here.
                let _ = carry(bot, (host, port), database_faults, tripwire).await;
            });
        }
    });
    Ok(url.to_string())
}

async fn carry(
    bot: TcpStream,
    database: (String, u16),
    database_faults: DatabaseFaults,
    tripwire: Tripwire,
) -> io::Result<()> {
    let database = TcpStream::connect(database).await?;
    bot.set_nodelay(true)?;
    database.set_nodelay(true)?;
    let mut state = database_faults.state.subscribe();
    let cuts = state.borrow().cuts;
    let (from_bot, to_bot) = bot.into_split();
    let (from_database, to_database) = database.into_split();
    let is_muted = Arc::new(AtomicBool::new(false));
    let frozen = database_faults.state.subscribe();
    tokio::select! {
        asked = ask(from_bot, to_database, frozen.clone(), tripwire, Arc::clone(&is_muted)) => asked,
        answered = answer(from_database, to_bot, frozen, is_muted) => answered,
        _ = state.wait_for(|it| it.cuts > cuts) => Ok(()),
    }
}

async fn ask(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut frozen: watch::Receiver<State>,
    tripwire: Tripwire,
    is_muted: Arc<AtomicBool>,
) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let length = receive(&mut from, &mut buffer, &mut frozen).await?;
        if length == 0 {
            return Ok(());
        }
        let sent = &buffer[..length];
        let commits = sent.windows(COMMIT.len()).any(|it| it == COMMIT);
        if commits && tripwire.trip(Moment::BeforeCommit) {
            tokio::time::sleep(KILLED_BY_THEN).await;
            return Ok(());
        }
        if commits && tripwire.is_armed(Moment::AfterCommit) {
            is_muted.store(true, Ordering::SeqCst);
            to.write_all(sent).await?;
            to.flush().await?;
            // The database goes on, but the bot gets no answer.
            tokio::time::sleep(A_COMMIT).await;
            tripwire.trip(Moment::AfterCommit);
            tokio::time::sleep(KILLED_BY_THEN).await;
            return Ok(());
        }
        to.write_all(sent).await?;
    }
}

async fn answer(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut frozen: watch::Receiver<State>,
    is_muted: Arc<AtomicBool>,
) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let length = receive(&mut from, &mut buffer, &mut frozen).await?;
        if length == 0 {
            return Ok(());
        }
        if !is_muted.load(Ordering::SeqCst) {
            to.write_all(&buffer[..length]).await?;
        }
    }
}

/// Reads into `buffer`, and waits while the connections are frozen. Returns how many bytes came; none at the end.
async fn receive(
    from: &mut OwnedReadHalf,
    buffer: &mut [u8],
    frozen: &mut watch::Receiver<State>,
) -> io::Result<usize> {
    let length = from.read(buffer).await?;
    let _ = frozen.wait_for(|it| !it.is_frozen).await;
    Ok(length)
}

/// What a transaction's end looks like on the wire.
const COMMIT: &[u8] = b"COMMIT";

/// Longer than a commit takes.
const A_COMMIT: std::time::Duration = std::time::Duration::from_millis(50);
