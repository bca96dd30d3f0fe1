//! The main line of each game tree as a list of properties with their values.

use super::super::RecordErrorKind;

/// A property as it stands, one for each of its nodes.
#[derive(Debug, PartialEq)]
pub(super) struct Property {
    pub line: usize,
    /// Its capital letters; older files have small ones between them, which mean nothing.
    pub name: String,
    pub values: Vec<String>,
}

/// Where something stands and what is wrong with it.
pub(super) type Located<T> = (usize, T);

/// Cuts a text into games.
pub(super) struct Trees<'a> {
    rest: &'a str,
    line: usize,
    /// What began with the last bracket that was opened, and its line.
    opened: Located<&'a str>,
}

impl<'a> Trees<'a> {
    /// The games of a whole text; lines are counted from 1.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1, opened: (1, text) }
    }

    /// The properties of the next game's main line, in order. In a game tree the first variation always comes first, so
    /// its main line is everything up to the first bracket that closes.
    pub fn next(&mut self) -> Result<Option<Located<Vec<Property>>>, Located<RecordErrorKind>> {
        while self.peek().is_some_and(|it| it != '(') {
            self.bump();
        }
        let start = self.line;
        let (mut depth, mut on_main_line) = (0_usize, true);
        let mut properties = Vec::new();
        while let Some(character) = self.peek() {
            match character {
                '(' => {
                    depth += 1;
                    self.opened = (self.line, self.rest);
                    self.bump();
                }
                ')' => {
                    (depth, on_main_line) = (depth - 1, false);
                    self.bump();
                    if depth == 0 {
                        return Ok(Some((start, properties)));
                    }
                }
                '[' => {
                    return Err((self.line, RecordErrorKind::NoSgf("a value stands without the name of its property")));
                }
                _ if character.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    // The bracket with which the game ends is missing: this is the next one.
                    if depth > 1 && ["GM", "FF"].contains(&property.name.as_str()) {
                        (self.line, self.rest) = self.opened;
                        return Err((start, RecordErrorKind::Unclosed('(')));
                    }
                    if on_main_line {
                        properties.push(property);
                    }
                }
                _ => {
                    self.bump();
                }
            }
        }
        if depth > 0 { Err((start, RecordErrorKind::Unclosed('('))) } else { Ok(None) }
    }

    /// Leaves the rest of a game that can't be read: the next line on which a tree begins is that of the next game.
    pub fn skip_game(&mut self) {
        while !self.rest.is_empty() && !begins_tree(self.rest) {
            self.bump();
            while !self.rest.is_empty() && self.bump() != Some('\n') {}
        }
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.rest = &self.rest[next.len_utf8()..];
        self.line += usize::from(next == '\n');
        Some(next)
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.bump();
        }
    }

    fn property(&mut self) -> Result<Property, Located<RecordErrorKind>> {
        let line = self.line;
        let mut name = String::new();
        while let Some(letter) = self.peek().filter(char::is_ascii_alphabetic) {
            name.extend(letter.is_ascii_uppercase().then_some(letter));
            self.bump();
        }
        self.skip_spaces();
        let mut values = Vec::new();
        while self.peek() == Some('[') {
            values.push(self.value()?);
            self.skip_spaces();
        }
        if values.is_empty() || name.is_empty() {
            return Err((line, RecordErrorKind::NoSgf("a property lacks its name or its value")));
        }
        Ok(Property { line, name, values })
    }

    /// A value as one line. A backslash makes the next character an ordinary one, or takes a line break away.
    fn value(&mut self) -> Result<String, Located<RecordErrorKind>> {
        let line = self.line;
        self.bump();
        let mut value = String::new();
        while let Some(character) = self.bump() {
            match character {
                ']' => return Ok(value),
                '\\' => match self.bump() {
                    Some('\r') if self.peek() == Some('\n') => {
                        self.bump();
                    }
                    Some('\n' | '\r') => {}
                    Some(escaped) if escaped.is_control() => value.push(' '),
                    Some(escaped) => value.push(escaped),
                    None => break,
                },
                '\r' if self.peek() == Some('\n') => {}
                // The value was cut off: a game begins.
                '\n' if begins_tree(self.rest) => break,
                _ if character.is_control() => value.push(' '),
                _ => value.push(character),
            }
        }
        Err((line, RecordErrorKind::Unclosed('[')))
    }
}

/// Whether a game tree begins here, but for blanks.
fn begins_tree(text: &str) -> bool {
    const BLANKS: [char; 3] = [' ', '\t', '\r'];
    let tree = text.trim_start_matches(BLANKS).strip_prefix('(');
    tree.is_some_and(|it| it.trim_start_matches(BLANKS).starts_with(';'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variations_are_the_main_line() {
        let mut trees = Trees::new("junk (;FF[4]AB[a1] [b1](;B[a]\n(;White[b\\]\\\\\r\nc])(;W[d]))(;B[e]))\n(;GM[9])");
        let (line, main) = trees.next().unwrap().unwrap();
        let told: Vec<String> = main.iter().map(|it| format!("{} {}{:?}", it.line, it.name, it.values)).collect();
        assert_eq!(line, 1);
        assert_eq!(told, ["1 FF[\"4\"]", "1 AB[\"a1\", \"b1\"]", "1 B[\"a\"]", "2 W[\"b]\\\\ c\"]"]);
        assert_eq!(trees.next().unwrap().unwrap().0, 4);
        assert_eq!(trees.next().unwrap(), None);
    }

    #[test]
    fn what_is_not_closed_or_named_is_told_with_its_line() {
        for (text, line, problem) in [
            ("(;\nB[a", 2, RecordErrorKind::Unclosed('[')),
            ("(;B[a\\", 1, RecordErrorKind::Unclosed('[')),
            ("\n(;B[a](;W[b])", 2, RecordErrorKind::Unclosed('(')),
        ] {
            assert_eq!(Trees::new(text).next(), Err((line, problem)), "{text}");
        }
        for text in ["(;[a])", "(;B;W[a])", "(;b[a])"] {
            assert!(matches!(Trees::new(text).next(), Err((1, RecordErrorKind::NoSgf(_)))), "{text}");
        }
    }
}
