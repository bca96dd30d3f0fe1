//! Moves as people type them, at the start and later in a game.

use games::{AnyPosition, ReadMove};
use texts::Locale;

use super::choice;

pub fn run(data: &[u8]) {
    let Some((ruleset, rest)) = choice::ruleset(data) else { return };
    let Some((later, text)) = rest.split_at_checked(1) else { return };
    let mut position = games::open(&ruleset, None).expect("a start");
    check(&*position, text);
    for ply in 0..5 * (choice::digit(later.as_bytes()[0]) % 20) {
        let Some(mv) = choice::legal_move(&*position, 17 + ply * 31) else { break };
        position.play(mv).expect("a listed move is played");
    }
    check(&*position, text);
}

fn check(position: &dyn AnyPosition, text: &str) {
    let legal = position.legal();
    match position.read(text) {
        Ok(mv) => {
            assert!(legal.contains(&mv), "{text:?} reads as {mv}");
            assert_eq!(position.read(&mv.to_string()), Ok(mv));
            position.clone_position().play(mv).expect("a legal move");
        }
        Err(ReadMove::Illegal(refusal)) => {
            assert!(texts::has(refusal.code), "no sentence for {}", refusal.code);
            let sentence = texts::explain(&refusal).in_locale(Locale::English);
            assert!(!sentence.contains("{$"), "{text:?} is answered: {sentence}");
        }
        Err(ReadMove::Ambiguous(moves)) => {
            assert!(moves.len() > 1 && moves.iter().all(|it| legal.contains(it)), "{text:?} reads as {moves:?}");
        }
        Err(ReadMove::Unreadable(_)) => {}
    }
}
