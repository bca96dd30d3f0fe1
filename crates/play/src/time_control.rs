//! Clocks, from blitz to days a move: a reserve, an increment for each move, and a cap.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Weekday;
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};

use super::durations::read_duration;

/// The clock of a match. Written as `10d+36h`, followed by `cap=20d`, `soft` and `weekends off` if they apply; `1d`
/// alone means a day for each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct TimeControl {
    /// What each side has at the beginning, in seconds.
    pub reserve: u32,
    /// What each move adds, in seconds.
    pub increment: u32,
    /// The most that a side can have, in seconds.
    pub cap: u32,
    /// Whether the bot ends the match when the time is over. Otherwise the other side may claim the win.
    pub hard: bool,
    /// Whether time does not count while it is Saturday or Sunday anywhere in the world.
    pub weekends_off: bool,
}

const MINUTE: u32 = 60;
const HOUR: u32 = 60 * MINUTE;
const DAY: u32 = 24 * HOUR;

/// The units in which durations are written, the largest first.
const UNITS: [(char, u32); 4] = [('d', DAY), ('h', HOUR), ('m', MINUTE), ('s', 1)];

impl TimeControl {
    /// The most days that any of a clock's times may have.
    pub const MOST_DAYS: u32 = 60;

    /// Each time of a live clock is shorter than that, in seconds.
    pub const LIVE: u32 = 2 * HOUR;

    /// The clocks that are offered, by name.
    pub const PRESETS: [(&'static str, Self); 6] = [
        ("slow", Self::of(10 * DAY, 36 * HOUR)),
        ("daily", Self::of(3 * DAY, 12 * HOUR)),
        ("move-a-day", Self::each(DAY)),
        ("live", Self::of(15 * MINUTE, 30)),
        ("rapid", Self::of(10 * MINUTE, 5)),
        ("blitz", Self::of(5 * MINUTE, 3)),
    ];

    /// A clock of so many seconds at the beginning, and so many more for each move; or without an increment, of a fixed
    /// time for each move. [`Self::checked`] is still to be asked.
    pub fn timed(reserve: u64, increment: Option<u64>) -> Result<Self, TimeControlError> {
        let reserve = Self::time(reserve)?;
        Ok(match increment {
            Some(increment) => Self::of(reserve, Self::time(increment)?),
            None => Self::each(reserve),
        })
    }

    /// So many seconds, if a clock can have them.
    pub fn time(seconds: u64) -> Result<u32, TimeControlError> {
        let fitting = u32::try_from(seconds).ok().filter(|it| *it <= Self::MOST_DAYS * DAY);
        fitting.ok_or(TimeControlError::TooLong(seconds))
    }

    /// This clock, if its times fit together.
    pub fn checked(self) -> Result<Self, TimeControlError> {
        if self.reserve < MINUTE {
            return Err(TimeControlError::TooShort(self.reserve));
        }
        if self.cap < self.reserve {
            return Err(TimeControlError::CapTooSmall { cap: self.cap, reserve: self.reserve });
        }
        Ok(self)
    }

    const fn of(reserve: u32, increment: u32) -> Self {
        Self { reserve, increment, cap: Self::usual_cap(reserve, increment), hard: true, weekends_off: false }
    }

    /// The cap, if none is named: twice the reserve, but enough to save one increment in full.
    const fn usual_cap(reserve: u32, increment: u32) -> u32 {
        reserve + if increment > reserve { increment } else { reserve }
    }

    /// The clock that is offered by that name.
    pub fn preset(name: &str) -> Option<Self> {
        Self::PRESETS.into_iter().find(|it| it.0 == name).map(|it| it.1)
    }

    /// A fixed time for each move; unused time is not saved.
    const fn each(time: u32) -> Self {
        Self { reserve: time, increment: time, cap: time, hard: true, weekends_off: false }
    }

    /// Whether each move has a fixed time, of which nothing is saved.
    pub fn is_each(self) -> bool {
        self.reserve == self.increment && self.reserve == self.cap
    }

    /// The cap, if it differs from the default.
    pub fn own_cap(self) -> Option<u32> {
        (!self.is_each() && self.cap != Self::usual_cap(self.reserve, self.increment)).then_some(self.cap)
    }

    /// A number of seconds in the largest unit that divides it: how many, and the unit's letter.
    pub fn in_units(seconds: u64) -> (u64, char) {
        let fits = |it: &&(char, u32)| seconds.is_multiple_of(it.1.into()) && (seconds > 0 || it.1 == 1);
        let unit = UNITS.iter().find(fits).unwrap_or(&('s', 1));
        (seconds / u64::from(unit.1), unit.0)
    }

    /// Whether this is a live clock (minutes, not days): both players are there until the end.
    pub fn is_live(self) -> bool {
        self.reserve.max(self.increment) < Self::LIVE
    }

    /// How much of the time between two moments counts on this clock, in milliseconds. Time in `absences` does not.
    pub fn running(self, since: Timestamp, until: Timestamp, absences: &[Absence]) -> i64 {
        self.pieces(since, until, absences).iter().map(|it| it.1 - it.0).sum()
    }

    /// The moment at which this many milliseconds have run since then.
    pub fn moment_after(self, since: Timestamp, milliseconds: i64, absences: &[Absence]) -> Timestamp {
        // After this there are no absences anymore, and weekends take less than half of the time.
        let last_absence = absences.iter().map(|it| it.until).max().unwrap_or(since).max(since);
        let horizon = last_absence.as_millisecond().saturating_add(milliseconds.saturating_mul(2)) + 7 * 86_400_000;
        let horizon = Timestamp::from_millisecond(horizon).unwrap_or(Timestamp::MAX);
        let mut left = milliseconds.max(0);
        for (from, until) in self.pieces(since, horizon, absences) {
            if until - from >= left {
                return Timestamp::from_millisecond(from + left).unwrap_or(Timestamp::MAX);
            }
            left -= until - from;
        }
        horizon
    }

    /// The intervals in which this clock runs, in milliseconds since 1970.
    pub(crate) fn pieces(self, since: Timestamp, until: Timestamp, absences: &[Absence]) -> Vec<(i64, i64)> {
        let mut pieces = vec![(since.as_millisecond(), until.as_millisecond())];
        let off = absences.iter().map(|it| (it.from.as_millisecond(), it.until.as_millisecond()));
        let weekends = if self.weekends_off { weekends(since, until) } else { Vec::new() };
        for (from, to) in off.chain(weekends) {
            let cut = |piece: (i64, i64)| [(piece.0, piece.1.min(from)), (piece.0.max(to), piece.1)];
            pieces = pieces.into_iter().flat_map(cut).collect();
            pieces.retain(|it| it.0 < it.1);
        }
        // The clocks of two machines differ a little, so drop intervals that would end before they begin.
        pieces.retain(|it| it.0 < it.1);
        pieces
    }
}

/// How long it is weekend somewhere, in milliseconds: from midnight in the first time zone (UTC+14) until midnight in the
/// last one (UTC−12). So no player loses a part of their own weekend, wherever they live.
const WEEKEND_BEGINS_EARLY: i64 = 14 * 3_600_000;
const WEEKEND_LENGTH: i64 = (14 + 48 + 12) * 3_600_000;

/// The weekends that overlap an interval, in milliseconds since 1970.
fn weekends(since: Timestamp, until: Timestamp) -> Vec<(i64, i64)> {
    const DAY: i64 = 24 * 3_600_000;
    let first = since.to_zoned(TimeZone::UTC).date();
    // On a Friday, the weekend may have begun already.
    let days_since_saturday = i64::from(first.weekday().since(Weekday::Saturday));
    let last_saturday = since.as_millisecond().div_euclid(DAY) * DAY - days_since_saturday * DAY;
    (0..)
        .map(|week| last_saturday + 7 * week * DAY - WEEKEND_BEGINS_EARLY)
        .take_while(|start| *start < until.as_millisecond())
        .map(|start| (start, start + WEEKEND_LENGTH))
        .collect()
}

/// A time in which a person is away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Absence {
    pub from: Timestamp,
    pub until: Timestamp,
}

/// Why something is not a clock. Times are in seconds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TimeControlError {
    /// It can't be read as one.
    #[error("“{0}” isn't a clock")]
    Unreadable(String),
    /// One of its times is longer than [`TimeControl::MOST_DAYS`].
    #[error("{0} s is too long for a clock")]
    TooLong(u64),
    /// Each side has less than a minute at the beginning.
    #[error("{0} s is too short for a clock")]
    TooShort(u32),
    /// The cap is less than what each side has at the beginning.
    #[error("a cap of {cap} s is less than the {reserve} s of the beginning")]
    CapTooSmall { cap: u32, reserve: u32 },
}

/// Reads a clock as it is written here. How people write clocks is for whoever reads their words.
impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let unreadable = || TimeControlError::Unreadable(text.to_owned());
        let time = |text: &str| read_duration(&[text]).map(|it| it.0).ok_or_else(unreadable);
        let lower = text.to_lowercase();
        let mut words = lower.split_whitespace();
        let first = words.next().ok_or_else(unreadable)?;
        let mut control = match (Self::preset(first), first.split_once('+')) {
            (Some(preset), _) => preset,
            (None, Some((reserve, increment))) => Self::timed(time(reserve)?, Some(time(increment)?))?,
            (None, None) => Self::timed(time(first)?, None)?,
        };
        while let Some(word) = words.next() {
            match word {
                "soft" => control.hard = false,
                "hard" => control.hard = true,
                "weekends" if words.next() == Some("off") => control.weekends_off = true,
                _ => control.cap = Self::time(time(word.strip_prefix("cap=").ok_or_else(unreadable)?)?)?,
            }
        }
        control.checked()
    }
}

/// Writes a number of seconds as text.
fn duration(seconds: u32) -> String {
    let (count, unit) = TimeControl::in_units(seconds.into());
    format!("{count}{unit}")
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.is_each() {
            true => write!(f, "{}", duration(self.reserve))?,
            false => write!(f, "{}+{}", duration(self.reserve), duration(self.increment))?,
        }
        if let Some(cap) = self.own_cap() {
            write!(f, " cap={}", duration(cap))?;
        }
        f.write_str(if self.hard { "" } else { " soft" })?;
        f.write_str(if self.weekends_off { " weekends off" } else { "" })
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, TimeControlError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn clocks_are_read_as_they_are_written() {
        for text in ["10d+36h", "3d+12h", "1d", "15m+30s", "3d+12h cap=5d soft weekends off", "90s+0s", "1d soft"] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), text);
        }
        for (name, control) in TimeControl::PRESETS {
            assert_eq!(name.parse(), Ok(control));
            assert_eq!(control.to_string().parse(), Ok(control), "{name}");
        }
        for nonsense in [
            "",
            "d",
            "1x",
            "3d+",
            "-1d",
            "99999999999999999999999d",
            "3d+12h x",
            "1é",
            "3d+12h weekends on",
            "3d+12h weekends",
        ] {
            let error = nonsense.parse::<TimeControl>().unwrap_err();
            assert!(matches!(error, TimeControlError::Unreadable(_)), "{nonsense}: {error}");
        }
        for (text, error) in [
            ("61d", TimeControlError::TooLong(61 * u64::from(DAY))),
            ("9999999999999999d", TimeControlError::TooLong(u64::MAX)),
            ("3d+99d", TimeControlError::TooLong(99 * u64::from(DAY))),
            ("0s", TimeControlError::TooShort(0)),
            ("1s", TimeControlError::TooShort(1)),
            ("1d cap=1h", TimeControlError::CapTooSmall { cap: HOUR, reserve: DAY }),
        ] {
            assert_eq!(text.parse::<TimeControl>(), Err(error), "{text}");
        }
    }

    #[test]
    fn an_increment_is_never_cut_by_a_cap_that_nobody_named() {
        let control: TimeControl = "1h+1d".parse().unwrap();
        assert_eq!((control.cap, control.own_cap()), (25 * HOUR, None));
        assert!(!control.is_live(), "each move adds a day");
        let capped: TimeControl = "1h+1d cap=2h".parse().unwrap();
        assert_eq!((capped.own_cap(), capped.to_string().as_str()), (Some(2 * HOUR), "1h+1d cap=2h"));
    }

    #[test]
    fn weekends_and_absences_do_not_run() {
        let plain: TimeControl = "3d+12h".parse().unwrap();
        let week: TimeControl = "3d+12h weekends off".parse().unwrap();
        let (thursday, friday, monday) = (at("2026-11-19T12:00Z"), at("2026-11-20T12:00Z"), at("2026-11-23T12:00Z"));
        let hours = |control: TimeControl, since: Timestamp, absences: &[Absence]| {
            control.running(since, monday, absences) / 3_600_000
        };
        assert_eq!(hours(plain, friday, &[]), 72);
        assert_eq!(hours(week, friday, &[]), 0, "by then it is weekend at UTC+14, and until Monday noon at UTC−12");
        assert_eq!(hours(week, thursday, &[]), 22);
        let away = [Absence { from: at("2026-11-20T06:00Z"), until: at("2026-11-23T06:00Z") }];
        assert_eq!((hours(plain, thursday, &away), hours(week, thursday, &away)), (24, 18));
        assert_eq!(hours(week, at("2026-11-23T10:00Z"), &[]), 0);
        // The way back: when that much time has run.
        let day = 24 * 3_600_000;
        assert_eq!(plain.moment_after(friday, day, &[]), at("2026-11-21T12:00Z"));
        assert_eq!(week.moment_after(friday, day, &[]), at("2026-11-24T12:00Z"));
        assert_eq!(week.moment_after(thursday, day, &[]), at("2026-11-23T14:00Z"));
        assert_eq!(week.moment_after(thursday, day, &away), at("2026-11-23T18:00Z"));
        assert_eq!(plain.moment_after(friday, -5, &[]), friday);
    }
}
