//! Gives the time in which nobody was heard back to the clocks that were running.

use super::{Transaction, values};
use crate::rows::{AbsenceRow, ClockRow, MatchDetails, json, read_json, read_time};
use play::deadlines::{self, Silence};
use play::ports::StoreResult;
use play::{Absence, Seat, UserId};

/// What is due within this time is due soon: a live game lasts no longer.
const SOON_MS: i64 = 2 * 60 * 60 * 1000;

/// The interval in which a shard gave no sign of life, in milliseconds since 1970.
pub(super) struct ShardSilence {
    pub shard: i64,
    pub shards: i64,
    pub since: i64,
    pub until: i64,
}

impl Transaction {
    /// Gives the time of a silence longer than `tolerance` back to every clock that was running in the shard's places:
    /// [`Place::shard_key`](play::Place::shard_key) says which these are.
    pub(super) async fn give_back(&mut self, silence: &ShardSilence, tolerance: i64) -> StoreResult<()> {
        // This counts as a change, so that a move made at the same moment does not undo it. A clock that was started
        // during the silence, by a move that was still heard, gets only the time since then. If something is due soon,
        // somebody may be looking at a board that says when, so that board is shown anew.
        const GIVE_BACK: &str = "UPDATE matches SET revision = revision + 1, \
                                 clock_since = CASE WHEN clock_since > $3 THEN clock_since WHEN clock_since > $2 THEN $3 \
                                 ELSE clock_since + $1 END, \
                                 shown_revision = CASE WHEN shown_revision = revision \
                                 AND (due_at IS NULL OR due_at > $6) THEN revision + 1 ELSE shown_revision END, \
                                 due_at = CASE WHEN due_at <= $6 THEN $3 ELSE due_at END WHERE clock_since IS NOT NULL AND reason IS NULL \
                                 AND COALESCE(guild_id >> 22, 0) % $5 = $4";
        let &ShardSilence { shard, shards, since, until } = silence;
        if until - since <= tolerance {
            return Ok(());
        }
        // Read before all are moved by the length of the silence.
        let uneven = self.uneven_clocks(silence).await?;
        self.execute(GIVE_BACK, values![until - since, since, until, shard, shards, until + SOON_MS]).await?;
        for (clock, clock_since, details) in uneven {
            // If somebody has moved meanwhile, another clock is running.
            const SQL: &str = "UPDATE matches SET clock_since = $3, details = $4 WHERE id = $1 AND revision = $2";
            self.execute(SQL, values![clock.id, clock.revision + 1, clock_since, details]).await?;
        }
        Ok(())
    }

    /// The clocks that are not just moved by the length of the silence, because they may have stood still since they
    /// began, or because a reminder counts from when it came; with the time since when each counts as running, in
    /// milliseconds since 1970, and the details of its match.
    async fn uneven_clocks(&mut self, silence: &ShardSilence) -> StoreResult<Vec<(ClockRow, i64, String)>> {
        const SQL: &str = "SELECT * FROM (SELECT id, revision, ply, first_seat, second_seat, details, clock_since, \
                           CAST(CASE WHEN EXISTS (SELECT 1 FROM absences a WHERE a.until_at > clock_since \
                           AND a.from_at < $3 AND a.player_id = CASE ply % 2 \
                           WHEN 0 THEN CASE WHEN first_seat LIKE 'user:%' THEN CAST(SUBSTR(first_seat, 6) AS BIGINT) END \
                           ELSE CASE WHEN second_seat LIKE 'user:%' THEN CAST(SUBSTR(second_seat, 6) AS BIGINT) END END) \
                           THEN 1 ELSE 0 END AS BIGINT) AS absences FROM matches \
                           WHERE clock_since IS NOT NULL AND reason IS NULL AND clock_since < $3 \
                           AND COALESCE(guild_id >> 22, 0) % $2 = $1) AS clocks WHERE absences = 1 \
                           OR details LIKE '%weekends%' \
                           OR (details LIKE '%\"reminded_at\":%' AND details NOT LIKE '%\"reminded_at\":null%')";
        let rows: Vec<ClockRow> = self.rows(SQL, values![silence.shard, silence.shards, silence.until]).await?;
        let interval = Silence { since: read_time(silence.since)?, until: read_time(silence.until)? };
        let mut uneven = Vec::with_capacity(rows.len());
        for row in rows {
            let absences = match (row.absences, row.player()) {
                (1, Ok(Seat::User(user))) => self.absences_in(user, row.clock_since).await?,
                _ => Vec::new(),
            };
            match moved(&row, &absences, interval) {
                Ok((since, details)) => uneven.push((row, since, details)),
                // It must not keep others from getting their time back.
                Err(error) => tracing::warn!(match.id = row.id, %error, "a clock is moved by the whole silence"),
            }
        }
        Ok(uneven)
    }

    async fn absences_in(&mut self, user: UserId, since: i64) -> StoreResult<Vec<Absence>> {
        const SQL: &str = "SELECT player_id, from_at, until_at FROM absences WHERE player_id = $1 AND until_at > $2 \
                           ORDER BY from_at";
        let rows: Vec<AbsenceRow> = self.rows(SQL, values![user, since]).await?;
        rows.iter().map(AbsenceRow::read).collect()
    }
}

/// Since when a clock counts as running after a silence, and the details of its match.
fn moved(row: &ClockRow, absences: &[Absence], silence: Silence) -> StoreResult<(i64, String)> {
    let mut details: MatchDetails = read_json(&row.details)?;
    let (control, clock_since) = (details.clock.control, read_time(row.clock_since)?);
    let (since, reminders) = deadlines::give_back(control, clock_since, &details.reminders, absences, silence);
    details.reminders = reminders;
    Ok((since.as_millisecond(), json(&details)?))
}
