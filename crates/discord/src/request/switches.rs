//! Switches: what is on or off, however people say it.

use games::GAMES;

const ON: [&str; 5] = ["on", "yes", "true", "allowed", "enabled"];
const OFF: [&str; 5] = ["off", "no", "none", "false", "disabled"];

/// What turns off the switch that follows.
const NOT: [&str; 3] = ["no", "not", "without"];

/// What may follow a “no” that doesn't belong to the switch before it: “hints no clock”.
const NAMES: [&str; 17] = [
    "hints", "hint", "thread", "threads", "rated", "ranked", "casual", "unrated", "friendly", "weekends", "weekend",
    "soft", "hard", "clock", "clocks", "time", "cap",
];

/// Whether a word is the name of a switch in a request.
pub(super) fn is_name(word: &str) -> bool {
    NAMES.contains(&word) || GAMES.iter().any(|it| it.info().options.iter().any(|option| option.key == word))
}

/// Whether a word alone means on, or off.
pub(crate) fn read_state(word: &str) -> Option<bool> {
    let state = if ON.contains(&word) { Some(true) } else { None };
    state.or_else(|| OFF.contains(&word).then_some(false))
}

/// Reads a switch with one of these names at the beginning of the words, which are in lower case: whether it is on, and
/// how many words it takes. `hints`, `hints on` and `hints=yes` turn it on; `no hints`, `hints off` and `hints=false` off.
pub(crate) fn read_switch(words: &[&str], names: &[&str]) -> Option<(bool, usize)> {
    let (first, rest) = words.split_first()?;
    if NOT.contains(first) {
        return rest.first().is_some_and(|it| names.contains(it)).then_some((false, 2));
    }
    let (name, value) = first.split_once('=').unwrap_or((first, ""));
    if !names.contains(&name) {
        return None;
    }
    if !value.is_empty() {
        return read_state(value).map(|it| (it, 1));
    }
    let is_of_another = |it: &&str| NOT.contains(it) && rest.get(1).is_some_and(|it| is_name(it));
    let state = rest.first().filter(|it| !is_of_another(it)).and_then(|it| read_state(it));
    Some(state.map_or((true, 1), |it| (it, 2)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_switch_is_on_or_off_however_it_is_said() {
        for (text, read) in [
            ("hints", Some((true, 1))),
            ("hints on", Some((true, 2))),
            ("hints yes loa", Some((true, 2))),
            ("hint true", Some((true, 2))),
            ("hints=on", Some((true, 1))),
            ("hints=yes", Some((true, 1))),
            ("hints= true", Some((true, 2))),
            ("no hints", Some((false, 2))),
            ("without hints", Some((false, 2))),
            ("hints off", Some((false, 2))),
            ("hints no", Some((false, 2))),
            ("hints false", Some((false, 2))),
            ("hints=no", Some((false, 1))),
            ("hints=none", Some((false, 1))),
            // That is about something else.
            ("hints no clock", Some((true, 1))),
            ("hints without thread", Some((true, 1))),
            ("hints no repetition", Some((true, 1))),
            ("hints loa", Some((true, 1))),
            ("hints=perhaps", None),
            ("no clock", None),
            ("on", None),
            ("", None),
        ] {
            assert_eq!(read_switch(&text.split(' ').collect::<Vec<_>>(), &["hints", "hint"]), read, "{text}");
        }
    }
}
