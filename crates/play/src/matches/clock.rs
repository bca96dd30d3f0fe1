//! The clock of a match.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::time_control::TimeControl;

/// The time of both sides.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct MatchClock {
    /// How the time is limited; `None`: the match has no clock.
    pub control: Option<TimeControl>,
    /// How many milliseconds each side has left if there is a clock, not counting the current turn.
    pub reserves: [i64; 2],
    /// Whether both have agreed to stop the clock until somebody resumes.
    pub is_paused: bool,
    /// Since when the time of the side to move has been running, by its clock or by its silence; `None`: its time is
    /// not limited, or the clock stands still. Stored in a column of its own.
    #[serde(skip)]
    pub since: Option<Timestamp>,
}

impl MatchClock {
    /// The clock of a match that begins: all reserves are full.
    pub fn begin(control: Option<TimeControl>, since: Option<Timestamp>) -> Self {
        let reserve = control.map_or(0, |it| i64::from(it.reserve) * 1000);
        Self { control, reserves: [reserve; 2], is_paused: false, since }
    }
}
