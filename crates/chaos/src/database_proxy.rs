//! A proxy between one bot and PostgreSQL, which can freeze and cut the connections.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
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

/// Carries what the bot asks, up to the moment at which it is to be killed, and what the database answers.
async fn carry(
    mut bot: TcpStream,
    address: (String, u16),
    faults: DatabaseFaults,
    tripwire: Tripwire,
) -> io::Result<()> {
    let mut database = TcpStream::connect(address).await?;
    bot.set_nodelay(true)?;
    database.set_nodelay(true)?;
    let mut state = faults.0.subscribe();
    let cuts = state.borrow().cuts;
    let (mut asked, mut answered) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        let (is_asked, length) = tokio::select! {
            length = bot.read(&mut asked) => (true, length?),
            length = database.read(&mut answered) => (false, length?),
            _ = state.wait_for(|it| it.cuts > cuts) => return Ok(()),
        };
        let _ = state.wait_for(|it| !it.is_frozen || it.cuts > cuts).await;
        if length == 0 || state.borrow().cuts > cuts {
            return Ok(());
        }
        if !is_asked {
            bot.write_all(&answered[..length]).await?;
            continue;
        }
        let sent = &asked[..length];
        let commits = sent.windows(COMMIT.len()).any(|it| it == COMMIT);
        if commits && tripwire.trip(Moment::BeforeCommit) {
            tokio::time::sleep(KILLED_BY_THEN).await;
            return Ok(());
        }
        let is_last = commits && tripwire.is_armed(Moment::AfterCommit);
        database.write_all(sent).await?;
        if is_last {
            // The database goes on, but the bot gets no answer.
            tokio::time::sleep(COMMIT_TIME).await;
            tripwire.trip(Moment::AfterCommit);
            tokio::time::sleep(KILLED_BY_THEN).await;
            return Ok(());
        }
    }
}
