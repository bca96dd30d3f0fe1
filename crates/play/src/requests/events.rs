//! Events of the chat that several processes hear: one of them acts.

use std::time::Duration;

use jiff::SignedDuration;

use crate::ports::{StoreError, StoreResult};
use crate::{Host, HostError};

/// How long and how often we ask again whether a message is ours to act on, and how long we wait before each time.
const CLAIM_PATIENCE: SignedDuration = SignedDuration::from_secs(2);
const CLAIM_RETRIES: u32 = 4;
const CLAIM_DELAY: Duration = Duration::from_millis(500);

impl Host {
    /// Whether this process is the one to act on a message or an interaction that other processes may also receive.
    pub async fn is_mine(&self, event: u64) -> Result<bool, HostError> {
        self.unclaimed(|| self.ports.store.claim_event(event, self.ports.clock.now())).await
    }

    /// Asks the database about an event that nobody may have claimed yet. If it fails, it is asked again for a moment,
    /// because another process may have reached it and act on the event.
    pub(super) async fn unclaimed<T, A>(&self, ask: impl Fn() -> A + Send + Sync) -> Result<T, HostError>
    where
        A: Future<Output = StoreResult<T>> + Send,
    {
        let until = self.now() + CLAIM_PATIENCE;
        for _ in 0..CLAIM_RETRIES {
            match ask().await {
                Err(StoreError::Database(_)) if self.now() < until => self.ports.clock.sleep(CLAIM_DELAY).await,
                answer => return answer.map_err(HostError::Unsure),
            }
        }
        ask().await.map_err(HostError::Unsure)
    }
}
