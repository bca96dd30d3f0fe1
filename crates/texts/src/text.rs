//! What a person reads, as data: which sentences with which facts. Words come into being in [`Text::in_locale`] alone.

use std::fmt;

use games::Fact;
use games::board::{Move, Square};

/// Something to read, or a fact in a sentence.
#[derive(Clone, PartialEq, Eq)]
pub enum Text {
    /// A number: a sentence may depend on it.
    Number(i64),
    /// The same in every language: a name, a move, an address, or the word by which a sentence chooses among its forms.
    Word(String),
    /// What somebody is called elsewhere: a player of an imported record, or a channel. Anything may stand in it.
    Name(String),
    /// The sentence of a key, with the facts that it quotes.
    Sentence(String, Vec<(&'static str, Text)>),
    /// Things of which one is meant: “a, b, or c”.
    AnyOf(Vec<Text>),
    /// Things of which each is meant: “a, b, and c”.
    AllOf(Vec<Text>),
    /// Parts one after the other with something between them: as many as fit into `most` characters, and a sign if some
    /// are left out.
    Joined { parts: Vec<Text>, between: &'static str, most: usize },
    /// The first of these that fits into so many characters; if none does, the beginning of the last one.
    FirstFitting(Vec<Text>, usize),
}

/// The sentence of a key, with the facts that it quotes.
pub fn say(key: &str, facts: &[(&'static str, Text)]) -> Text {
    Text::Sentence(key.to_owned(), facts.to_vec())
}

impl Text {
    /// The first of these lines, as many as fit into `most` characters.
    pub fn lines_within(most: usize, lines: impl IntoIterator<Item = Self>) -> Self {
        Self::Joined { parts: lines.into_iter().collect(), between: "\n", most }
    }

    /// These lines.
    pub fn lines(lines: impl IntoIterator<Item = Self>) -> Self {
        Self::lines_within(usize::MAX, lines)
    }

    /// These parts in a row.
    pub fn joined(between: &'static str, parts: impl IntoIterator<Item = Self>) -> Self {
        Self::Joined { parts: parts.into_iter().collect(), between, most: usize::MAX }
    }

    /// One of these.
    pub fn any_of<T: Into<Self>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::AnyOf(items.into_iter().map(Into::into).collect())
    }

    /// All of these.
    pub fn all_of<T: Into<Self>>(items: impl IntoIterator<Item = T>) -> Self {
        Self::AllOf(items.into_iter().map(Into::into).collect())
    }

    /// The text with something else in place of some of its words and names.
    pub fn replacing(self, change: &mut dyn FnMut(&Self) -> Option<Self>) -> Self {
        let mut each =
            |parts: Vec<Self>| -> Vec<Self> { parts.into_iter().map(|it| it.replacing(&mut *change)).collect() };
        match self {
            Self::Word(_) | Self::Name(_) => change(&self).unwrap_or(self),
            Self::Number(_) => self,
            Self::AnyOf(items) => Self::AnyOf(each(items)),
            Self::AllOf(items) => Self::AllOf(each(items)),
            Self::Joined { parts, between, most } => Self::Joined { parts: each(parts), between, most },
            Self::FirstFitting(texts, most) => Self::FirstFitting(each(texts), most),
            Self::Sentence(key, facts) => {
                Self::Sentence(key, facts.into_iter().map(|(name, it)| (name, it.replacing(&mut *change))).collect())
            }
        }
    }
}

/// In short: `match-label(match: "#12", turn: "mine")`.
impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) | Self::Name(word) => write!(f, "{word:?}"),
            Self::Sentence(key, facts) if facts.is_empty() => f.write_str(key),
            Self::Sentence(key, facts) => {
                let facts: Vec<String> = facts.iter().map(|(name, fact)| format!("{name}: {fact:?}")).collect();
                write!(f, "{key}({})", facts.join(", "))
            }
            Self::AnyOf(parts) | Self::AllOf(parts) | Self::Joined { parts, .. } => {
                f.debug_list().entries(parts).finish()
            }
            Self::FirstFitting(texts, _) => texts.iter().take(1).try_for_each(|it| it.fmt(f)),
        }
    }
}

impl Default for Text {
    fn default() -> Self {
        Self::Word(String::new())
    }
}

impl From<Fact> for Text {
    fn from(fact: Fact) -> Self {
        match fact {
            Fact::Number(number) => Self::Number(number),
            Fact::Text(text) => Self::Word(text),
            Fact::AnyOf(items) => Self::any_of(items),
            Fact::AllOf(items) => Self::all_of(items),
        }
    }
}

macro_rules! from_numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Text {
            fn from(number: $number) -> Self {
                Self::Number(number as i64)
            }
        })*
    };
}

from_numbers!(u8, u32, i32, i64, usize);

/// `yes` or `no`.
impl From<bool> for Text {
    fn from(is_so: bool) -> Self {
        Self::Word(if is_so { "yes" } else { "no" }.to_owned())
    }
}

impl From<&str> for Text {
    fn from(word: &str) -> Self {
        Self::Word(word.to_owned())
    }
}

impl From<String> for Text {
    fn from(word: String) -> Self {
        Self::Word(word)
    }
}

impl From<Square> for Text {
    fn from(square: Square) -> Self {
        Self::Word(square.to_string())
    }
}

impl From<Move> for Text {
    fn from(mv: Move) -> Self {
        Self::Word(mv.to_string())
    }
}
