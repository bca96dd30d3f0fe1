//! The languages, the sentences of each, and texts in their words.

use std::sync::LazyLock;

use fluent_bundle::{FluentArgs, FluentResource, FluentValue, concurrent::FluentBundle};

use super::Text;
use super::names::isolated;
use games::GAMES;

/// The catalogs in the folder of a language.
macro_rules! folder {
    ($code:literal) => {
        [
            include_str!(concat!("../../../assets/locales/", $code, "/board-page.ftl")),
            include_str!(concat!("../../../assets/locales/", $code, "/boards.ftl")),
            include_str!(concat!("../../../assets/locales/", $code, "/chat.ftl")),
            include_str!(concat!("../../../assets/locales/", $code, "/commands.ftl")),
            include_str!(concat!("../../../assets/locales/", $code, "/refusals.ftl")),
            include_str!(concat!("../../../assets/locales/", $code, "/rules.ftl")),
            include_str!(concat!("../../../assets/locales/", $code, "/web.ftl")),
        ]
    };
}

/// The languages that have a folder in `assets/locales/`, by their codes; English first. A new one is a line here,
/// and a variant.
static LANGUAGES: LazyLock<[(Locale, &str, Catalog); 1]> =
    LazyLock::new(|| [(Locale::English, "en", Catalog::load("en", &folder!("en")))]);

/// A language in which texts can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Locale {
    /// What others fall back to.
    #[default]
    English,
    /// The pseudo-locale of tests: English with `⟦` and `⟧` around each sentence, to find words that no catalog has said.
    Pseudo,
}

impl Locale {
    /// The language of a code, as Discord writes it: `en-GB`. English if the bot doesn't speak that one.
    pub fn of_code(code: &str) -> Self {
        let language = code.split('-').next();
        LANGUAGES.iter().find(|it| it.1 == code || Some(it.1) == language).map_or_else(Self::default, |it| it.0)
    }

    /// Its code.
    pub fn code(self) -> &'static str {
        LANGUAGES.iter().find(|it| it.0 == self).map_or("en", |it| it.1)
    }

    /// The languages besides English, and their codes.
    pub fn others() -> impl Iterator<Item = (&'static str, Self)> {
        LANGUAGES.iter().skip(1).map(|it| (it.1, it.0))
    }

    fn catalog(self) -> &'static Catalog {
        LANGUAGES.iter().find(|it| it.0 == self).map_or(&LANGUAGES[0].2, |it| &it.2)
    }

    /// Whether there is a sentence of that key.
    pub(crate) fn has(self, key: &str) -> bool {
        self.catalog().0.has_message(key)
    }

    /// The sentence of a key with its facts filled in. A missing one shows its key and is logged: a test finds it
    /// before a person does.
    pub(crate) fn sentence(self, key: &str, facts: &[(&str, Text)]) -> String {
        let catalog = if self.has(key) { self } else { Self::English }.catalog();
        let Some(pattern) = catalog.0.get_message(key).and_then(|it| it.value()) else {
            tracing::error!(key, "no such sentence");
            return key.to_owned();
        };
        let mut args = FluentArgs::new();
        for (name, fact) in facts {
            match fact {
                Text::Number(number) => args.set(*name, *number),
                text => args.set(*name, FluentValue::from(text.in_locale(self))),
            }
        }
        let mut errors = Vec::new();
        let text = catalog.0.format_pattern(pattern, Some(&args), &mut errors).into_owned();
        if !errors.is_empty() {
            tracing::error!(key, ?errors, "a sentence lacks a fact");
        }
        if self == Self::Pseudo { format!("⟦{text}⟧") } else { text }
    }
}

/// The sentences whose keys begin with a prefix, for a page that fills in their facts: each stands there as `{name}`.
pub fn with_prefix(prefix: &str, locale: Locale) -> Vec<(&'static str, String)> {
    let Catalog(bundle, keys) = locale.catalog();
    let sentence = |key: &&'static str| {
        let pattern = bundle.get_message(key).and_then(|it| it.value())?;
        // Facts that are missing are written as `{$name}`.
        let text = bundle.format_pattern(pattern, None, &mut Vec::new()).replace("{$", "{");
        Some((*key, text))
    };
    keys.iter().filter(|it| it.starts_with(prefix)).filter_map(sentence).collect()
}

/// Whether there is a sentence of that key.
pub fn has(key: &str) -> bool {
    Locale::English.has(key)
}

impl Text {
    /// The text in the words of a language.
    pub fn in_locale(&self, locale: Locale) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Word(word) => word.clone(),
            Self::Name(name) => isolated(name),
            Self::Sentence(key, facts) => locale.sentence(key, facts),
            Self::AnyOf(items) => list("list-any", items, locale),
            Self::AllOf(items) => list("list-all", items, locale),
            Self::Joined { parts, between, most } => join(parts, between, *most, locale),
            Self::FirstFitting(texts, most) => {
                let mut text = String::new();
                for candidate in texts {
                    text = candidate.in_locale(locale);
                    if text.chars().count() <= *most {
                        return text;
                    }
                }
                text.chars().take(*most).collect()
            }
        }
    }
}

fn join(parts: &[Text], between: &str, most: usize, locale: Locale) -> String {
    let mut text = String::new();
    for part in parts.iter().map(|it| it.in_locale(locale)) {
        if most < usize::MAX && text.chars().count() + part.chars().count() + 3 > most {
            return text + between + "…";
        }
        if !text.is_empty() {
            text.push_str(between);
        }
        text.push_str(&part);
    }
    text
}

/// Things one after the other, the last one joined by the words of a key.
fn list(key: &str, items: &[Text], locale: Locale) -> String {
    match items {
        [] => String::new(),
        [one] => one.in_locale(locale),
        [head @ .., last] => {
            let head = Text::joined(", ", head.iter().cloned());
            locale.sentence(key, &[("count", items.len().into()), ("head", head), ("last", last.clone())])
        }
    }
}

/// The sentences of one language, and the keys of those that belong to no game.
struct Catalog(FluentBundle<FluentResource>, Vec<&'static str>);

impl Catalog {
    /// Puts the catalogs of a language together.
    ///
    /// # Panics
    /// If a catalog that is compiled into the program is broken; a test loads them all.
    fn load(code: &str, files: &[&'static str]) -> Self {
        let language = code.parse().unwrap_or_else(|error| panic!("{code} is no language: {error}"));
        let mut bundle = FluentBundle::new_concurrent(vec![language]);
        // Discord shows the isolating marks of bidirectional text as they are.
        bundle.set_use_isolating(false);
        let of_games = GAMES.iter().flat_map(|it| it.info().texts).filter(|(it, _)| *it == code).map(|(_, it)| *it);
        for text in files.iter().copied().chain(of_games) {
            let resource = FluentResource::try_new(text.to_owned())
                .unwrap_or_else(|(_, errors)| panic!("a catalog of {code} is broken: {errors:?}"));
            bundle.add_resource(resource).unwrap_or_else(|errors| panic!("a key stands twice in {code}: {errors:?}"));
        }
        let key = |line: &'static str| Some(line.split_once(" =")?.0).filter(|it| !it.starts_with([' ', '#', '-']));
        Self(bundle, files.iter().flat_map(|it| it.lines()).filter_map(key).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::say;

    #[test]
    fn a_code_of_discord_is_read_as_a_language_or_as_english() {
        for code in ["en-US", "en-GB", "en", "tlh", ""] {
            assert_eq!(Locale::of_code(code), Locale::English, "{code}");
        }
    }

    fn english(text: &Text) -> String {
        text.in_locale(Locale::English)
    }

    #[test]
    fn lists_join_their_last_item_with_a_word() {
        for (items, any, all) in [
            (&[] as &[&str], "", ""),
            (&["a"], "a", "a"),
            (&["a", "b"], "a or b", "a and b"),
            (&["a", "b", "c"], "a, b, or c", "a, b, and c"),
        ] {
            assert_eq!(english(&Text::any_of(items.iter().copied())), any);
            assert_eq!(english(&Text::all_of(items.iter().copied())), all);
        }
    }

    #[test]
    fn what_does_not_fit_is_left_out() {
        let lines = || ["one", "two", "three"].map(Text::from);
        assert_eq!(english(&Text::lines_within(100, lines())), "one\ntwo\nthree");
        assert_eq!(english(&Text::lines_within(10, lines())), "one\ntwo\n…");
        assert_eq!(english(&Text::FirstFitting(vec!["three".into(), "two".into()], 4)), "two");
        assert_eq!(english(&Text::FirstFitting(vec!["three".into(), "three".into()], 4)), "thre");
    }

    #[test]
    fn facts_are_sentences_too_and_can_be_replaced() {
        let inner = say("answer-declined", &[("challenger", "<@1>".into())]);
        let text = Text::joined(" ", [inner, Text::all_of(["<@1>", "b"])]);
        let named = text.clone().replacing(&mut |it| (*it == "<@1>".into()).then(|| say("former-player", &[])));
        assert_eq!(
            named.in_locale(Locale::Pseudo),
            "⟦You declined the challenge from ⟦Former player⟧.⟧ ⟦⟦Former player⟧ and b⟧"
        );
        assert_eq!(format!("{text:?}"), r#"[answer-declined(challenger: "<@1>"), ["<@1>", "b"]]"#);
    }
}
