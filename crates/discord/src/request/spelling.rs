//! Guesses which known word a misspelled word stands for.

/// The known word nearest to the typed one, if it is near enough. Two swapped letters count as one mistake.
pub(crate) fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let near = known.into_iter().map(|it| (strsim::osa_distance(&typed, &it.to_lowercase()), it));
    let (mistakes, nearest) = near.min_by_key(|(mistakes, _)| *mistakes)?;
    (mistakes <= allowed(&typed)).then_some(nearest)
}

/// A known word with at most one mistake, for use where a wrong guess would disturb others.
pub(crate) fn all_but<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let nearest = nearest(typed, known)?;
    let (first, typed) = (nearest.chars().next(), typed.to_lowercase());
    let is_close = typed.chars().count() >= 4 && strsim::osa_distance(&typed, nearest) <= 1;
    (is_close && typed.chars().next() == first).then_some(nearest)
}

/// How many mistakes are allowed in a word of that length: one in three letters.
fn allowed(word: &str) -> usize {
    (word.chars().count() / 3).min(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: [&str; 5] = ["play", "board", "challenge", "leaderboard", "loa"];

    #[test]
    fn small_mistakes_are_seen_through() {
        for (typed, meant) in [
            ("paly", Some("play")),
            ("PLAY", Some("play")),
            ("lao", Some("loa")),
            ("bord", Some("board")),
            ("chalange", Some("challenge")),
            ("leader", None),
            ("dance", None),
            ("go", None),
            ("", None),
        ] {
            assert_eq!(nearest(typed, KNOWN), meant, "{typed}");
        }
    }

    #[test]
    fn others_are_disturbed_by_no_wild_guess() {
        for (typed, meant) in [
            ("paly", Some("play")),
            ("plya", Some("play")),
            ("lao", None),
            ("clay", None),
            ("player", None),
            ("chalange", None),
            ("chalenge", Some("challenge")),
        ] {
            assert_eq!(all_but(typed, KNOWN), meant, "{typed}");
        }
    }
}
