//! Text from strangers, made safe for use in a message.

/// A name for use in a line: markup is escaped, and nothing in it mentions somebody, is a link or an invitation, reverses
/// the text or breaks the line.
pub fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for character in name.trim().chars().filter(|it| !is_unruly(*it)).take(80) {
        if "\\*_~`|>#[]()<:@-/".contains(character) {
            plain.push('\\');
        }
        plain.push(character);
    }
    plain
}

/// A name for places without markup: nothing in it is a link or an invitation, reverses the text or breaks the line.
pub fn bare(name: &str) -> String {
    let slash = |it| if it == '/' { DIVISION_SLASH } else { it };
    name.trim().chars().filter(|it| !is_unruly(*it)).map(slash).take(80).collect()
}

/// Looks like a slash, and makes no link: where there is no markup, a slash can't be escaped.
const DIVISION_SLASH: char = '\u{2215}';

/// A name whose writing direction does not affect the text around it.
pub fn isolated(name: &str) -> String {
    format!("\u{2068}{}\u{2069}", plain(name))
}

/// Control characters, line breaks, and marks that change the writing direction.
fn is_unruly(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{2028}' | '\u{2029}')
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_mark_up_mention_or_turn_a_line() {
        assert_eq!(plain("**Ann** <@1>\n@everyone"), r"\*\*Ann\*\* \<\@1\>\@everyone");
        assert_eq!(bare("**Ann**\nevil\u{202e}"), "**Ann**evil");
        assert_eq!(plain("discord.gg/abc [x](https://y.z)"), r"discord.gg\/abc \[x\]\(https\:\/\/y.z\)");
        assert_eq!(bare("discord.gg/abc"), "discord.gg\u{2215}abc");
        assert_eq!(plain("evil\u{202e}eman"), "evileman");
        assert_eq!(plain("a\u{61c}-b"), r"a\-b");
        assert_eq!(isolated("שלום 🙂"), "\u{2068}שלום 🙂\u{2069}");
    }
}
