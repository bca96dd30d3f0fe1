//! Makes time pass, so that `parlor chaos` need not wait for slow clocks.

use std::time::Duration;

use sqlx::Any;

use crate::upkeep::{Kept, Upkeep};
use play::Match;

/// Sets the start of a match's clock back by this much in the database at `url`, and makes the match due. Returns
/// whether it did; it does not if the match has changed since it was read.
pub async fn rewind(url: &str, current: &Match, time: Duration) -> Kept<bool> {
    // As with other changes that no board shows, the live board shows as much of the new revision as of the old one.
    const SQL: &str = "UPDATE matches SET clock_since = clock_since - $3, due_at = clock_since, revision = revision + 1, \
                       shown_revision = CASE WHEN shown_revision = revision THEN revision + 1 ELSE shown_revision END \
                       WHERE id = $1 AND revision = $2";
    let mut upkeep = Upkeep::connect(url).await?;
    let rewound = sqlx::query::<Any>(SQL)
        .bind(current.id.0)
        .bind(i64::from(current.revision))
        .bind(i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
    Ok(rewound.execute(&mut upkeep.connection).await?.rows_affected() == 1)
}

/// Makes everything that waits for a retry in the database at `url` due now.
pub async fn hurry(url: &str) -> Kept<()> {
    let mut upkeep = Upkeep::connect(url).await?;
    upkeep.execute("UPDATE matches SET due_at = 0 WHERE due_at > 0 AND failures > 0").await?;
    upkeep.execute("UPDATE challenges SET due_at = 0 WHERE due_at > 0 AND failures > 0").await
}
