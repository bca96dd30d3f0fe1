//! Why something is refused, as data; the sentences are made from it at the edge.

/// A refusal: a code that names a sentence in the catalogs, and the facts which that sentence quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The key of the sentence, like `loa-wrong-distance`.
    pub code: &'static str,
    pub facts: Vec<(&'static str, Fact)>,
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
    pub const fn new(code: &'static str) -> Self {
        Self { code, facts: Vec::new() }
    }

    /// The same refusal with one fact more.
    pub fn with(mut self, name: &'static str, fact: impl Into<Fact>) -> Self {
        self.facts.push((name, fact.into()));
        self
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
