//! A game with its options settled, written like `loa:mso limit=60`.

use std::fmt;

use super::{Info, OptionInfo, OptionKind, Preset, SideInfo};
use crate::board::Shape;

/// A game, one of its presets, and what was changed of it.
#[derive(Clone, Debug)]
pub struct Ruleset {
    pub info: &'static Info,
    pub preset: &'static Preset,
    pub size: Shape,
    /// A value for every option, in the order of [`Info::options`].
    values: Vec<String>,
}

/// Words that settle no ruleset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesetError {
    #[error("{game} has no preset or option called “{word}”; its presets are {presets}, and its options are {options}")]
    UnknownWord { game: &'static str, word: String, presets: String, options: String, sides: String },
    #[error("`{option}` can't be “{value}”; use {expected}")]
    BadValue { option: String, value: String, expected: String },
}

impl Ruleset {
    /// The default preset of a game.
    pub fn default_of(info: &'static Info) -> Self {
        Self::preset(info, &info.presets[0])
    }

    /// A preset as it is.
    pub fn preset(info: &'static Info, preset: &'static Preset) -> Self {
        let values = preset.values.iter().map(|it| (*it).to_owned()).collect();
        Self { info, preset, size: preset.size, values }
    }

    /// Whether it is a preset as it is, at its default size.
    pub fn is_preset(&self) -> bool {
        self.info.presets.iter().any(|it| *self == Self::preset(self.info, it))
    }

    /// The ruleset that `words` settle, each a preset's name, `option=value`, or a size: `mso limit=60 6x6`. The
    /// game's own key may stand before the preset with a colon.
    pub fn parse(info: &'static Info, words: &str) -> Result<Self, RulesetError> {
        let words = words.to_lowercase();
        let mut rest: Vec<&str> = words.split_whitespace().collect();
        for word in &mut rest {
            *word = match word.split_once(':') {
                Some((key, preset)) if key == info.key => preset,
                None if *word == info.key => "",
                _ => word,
            };
        }
        let named = |word: &str| info.presets.iter().find(|it| it.name == word);
        let preset = rest.iter().find_map(|it| named(it)).unwrap_or(&info.presets[0]);
        let mut ruleset = Self::preset(info, preset);
        for word in rest.into_iter().filter(|it| !it.is_empty() && named(it).is_none()) {
            ruleset.set_word(word)?;
        }
        Ok(ruleset)
    }

    fn set_word(&mut self, word: &str) -> Result<(), RulesetError> {
        if let Some((key, value)) = word.split_once('=') {
            self.set(key, value)
        } else if word.parse::<Shape>().is_ok() {
            self.set("size", word)
        } else {
            Err(self.unknown(word))
        }
    }

    /// Changes one option.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), RulesetError> {
        let (key, value) = (key.to_lowercase(), value.to_lowercase());
        if key == "size" {
            self.size = self.checked_size(&value)?;
            return Ok(());
        }
        let index = self.info.options.iter().position(|it| it.key == key).ok_or_else(|| self.unknown(&key))?;
        let option = &self.info.options[index];
        if !option.takes(&value) {
            return Err(RulesetError::BadValue { option: key, value, expected: option.expected() });
        }
        self.values[index] = value;
        Ok(())
    }

    fn checked_size(&self, value: &str) -> Result<Shape, RulesetError> {
        let Info { smallest, largest, .. } = self.info;
        let fits = |it: &Shape| {
            (smallest.width..=largest.width).contains(&it.width)
                && (smallest.height..=largest.height).contains(&it.height)
        };
        value.parse().ok().filter(fits).ok_or_else(|| RulesetError::BadValue {
            option: "size".into(),
            value: value.into(),
            expected: if smallest == largest { smallest.to_string() } else { format!("{smallest} to {largest}") },
        })
    }

    fn unknown(&self, word: &str) -> RulesetError {
        let join = |it: Vec<&str>| it.join(", ");
        let options = self.info.options.iter().map(|it| it.key).chain(["size"]).collect();
        RulesetError::UnknownWord {
            game: self.info.name,
            word: word.to_owned(),
            presets: join(self.info.presets.iter().map(|it| it.name).collect()),
            options: join(options),
            sides: join(self.info.sides.iter().map(|it| it.name).collect()),
        }
    }

    /// The value of an option that the game has.
    ///
    /// # Panics
    /// If it has none of that name.
    pub fn value(&self, key: &str) -> &str {
        let index = self.info.options.iter().position(|it| it.key == key);
        &self.values[index.unwrap_or_else(|| panic!("{} has no option {key}", self.info.key))]
    }

    /// The value of an option that is `off` or a number.
    pub fn limit(&self, key: &str) -> Option<u32> {
        self.value(key).parse().ok()
    }

    /// Who plays first and second: an option called `first` names who begins.
    pub fn sides(&self) -> [SideInfo; 2] {
        let [one, other] = self.info.sides;
        let begins =
            |it: &SideInfo| self.values().any(|(key, value)| key == "first" && value == it.name.to_lowercase());
        if begins(&other) { [other, one] } else { [one, other] }
    }

    /// All options with their values, in order.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.info.options.iter().map(|it| it.key).zip(self.values.iter().map(String::as_str))
    }
}

impl PartialEq for Ruleset {
    fn eq(&self, other: &Self) -> bool {
        self.info.key == other.info.key && self.size == other.size && self.values == other.values
    }
}

/// The shortest text that [`Ruleset::parse`] reads back: the preset, then what was changed of it.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.info.key, self.preset.name)?;
        if self.size != self.preset.size {
            write!(f, " size={}", self.size)?;
        }
        for ((key, value), preset) in self.values().zip(self.preset.values) {
            if value != *preset {
                write!(f, " {key}={value}")?;
            }
        }
        Ok(())
    }
}

impl OptionInfo {
    fn takes(&self, value: &str) -> bool {
        match self.kind {
            OptionKind::Choice(values) => values.contains(&value),
            OptionKind::Limit { least, most } => {
                value == "off"
                    || value.parse().is_ok_and(|it: u32| (least..=most).contains(&it) && value == it.to_string())
            }
        }
    }

    /// What it takes, in words.
    pub fn expected(&self) -> String {
        match self.kind {
            OptionKind::Choice(values) => values.iter().map(|it| format!("`{it}`")).collect::<Vec<_>>().join(" or "),
            OptionKind::Limit { least, most } => format!("`off`, or {least}–{most}"),
        }
    }

    /// The values that have a name: all but numbers.
    pub fn named_values(&self) -> impl Iterator<Item = &'static str> {
        let values: &'static [&'static str] = match self.kind {
            OptionKind::Choice(values) => values,
            OptionKind::Limit { .. } => &["off"],
        };
        values.iter().copied()
    }

    /// Whether a value is one of [`OptionInfo::named_values`].
    pub fn names(&self, value: &str) -> bool {
        self.named_values().any(|it| it == value)
    }

    /// Whether it takes numbers.
    pub fn has_limit(&self) -> bool {
        matches!(self.kind, OptionKind::Limit { .. })
    }
}
