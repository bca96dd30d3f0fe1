//! Every sentence a person reads: Fluent catalogues in `assets/locales/<language>/` and in the games' own folders.

use std::sync::LazyLock;

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use unic_langid::{LanguageIdentifier, langid};

use crate::game::{Fact, Refusal};
use crate::games::GAMES;

/// The catalogues of English, the language that every other one falls back to.
const ENGLISH: &[&str] = &[
    include_str!("../../assets/locales/en/boards.ftl"),
    include_str!("../../assets/locales/en/chat.ftl"),
    include_str!("../../assets/locales/en/commands.ftl"),
    include_str!("../../assets/locales/en/refusals.ftl"),
];

/// The sentences of one language.
pub struct Texts {
    bundle: FluentBundle<FluentResource>,
}

static TEXTS: LazyLock<Texts> = LazyLock::new(|| Texts::load(langid!("en"), "en", ENGLISH));

/// The sentences of English.
pub fn english() -> &'static Texts {
    &TEXTS
}

/// The sentence of a key in English: short for [`Texts::say`] of [`english`].
pub fn say(key: &str, facts: &[(&str, Fact)]) -> String {
    english().say(key, facts)
}

impl Texts {
    /// Puts the catalogues of a language together.
    ///
    /// # Panics
    /// If a catalogue that is compiled into the program is broken; a test loads them all.
    fn load(language: LanguageIdentifier, code: &str, catalogues: &[&str]) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // Discord shows the isolating marks of bidirectional text as they are.
        bundle.set_use_isolating(false);
        let of_games = GAMES.iter().flat_map(|it| it.info().texts).filter(|(it, _)| *it == code).map(|(_, it)| *it);
        for text in catalogues.iter().copied().chain(of_games) {
            let resource = FluentResource::try_new(text.to_owned())
                .unwrap_or_else(|(_, errors)| panic!("a catalogue of {code} is broken: {errors:?}"));
            bundle.add_resource(resource).unwrap_or_else(|errors| panic!("a key stands twice in {code}: {errors:?}"));
        }
        Self { bundle }
    }

    /// Whether there is a sentence of that key.
    pub fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// The sentence of a key with its facts filled in. A missing one shows its key and is logged: a test finds it
    /// before a person does.
    pub fn say(&self, key: &str, facts: &[(&str, Fact)]) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|it| it.value()) else {
            tracing::error!(key, "no such sentence");
            return key.to_owned();
        };
        let mut args = FluentArgs::new();
        for (name, fact) in facts {
            match fact {
                Fact::Number(number) => args.set(*name, *number),
                Fact::Text(text) => args.set(*name, FluentValue::from(text.as_str())),
            }
        }
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned();
        if !errors.is_empty() {
            tracing::error!(key, ?errors, "a sentence lacks a fact");
        }
        text
    }

    /// The sentence that explains a refusal.
    pub fn explain(&self, refusal: &Refusal) -> String {
        self.say(refusal.code, &refusal.facts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_becomes_a_sentence_with_its_count() {
        let refusal = Refusal::new("loa-wrong-distance")
            .with("from", "f3")
            .with("to", "d5")
            .with("line", "diagonal")
            .with("distance", 2)
            .with("count", 3)
            .with("reaches", "c6");
        assert_eq!(
            english().explain(&refusal),
            "f3–d5 is 2 squares, but 3 men stand on that diagonal, so f3 must move exactly 3 along it: to c6."
        );
    }
}
