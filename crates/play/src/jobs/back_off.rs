//! How long what has failed waits before it is tried again.

use std::time::Duration;

use jiff::Timestamp;

use crate::core::HostError;
use crate::ports::{AnnounceError, Release};

/// How long to wait if the channel was not even asked.
const WITHHELD: Duration = Duration::from_secs(MINUTE);

const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;

/// How many seconds to wait before each retry where somebody must change something first. After the last one the row is
/// set aside until somebody acts. All of these retries are made, however long an outage lasted before, and anew after
/// each act.
const IN_A_CLOSED_PLACE: [u64; 5] = [MINUTE, 5 * MINUTE, HOUR, 6 * HOUR, 24 * HOUR];

/// The same after an error that should never happen.
const AFTER_A_FAULT: [u64; 5] = [5, MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];

/// How a row is given back after an error (without one: a panic) and after so many earlier failures and refusals.
pub fn back_off(error: Option<&HostError>, failures: u32, refusals: u32, now: Timestamp) -> Release {
    let after = |wait: Duration| now.saturating_add(wait).unwrap_or(Timestamp::MAX);
    let next_of = |waits: [u64; 5]| waits.get(refusals as usize).map(|it| after(Duration::from_secs(*it)));
    // The next try may succeed.
    let soon = Some(after(Duration::from_secs((1 << failures.min(10)).min(MINUTE))));
    match error {
        // How often this happens says nothing, but it comes after rows without failures.
        Some(HostError::Announce(AnnounceError::Withheld)) if failures > 0 => Release::Waits(after(WITHHELD)),
        Some(HostError::Announce(AnnounceError::Withheld)) => Release::Failed(Some(after(WITHHELD))),
        Some(HostError::Announce(AnnounceError::Later(_))) => Release::Failed(soon),
        Some(HostError::Announce(AnnounceError::Closed(_))) => Release::Refused(next_of(IN_A_CLOSED_PLACE)),
        // That is not the row's fault.
        Some(error) if error.is_of_database() => Release::Failed(soon),
        _ => Release::Refused(next_of(AFTER_A_FAULT)),
    }
}
