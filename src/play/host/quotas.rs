//! Whoever asks too much in too short a time is asked to wait.

use games::Refusal;

use super::Host;
use crate::play::ports::{Demand, QuotaOf, UsedUp};
use crate::play::{Place, UserId};

/// The refusal of somebody who asks too much, and not of a place in which many do.
pub const TOO_FAST: &str = "too-fast";

impl Host {
    /// Lets somebody ask for something in a place, unless there, or by that person, too much has been asked just now.
    pub fn admit(&self, user: UserId, place: Place) -> Result<(), Refusal> {
        self.ports.quotas.take(Demand::Command, user, place).map_err(|used_up| match used_up.quota {
            QuotaOf::Person => refuse(TOO_FAST, used_up),
            QuotaOf::Channel => refuse("busy-channel", used_up),
            QuotaOf::Server => refuse("busy-server", used_up),
        })
    }

    /// The same for what the engine is to look at.
    pub(super) fn admit_analysis(&self, user: UserId, place: Place) -> Result<(), Refusal> {
        self.ports.quotas.take(Demand::Analysis, user, place).map_err(|used_up| refuse("many-analyses", used_up))
    }
}

fn refuse(code: &'static str, used_up: UsedUp) -> Refusal {
    Refusal::new(code).with("seconds", used_up.wait.as_secs() as u32 + 1)
}
