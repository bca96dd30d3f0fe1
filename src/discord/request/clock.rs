//! Clocks as people say them: `daily`, `clock=3d+12h soft`, `no clock`, `weekends off`.

use crate::discord::errors::shorten;
use crate::discord::views;
use crate::play::{ParseTimeControlError, TimeControl};
use games::Refusal;

/// What was said about a clock.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct SpokenClock {
    /// The clocks that were named: one, unless somebody contradicts themselves.
    named: Vec<String>,
    /// How the clock differs from the named one: `soft`, `cap=5d`, `weekends`.
    manners: Vec<String>,
}

/// The word for a match without a clock.
pub(in crate::discord) const NONE: &str = "none";

/// Words for "no clock".
const NO: [&str; 4] = [NONE, "no", "off", "unlimited"];

impl SpokenClock {
    /// Takes the words at the beginning that are about a clock. Returns how many they are.
    pub fn hear(&mut self, words: &[&str]) -> Option<usize> {
        let lower = |index: usize| words.get(index).map(|it| it.to_lowercase()).unwrap_or_default();
        let (first, second) = (lower(0), lower(1));
        match (first.as_str(), second.as_str()) {
            ("no" | "without", "time") if ["limit", "limits"].contains(&lower(2).as_str()) => self.name(NONE, 3),
            ("no" | "without", "limit" | "limits") => self.name(NONE, 2),
            ("no" | "without", "clock" | "clocks" | "time") => self.name(NONE, 2),
            ("clock" | "clock=", value) if NO.contains(&value) => self.name(NONE, 2),
            ("clock" | "clock=", value) if is_clock(value) => self.name(value, 2),
            ("clock" | "clock=", _) => self.name("", 1),
            ("unlimited", _) => self.name(NONE, 1),
            ("weekends" | "weekend", "off" | "free") => self.add("weekends", 2),
            ("weekends=off" | "weekends" | "weekend", _) => self.add("weekends", 1),
            ("soft" | "hard", "clock") => self.add(&first, 2),
            ("soft" | "hard", _) => self.add(&first, 1),
            (word, _) if word.starts_with("cap=") => self.add(word, 1),
            (word, _) => match word.strip_prefix("clock=") {
                Some(value) if NO.contains(&value) => self.name(NONE, 1),
                Some(value) => self.name(value, 1),
                None if is_clock(word) => self.name(word, 1),
                None => None,
            },
        }
    }

    fn name(&mut self, clock: &str, count: usize) -> Option<usize> {
        if self.named.iter().all(|it| it != clock) {
            self.named.push(clock.to_owned());
        }
        Some(count)
    }

    fn add(&mut self, manner: &str, count: usize) -> Option<usize> {
        self.manners.push(manner.to_owned());
        Some(count)
    }

    /// Whether anything was said.
    pub fn is_spoken(&self) -> bool {
        *self != Self::default()
    }

    /// The clocks that were named, if there are several.
    pub fn contradiction(&self) -> Option<Vec<String>> {
        (self.named.len() > 1).then(|| self.named.iter().map(|it| format!("`{}`", shorten(it))).collect())
    }

    /// What was said, unless it is a contradiction.
    pub fn words(&self) -> Option<String> {
        let named = match self.named.as_slice() {
            [] => None,
            [none] if none == NONE => Some("no clock"),
            [named] => Some(named.as_str()),
            _ => return None,
        };
        let words: Vec<&str> = named.into_iter().chain(self.manners.iter().map(|it| spelled_out(it))).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// Whether nothing was said but the word “hard”, which may be about something else.
    pub fn is_only_hard(&self) -> bool {
        self.named.is_empty() && self.manners.iter().all(|it| it == "hard")
    }

    /// The clock that is meant. If none was named, it is the usual one, with whatever was said about it.
    pub fn read(&self, usual: Option<TimeControl>) -> Result<Option<TimeControl>, Refusal> {
        let named = match (self.named.first(), self.manners.first(), usual) {
            (Some(named), ..) => named.clone(),
            (None, None, usual) => return Ok(usual),
            (None, Some(_), Some(usual)) => usual.to_string(),
            (None, Some(manner), None) => return Err(missing(spelled_out(manner))),
        };
        if named == NONE {
            return Ok(None);
        }
        if named.is_empty() {
            return Err(missing("clock"));
        }
        let text = [named.as_str()].into_iter().chain(self.manners.iter().map(String::as_str));
        let text = text.collect::<Vec<_>>().join(" ");
        text.parse().map(Some).map_err(refuse_clock)
    }
}

/// The refusal of words that are not a clock.
fn refuse_clock(error: ParseTimeControlError) -> Refusal {
    match error {
        ParseTimeControlError::Unreadable(text) => {
            Refusal::new("bad-clock").with("clock", shorten(&text)).with("presets", views::clock::presets())
        }
        ParseTimeControlError::TooLong(time) => {
            Refusal::new("clock-too-long").with("time", shorten(&time)).with("most", i64::from(TimeControl::MOST_DAYS))
        }
        ParseTimeControlError::TooShort(time) => Refusal::new("clock-too-short").with("time", shorten(&time)),
        ParseTimeControlError::CapTooSmall { cap, reserve } => {
            Refusal::new("clock-cap-too-small").with("cap", shorten(&cap)).with("reserve", shorten(&reserve))
        }
    }
}

/// A manner as people say it.
fn spelled_out(manner: &str) -> &str {
    if manner == "weekends" { "weekends off" } else { manner }
}

fn missing(word: &str) -> Refusal {
    Refusal::new("clock-missing").with("word", shorten(word)).with("presets", views::clock::presets())
}

/// Whether a word alone is meant as a clock: a preset, or times with units.
fn is_clock(word: &str) -> bool {
    !matches!(word.parse::<TimeControl>(), Err(ParseTimeControlError::Unreadable(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &str) -> (SpokenClock, Vec<&str>) {
        let (mut clock, mut others) = (SpokenClock::default(), Vec::new());
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut rest = words.as_slice();
        while let [word, after @ ..] = rest {
            let count = clock.hear(rest);
            others.extend(count.is_none().then_some(*word));
            rest = &after[count.unwrap_or(1) - 1..];
        }
        (clock, others)
    }

    #[test]
    fn clocks_are_heard_among_other_words() {
        for (text, clock, others) in [
            ("loa daily white", Some("3d+12h"), &["loa", "white"][..]),
            ("clock=3d+12h loa", Some("3d+12h"), &["loa"]),
            ("clock Daily soft", Some("3d+12h soft"), &[]),
            ("3d+12h cap=5d weekends off 6x6", Some("3d+12h cap=5d weekends"), &["6x6"]),
            ("1d", Some("1d"), &[]),
            ("no clock mso", None, &["mso"]),
            ("clock=none", None, &[]),
            ("clock off", None, &[]),
            ("without time", None, &[]),
            ("no time limit loa", None, &["loa"]),
            ("no limits", None, &[]),
            ("d4 a1 4 10 no way", None, &["d4", "a1", "4", "10", "no", "way"]),
        ] {
            let (heard, left) = heard(text);
            assert_eq!(heard.read(None).map(|it| it.map(|it| it.to_string())), Ok(clock.map(str::to_owned)), "{text}");
            assert_eq!(left, others, "{text}");
        }
        for (text, code) in [
            ("clock", "clock-missing"),
            ("loa soft", "clock-missing"),
            ("clock=soon", "bad-clock"),
            ("clock=99y", "bad-clock"),
            ("daily cap=1h", "clock-cap-too-small"),
            ("90d", "clock-too-long"),
            ("clock 30s", "clock-too-short"),
        ] {
            assert_eq!(heard(text).0.read(None).unwrap_err().code, code, "{text}");
        }
        let usual = "3d+12h weekends".parse().ok();
        for (text, clock) in [
            ("loa", Some("3d+12h weekends")),
            ("loa soft cap=5d", Some("3d+12h cap=5d soft weekends")),
            ("1d soft", Some("1d soft")),
            ("no clock", None),
        ] {
            let meant = heard(text).0.read(usual).unwrap();
            assert_eq!(meant.map(|it| it.to_string()).as_deref(), clock, "{text}");
        }
        assert_eq!(heard("daily slow").0.contradiction().map(|it| it.len()), Some(2));
        assert_eq!(heard("daily daily").0.contradiction(), None);
    }
}
