//! Why something is refused, as data; the sentences are made from it at the edge.

use super::Illustration;

/// A refusal: a code that names a sentence in the catalogs, and the facts which that sentence quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The key of the sentence, like `loa-wrong-distance`.
    pub code: &'static str,
    pub facts: Vec<(&'static str, Fact)>,
    /// What shows it on the board, if it is about the board.
    pub illustration: Option<Box<Illustration>>,
}

/// One fact of a refusal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    Number(i64),
    Text(String),
    /// Things of which one is meant: told as “a, b, or c”.
    AnyOf(Vec<String>),
    /// Things of which each is meant: told as “a, b, and c”.
    AllOf(Vec<String>),
}

impl Fact {
    /// One of these.
    pub fn any_of<T: ToString>(items: impl IntoIterator<Item = T>) -> Self {
        Self::AnyOf(items.into_iter().map(|it| it.to_string()).collect())
    }

    /// All of these.
    pub fn all_of<T: ToString>(items: impl IntoIterator<Item = T>) -> Self {
        Self::AllOf(items.into_iter().map(|it| it.to_string()).collect())
    }
}

impl Refusal {
    /// A refusal without facts; the code is its key in the catalog of texts.
    pub const fn new(code: &'static str) -> Self {
        Self { code, facts: Vec::new(), illustration: None }
    }

    /// The same refusal with one fact more.
    pub fn with(mut self, name: &'static str, fact: impl Into<Fact>) -> Self {
        self.facts.push((name, fact.into()));
        self
    }

    /// The same refusal shown on the board.
    pub fn shown_by(mut self, illustration: Illustration) -> Self {
        self.illustration = Some(Box::new(illustration));
        self
    }

    /// The same refusal shown like that where nothing better is known.
    pub(super) fn or_shown_by(self, illustration: impl FnOnce() -> Illustration) -> Self {
        if self.illustration.is_some() { self } else { self.shown_by(illustration()) }
    }
}

impl From<i32> for Fact {
    fn from(number: i32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u32> for Fact {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<i64> for Fact {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<&str> for Fact {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Fact {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<crate::board::Square> for Fact {
    fn from(square: crate::board::Square) -> Self {
        Self::Text(square.to_string())
    }
}

impl From<crate::board::Move> for Fact {
    fn from(mv: crate::board::Move) -> Self {
        Self::Text(mv.to_string())
    }
}
