//! A cable to a server, as between the bot and PostgreSQL, that may fail at an instant that matters.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use url::Url;

/// How the cable is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// Nothing passes, and nobody is told.
    Frozen,
    /// What is said is lost, and nobody is told.
    Mute,
    /// The next commit is lost with its connection.
    LosesCommit,
    /// The next commit is done, and its answer is lost with the connection.
    LosesAnswer,
    /// The next prepared statement is done, and its answer is lost with the connection.
    LosesStatement,
    /// The answer to the next commit is lost, and from then on there is no connection anymore.
    BreaksAtAnswer,
    /// There is no connection.
    Broken,
}

/// The cable; without it there is no way to the server.
pub struct Cable {
    /// The address of the server, by this cable.
    pub url: String,
    fault: Arc<watch::Sender<Fault>>,
}

impl Cable {
    /// A cable to the server at an address.
    pub async fn to(server: &str) -> Self {
        let mut url = Url::parse(server).unwrap();
        let there = (url.host_str().unwrap().to_owned(), url.port().unwrap_or(5432));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        url.set_host(Some("127.0.0.1")).unwrap();
        url.set_port(Some(listener.local_addr().unwrap().port())).unwrap();
        let fault = Arc::new(watch::Sender::new(Fault::None));
        let current = Arc::clone(&fault);
        tokio::spawn(async move {
            while let Ok((bot, _)) = listener.accept().await {
                let (there, fault) = (there.clone(), Arc::clone(&current));
                // That a connection ends is what this is for.
                tokio::spawn(async move { drop(carry(bot, there, &fault).await) });
            }
        });
        Self { url: url.to_string(), fault }
    }

    /// From now on the cable is like that.
    pub fn set(&self, fault: Fault) {
        self.fault.send_replace(fault);
    }
}

/// Carries what passes through one connection.
async fn carry(mut bot: TcpStream, there: (String, u16), fault: &watch::Sender<Fault>) -> io::Result<()> {
    let mut database = TcpStream::connect(there).await?;
    let (mut from_bot, mut to_bot) = bot.split();
    let (mut from_database, mut to_database) = database.split();
    let (mut state, mut end) = (fault.subscribe(), fault.subscribe());
    let (mut asked, mut answered) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        tokio::select! {
            length = from_bot.read(&mut asked) => {
                let sent = &asked[..length?];
                if sent.is_empty() || is_lost(sent, fault) {
                    return Ok(());
                }
                if *fault.borrow() == Fault::Mute {
                    continue;
                }
                let _ = state.wait_for(|it| *it != Fault::Frozen).await;
                to_database.write_all(sent).await?;
                if is_unanswered(sent, fault) {
                    // It is done once the database says so.
                    if from_database.read(&mut answered).await? > 0 {
                        fault.send_modify(|it| *it = after_answer(*it));
                    }
                    return Ok(());
                }
            }
            length = from_database.read(&mut answered) => {
                let said = &answered[..length?];
                if said.is_empty() {
                    return Ok(());
                }
                if *fault.borrow() == Fault::Mute {
                    continue;
                }
                let _ = state.wait_for(|it| *it != Fault::Frozen).await;
                to_bot.write_all(said).await?;
            }
            () = async { drop(end.wait_for(|it| *it == Fault::Broken).await) } => return Ok(()),
        }
    }
}

/// Whether something that was sent is to be lost; only one thing is.
fn is_lost(sent: &[u8], fault: &watch::Sender<Fault>) -> bool {
    let lose = |it: &mut Fault| {
        let is_lost = *it == Fault::LosesCommit && commits(sent);
        if is_lost {
            *it = Fault::None;
        }
        is_lost
    };
    fault.send_if_modified(lose)
}

/// Whether the answer to something that was sent is to be lost.
fn is_unanswered(sent: &[u8], fault: &watch::Sender<Fault>) -> bool {
    match *fault.borrow() {
        Fault::LosesAnswer | Fault::BreaksAtAnswer => commits(sent),
        // PostgreSQL's message that binds values to it.
        Fault::LosesStatement => sent.starts_with(b"B"),
        _ => false,
    }
}

/// How the cable is once an answer was lost.
fn after_answer(fault: Fault) -> Fault {
    if fault == Fault::BreaksAtAnswer { Fault::Broken } else { Fault::None }
}

/// Whether something that is sent ends a transaction.
fn commits(sent: &[u8]) -> bool {
    sent.windows(6).any(|it| it == b"COMMIT")
}
