//! Places that are gone: nothing is tried there anymore until somebody acts in a match, and nobody can accept a challenge.

use super::Delivery;
use crate::ports::{GonePlace, Stored};

impl Delivery {
    /// Sets aside everything that is due in a place that is gone, and ends the challenges that were made there.
    pub async fn set_aside(&self, gone: GonePlace) -> Stored<()> {
        self.ports.store.end_challenges_in(gone, self.now()).await?;
        let matches = self.ports.store.set_aside(gone).await?;
        if matches > 0 {
            tracing::info!(?gone, matches, "a place is gone, and its matches are set aside until somebody acts");
        }
        Ok(())
    }
}
