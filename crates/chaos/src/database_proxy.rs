//! A proxy between one bot and PostgreSQL, which can freeze and cut the connections.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

use super::kill_moments::{KILLED_BY_THEN, Moment, Tripwire};

/// What a transaction's end looks like on the wire.
const COMMIT: &[u8] = b"COMMIT";

/// Longer than a commit takes.
const COMMIT_TIME: Duration = Duration::from_millis(50);

/// What is wrong with the database connections of all bots; clones share their state.
#[derive(Clone, Default)]
pub(crate) struct DatabaseFaults(Arc<watch::Sender<State>>);

/// The state that applies to every connection.
#[derive(Debug, Clone, Copy, Default)]
struct State {
    is_frozen: bool,
    /// How often all connections were cut.
    cuts: u32,
}

impl DatabaseFaults {
    /// Stops all traffic, or lets it through again.
    pub fn freeze(&self, is_frozen: bool) {
        self.0.send_modify(|it| it.is_frozen = is_frozen);
    }

    /// Cuts every connection.
    pub fn cut(&self) {
        self.0.send_modify(|it| it.cuts += 1);
    }
}

/// Opens a proxy to the database at `url` for one bot. Returns its address.
pub(crate) async fn open(url: &str, faults: DatabaseFaults, tripwire: Tripwire) -> anyhow::Result<String> {
    let mut url = Url::parse(url).context("That isn't the address of a PostgreSQL")?;
    let host = url.host_str().context("The address of the PostgreSQL names no host")?.to_owned();
    let database = (host, url.port().unwrap_or(5432));
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let own = listener.local_addr()?;
    let is_moved = url.set_host(Some("127.0.0.1")).is_ok() && url.set_port(Some(own.port())).is_ok();
    anyhow::ensure!(is_moved, "The address of the PostgreSQL can't be changed");
    tokio::spawn(async move {
        while let Ok((bot, _)) = listener.accept().await {
            // A broken connection is expected here.
            tokio::spawn(carry(bot, database.clone(), faults.clone(), tripwire.clone()));
        }
    });
    Ok(url.to_string())
}

async fn carry(bot: TcpStream, database: (String, u16), faults: DatabaseFaults, tripwire: Tripwire) -> io::Result<()> {
    let database = TcpStream::connect(database).await?;
    bot.set_nodelay(true)?;
    database.set_nodelay(true)?;
    let mut state = faults.0.subscribe();
    let cuts = state.borrow().cuts;
    let (from_bot, to_bot) = bot.into_split();
    let (from_database, to_database) = database.into_split();
    let is_muted = AtomicBool::new(false);
    tokio::select! {
        asked = ask(from_bot, to_database, faults.0.subscribe(), &tripwire, &is_muted) => asked,
        answered = answer(from_database, to_bot, faults.0.subscribe(), &is_muted) => answered,
        _ = state.wait_for(|it| it.cuts > cuts) => Ok(()),
    }
}

/// Carries what the bot asks, up to the moment at which it is to be killed.
async fn ask(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut frozen: watch::Receiver<State>,
    tripwire: &Tripwire,
    is_muted: &AtomicBool,
) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let sent = receive(&mut from, &mut buffer, &mut frozen).await?;
        if sent.is_empty() {
            return Ok(());
        }
        let commits = sent.windows(COMMIT.len()).any(|it| it == COMMIT);
        if commits && tripwire.trip(Moment::BeforeCommit) {
            tokio::time::sleep(KILLED_BY_THEN).await;
            return Ok(());
        }
        let is_last = commits && tripwire.is_armed(Moment::AfterCommit);
        is_muted.fetch_or(is_last, Ordering::SeqCst);
        to.write_all(sent).await?;
        if is_last {
            // The database goes on, but the bot gets no answer.
            tokio::time::sleep(COMMIT_TIME).await;
            tripwire.trip(Moment::AfterCommit);
            tokio::time::sleep(KILLED_BY_THEN).await;
            return Ok(());
        }
    }
}

/// Carries what the database answers.
async fn answer(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    mut frozen: watch::Receiver<State>,
    is_muted: &AtomicBool,
) -> io::Result<()> {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let sent = receive(&mut from, &mut buffer, &mut frozen).await?;
        if sent.is_empty() {
            return Ok(());
        }
        if !is_muted.load(Ordering::SeqCst) {
            to.write_all(sent).await?;
        }
    }
}

/// Reads into `buffer`, and waits while the connections are frozen. Returns what came; nothing at the end.
async fn receive<'a>(
    from: &mut OwnedReadHalf,
    buffer: &'a mut [u8],
    frozen: &mut watch::Receiver<State>,
) -> io::Result<&'a [u8]> {
    let length = from.read(buffer).await?;
    let _ = frozen.wait_for(|it| !it.is_frozen).await;
    Ok(&buffer[..length])
}
