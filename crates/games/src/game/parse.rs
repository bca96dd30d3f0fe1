//! Moves as people type them: forgiving in, one spelling out.
//!
//! Reading has three steps with three kinds of error: text → [`Syntax`] ([`UnreadableMove`]: "I can't read that"),
//! syntax → legal move ([`ReadMove`]: "not legal, because…" or "which of these?"), and playing it.

use std::fmt;
use std::str::FromStr;

use super::Refusal;
use crate::board::{Move, Square};

/// A move as it was typed, before any board is looked at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Syntax {
    Pass,
    Whole(WholeMove),
    /// The beginning of a move, without separators and in lower case: `f`, `f3`, `f3d`.
    Beginning(String),
}

/// All squares that somebody names for a move: where it begins, perhaps some that it goes by, and where it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholeMove {
    pub from: Square,
    pub between: Vec<Square>,
    pub to: Square,
}

/// The text cannot be a move of any game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” can't be read as a move")]
pub struct UnreadableMove(pub String);

/// Why a typed move was not understood as one legal move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReadMove {
    Unreadable(UnreadableMove),
    Illegal(Refusal),
    /// It begins several legal moves.
    Ambiguous(Vec<Move>),
}

impl Syntax {
    /// The squares that somebody names: where the move begins, and where it ends if that is said.
    pub fn ends(&self) -> Vec<Square> {
        match self {
            Self::Pass => Vec::new(),
            Self::Whole(named) => vec![named.from, named.to],
            Self::Beginning(text) => text.trim_end_matches(char::is_alphabetic).parse().into_iter().collect(),
        }
    }
}

impl FromStr for Syntax {
    type Err = UnreadableMove;

    fn from_str(text: &str) -> Result<Self, UnreadableMove> {
        let compact = compact(text);
        if compact == "pass" {
            return Ok(Self::Pass);
        }
        let (squares, rest) = cut_squares(&compact);
        let beginning = || Ok(Self::Beginning(compact.clone()));
        match (squares.as_slice(), rest) {
            ([], rest) if is_file(rest) => beginning(),
            ([_], rest) if rest.is_empty() || is_file(rest) => beginning(),
            ([from, between @ .., to], "") => {
                Ok(Self::Whole(WholeMove { from: *from, between: between.to_vec(), to: *to }))
            }
            _ => Err(UnreadableMove(text.trim().chars().take(40).collect())),
        }
    }
}

/// The shortest text that is read as the same.
impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pass => f.write_str("pass"),
            Self::Whole(WholeMove { from, between, to }) => {
                write!(f, "{from}-")?;
                between.iter().try_for_each(|it| write!(f, "{it}-"))?;
                write!(f, "{to}")
            }
            Self::Beginning(text) => f.write_str(text),
        }
    }
}

fn is_file(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'j'])
}

/// A typed move in plain lower case, with its number, all separators, quotes, full stops and words of speech gone: what
/// autocomplete compares.
pub fn compact(text: &str) -> String {
    let text = plain(text);
    let mut compact = String::with_capacity(text.len());
    for part in cut_move_number(&text).split(is_decoration).filter(|it| !it.is_empty()) {
        // A move is not begun by where it goes: "to c2" may mean any piece.
        let is_speech = if compact.is_empty() { BEFORE.contains(&part) } else { BETWEEN.contains(&part) };
        if is_speech {
            continue;
        }
        // The rank of a square is one number: "a1-b1 0" does not end on b10.
        if compact.ends_with(is_digit) && part.starts_with(is_digit) {
            compact.push(' ');
        }
        compact.push_str(part);
    }
    compact
}

/// Whether a word is the number before a move, as in `12. f3-d5` or `12... c4-c6`.
pub fn is_move_number(word: &str) -> bool {
    !word.is_empty() && cut_move_number(word).is_empty()
}

/// A text without the number of a move at its beginning: digits, and a full stop or several.
fn cut_move_number(text: &str) -> &str {
    let dots = text.trim_start().trim_start_matches(is_digit).trim_start();
    let rest = dots.trim_start_matches(['.', '…']);
    let is_numbered = text.trim_start().starts_with(is_digit) && rest.len() < dots.len();
    if is_numbered { rest.trim_start() } else { text }
}

fn is_digit(letter: char) -> bool {
    letter.is_ascii_digit()
}

/// A text in lower case, with the letters that a person takes for Latin ones as such: of full width, and the Cyrillic
/// and Greek ones that look like those in the names of squares. What nobody sees is gone.
pub fn plain(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).filter(|it| !is_invisible(*it)).map(plain_letter).collect()
}

/// Spaces without width, and the mark that makes an emoji of the sign before it.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{fe0f}' | '\u{feff}')
}

fn plain_letter(letter: char) -> char {
    match letter {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ε' => 'e',
        'н' | 'һ' | 'η' => 'h',
        'і' | 'ι' => 'i',
        'ј' | 'ϳ' => 'j',
        'х' | 'χ' => 'x',
        // All of ASCII, so far after it as its first sign is.
        '！'..='～' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        _ => letter,
    }
}

/// Words that may stand before a move and mean nothing.
const BEFORE: [&str; 4] = ["from", "move", "moves", "play"];

/// Words that may stand behind the first square and mean nothing.
const BETWEEN: [&str; 10] = ["to", "takes", "take", "captures", "capture", "moves", "goes", "jumps", "then", "on"];

/// What may stand between and around squares and means nothing.
fn is_decoration(letter: char) -> bool {
    letter.is_whitespace() || "-–—−‐‑=~→⇒⟶➔➜➝➞➡>x×:.,;/!`'\"“”„‘’«»*_|()[]".contains(letter)
}

/// The squares at the beginning of a compact text, and what is left of it.
fn cut_squares(compact: &str) -> (Vec<Square>, &str) {
    let (mut squares, mut rest) = (Vec::new(), compact);
    while let Some((square, after)) = cut_square(rest) {
        squares.push(square);
        rest = after;
    }
    (squares, rest)
}

fn cut_square(text: &str) -> Option<(Square, &str)> {
    [3, 2].into_iter().find_map(|length| {
        let (square, rest) = text.split_at_checked(length)?;
        Some((square.parse().ok()?, rest))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Syntax {
        let squares: Vec<Square> = text.split('-').map(|it| it.parse().unwrap()).collect();
        let [from, between @ .., to] = squares.as_slice() else { panic!("{text} has two squares") };
        Syntax::Whole(WholeMove { from: *from, between: between.to_vec(), to: *to })
    }

    #[test]
    fn every_forgiving_spelling_is_read() {
        for text in [
            "f3-d5",
            "F3-D5",
            "f3d5",
            "f3 d5",
            "f3xd5",
            "f3→d5",
            "f3–d5",
            "f3 - d5",
            "“f3-d5”",
            "f3-d5.",
            " f3:d5 ",
            "`f3-d5`",
            "f3->d5",
            "**f3-d5**",
            "f3×d5",
            "f3 to d5",
            "From F3 to D5.",
            "f3 → d5",
            "f3 ➡️ d5",
            "f3 => d5",
            "f3/d5",
            "f3 takes d5",
            "f3 captures d5!",
            "move f3 to d5",
            "play f3-d5",
            "f3 goes to d5",
            "12. f3-d5",
            "12.f3-d5",
            "12... f3-d5",
            "12 … f3-d5",
            "f3-\u{200b}d5",
            "ｆ３－ｄ５",
        ] {
            assert_eq!(text.parse(), Ok(whole("f3-d5")), "{text}");
        }
        for text in ["f3-e4-d5", "f3 to e4, then to d5", "f3-e4 d5", "7. f3e4d5"] {
            assert_eq!(text.parse(), Ok(whole("f3-e4-d5")), "{text}");
        }
        // All letters of these are Cyrillic, or Greek.
        for (text, meant) in [("а1-с3", "a1-c3"), ("В2 Е2", "b2-e2"), ("н1хһ3", "h1-h3"), ("Α1-Β1", "a1-b1")] {
            assert_eq!(text.parse(), Ok(whole(meant)), "{text}");
        }
        assert_eq!("a10b3".parse(), Ok(whole("a10-b3")));
        assert_eq!("a1b10".parse(), Ok(whole("a1-b10")));
        assert_eq!("Pass.".parse(), Ok(Syntax::Pass));
    }

    #[test]
    fn a_beginning_is_kept_as_such() {
        for (text, kept) in
            [("F3", "f3"), ("f3-d", "f3d"), ("f", "f"), ("a10", "a10"), ("from f3 to d", "f3d"), ("f3 takes", "f3")]
        {
            assert_eq!(text.parse(), Ok(Syntax::Beginning(kept.into())), "{text}");
        }
    }

    #[test]
    fn what_was_read_is_written_shortly_and_read_again() {
        for (text, short) in [
            ("f3 takes d5!", "f3-d5"),
            ("a10 to b10", "a10-b10"),
            ("a1-c1 c3", "a1-c1-c3"),
            ("Pass.", "pass"),
            ("F3 to", "f3"),
        ] {
            let read: Syntax = text.parse().unwrap();
            assert_eq!(read.to_string(), short);
            assert_eq!(short.parse(), Ok(read));
        }
    }

    #[test]
    fn anything_else_is_unreadable() {
        for text in [
            "",
            "hello",
            "k1-k2",
            "f0",
            "f11",
            "f3-d55",
            "🙂",
            "f3 d5 hello",
            "3f",
            "\u{202e}f3",
            "to d5",
            "takes d5",
            "from to",
            "from",
            "f3 to hell",
            "a1-b1 0",
            "12",
            "12.",
            "12 f3-d5",
            "#12. f3-d5",
            "f3-d5 2. c4-c6",
        ] {
            let read = text.parse::<Syntax>();
            assert!(matches!(read, Err(UnreadableMove(_))), "{text}: {read:?}");
        }
    }
}
