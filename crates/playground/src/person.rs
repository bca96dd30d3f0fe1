//! A person, as it is kept.

/// A user: a person, or a bot.
#[derive(Debug)]
pub(crate) struct Person {
    /// Its id.
    pub(crate) id: u64,
    /// Its name.
    pub(crate) name: &'static str,
    /// Whether it is a bot.
    pub(crate) bot: bool,
}
