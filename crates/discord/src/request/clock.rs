//! Clocks as people write them: `daily`, `3 days + 12 hours a move`, `15+10`, `clock=3d12h soft`, `no clock`,
//! `weekends off`.

use super::switches::read_switch;
use super::words::{push_new, read_words};
use crate::errors::{contradiction, shorten};
use games::Refusal;
use play::durations::read_duration;
use play::{TimeControl, TimeControlError};

/// What was said about a clock.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SpokenClock {
    /// Whether the word itself was said.
    is_mentioned: bool,
    /// The clocks that were named, or that there is to be none: one, unless somebody contradicts themselves.
    named: Vec<Option<TimeControl>>,
    /// How the clock differs from the named one, in seconds and in what is so.
    caps: Vec<u32>,
    hard: Vec<bool>,
    weekends_off: Vec<bool>,
    /// Why something that was said about it can't be read.
    pub refused: Option<Refusal>,
}

/// The word for a match without a clock.
pub(crate) const NONE: &str = "none";

/// What stands before the most that a side can save.
const CAP: [&[&str]; 6] =
    [&["cap="], &["cap", "of"], &["cap"], &["never", "more", "than"], &["no", "more", "than"], &["at", "most"]];

/// How people say that a time is for each move.
const FOR_EACH: [&[&str]; 7] = [&["a"], &["per"], &["each"], &["every"], &["/"], &["for", "each"], &["for", "every"]];

/// Clocks that people know from elsewhere, and that mean no times here.
const ELSEWHERE: [&str; 6] = ["bullet", "classical", "correspondence", "fischer", "byoyomi", "delay"];

/// Reads a clock that is all that somebody has written.
pub(crate) fn read_clock(text: &str) -> Result<Option<TimeControl>, Refusal> {
    SpokenClock::read(text)?.meant(None)
}

impl SpokenClock {
    /// Reads a text that is only about a clock.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let mut clock = Self::default();
        read_words(&format!("clock={text}"), |_, words| clock.hear(words).ok_or_else(|| bad_clock(text)))?;
        if let Some(refusal) = clock.refused {
            return Err(refusal);
        }
        match clock.contradiction() {
            Some((what, values)) => Err(contradiction(what, values, Vec::new())),
            None => Ok(clock),
        }
    }

    /// Takes the words at the beginning that are about a clock; all are in lower case. Returns how many they are.
    pub fn hear(&mut self, words: &[&str]) -> Option<usize> {
        let first = *words.first()?;
        if let Some(count) = without_clock(words) {
            push_new(&mut self.named, None);
            return Some(count);
        }
        if let Some((clock, count)) = read_times(words) {
            match clock {
                Ok(clock) => push_new(&mut self.named, Some(clock)),
                Err(refusal) => self.refuse(refusal),
            }
            return Some(count);
        }
        self.hear_manner(words).or_else(|| match first {
            // What follows the label can only be about the clock.
            "clock=" => {
                self.is_mentioned = true;
                let Some(word) = words.get(1) else { return Some(1) };
                let count = self.hear(&words[1..]);
                if count.is_none() {
                    self.refuse(bad_clock(word));
                }
                Some(1 + count.unwrap_or(1))
            }
            "clock" | "clocks" => {
                self.is_mentioned = true;
                Some(1)
            }
            _ if ELSEWHERE.contains(&first) || resembles_clock(first) => {
                self.refuse(bad_clock(first));
                Some(1)
            }
            _ => None,
        })
    }

    /// The same for what distinguishes a clock from others with the same times.
    fn hear_manner(&mut self, words: &[&str]) -> Option<usize> {
        if let Some((runs, count)) = read_switch(words, &["weekends", "weekend"]) {
            // The word alone could mean either.
            match words[0].contains('=') || count > 1 {
                true => push_new(&mut self.weekends_off, !runs),
                false => self.refuse(Refusal::new("weekends-alone")),
            }
            return Some(count);
        }
        for (name, is_hard) in [("soft", false), ("hard", true)] {
            if let Some((is_so, count)) = read_switch(words, &[name]) {
                push_new(&mut self.hard, is_so == is_hard);
                return Some(count + usize::from(words.get(count) == Some(&"clock")));
            }
        }
        let count = CAP.iter().find(|it| words.starts_with(it))?.len();
        let (cap, taken) = match read_duration(&words[count..]) {
            Some((cap, taken)) => (TimeControl::time(cap).map_err(refuse_clock), taken),
            None => (Err(bad_clock(words.get(count).unwrap_or(&"cap"))), 0),
        };
        match cap {
            Ok(cap) => push_new(&mut self.caps, cap),
            Err(refusal) => self.refuse(refusal),
        }
        Some(count + taken)
    }

    fn refuse(&mut self, refusal: Refusal) {
        self.refused.get_or_insert(refusal);
    }

    /// Whether anything was said.
    pub fn is_spoken(&self) -> bool {
        *self != Self::default()
    }

    /// What was said in contradicting ways, if anything was: its name, and the values.
    pub fn contradiction(&self) -> Option<(&'static str, Vec<String>)> {
        let quoted = |it: String| format!("`{it}`");
        let several: [(&str, Vec<String>); 4] = [
            ("clock", self.named.iter().map(|it| named(*it)).collect()),
            ("cap", self.caps.iter().map(|it| typed((*it).into())).collect()),
            ("switch", self.hard.iter().map(|it| manner(*it).to_owned()).collect()),
            ("switch", self.weekends_off.iter().map(|it| weekends(*it).to_owned()).collect()),
        ];
        let (what, values) = several.into_iter().find(|it| it.1.len() > 1)?;
        Some((what, values.into_iter().map(quoted).collect()))
    }

    /// What was said, unless it is a contradiction.
    pub fn words(&self) -> Option<String> {
        let named = self.named.first().map(|it| named(*it));
        let words: Vec<String> = named.into_iter().chain(self.manners()).collect();
        (!words.is_empty() && self.contradiction().is_none()).then(|| words.join(" "))
    }

    /// How the clock differs from the named one, as people write it.
    fn manners(&self) -> Vec<String> {
        let caps = self.caps.iter().map(|it| format!("cap={}", typed((*it).into())));
        let hard = self.hard.iter().map(|it| manner(*it).to_owned());
        let weekends = self.weekends_off.iter().map(|it| weekends(*it).to_owned());
        caps.chain(hard).chain(weekends).collect()
    }

    /// The clock that is meant. If none was named, it is the usual one, with whatever was said about it.
    pub fn meant(&self, usual: Option<TimeControl>) -> Result<Option<TimeControl>, Refusal> {
        if let Some(refusal) = &self.refused {
            return Err(refusal.clone());
        }
        let manners = self.manners();
        let mut clock = match (self.named.first().copied(), usual, manners.first()) {
            (Some(Some(clock)), ..) | (None, Some(clock), _) => clock,
            (Some(None), _, Some(manner)) => return Err(Refusal::new("none-with-manner").with("word", manner.as_str())),
            (None, None, Some(manner)) => return Err(missing(manner)),
            (None, None, None) if self.is_mentioned => return Err(missing("clock")),
            (_, _, None) => return Ok(None),
        };
        clock.cap = self.caps.first().copied().unwrap_or(clock.cap);
        clock.hard = self.hard.first().copied().unwrap_or(clock.hard);
        clock.weekends_off = self.weekends_off.first().copied().unwrap_or(clock.weekends_off);
        clock.checked().map(Some).map_err(refuse_clock)
    }
}

/// How many words at the beginning say that there is to be no clock.
fn without_clock(words: &[&str]) -> Option<usize> {
    match words {
        ["no" | "without", "time", "limit" | "limits", ..] => Some(3),
        ["no" | "without", "time", ..] | ["unlimited", "time", ..] => Some(2),
        ["unlimited" | "untimed", ..] => Some(1),
        _ => read_switch(words, &["clock", "clocks"]).filter(|it| !it.0).map(|it| it.1),
    }
}

/// The clock at the beginning of these words, and how many words it takes: a preset, the same time for each move, or
/// what each side begins with and what each move adds.
fn read_times(words: &[&str]) -> Option<(Result<TimeControl, Refusal>, usize)> {
    if let Some(preset) = TimeControl::preset(words[0]) {
        return Some((Ok(preset), 1));
    }
    let is_plus = |at: usize| words.get(at).is_some_and(|it| ["+", "plus"].contains(it));
    let number = |at: usize| words.get(at).and_then(|it| it.parse::<u64>().ok());
    // In `15+10`, as chess players write it, the first number means minutes, and the second one seconds.
    let (reserve, count) = match read_duration(words) {
        // No clock begins with so little: these are a level, and the side that plays second.
        Some((_, count)) if words[count - 1] == "second" => return None,
        Some(read) => read,
        None => (number(0).filter(|_| is_plus(1))?.saturating_mul(60), 1),
    };
    if !is_plus(count) {
        let clock = TimeControl::timed(reserve, None);
        return Some((clock.map_err(refuse_clock), count + for_each(&words[count..])));
    }
    let after = &words[count + 1..];
    let increment = read_duration(after).or_else(|| Some((number(count + 1)?, 1)));
    let end = count + 1 + increment.map_or(after.len().min(1), |it| it.1);
    // Nobody leaves out the units of what takes days.
    let is_bare = (count == 1 && number(0).is_some()) || (end == count + 2 && number(count + 1).is_some());
    let clock = match increment {
        Some((increment, _)) if !is_bare || reserve.max(increment) < u64::from(TimeControl::LIVE) => {
            TimeControl::timed(reserve, Some(increment)).map_err(refuse_clock)
        }
        _ => Err(bad_clock(&words[..end].join(" "))),
    };
    Some((clock, end + for_each(&words[end..])))
}

/// How many words at the beginning say that a time is for each move.
fn for_each(words: &[&str]) -> usize {
    let begins =
        |it: &&&[&str]| words.starts_with(it) && words.get(it.len()).is_some_and(|it| ["move", "turn"].contains(it));
    FOR_EACH.iter().find(begins).map_or(0, |it| it.len() + 1)
}

/// Whether a word looks like a duration, but can't be read as one: `1.5d`, `3dys`.
fn resembles_clock(word: &str) -> bool {
    let letters = word.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.' || it == ',');
    let is_unit = letters.starts_with(['w', 'd', 'h', 'm', 's', 'y']) && letters != "st";
    letters.len() < word.len() && (is_unit || (letters.is_empty() && word.contains(['.', ','])))
}

/// The refusal of what is not a clock.
fn refuse_clock(error: TimeControlError) -> Refusal {
    match error {
        TimeControlError::Unreadable(text) => bad_clock(&text),
        TimeControlError::TooLong(time) => {
            Refusal::new("clock-too-long").with("time", typed(time)).with("most", i64::from(TimeControl::MOST_DAYS))
        }
        TimeControlError::TooShort(time) => Refusal::new("clock-too-short").with("time", typed(time.into())),
        TimeControlError::CapTooSmall { cap, reserve } => {
            Refusal::new("clock-cap-too-small").with("cap", typed(cap.into())).with("reserve", typed(reserve.into()))
        }
    }
}

fn bad_clock(text: &str) -> Refusal {
    Refusal::new("bad-clock").with("clock", shorten(text))
}

fn missing(word: &str) -> Refusal {
    Refusal::new("clock-missing").with("word", shorten(word))
}

/// A clock as people write it.
fn named(clock: Option<TimeControl>) -> String {
    let Some(clock) = clock else { return "no clock".to_owned() };
    let preset = TimeControl::PRESETS.into_iter().find(|it| it.1 == clock);
    preset.map_or_else(|| clock.to_string(), |it| it.0.to_owned())
}

/// A time as people type it.
fn typed(seconds: u64) -> String {
    let (count, unit) = TimeControl::in_units(seconds);
    format!("{count}{unit}")
}

fn manner(hard: bool) -> &'static str {
    if hard { "hard" } else { "soft" }
}

fn weekends(off: bool) -> &'static str {
    if off { "weekends off" } else { "weekends on" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::clock::{presets, words};
    use texts::Locale;

    fn heard(text: &str) -> (SpokenClock, Vec<String>) {
        let (mut clock, mut others) = (SpokenClock::default(), Vec::new());
        let read = read_words(text, |_, words| {
            let count = clock.hear(words);
            others.extend(count.is_none().then(|| words[0].to_owned()));
            Ok(count.unwrap_or(1))
        });
        assert_eq!(read, Ok(()));
        (clock, others)
    }

    fn stored(clock: Option<TimeControl>) -> Option<String> {
        clock.map(|it| it.to_string())
    }

    #[test]
    fn clocks_are_heard_among_other_words() {
        for (text, clock, others) in [
            ("loa daily white", Some("3d+12h"), "loa white"),
            ("clock=3d+12h loa", Some("3d+12h"), "loa"),
            ("clock Daily soft", Some("3d+12h soft"), ""),
            ("3d+12h cap=5d weekends off 6x6", Some("3d+12h cap=5d weekends off"), "6x6"),
            ("1d", Some("1d"), ""),
            ("clock off", None, ""),
            ("clock=none", None, ""),
            ("no clock mso", None, "mso"),
            ("without time", None, ""),
            ("no time limit loa", None, "loa"),
            ("unlimited time", None, ""),
            ("d4 a1 4 10 no way", None, "d4 a1 4 10 no way"),
            // As people write them.
            ("3d12h loa", Some("84h"), "loa"),
            ("3d + 12h loa", Some("3d+12h"), "loa"),
            ("3d +12h", Some("3d+12h"), ""),
            ("1d 12h", Some("36h"), ""),
            ("24 hours", Some("1d"), ""),
            ("1 week", Some("7d"), ""),
            ("1w", Some("7d"), ""),
            ("a day", Some("1d"), ""),
            ("1d/move", Some("1d"), ""),
            ("two days per move white", Some("2d"), "white"),
            ("15+10", Some("15m+10s"), ""),
            ("15 + 10", Some("15m+10s"), ""),
            ("15 | 10 casual", Some("15m+10s"), "casual"),
            ("15 min + 10 sec", Some("15m+10s"), ""),
            ("15m+10", Some("15m+10s"), ""),
            ("1+0", Some("1m+0s"), ""),
            ("blitz", Some("5m+3s"), ""),
            ("rapid", Some("10m+5s"), ""),
            ("10 minutes", Some("10m"), ""),
            ("clock: 3 days + 12 hours a move", Some("3d+12h"), ""),
            ("3d clock, soft clock", Some("3d soft"), ""),
            ("3d+12h at most 5 days", Some("3d+12h cap=5d"), ""),
            ("3 second loa", None, "3 second loa"),
            ("loa 3 w", None, "loa 3 w"),
            ("a 2nd match", None, "a 2nd match"),
            // Switches.
            ("1d weekends on", Some("1d"), ""),
            ("1d weekends=yes", Some("1d"), ""),
            ("1d no weekends", Some("1d weekends off"), ""),
            ("1d weekends=no", Some("1d weekends off"), ""),
            ("1d without weekends", Some("1d weekends off"), ""),
            ("1d weekend false soft", Some("1d soft weekends off"), ""),
            ("1d soft no", Some("1d"), ""),
            ("1d hard", Some("1d"), ""),
            ("1d hard off", Some("1d soft"), ""),
            ("1d not soft", Some("1d"), ""),
        ] {
            let (heard, left) = heard(text);
            assert_eq!(heard.meant(None).map(stored), Ok(clock.map(str::to_owned)), "{text}");
            assert_eq!(left.join(" "), others, "{text}");
        }
    }

    #[test]
    fn what_is_no_clock_is_answered_with_clocks() {
        for (text, code) in [
            ("clock", "clock-missing"),
            ("loa soft", "clock-missing"),
            ("clock=soon", "bad-clock"),
            ("clock=99y", "clock-too-long"),
            ("daily cap=1h", "clock-cap-too-small"),
            ("daily cap=soon", "bad-clock"),
            ("daily cap", "bad-clock"),
            ("90d", "clock-too-long"),
            ("clock 30s", "clock-too-short"),
            ("3d+", "bad-clock"),
            ("3d + soon", "bad-clock"),
            ("3d+12", "bad-clock"),
            ("10 + 5 days", "bad-clock"),
            ("1.5d", "bad-clock"),
            ("1.5 days", "bad-clock"),
            ("3dys", "bad-clock"),
            ("bullet", "bad-clock"),
            ("3d weekends", "weekends-alone"),
            ("no clock weekends off", "none-with-manner"),
            ("unlimited soft", "none-with-manner"),
        ] {
            assert_eq!(heard(text).0.meant(None).unwrap_err().code, code, "{text}");
        }
        for (text, what) in [
            ("daily slow", Some("clock")),
            ("daily no clock", Some("clock")),
            ("1d 2d", Some("clock")),
            ("daily 3 days + 12 hours a move", None),
            ("daily soft hard", Some("switch")),
            ("daily soft soft", None),
            ("daily weekends on no weekends", Some("switch")),
            ("daily cap=5d cap=4d", Some("cap")),
        ] {
            assert_eq!(heard(text).0.contradiction().map(|it| it.0), what, "{text}");
        }
    }

    #[test]
    fn the_usual_clock_is_what_nothing_else_is_said_about() {
        let usual = "3d+12h weekends off".parse().ok();
        for (text, clock) in [
            ("loa", Some("3d+12h weekends off")),
            ("loa soft cap=5d", Some("3d+12h cap=5d soft weekends off")),
            ("loa weekends on", Some("3d+12h")),
            ("with a clock", Some("3d+12h weekends off")),
            ("1d soft", Some("1d soft")),
            ("no clock", None),
        ] {
            assert_eq!(stored(heard(text).0.meant(usual).unwrap()).as_deref(), clock, "{text}");
        }
    }

    #[test]
    fn what_is_printed_of_a_clock_is_read() {
        let times = ["90s", "10m", "5m+3s", "1h+1s", "1h+1d", "36h", "1d", "1d+1d", "3d+12h", "10d+36h", "60d"];
        let with = |times: &str, cap: &str, soft: &str, weekends: &str| {
            format!("{times}{cap}{soft}{weekends}").parse::<TimeControl>().ok()
        };
        let mut clocks: Vec<TimeControl> = TimeControl::PRESETS.map(|it| it.1).to_vec();
        for times in times {
            for cap in ["", " cap=60d"] {
                for soft in ["", " soft"] {
                    clocks.extend(["", " weekends off"].into_iter().filter_map(|it| with(times, cap, soft, it)));
                }
            }
        }
        assert!(clocks.len() > 80);
        for clock in clocks {
            let words = words(clock).in_locale(Locale::English);
            for text in [words.clone(), clock.to_string(), named(Some(clock)), format!("⏳ {words}.")] {
                let (heard, others) = heard(&format!("loa {text} white"));
                assert_eq!(heard.meant(None).map(stored), Ok(Some(clock.to_string())), "{text}");
                assert_eq!(others, ["loa", "white"], "{text}");
                assert_eq!(read_clock(&text), Ok(Some(clock)), "{text}");
            }
        }
        for line in presets().in_locale(Locale::English).split("; ") {
            assert!(read_clock(line).is_ok_and(|it| it.is_some()), "{line}");
        }
    }
}
