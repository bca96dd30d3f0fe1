//! Rulesets as text: they are written as they read, and can be played.

use games::GAMES;
use games::Ruleset;

use super::choice;

pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    games::read_ruleset(text).iter().for_each(check);
    for game in GAMES {
        match Ruleset::parse(game.info(), text) {
            Ok(ruleset) => check(&ruleset),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn check(ruleset: &Ruleset) {
    let text = ruleset.to_string();
    let again = games::read_ruleset(&text);
    assert_eq!(again.as_ref(), Some(ruleset), "{text}");
    assert_eq!(again.map(|it| it.to_string()), Some(text.clone()));
    let mut position = games::open(ruleset, None).expect("a start");
    for choice in [1, 20, 300] {
        let Some(mv) = choice::legal_move(&*position, choice) else { break };
        position.play(mv).expect("a listed move is played");
    }
}
