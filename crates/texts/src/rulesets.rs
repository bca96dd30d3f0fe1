//! What games, their sides, the options of their rulesets and the options' values are, in words: a game's own where it has
//! some, else those that games share.

use super::{Text, has, say};
use games::{Info, OptionInfo, Preset};

/// How a game is won: a sentence.
pub fn summary(info: &Info) -> Text {
    say(&format!("{}-summary", info.key), &[])
}

/// A side by its name: in the words of the catalogs if they have it, and otherwise as the game has it.
pub fn side_name(name: &str) -> Text {
    let key = format!("side-{}", name.to_lowercase());
    if has(&key) { say(&key, &[]) } else { name.into() }
}

/// What a preset is: half a line.
pub fn preset_words(info: &Info, preset: &Preset) -> Text {
    say(&format!("{}-preset-{}", info.key, preset.name), &[])
}

/// What an option is for: half a line that names its values.
pub fn option_words(info: &Info, option: &OptionInfo) -> Text {
    say(&key(info, &format!("ruleset-{}", option.key)), &[])
}

/// What the size of a board is: the option that every game has.
pub fn size_words() -> Text {
    say("ruleset-size", &[])
}

/// What it means that an option has a value, as a sentence of the rules. A limit is a number, `off`, or a letter that
/// stands for any number.
pub fn value_words(info: &Info, option: &OptionInfo, value: &str) -> Text {
    let limit = value.parse().map_or_else(|_| Text::from(value), Text::Number);
    say(&value_key(info, option, value), &[("limit", limit)])
}

fn value_key(info: &Info, option: &OptionInfo, value: &str) -> String {
    let name = format!("rules-{}", option.key);
    key(info, &if option.names(value) { format!("{name}-{value}") } else { name })
}

/// The game's own key, or the shared one.
fn key(info: &Info, name: &str) -> String {
    let own = format!("{}-{name}", info.key);
    if has(&own) { own } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Locale;
    use games::GAMES;

    fn english(text: Text) -> String {
        text.in_locale(Locale::English)
    }

    #[test]
    fn every_preset_every_option_and_every_value_has_words() {
        assert!(has("ruleset-size"));
        for info in GAMES.iter().map(|it| it.info()) {
            for preset in info.presets {
                let name = format!("{}-preset-{}", info.key, preset.name);
                assert!(has(&name), "{} does not say what {} is", info.key, preset.name);
                assert!(
                    english(preset_words(info, preset)).chars().count() <= 90,
                    "an entry of a menu has 100 characters"
                );
            }
            for option in info.options {
                let name = key(info, &format!("ruleset-{}", option.key));
                assert!(has(&name), "{} does not say what {} is for", info.key, option.key);
                let words = english(option_words(info, option));
                assert!(words.chars().count() <= 120, "half a line: {words}");
                for value in option.named_values() {
                    assert!(words.contains(&format!("`{value}`")), "{words} does not name {value}");
                }
                for value in option.named_values().chain(option.has_limit().then_some("60")) {
                    let name = value_key(info, option, value);
                    assert!(has(&name), "{} does not say what {}={value} means", info.key, option.key);
                }
            }
        }
    }

    #[test]
    fn a_limit_is_told_as_a_number_or_a_letter() {
        let info = games::find("loa").unwrap().info();
        let limit = info.options.iter().find(|it| it.key == "limit").unwrap();
        assert!(english(value_words(info, limit, "60")).contains("after 60 moves"));
        assert!(english(value_words(info, limit, "N")).contains("after N moves"));
        assert!(english(value_words(info, limit, "off")).contains("no limit"));
    }
}
