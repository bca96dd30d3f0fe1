//! The words of `play` and `challenge`.

use parlor::discord::read_terms;
use parlor::games;
use parlor::i18n::english;
use parlor::play::LevelChoice;

pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match read_terms(text) {
        Ok(terms) => {
            assert!(matches!(terms.level, LevelChoice::Auto | LevelChoice::Of(1..=10)));
            assert_eq!(games::read_ruleset(&terms.ruleset.to_string()), Some(terms.ruleset));
        }
        Err(refusal) => {
            assert!(english().has(refusal.code), "no sentence for {}", refusal.code);
            assert!(english().explain(&refusal).chars().count() < 1_900, "a message of Discord holds 2000 characters");
        }
    }
}
