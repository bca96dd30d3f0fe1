//! What is posted in servers that want it: the weekly digests of what was played, and the puzzles of the day.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use futures::lock::Mutex;
use jiff::Timestamp;

use super::work::Delivery;
use crate::core::HostError;
use crate::jobs::{Job, Urgency};
use crate::ports::{AnnounceError, DueRow, DueTable, Post, Release, StoreError, Unreachable, WeeklyDigest};
use crate::server::DigestSchedule;
use crate::{DailySchedule, GuildId, Place, Seat, ServerSettings, UserId};

/// What is due in servers: the digest of the last week, and the puzzle of the day. However long nothing was posted, there is
/// only one of each.
pub(super) struct ServerJob {
    delivery: Arc<Delivery>,
    /// Held by whoever is next to post a puzzle of the day.
    pace: Mutex<()>,
}

/// How long each puzzle of the day lets the others wait. At the same hour thousands may be due: one after the other, they leave
/// half of what Discord takes in a second to those who are playing.
const PACE: Duration = Duration::from_millis(40);

impl ServerJob {
    pub(super) fn new(delivery: Arc<Delivery>) -> Self {
        Self { delivery, pace: Mutex::default() }
    }
}

#[async_trait]
impl Job for ServerJob {
    fn table(&self) -> DueTable {
        DueTable::Servers
    }

    async fn run(&self, id: i64, _: Urgency) -> Result<Option<(u32, Release)>, HostError> {
        let (delivery, guild) = (&self.delivery, GuildId(id as u64));
        let (store, now, row) = (&delivery.ports.store, delivery.now(), DueRow { table: DueTable::Servers, id });
        // An earlier try may have posted something that nobody has noted.
        let is_repeated = store.failed_tries(row).await?.failures > 0;
        loop {
            // Read first: whatever is changed after that is looked at again.
            let revision = store.failed_tries(row).await?.revision;
            let settings = store.server(guild).await?;
            // What is refused in one channel keeps nothing back from another.
            let (digest, daily) = (
                self.show_digest(guild, &settings, now, is_repeated).await,
                self.show_daily(guild, &settings, now, is_repeated).await,
            );
            let mut next = settings.clone();
            let failed = [digest.map(|it| next.digest = it).err(), daily.map(|it| next.daily = it).err()];
            if next == settings {
                return match failed.into_iter().flatten().next() {
                    Some(error) => Err(error),
                    None => Ok(Some((revision, Release::Done(settings.due_at())))),
                };
            }
            match store.set_server(guild, &settings, &next).await {
                Ok(()) | Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl ServerJob {
    /// Posts the weekly digest, if it is due. Returns what is due of it after that.
    async fn show_digest(
        &self,
        guild: GuildId,
        settings: &ServerSettings,
        now: Timestamp,
        is_repeated: bool,
    ) -> Result<Option<DigestSchedule>, HostError> {
        let is_due = |it: &DigestSchedule| it.week <= DigestSchedule::last_week(now, it.day);
        let Some(digest) = settings.digest.filter(is_due) else { return Ok(settings.digest) };
        let last_week = DigestSchedule::last_week(now, digest.day);
        let posted = self.delivery.post_digest(guild, DigestSchedule { week: last_week, ..digest }, is_repeated).await;
        match posted {
            Err(HostError::Announce(AnnounceError::Closed(Unreachable::Gone))) => {
                tracing::info!(server = guild.0, "the channel of a weekly digest is gone, and so is the digest");
                Ok(None)
            }
            posted => posted.map(|()| Some(DigestSchedule { week: last_week + 1, ..digest })),
        }
    }

    /// Shows the puzzle of the day, if something is due of it. Returns what is due of it after that.
    async fn show_daily(
        &self,
        guild: GuildId,
        settings: &ServerSettings,
        now: Timestamp,
        is_repeated: bool,
    ) -> Result<DailySchedule, HostError> {
        if settings.daily.channel.is_some() && settings.daily.next_at() <= now {
            let _turn = self.pace.lock().await;
            self.delivery.ports.clock.sleep(PACE).await;
        }
        self.delivery.show_daily(guild, &settings.daily, is_repeated).await
    }
}

impl Delivery {
    /// Posts what was played in a week, if anything was.
    async fn post_digest(&self, guild: GuildId, digest: DigestSchedule, is_repeated: bool) -> Result<(), HostError> {
        let (store, until) = (&self.ports.store, digest.due_at());
        let since = DigestSchedule { week: digest.week - 1, ..digest }.due_at();
        let matches = store.ended_in_server(guild, since, until).await?;
        if matches.is_empty() {
            return Ok(());
        }
        let players: HashSet<UserId> = matches.iter().flat_map(|it| it.seats).filter_map(Seat::user).collect();
        let names = store.player_names(&Vec::from_iter(players)).await?;
        let place = Place { guild: Some(guild), channel: digest.channel };
        let upset = store.upset_in_server(guild, since, until).await?;
        let digest = WeeklyDigest { place, until, matches, upset, names };
        Ok(self.find_or_post(Post::WeeklyDigest(&digest), is_repeated.then_some(until)).await.map(drop)?)
    }
}
