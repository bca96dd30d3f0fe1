//! Being away: a person's clocks stand still for a limited number of days, which do not count as silence either.

use games::Refusal;
use jiff::{SignedDuration, Timestamp};

use super::host::Host;
use crate::core::HostError;
use crate::{Absence, UserId};

/// How many days a person can be away in a year.
pub const DAYS_A_YEAR: i64 = 30;

const DAY_MS: i64 = 24 * 3_600_000;

impl Host {
    /// Sets a person's absence to this many days from now, and returns until when it lasts. It replaces an absence that
    /// is already running.
    pub async fn go_away(&self, user: UserId, days: u32) -> Result<Timestamp, HostError> {
        let now = self.now();
        // The rest of a running absence does not count, because this one replaces it.
        let left = self.days_left(user, now).await?;
        if i64::from(days) > left {
            return Err(Refusal::new("too-long-away").with("left", left).with("year", DAYS_A_YEAR).into());
        }
        let until = after_days(now, i64::from(days));
        self.ports.store.end_absences(user, now).await?;
        self.ports.store.add_absence(user, Absence { from: now, until }).await?;
        self.tell_deadlines(user).await?;
        Ok(until)
    }

    /// Ends a person's absence.
    pub async fn come_back(&self, user: UserId) -> Result<(), HostError> {
        if self.away_until(user).await?.is_none() {
            return Err(Refusal::new("not-away").into());
        }
        self.ports.store.end_absences(user, self.now()).await?;
        self.tell_deadlines(user).await
    }

    /// Updates the deadlines on the boards where it is this person's turn.
    async fn tell_deadlines(&self, user: UserId) -> Result<(), HostError> {
        for board in self.waiting_for(user).await? {
            if board.current.clock.since.is_none() || board.current.clock.control.is_none() {
                continue;
            }
            self.tell_anew(&board).await?;
        }
        Ok(())
    }

    /// Until when a person is away; `None` if they are not.
    pub async fn away_until(&self, user: UserId) -> Result<Option<Timestamp>, HostError> {
        let now = self.now();
        let absences = self.ports.store.absences(user, now).await?;
        Ok(absences.iter().filter(|it| it.from <= now).map(|it| it.until).max())
    }

    /// How many days a person can still be away, after an absence that is running.
    pub async fn away_days_left(&self, user: UserId) -> Result<i64, HostError> {
        self.days_left(user, Timestamp::MAX).await
    }

    /// How many days are left of those of a year, counting a person's absences until a time. A day that is not quite
    /// used up is left.
    async fn days_left(&self, user: UserId, until: Timestamp) -> Result<i64, HostError> {
        let year_ago = after_days(self.now(), -365);
        let absences = self.ports.store.absences(user, year_ago).await?;
        let length = |it: &Absence| it.until.min(until).as_millisecond() - it.from.max(year_ago).as_millisecond();
        let used: i64 = absences.iter().map(|it| length(it).max(0)).sum();
        Ok((DAYS_A_YEAR * DAY_MS - used + DAY_MS - 1).max(0) / DAY_MS)
    }
}

fn after_days(now: Timestamp, days: i64) -> Timestamp {
    now.saturating_add(SignedDuration::from_hours(24 * days)).unwrap_or(Timestamp::MAX)
}
