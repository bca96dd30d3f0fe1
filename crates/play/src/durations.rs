//! Durations as people write them: `3d12h`, `1d 12h`, `3 days`, `a week`. Clocks, absences, and whatever else has a
//! length are read here.

/// The names of the units, and how many seconds each has.
const UNITS: [(&[&str], u64); 7] = [
    (&["s", "sec", "secs", "second", "seconds"], 1),
    (&["m", "min", "mins", "minute", "minutes"], 60),
    (&["h", "hr", "hrs", "hour", "hours"], 3600),
    (&["d", "day", "days"], 86_400),
    (&["w", "wk", "wks", "week", "weeks"], 7 * 86_400),
    (&["month", "months"], 30 * 86_400),
    (&["y", "year", "years"], 365 * 86_400),
];

/// Numbers in words, from one on.
const NUMBERS: [&str; 10] = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/// A number in words, up to ten.
pub fn number_in_words(word: &str) -> Option<u8> {
    NUMBERS.iter().position(|it| *it == word).and_then(|it| u8::try_from(it + 1).ok())
}

/// The duration at the beginning of these words, which are in lower case: its seconds, and how many words it takes.
pub fn read_duration(words: &[&str]) -> Option<(u64, usize)> {
    let (mut seconds, mut smallest, mut count) = (0_u64, u64::MAX, 0);
    while let Some((parts, used)) = words.get(count..).and_then(next_parts) {
        // The larger unit comes first, so “1d 2d” is two durations.
        for (number, unit) in parts {
            if unit >= smallest {
                return (count > 0).then_some((seconds, count));
            }
            seconds = seconds.saturating_add(number.saturating_mul(unit));
            smallest = unit;
        }
        count += used;
    }
    (count > 0).then_some((seconds, count))
}

/// Numbers, each with the seconds of its unit.
type Parts = Vec<(u64, u64)>;

/// The next parts of a duration: in two words (`3 days`), or together in one (`3d12h`). A single letter in a word of its
/// own is none of them: that is a side.
fn next_parts(words: &[&str]) -> Option<(Parts, usize)> {
    let in_two_words = || {
        let [number, name, ..] = words else { return None };
        let unit = unit(name).filter(|_| name.len() > 1)?;
        // “A second match” is no duration.
        let article = ["a", "an"].contains(number).then_some(1).filter(|_| unit > 1);
        let number = number.parse().ok().or(article).or_else(|| number_in_words(number).map(u64::from))?;
        Some((vec![(number, unit)], 2))
    };
    in_two_words().or_else(|| Some((in_one_word(words.first()?)?, 1)))
}

fn in_one_word(word: &str) -> Option<Parts> {
    let (mut parts, mut rest) = (Parts::new(), word);
    while !rest.is_empty() {
        let (number, after) = rest.split_at(rest.find(|it: char| !it.is_ascii_digit())?);
        let (name, after) = after.split_at(after.find(|it: char| it.is_ascii_digit()).unwrap_or(after.len()));
        parts.push((number.parse().ok()?, unit(name)?));
        rest = after;
    }
    (!parts.is_empty()).then_some(parts)
}

fn unit(name: &str) -> Option<u64> {
    UNITS.iter().find(|it| it.0.contains(&name)).map(|it| it.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_people_write_them() {
        const HOUR: u64 = 3600;
        const DAY: u64 = 24 * HOUR;
        for (text, seconds, left) in [
            ("36h", 36 * HOUR, ""),
            ("3d12h", 84 * HOUR, ""),
            ("1d 12h left", 36 * HOUR, "left"),
            ("3 days", 3 * DAY, ""),
            ("1 day 12 hours 5min", 36 * HOUR + 300, ""),
            ("24hours", DAY, ""),
            ("1w", 7 * DAY, ""),
            ("a week off", 7 * DAY, "off"),
            ("two weeks", 14 * DAY, ""),
            ("10 minutes", 600, ""),
            ("1 month", 30 * DAY, ""),
            ("1d 2d", DAY, "2d"),
            ("12h 1d", 12 * HOUR, "1d"),
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            let (read, count) = read_duration(&words).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((read, words[count..].join(" ").as_str()), (seconds, left), "{text}");
        }
        for text in ["", "3", "d", "days", "d3", "3x", "3 w", "3 h", "1h1d", "a second", "-1d", "1é", "3d+", "1.5d"] {
            assert_eq!(read_duration(&text.split(' ').collect::<Vec<_>>()), None, "{text}");
        }
        assert!(read_duration(&["99999999999999999y"]).is_some_and(|it| it.0 == u64::MAX), "too much is much");
    }
}
