//! Times of day as people write them: `18:00`, `6:30 pm`, `noon Europe/Berlin`, `18h UTC+2`.

use crate::errors::shorten;
use games::Refusal;
use play::day_time::{DayTime, Zone};

/// What was said about a time of day.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SpokenTime {
    hour: u8,
    minute: u8,
    zone: Option<Zone>,
}

/// Words that say nothing about it.
pub(crate) const BETWEEN: [&str; 9] = ["in", "at", "every", "each", "day", "the", "time", "o'clock", "sharp"];

/// Time zones by the letters that people know them by, whether it's summer or winter. What could be several isn't here.
const KNOWN_BY_LETTERS: [(&[&str], &str); 16] = [
    (&["cest", "mez", "mesz"], "CET"),
    (&["west"], "WET"),
    (&["eest"], "EET"),
    (&["bst"], "Europe/London"),
    (&["msk"], "Europe/Moscow"),
    (&["et", "est", "edt", "eastern"], "America/New_York"),
    (&["ct", "cst", "cdt", "central"], "America/Chicago"),
    (&["mt", "mst", "mdt", "mountain"], "America/Denver"),
    (&["pt", "pst", "pdt", "pacific"], "America/Los_Angeles"),
    (&["hst"], "Pacific/Honolulu"),
    (&["brt"], "America/Sao_Paulo"),
    (&["sast"], "Africa/Johannesburg"),
    (&["jst"], "Asia/Tokyo"),
    (&["kst"], "Asia/Seoul"),
    (&["aest", "aedt"], "Australia/Sydney"),
    (&["nzst", "nzdt"], "Pacific/Auckland"),
];

/// The longest name of a zone, like `Port of Spain`, in words.
const MAX_ZONE_WORDS: usize = 4;

/// By how much clocks differ from UTC at most, in minutes.
const MAX_OFFSET: i16 = 14 * 60;

impl SpokenTime {
    /// Reads a text that is only about a time of day.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        let words = plain(text);
        let words = words_of(&words);
        let heard = Self::hear(&words).filter(|it| it.1 == words.len());
        heard.map(|it| it.0).ok_or_else(|| Refusal::new("bad-day-time").with("text", shorten(text)))
    }

    /// Takes the words at the beginning that are about it; all are in lower case. Returns how many they are.
    pub fn hear(words: &[&str]) -> Option<(Self, usize)> {
        let (hour, minute, count) = read_clock(words)?;
        let zone = read_zone(&words[count..]);
        let end = count + zone.as_ref().map_or(0, |it| it.1);
        Some((Self { hour, minute, zone: zone.map(|it| it.0) }, end))
    }

    /// The time that is meant, in this zone unless another one was named.
    pub fn or_in(&self, usual: &Zone) -> DayTime {
        DayTime { hour: self.hour, minute: self.minute, zone: self.zone.as_ref().unwrap_or(usual).clone() }
    }
}

/// A text in lower case, without what is only for the eye.
pub(crate) fn plain(text: &str) -> String {
    text.to_lowercase().replace(['(', ')', ','], " ").replace('−', "-")
}

/// The words of such a text that say something; all of them if none does.
pub(crate) fn words_of(plain: &str) -> Vec<&str> {
    plain.split_whitespace().filter(|it| !BETWEEN.contains(it) || plain.trim() == *it).collect()
}

/// Reads what a clock shows: the hour of 24, the minute, and how many words that takes.
fn read_clock(words: &[&str]) -> Option<(u8, u8, usize)> {
    let first = *words.first()?;
    match first {
        "noon" | "midday" => return Some((12, 0, 1)),
        "midnight" => return Some((0, 0, 1)),
        _ => {}
    }
    let (hour, rest) = number(first)?;
    let (minute, rest) = match rest.strip_prefix([':', '.', 'h']).and_then(number) {
        Some((minute, after)) if rest.len() - after.len() == 3 && minute < 60 => (minute, after),
        Some(_) => return None,
        None => (0, rest),
    };
    let next = words.get(1).filter(|_| rest.is_empty()).copied().unwrap_or_default();
    let (half, count) = if of_24(hour, next).is_some() && !next.is_empty() { (next, 2) } else { (rest, 1) };
    Some((of_24(hour, half)?, minute, count))
}

/// The number at the beginning of a word, of two digits at most, and what follows it.
fn number(word: &str) -> Option<(u8, &str)> {
    let digits = word.len() - word.trim_start_matches(|it: char| it.is_ascii_digit()).len();
    let (digits, rest) = word.split_at(digits);
    if digits.len() > 2 { None } else { Some((digits.parse().ok()?, rest)) }
}

/// The hour of 24 that is meant by an hour and what follows it.
fn of_24(hour: u8, half: &str) -> Option<u8> {
    match half.replace('.', "").as_str() {
        "am" | "a" if (1..=12).contains(&hour) => Some(hour % 12),
        "pm" | "p" if (1..=12).contains(&hour) => Some(hour % 12 + 12),
        "noon" if hour == 12 => Some(12),
        "midnight" if hour == 12 => Some(0),
        "" | "h" | "hours" | "uhr" if hour < 24 => Some(hour),
        _ => None,
    }
}

/// Reads a time zone at the beginning of the words. Returns how many they are.
fn read_zone(words: &[&str]) -> Option<(Zone, usize)> {
    let most = words.len().min(MAX_ZONE_WORDS);
    (1..=most).rev().find_map(|count| Some((zone(&words[..count])?, count)))
}

/// The zone of an offset, of well-known letters, of its name, or of a city.
fn zone(words: &[&str]) -> Option<Zone> {
    let name = words.join("_");
    let by_letters = KNOWN_BY_LETTERS.iter().find(|it| it.0.contains(&name.as_str()));
    let by_letters = by_letters.and_then(|it| Zone::named(it.1));
    offset(&words.concat()).or(by_letters).or_else(|| Zone::named(&name)).or_else(|| Zone::of_city(&name))
}

/// Reads `utc`, `gmt+2`, `+0530`, `utc-3:30`.
fn offset(text: &str) -> Option<Zone> {
    let prefix = ["utc", "gmt"].into_iter().find_map(|it| text.strip_prefix(it));
    let signed = prefix.unwrap_or(text);
    if prefix.is_some() && signed.is_empty() || text == "z" {
        return Some(Zone::UTC);
    }
    let (sign, digits) = match signed.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => return None,
    };
    let (hours, minutes) = match digits.split_once(':') {
        Some(apart) => apart,
        None if digits.len() == 4 => digits.split_at_checked(2)?,
        None => (digits, "0"),
    };
    let whole = |text| number(text).filter(|it| it.1.is_empty()).map(|it| i16::from(it.0));
    let (hours, minutes) = (whole(hours)?, whole(minutes).filter(|it| *it < 60)?);
    let ahead = hours * 60 + minutes;
    (ahead <= MAX_OFFSET).then_some(Zone::Ahead(sign * ahead))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day_are_read_as_people_write_them() {
        for (text, time, zone) in [
            ("18", "18:00", "UTC"),
            ("18:00", "18:00", "UTC"),
            ("18.30", "18:30", "UTC"),
            ("18h", "18:00", "UTC"),
            ("18h30", "18:30", "UTC"),
            ("18 h", "18:00", "UTC"),
            ("18 Uhr", "18:00", "UTC"),
            ("0:05", "0:05", "UTC"),
            ("6pm", "18:00", "UTC"),
            ("6 PM", "18:00", "UTC"),
            ("6 p.m.", "18:00", "UTC"),
            ("6:30pm", "18:30", "UTC"),
            ("6:30", "6:30", "UTC"),
            ("6 o'clock", "6:00", "UTC"),
            ("12am", "0:00", "UTC"),
            ("12pm", "12:00", "UTC"),
            ("12 noon", "12:00", "UTC"),
            ("noon", "12:00", "UTC"),
            ("midnight", "0:00", "UTC"),
            ("every day at 7:15 am", "7:15", "UTC"),
            ("6pm Europe/Berlin", "18:00", "Europe/Berlin"),
            ("6pm europe/berlin time", "18:00", "Europe/Berlin"),
            ("6pm (Berlin)", "18:00", "Europe/Berlin"),
            ("noon in New York", "12:00", "America/New_York"),
            ("9 Port of Spain", "9:00", "America/Port_of_Spain"),
            ("18:00 UTC", "18:00", "UTC"),
            ("18:00 UTC+2", "18:00", "UTC+2"),
            ("18:00 UTC + 2", "18:00", "UTC+2"),
            ("18:00 GMT−3:30", "18:00", "UTC-3:30"),
            ("18:00 +0530", "18:00", "UTC+5:30"),
            ("18:00 CET", "18:00", "CET"),
            ("18:00 CEST", "18:00", "CET"),
            ("8 pm EST", "20:00", "America/New_York"),
        ] {
            let read = SpokenTime::read(text).map(|it| it.or_in(&Zone::UTC));
            let shown = read.as_ref().map(|it| (it.to_string(), it.zone.to_string()));
            assert_eq!(shown, Ok((time.to_owned(), zone.to_owned())), "{text}");
        }
        let in_paris = SpokenTime::read("7pm").unwrap().or_in(&Zone::named("Europe/Paris").unwrap());
        assert_eq!(in_paris.zone.to_string(), "Europe/Paris", "it stays where it was");
    }

    #[test]
    fn what_is_no_time_of_day_is_refused() {
        for text in [
            "",
            "at",
            "25",
            "24:00",
            "18:60",
            "18:5",
            "13pm",
            "0am",
            "6xm",
            "1800",
            "six",
            "18:00 Narnia",
            "18:00 UTC+15",
            "18:00 UTC+2:75",
            "18:00 UTC+",
            "18:00 18:00",
            "Berlin",
            "noon here",
            "ß",
            "6€",
        ] {
            assert_eq!(SpokenTime::read(text).unwrap_err().code, "bad-day-time", "{text}");
        }
    }
}
