//! Names and texts of strangers, made harmless for the line that they stand in.

/// As much of a name as is shown.
const MAX_CHARS: usize = 80;

/// A name that neither breaks the line nor reverses the text around it.
pub fn tamed(name: &str) -> String {
    name.trim().chars().filter(|it| !is_unruly(*it)).take(MAX_CHARS).collect()
}

/// A name for use in a line: markup is escaped, and nothing in it mentions somebody, is a link or an invitation, reverses
/// the text or breaks the line.
pub fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    for character in tamed(name).chars() {
        if "\\*_~`|>#[]()<:@-/".contains(character) {
            plain.push('\\');
        }
        plain.push(character);
    }
    plain
}

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
    fn names_cannot_turn_or_break_a_line() {
        assert_eq!(tamed(" evil\u{202e}eman\n\u{61c}שלום 🙂 "), "evilemanשלום 🙂");
        assert_eq!(tamed(&"x".repeat(100)).len(), MAX_CHARS);
    }
}
