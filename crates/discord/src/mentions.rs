//! Mentions of people in a text, and their names in place of them.

use super::names::isolated;
use play::UserId;
use texts::say;

/// How a mention begins.
const MENTION: &str = "<@";

/// The people whom a text mentions.
pub fn mentioned_in(text: &str) -> Vec<UserId> {
    text.split(MENTION).skip(1).filter_map(|it| Some(cut_id(it)?.0)).collect()
}

/// A text with names in place of the mentions of people whose names are known.
pub fn with_names<'a>(text: &str, name_of: impl Fn(UserId) -> Option<&'a String>) -> String {
    let mut parts = text.split(MENTION);
    let mut named = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let known = cut_id(part).and_then(|(id, rest)| Some((name_of(id)?, rest)));
        match known {
            // A person who had a name has deleted it.
            Some((name, rest)) if name.is_empty() => named += &format!("{}{rest}", say("former-player", &[])),
            Some((name, rest)) => named += &format!("{}{rest}", isolated(name)),
            None => named += &format!("{MENTION}{part}"),
        }
    }
    named
}

/// The id with which the rest of a mention begins, and what follows the mention.
fn cut_id(text: &str) -> Option<(UserId, &str)> {
    let (id, rest) = text.split_once('>')?;
    Some((UserId(id.parse().ok()?), rest))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn mentions_of_known_people_become_names() {
        let names = HashMap::from([(UserId(1), "Ann *".to_owned()), (UserId(3), String::new())]);
        let named = |text: &str| with_names(text, |it| names.get(&it));
        assert_eq!(named("<@1> and <@2>: hi <@1>"), "\u{2068}Ann \\*\u{2069} and <@2>: hi \u{2068}Ann \\*\u{2069}");
        assert_eq!(named("<@3> has left."), "Former player has left.");
        for text in ["nobody", "<@&1>", "<@x>", "<@", "<@1", r"\<\@1\>", "<#1>"] {
            assert_eq!(named(text), text);
        }
        assert_eq!(mentioned_in("<@1> <@&5> <@23>"), [UserId(1), UserId(23)]);
    }
}
