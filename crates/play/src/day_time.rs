//! Times of day, as the clocks of a place show them.

use std::fmt;
use std::sync::LazyLock;

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone, TimeZoneDatabase};
use serde::{Deserialize, Serialize};

/// A time of day by the clocks of a zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DayTime {
    pub hour: u8,
    pub minute: u8,
    pub zone: Zone,
}

/// Whose clocks count.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Zone {
    /// They are always so many minutes ahead of UTC.
    Ahead(i16),
    /// Those of a zone in the IANA database, like `Europe/Berlin`.
    Named(String),
}

/// The zones of the IANA database as they were when the program was built: the same on every machine.
static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);

/// How long a day is, in seconds.
const DAY_S: i64 = 24 * 3600;

impl Default for DayTime {
    fn default() -> Self {
        Self { hour: 9, minute: 0, zone: Zone::UTC }
    }
}

impl DayTime {
    /// The last day, counted since 1970, on which it has been that time.
    pub fn last_day(&self, now: Timestamp) -> i64 {
        let ahead = self.zone.rules().to_offset(now).seconds();
        let day = (now.as_second() + i64::from(ahead) - self.seconds()).div_euclid(DAY_S);
        // Where clocks are put back it may have been that time already, and where they are put forward, not yet.
        (day - 1..=day + 1).rev().find(|it| self.on(*it) <= now).unwrap_or(day)
    }

    /// When it is that time on a day. A time that clocks skip comes an hour later.
    pub fn on(&self, day: i64) -> Timestamp {
        let shown = Timestamp::from_second(day.saturating_mul(DAY_S).saturating_add(self.seconds()));
        let shown = shown.unwrap_or(Timestamp::MAX).to_zoned(TimeZone::UTC).datetime();
        self.zone.rules().to_timestamp(shown).unwrap_or(Timestamp::MAX)
    }

    fn seconds(&self) -> i64 {
        i64::from(self.hour) * 3600 + i64::from(self.minute) * 60
    }
}

impl Zone {
    pub const UTC: Self = Self::Ahead(0);

    /// The zone of that name in the IANA database, in any case.
    pub fn named(name: &str) -> Option<Self> {
        let found = ZONES.get(name).ok()?;
        Some(Self::Named(found.iana_name()?.to_owned()))
    }

    /// The zone that is named after a city, in any case.
    pub fn of_city(city: &str) -> Option<Self> {
        let is_it = |name: &str| name.rsplit_once('/').is_some_and(|it| it.1.eq_ignore_ascii_case(city));
        ZONES.available().find(|it| is_it(it.as_str())).and_then(|it| Self::named(it.as_str()))
    }

    /// A zone that the database doesn't have anymore counts as UTC.
    fn rules(&self) -> TimeZone {
        match self {
            Self::Ahead(minutes) => {
                Offset::from_seconds(i32::from(*minutes) * 60).map_or(TimeZone::UTC, TimeZone::fixed)
            }
            Self::Named(name) => ZONES.get(name).unwrap_or(TimeZone::UTC),
        }
    }
}

/// The hour as clocks with 24 hours show it: `9:05`.
impl fmt::Display for DayTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:02}", self.hour, self.minute)
    }
}

/// `UTC`, `UTC+5:30`, `Europe/Berlin`.
impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Ahead(minutes) = self else {
            let Self::Named(name) = self else { return Ok(()) };
            return f.write_str(name);
        };
        f.write_str("UTC")?;
        if *minutes == 0 {
            return Ok(());
        }
        let (hours, rest) = (minutes.abs() / 60, minutes.abs() % 60);
        write!(f, "{}{hours}", if *minutes < 0 { '-' } else { '+' })?;
        if rest == 0 { Ok(()) } else { write!(f, ":{rest:02}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(hour: u8, zone: Zone) -> DayTime {
        DayTime { hour, minute: 0, zone }
    }

    #[test]
    fn a_day_begins_at_the_time_that_was_chosen() {
        let berlin = || Zone::named("europe/berlin").unwrap();
        for (now, time, due) in [
            ("2026-11-27T08:59:59Z", at(9, Zone::UTC), "2026-11-26T09:00:00Z"),
            ("2026-11-27T09:00:00Z", at(9, Zone::UTC), "2026-11-27T09:00:00Z"),
            ("2026-11-27T23:59:59Z", at(0, Zone::UTC), "2026-11-27T00:00:00Z"),
            ("2026-11-27T22:59:59Z", at(23, Zone::UTC), "2026-11-26T23:00:00Z"),
            ("2026-11-27T23:30:00Z", at(0, Zone::Ahead(60)), "2026-11-27T23:00:00Z"),
            ("2026-11-27T03:29:00Z", at(9, Zone::Ahead(330)), "2026-11-26T03:30:00Z"),
            // In winter and in summer.
            ("2026-11-27T18:00:00Z", at(18, berlin()), "2026-11-27T17:00:00Z"),
            ("2026-07-27T16:30:00Z", at(18, berlin()), "2026-07-27T16:00:00Z"),
        ] {
            assert_eq!(time.on(time.last_day(now.parse().unwrap())).to_string(), due, "{now} {time:?}");
        }
        // Clocks are put back at one o'clock UTC in October, and forward in March.
        let half_past_two = DayTime { minute: 30, ..at(2, berlin()) };
        for (now, due) in [
            ("2026-10-25T01:10:00Z", "2026-10-25T00:30:00Z"),
            ("2026-10-25T01:40:00Z", "2026-10-25T00:30:00Z"),
            ("2026-03-29T01:10:00Z", "2026-03-28T01:30:00Z"),
            ("2026-03-29T01:40:00Z", "2026-03-29T01:30:00Z"),
        ] {
            let day = half_past_two.last_day(now.parse().unwrap());
            assert_eq!(half_past_two.on(day).to_string(), due, "{now}");
        }
        // A time that there isn't on one day in March.
        let skipped = DayTime { minute: 30, ..at(2, berlin()) };
        let days = 20_540..20_543;
        let times: Vec<String> = days.map(|it| skipped.on(it).to_string()).collect();
        assert_eq!(times, ["2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"]);
    }

    #[test]
    fn zones_are_known_by_their_names_and_cities() {
        for (named, shown) in [
            (Zone::named("EUROPE/berlin"), Some("Europe/Berlin")),
            (Zone::named("japan"), Some("Japan")),
            (Zone::named("Narnia"), None),
            (Zone::of_city("new_york"), Some("America/New_York")),
            (Zone::of_city("Narnia"), None),
            (Some(Zone::UTC), Some("UTC")),
            (Some(Zone::Ahead(330)), Some("UTC+5:30")),
            (Some(Zone::Ahead(-120)), Some("UTC-2")),
        ] {
            assert_eq!(named.map(|it| it.to_string()).as_deref(), shown);
        }
    }
}
