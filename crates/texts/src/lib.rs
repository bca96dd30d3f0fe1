//! Every sentence a person reads: as data ([`Text`]), and in a language ([`Locale`]) by the Fluent catalogs in
//! `assets/locales/` and in the games' own folders.

pub mod advice;
mod locale;
pub mod matches;
pub mod names;
mod refusals;
mod rulesets;
mod scenes;
mod text;

pub use locale::{Locale, has, with_prefix};
pub use refusals::explain;
pub use rulesets::{option_words, preset_words, side_name, size_words, summary, value_words};
pub use scenes::{ALT_TEXT_LIMIT, alt_text, chart_text, text_board};
pub use text::{Text, say};
