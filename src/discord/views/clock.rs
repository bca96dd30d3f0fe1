//! Clocks in words.

use crate::i18n::say;
use crate::play::TimeControl;

/// A clock in words: `3 days + 12 hours a move`.
pub fn words(clock: TimeControl) -> String {
    let facts = [
        ("each", if clock.is_each() { "yes" } else { "no" }.into()),
        ("reserve", duration(clock.reserve).into()),
        ("increment", duration(clock.increment).into()),
        ("cap", clock.own_cap().map_or("none".to_owned(), duration).into()),
        ("hard", if clock.hard { "yes" } else { "no" }.into()),
        ("weekends", if clock.weekends_off { "off" } else { "on" }.into()),
    ];
    say("clock-words", &facts)
}

/// The presets, a line for each.
pub fn presets() -> String {
    let line = |(name, clock): (&str, TimeControl)| format!("`{name}` – {}", words(clock));
    TimeControl::PRESETS.map(line).join("; ")
}

/// A time in its largest unit.
fn duration(seconds: u32) -> String {
    let (count, unit) = TimeControl::in_units(seconds);
    let key = match unit {
        'd' => "duration-days",
        'h' => "duration-hours",
        'm' => "duration-minutes",
        _ => "duration-seconds",
    };
    say(key, &[("count", i64::from(count).into())])
}
