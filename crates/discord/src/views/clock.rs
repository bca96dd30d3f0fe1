//! Clocks in words.

use play::TimeControl;
use texts::{Text, say};

/// A clock in words: `3 days + 12 hours a move`.
pub fn words(clock: TimeControl) -> Text {
    let facts = [
        ("each", clock.is_each().into()),
        ("reserve", duration(clock.reserve.into())),
        ("increment", duration(clock.increment.into())),
        ("cap", clock.own_cap().map_or("none".into(), |it| duration(it.into()))),
        ("hard", clock.hard.into()),
        ("weekends", if clock.weekends_off { "off" } else { "on" }.into()),
    ];
    say("clock-words", &facts)
}

/// The presets, a line for each.
pub fn presets() -> Text {
    let line =
        |(name, clock): (&str, TimeControl)| say("clock-preset", &[("name", name.into()), ("clock", words(clock))]);
    Text::joined("; ", TimeControl::PRESETS.map(line))
}

/// So many milliseconds in their two largest units: `2 days 3 hours`.
pub fn span(milliseconds: i64) -> Text {
    const UNITS: [(i64, char); 4] = [(86_400, 'd'), (3600, 'h'), (60, 'm'), (1, 's')];
    let mut rest = milliseconds.max(0) / 1000;
    let largest = UNITS.iter().position(|it| it.0 <= rest).unwrap_or(UNITS.len() - 1);
    let mut parts = Vec::new();
    for (length, unit) in UNITS.into_iter().skip(largest).take(2) {
        let count = rest / length;
        rest %= length;
        if count > 0 || parts.is_empty() {
            parts.push(counted(count, unit));
        }
    }
    Text::joined(" ", parts)
}

/// A time in its largest unit.
pub fn duration(seconds: u64) -> Text {
    let (count, unit) = TimeControl::in_units(seconds);
    counted(i64::try_from(count).unwrap_or(i64::MAX), unit)
}

/// So many of a unit, by its letter.
fn counted(count: i64, unit: char) -> Text {
    say(&format!("duration-{unit}"), &[("count", count.into())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use texts::Locale;

    #[test]
    fn a_span_has_its_two_largest_units() {
        let cases = [
            (0, "0 seconds"),
            (59_999, "59 seconds"),
            (90_000, "1 minute 30 seconds"),
            (3_600_000, "1 hour"),
            (93_784_000, "1 day 2 hours"),
            (-5000, "0 seconds"),
        ];
        for (milliseconds, text) in cases {
            assert_eq!(span(milliseconds).in_locale(Locale::English), text);
        }
    }
}
