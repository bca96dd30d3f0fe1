//! What can be chosen in the settings panel, in words.

/// An item in the settings panel; a switch contains its new state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    Theme,
    Flip,
    TextBoard,
    Notices,
    Lettered(bool),
    PlaysForced(bool),
    Unlisted(bool),
}

impl Choice {
    /// Its words in a `custom_id`.
    pub fn words(self) -> &'static str {
        match self {
            Self::Theme => "theme",
            Self::Flip => "flip",
            Self::TextBoard => "text",
            Self::Notices => "notices",
            Self::Lettered(true) => "lettered-on",
            Self::Lettered(false) => "lettered-off",
            Self::PlaysForced(true) => "forced-on",
            Self::PlaysForced(false) => "forced-off",
            Self::Unlisted(true) => "unlisted-on",
            Self::Unlisted(false) => "unlisted-off",
        }
    }

    /// The item with these words.
    pub fn read(words: &str) -> Option<Self> {
        let all = [Self::Theme, Self::Flip, Self::TextBoard, Self::Notices];
        let switches =
            [true, false].into_iter().flat_map(|it| [Self::Lettered(it), Self::PlaysForced(it), Self::Unlisted(it)]);
        all.into_iter().chain(switches).find(|it| it.words() == words)
    }
}
