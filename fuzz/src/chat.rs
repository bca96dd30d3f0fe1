//! The words of `play` and `challenge`.

use discord::read_request;
use play::LevelChoice;
use texts::Locale;

pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match read_request(text) {
        Ok(request) => {
            assert!(matches!(request.level, LevelChoice::Auto | LevelChoice::Of(1..=10)));
            let ruleset = request.terms.ruleset;
            assert_eq!(games::read_ruleset(&ruleset.to_string()), Some(ruleset));
        }
        Err(refusal) => {
            assert!(texts::has(refusal.code), "no sentence for {}", refusal.code);
            assert!(
                texts::explain(&refusal).in_locale(Locale::English).chars().count() < 1_900,
                "a message of Discord holds 2000 characters"
            );
        }
    }
}
