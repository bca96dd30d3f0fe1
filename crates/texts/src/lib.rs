//! Every sentence a person reads: Fluent catalogs in `assets/locales/<language>/` and in the games' own folders.

mod rulesets;
mod scenes;

use std::sync::LazyLock;

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};
use unic_langid::{LanguageIdentifier, langid};

use games::GAMES;
use games::{Fact, Refusal};

pub use rulesets::{option_words, preset_words, size_words, value_words};
pub use scenes::{ALT_TEXT_LIMIT, alt_text, chart_text, text_board};

/// The catalogs of English, the language that every other one falls back to.
const ENGLISH: &[&str] = &[
    include_str!("../../../assets/locales/en/boards.ftl"),
    include_str!("../../../assets/locales/en/chat.ftl"),
    include_str!("../../../assets/locales/en/commands.ftl"),
    include_str!("../../../assets/locales/en/refusals.ftl"),
    include_str!("../../../assets/locales/en/rules.ftl"),
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
    /// Puts the catalogs of a language together.
    ///
    /// # Panics
    /// If a catalog that is compiled into the program is broken; a test loads them all.
    fn load(language: LanguageIdentifier, code: &str, catalogs: &[&str]) -> Self {
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // Discord shows the isolating marks of bidirectional text as they are.
        bundle.set_use_isolating(false);
        let of_games = GAMES.iter().flat_map(|it| it.info().texts).filter(|(it, _)| *it == code).map(|(_, it)| *it);
        for text in catalogs.iter().copied().chain(of_games) {
            let resource = FluentResource::try_new(text.to_owned())
                .unwrap_or_else(|(_, errors)| panic!("a catalog of {code} is broken: {errors:?}"));
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
                Fact::AnyOf(items) => args.set(*name, FluentValue::from(self.list("list-any", items))),
                Fact::AllOf(items) => args.set(*name, FluentValue::from(self.list("list-all", items))),
            }
        }
        let mut errors = Vec::new();
        let text = self.bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned();
        if !errors.is_empty() {
            tracing::error!(key, ?errors, "a sentence lacks a fact");
        }
        text
    }

    /// Things one after the other, the last one joined by the words of a key.
    fn list(&self, key: &str, items: &[String]) -> String {
        match items {
            [] => String::new(),
            [one] => one.clone(),
            [head @ .., last] => {
                let count = Fact::Number(items.len() as i64);
                self.say(key, &[("count", count), ("head", head.join(", ").into()), ("last", last.clone().into())])
            }
        }
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
            .with("reaches", Fact::any_of(["c6", "i9"]));
        assert_eq!(
            english().explain(&refusal),
            "f3–d5 is 2 squares, but there are 3 pieces on that diagonal, so f3 must move exactly 3 along it: to c6 or i9."
        );
    }

    #[test]
    fn lists_join_their_last_item_with_a_word() {
        for (items, any, all) in [
            (&[] as &[&str], "", ""),
            (&["a"], "a", "a"),
            (&["a", "b"], "a or b", "a and b"),
            (&["a", "b", "c"], "a, b, or c", "a, b, and c"),
        ] {
            let items: Vec<String> = items.iter().map(ToString::to_string).collect();
            assert_eq!(english().list("list-any", &items), any);
            assert_eq!(english().list("list-all", &items), all);
        }
    }
}
