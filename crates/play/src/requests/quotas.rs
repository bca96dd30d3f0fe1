//! Limits: people who ask too much in a short time are asked to wait, and a place or a person has only so many matches.

use games::Refusal;

use super::host::Host;
use crate::ports::{Demand, MatchLimit, QuotaOf, UsedUp};
use crate::{Place, UserId};

impl Host {
    /// Admits a request in a place, unless there were too many there, or from that person, just now.
    pub fn admit(&self, user: UserId, place: Place) -> Result<(), UsedUp> {
        self.ports.quotas.take(Demand::Command, user, place)
    }

    /// The same for a request that makes the engine think.
    pub(super) fn admit_analysis(&self, user: UserId, place: Place) -> Result<(), Refusal> {
        self.ports.quotas.take(Demand::Analysis, user, place).map_err(refuse_analysis)
    }
}

/// The refusal for a command over the limit.
pub fn refuse_command(used_up: UsedUp) -> Refusal {
    match used_up.quota {
        QuotaOf::Person => refuse("too-fast", used_up),
        QuotaOf::Channel => refuse("busy-channel", used_up),
        QuotaOf::Server => refuse("busy-server", used_up),
    }
}

/// The refusal for an analysis over the limit.
fn refuse_analysis(used_up: UsedUp) -> Refusal {
    match used_up.quota {
        QuotaOf::Person => refuse("many-analyses", used_up),
        QuotaOf::Channel => refuse("many-analyses-in-channel", used_up),
        QuotaOf::Server => refuse("many-analyses-in-server", used_up),
    }
}

/// The refusal for a match over a limit, as `asker` is told.
pub(super) fn refuse_match(limit: MatchLimit, count: u32, asker: UserId) -> Refusal {
    let refusal = match limit {
        MatchLimit::AgainstEngine => Refusal::new("too-many-matches-against-me"),
        MatchLimit::OfPerson(user) if user == asker => Refusal::new("too-many-matches"),
        MatchLimit::OfPerson(user) => Refusal::new("too-many-matches-of-other").with("player", user.mention()),
        MatchLimit::InChannel => Refusal::new("too-many-matches-here"),
        MatchLimit::InServer => Refusal::new("too-many-matches-in-server"),
    };
    refusal.with("count", count)
}

fn refuse(code: &'static str, used_up: UsedUp) -> Refusal {
    Refusal::new(code).with("seconds", used_up.wait.as_secs() as u32 + 1)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use games::Fact;

    use super::*;

    #[test]
    fn whoever_is_asked_to_wait_is_told_why_and_how_long() {
        for quota in [QuotaOf::Person, QuotaOf::Channel, QuotaOf::Server] {
            let used_up = UsedUp { quota, wait: Duration::from_millis(6500) };
            let told = [refuse_command(used_up), refuse_analysis(used_up)];
            for refusal in &told {
                assert_eq!(refusal.facts, [("seconds", Fact::Number(7))], "{}", refusal.code);
            }
            assert_ne!(told[0].code, told[1].code);
        }
    }
}
