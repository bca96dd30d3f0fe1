//! The text cut into tags and words; comments and variations fall away here.

use super::super::RecordErrorKind;
use super::super::error::shorten;
use super::super::record::{MAX_VALUE, one_line};

/// A piece of the text that means something.
#[derive(Debug, PartialEq)]
pub(super) enum Token<'a> {
    Tag(&'a str, String),
    Word(&'a str),
}

/// Where something stands and what is wrong with it.
pub(super) type Located<T> = (usize, T);

/// Cuts a text into tokens with their lines.
pub(super) struct Tokens<'a> {
    text: &'a str,
    rest: &'a str,
    line: usize,
    /// The lines of the variations that are open.
    variations: Vec<usize>,
}

impl<'a> Tokens<'a> {
    /// The tokens of a whole text; lines are counted from 1.
    pub fn new(text: &'a str) -> Self {
        Self { text, rest: text, line: 1, variations: Vec::new() }
    }

    /// The next token of the main line.
    pub fn next(&mut self) -> Result<Option<Located<Token<'a>>>, Located<RecordErrorKind>> {
        while let Some(first) = self.rest.chars().next() {
            let line = self.line;
            match first {
                '{' => self.skip_comment()?,
                ';' => self.skip_to(|it| it == '\n'),
                // A line for other programs.
                '%' if self.is_at_line_start() => self.skip_to(|it| it == '\n'),
                '(' => {
                    self.variations.push(line);
                    self.take(1);
                }
                ')' => {
                    self.variations.pop();
                    self.take(1);
                }
                '[' => {
                    self.check_closed()?;
                    return self.take_tag().map(|it| Some((line, it))).map_err(|it| (line, it));
                }
                _ if first.is_whitespace() => self.skip_to(|it| !it.is_whitespace()),
                _ => {
                    let word = self.take_word();
                    if self.variations.is_empty() {
                        return Ok(Some((line, Token::Word(word))));
                    }
                }
            }
        }
        self.check_closed()?;
        Ok(None)
    }

    /// Leaves the rest of a game that can't be read: up to the next line with a tag after lines that are none. `in_tags`
    /// says whether it's one of its tags that can't be read.
    pub fn skip_game(&mut self, mut in_tags: bool) {
        self.variations.clear();
        while let Some(line) = self.rest.lines().next() {
            match line.trim_start().starts_with('[') {
                true if !in_tags => return,
                true => {}
                false => in_tags &= line.trim().is_empty(),
            }
            self.skip_line();
        }
    }

    fn skip_line(&mut self) {
        self.take(self.rest.find('\n').map_or(self.rest.len(), |it| it + 1));
    }

    fn is_at_line_start(&self) -> bool {
        let before = &self.text[..self.text.len() - self.rest.len()];
        before.is_empty() || before.ends_with('\n')
    }

    fn check_closed(&self) -> Result<(), Located<RecordErrorKind>> {
        self.variations.last().map_or(Ok(()), |line| Err((*line, RecordErrorKind::Unclosed('('))))
    }

    /// Takes so many bytes off, and counts the lines in them.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.line += taken.matches('\n').count();
        taken
    }

    fn skip_to(&mut self, stops: impl FnMut(char) -> bool) {
        self.take(self.rest.find(stops).unwrap_or(self.rest.len()));
    }

    fn skip_comment(&mut self) -> Result<(), Located<RecordErrorKind>> {
        // One that runs into the tags of the next game was never closed.
        let holds_tags = |end: &usize| self.rest[..*end].lines().skip(1).any(|it| cut_tag(it).is_some());
        let end = self.rest.find('}').filter(|it| !holds_tags(it));
        let end = end.ok_or((self.line, RecordErrorKind::Unclosed('{')))?;
        self.take(end + 1);
        Ok(())
    }

    /// Takes what is left up to a space or a sign of its own. Its first character may be such a sign: a lonely `}`.
    fn take_word(&mut self) -> &'a str {
        let ends = |it: char| it.is_whitespace() || "{};()[".contains(it);
        let first = self.rest.chars().next().map_or(0, char::len_utf8);
        let end = self.rest[first..].find(ends).map_or(self.rest.len(), |it| first + it);
        self.take(end)
    }

    /// Takes a tag, `[Name "value"]`, which must stand on one line.
    fn take_tag(&mut self) -> Result<Token<'a>, RecordErrorKind> {
        let (name, value, rest) = cut_tag(self.rest)
            .ok_or_else(|| RecordErrorKind::Tag(shorten(self.rest.lines().next().unwrap_or_default())))?;
        if value.chars().count() > MAX_VALUE || name.len() > MAX_VALUE {
            return Err(RecordErrorKind::LongValue(shorten(name)));
        }
        self.take(self.rest.len() - rest.len());
        Ok(Token::Tag(name, one_line(&value)))
    }
}

/// The name and the value of the tag that the text begins with, and what follows it.
fn cut_tag(text: &str) -> Option<(&str, String, &str)> {
    let text = skip_blanks(text.strip_prefix('[')?);
    let (name, rest) = text.split_at(text.find(|it: char| it.is_whitespace() || "\"[]".contains(it))?);
    let rest = skip_blanks(rest).strip_prefix('"').filter(|_| !name.is_empty())?;
    let (value, rest) = cut_value(rest)?;
    Some((name, value, skip_blanks(rest).strip_prefix(']')?))
}

fn skip_blanks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t'])
}

/// The value up to its closing quote, and what follows that. `\"` and `\\` stand for the second character.
fn cut_value(text: &str) -> Option<(String, &str)> {
    let mut value = String::new();
    let mut chars = text.char_indices();
    while let Some((index, character)) = chars.next() {
        match character {
            '"' => return Some((value, &text[index + 1..])),
            '\n' => return None,
            '\\' => match chars.next()?.1 {
                escaped @ ('"' | '\\') => value.push(escaped),
                '\n' => return None,
                other => value.extend(['\\', other]),
            },
            _ => value.push(character),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Result<Vec<Located<String>>, Located<RecordErrorKind>> {
        let mut tokens = Tokens::new(text);
        let mut all = Vec::new();
        while let Some((line, token)) = tokens.next()? {
            let token = match token {
                Token::Tag(name, value) => format!("{name}={value}"),
                Token::Word(word) => word.to_owned(),
            };
            all.push((line, token));
        }
        Ok(all)
    }

    #[test]
    fn tags_words_and_what_falls_away() {
        let text = "[A \"x\"] [ B  \"say \\\"hi\\\" \\\\ \\n\" ]\r\n\r\n1.a{one\ntwo}b;c d\n(e (f) {)} g) h } $1";
        let expected = [(1, "A=x"), (1, "B=say \"hi\" \\ \\n"), (3, "1.a"), (4, "b"), (5, "h"), (5, "}"), (5, "$1")];
        assert_eq!(tokens(text).unwrap(), expected.map(|(line, it)| (line, it.to_owned())));
    }

    #[test]
    fn what_is_not_closed_is_told_with_its_line() {
        assert_eq!(tokens("a\n{b").unwrap_err(), (2, RecordErrorKind::Unclosed('{')));
        assert_eq!(tokens("a\n(b\nc").unwrap_err(), (2, RecordErrorKind::Unclosed('(')));
        assert_eq!(tokens("a\n(b\n[C \"d\"]").unwrap_err(), (2, RecordErrorKind::Unclosed('(')));
        for text in ["[A]", "[A x]", "[A \"x]", "[A \"x\"", "[\"x\"]", "[A \"x\\", "[", "[A \"x\ny\"]", "[A \"x\" y]"] {
            let error = tokens(text).unwrap_err();
            assert!(matches!(error, (1, RecordErrorKind::Tag(_))), "{text}: {error:?}");
        }
    }
}
