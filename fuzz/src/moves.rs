//! Moves as people type them, at the start and later in a game.

use games::{AnyPosition, ReadMove};
use parlor::i18n::english;

use super::choice;

pub fn run(data: &[u8]) {
    let Some((ruleset, rest)) = choice::ruleset(data) else { return };
    let Some((later, text)) = rest.split_at_checked(1) else { return };
    let mut table = games::open(&ruleset, None).expect("a start");
    check(&*table, text);
    for ply in 0..5 * (choice::digit(later.as_bytes()[0]) % 20) {
        let Some(mv) = choice::legal_move(&*table, 17 + ply * 31) else { break };
        table.play(mv).expect("a listed move is played");
    }
    check(&*table, text);
}

fn check(table: &dyn AnyPosition, text: &str) {
    let legal = table.legal();
    match table.read(text) {
        Ok(mv) => {
            assert!(legal.contains(&mv), "{text:?} reads as {mv}");
            assert_eq!(table.read(&mv.to_string()), Ok(mv));
            table.clone_position().play(mv).expect("a legal move");
        }
        Err(ReadMove::Illegal(refusal)) => {
            assert!(english().has(refusal.code), "no sentence for {}", refusal.code);
            let sentence = english().explain(&refusal);
            assert!(!sentence.contains("{$"), "{text:?} is answered: {sentence}");
        }
        Err(ReadMove::Ambiguous(moves)) => {
            assert!(moves.len() > 1 && moves.iter().all(|it| legal.contains(it)), "{text:?} reads as {moves:?}");
        }
        Err(ReadMove::Unreadable(_)) => {}
    }
}
