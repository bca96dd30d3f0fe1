//! What goes wrong around the bots, and by which plan.

pub(crate) mod database_proxy;
pub(crate) mod moderator;
pub(crate) mod plan;
pub(crate) mod rest_proxy;
mod tripwire;
pub(crate) mod wal;

use std::process::Stdio;
use std::time::Duration;

use anyhow::Context as _;
use playground::Playground;

use super::scene::DIRECT_CHANNEL;

pub(crate) use database_proxy::DatabaseFaults;
pub(crate) use plan::{Fault, PlannedFault, PossibleFaults};
pub(crate) use rest_proxy::RestFaults;
pub(crate) use tripwire::{Moment, Tripwire};

/// What can be disrupted around the bots.
pub(crate) struct Disruptions {
    pub playground: Playground,
    pub rest_faults: RestFaults,
    pub database_faults: DatabaseFaults,
    pub restart_database: Option<String>,
}

impl Disruptions {
    /// Stops all disruptions.
    pub fn stop(&self) {
        self.rest_faults.set_on(false);
        self.database_faults.freeze(false);
        self.playground.set_outage(false);
        self.playground.set_deaf(false);
    }

    /// Carries out a fault completely, except kills and what moderators do.
    pub async fn cause(&self, fault: Fault) -> anyhow::Result<()> {
        match fault {
            Fault::Kill(_) | Fault::Delete(_) | Fault::DeleteChannel | Fault::Thread(..) => {}
            Fault::GlobalLimit(time) => self.playground.exhaust(time),
            Fault::ExpireTokens => self.playground.expire_interactions(),
            Fault::Leave(person, time) => self.send_away(person, time),
            Fault::CloseDirect(time) => {
                self.playground.deny_posting(DIRECT_CHANNEL, true);
                tokio::time::sleep(time).await;
                self.playground.deny_posting(DIRECT_CHANNEL, false);
            }
            Fault::Hitch(hitch) => self.playground.hitch(hitch),
            Fault::Deafness(time) => {
                self.playground.set_deaf(true);
                tokio::time::sleep(time).await;
                self.playground.set_deaf(false);
            }
            Fault::Resend(count) => self.playground.resend_last_events(count),
            Fault::CutDatabase => self.database_faults.cut(),
            Fault::Outage(time) => {
                self.playground.set_outage(true);
                tokio::time::sleep(time).await;
                self.playground.set_outage(false);
            }
            Fault::Deny(channel, time) => {
                self.playground.deny_posting(channel, true);
                tokio::time::sleep(time).await;
                self.playground.deny_posting(channel, false);
            }
            Fault::FreezeDatabase(time) => {
                self.database_faults.freeze(true);
                tokio::time::sleep(time).await;
                self.database_faults.freeze(false);
            }
            Fault::RestartDatabase => self.restart().await?,
        }
        Ok(())
    }

    /// Lets somebody leave the server, and join it again later: nobody waits for that.
    fn send_away(&self, person: u64, time: Duration) {
        let playground = self.playground.clone();
        playground.leave(person);
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            playground.rejoin(person);
        });
    }

    async fn restart(&self) -> anyhow::Result<()> {
        let Some(command) = &self.restart_database else { return Ok(()) };
        let mut shell = tokio::process::Command::new("sh");
        let started = shell.args(["-c", command]).stdin(Stdio::null()).stdout(Stdio::null()).status();
        let status = started.await.with_context(|| format!("`{command}` can't be run"))?;
        anyhow::ensure!(status.success(), "`{command}` has failed: {status}");
        Ok(())
    }
}
