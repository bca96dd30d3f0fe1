//! Whether a pass still opens its board: its person may have closed all their boards since, and whoever only watches may not see
//! anymore where the match is played.

use std::sync::Arc;
use std::time::Duration;

use moka::sync::Cache;

use crate::errors::WebError;
use crate::passes::Pass;
use play::{Host, MatchId, UserId};

/// For so long it counts that somebody could see where a match is played. Then the chat is asked again.
pub(crate) const SIGHT_LASTS: Duration = Duration::from_secs(10 * 60);

/// Who is let in by a pass.
pub(crate) struct Admission {
    host: Arc<Host>,
    /// Who could see the place of which match lately.
    seen: Cache<(UserId, MatchId), ()>,
}

impl Admission {
    pub(crate) fn new(host: Arc<Host>) -> Self {
        Self { host, seen: Cache::builder().max_capacity(100_000).time_to_live(SIGHT_LASTS).build() }
    }

    /// Refuses a pass that doesn't open its board anymore, as far as that was seen lately.
    pub(crate) async fn admit(&self, pass: &Pass) -> Result<(), WebError> {
        self.refuse_closed(pass).await?;
        if self.seen.contains_key(&(pass.user, pass.match_id)) { Ok(()) } else { self.look(pass).await }
    }

    /// Refuses a pass whose person can't see the match anymore. Its players always can.
    pub(crate) async fn look(&self, pass: &Pass) -> Result<(), WebError> {
        let who = (pass.user, pass.match_id);
        if self.host.still_sees(pass.user, pass.match_id).await? {
            self.seen.insert(who, ());
            return Ok(());
        }
        self.seen.invalidate(&who);
        Err(WebError::OutOfSight)
    }

    /// Refuses a pass that was made before its person closed all their boards.
    pub(crate) async fn refuse_closed(&self, pass: &Pass) -> Result<(), WebError> {
        let closed_at = self.host.preferences(pass.user).await?.boards_closed_at;
        if pass.made > closed_at { Ok(()) } else { Err(WebError::NoSeat) }
    }
}
