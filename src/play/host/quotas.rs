//! Whoever asks too much in too short a time is asked to wait.

use games::Refusal;

use super::Host;
use crate::play::ports::{Demand, QuotaOf, UsedUp};
use crate::play::{Place, UserId};

impl Host {
    /// Lets somebody ask for something in a place, unless there, or by that person, too much has been asked just now.
    pub fn admit(&self, user: UserId, place: Place) -> Result<(), UsedUp> {
        self.ports.quotas.take(Demand::Command, user, place)
    }

    /// The same for what the engine is to look at.
    pub(super) fn admit_analysis(&self, user: UserId, place: Place) -> Result<(), Refusal> {
        self.ports.quotas.take(Demand::Analysis, user, place).map_err(|used_up| refuse("many-analyses", used_up))
    }
}

/// What somebody is told whose command is one too many.
pub fn refuse_command(used_up: UsedUp) -> Refusal {
    match used_up.quota {
        QuotaOf::Person => refuse("too-fast", used_up),
        QuotaOf::Channel => refuse("busy-channel", used_up),
        QuotaOf::Server => refuse("busy-server", used_up),
    }
}

fn refuse(code: &'static str, used_up: UsedUp) -> Refusal {
    Refusal::new(code).with("seconds", used_up.wait.as_secs() as u32 + 1)
}
