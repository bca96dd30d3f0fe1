//! Positions as text: what reads can be written, played on, shown and judged.

use games::Visitor;
use games::{AnyPosition, Evaluate, Played, Ruleset};
use texts::{Locale, alt_text, text_board};

use super::choice;

/// How many moves are played on from a position.
const PLIES: usize = 12;

pub fn run(data: &[u8]) {
    let Some((ruleset, text)) = choice::ruleset(data) else { return };
    let Ok(mut position) = games::open(&ruleset, Some(text)) else { return };
    for ply in 0..PLIES {
        check(&ruleset, &*position);
        let Some(mv) = choice::legal_move(&*position, text.len() * 7 + ply * 31) else { break };
        position.play(mv).expect("a listed move is played");
    }
    check(&ruleset, &*position);
}

fn check(ruleset: &Ruleset, position: &dyn AnyPosition) {
    let text = position.text();
    let again = games::open(ruleset, Some(&text)).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(again.text(), text);
    // The repetitions of a position are not in its text.
    if again.outcome() == position.outcome() {
        assert_eq!(again.legal(), position.legal(), "{text}");
    }
    let scene = position.scene();
    assert!(!text_board(&scene).is_empty());
    assert!(!alt_text(&scene).in_locale(Locale::English).is_empty());
    let legal = position.legal();
    assert_eq!(legal.is_empty(), position.outcome().is_some(), "{text}");
    if position.outcome().is_none() {
        assert_eq!(position.perft(1), legal.len() as u64, "{text}");
    }
    for mv in legal.iter().take(24) {
        assert_eq!(position.read(&mv.to_string()), Ok(*mv), "{text}");
        let mut next = position.clone_position();
        let taken = next.captured(*mv);
        assert!((taken & !position.pieces(position.to_move().other())).is_empty(), "{text}: {mv}");
        next.play(*mv).expect("a listed move is played");
    }
    games::visit(ruleset.info.key, Judge { ruleset, text: &text });
}

/// Asks what the engine asks.
struct Judge<'a> {
    ruleset: &'a Ruleset,
    text: &'a str,
}

impl Visitor for Judge<'_> {
    type Output = ();

    fn visit<G: Evaluate>(self) {
        let text = self.text;
        let played = Played::<G>::open(self.ruleset, Some(text)).expect("it reads");
        let (game, position) = (&played.game, &played.position);
        if game.decided(position).is_some() {
            return;
        }
        assert!(game.evaluate(position).abs() < 20_000, "{text}");
        let moves = played.moves();
        if let Some(mv) = game.quick_win(position) {
            assert!(moves.contains(&mv), "{text}: {mv} is no legal move");
            let mut next = position.clone();
            game.play(&mut next, mv);
            let winner = game.decided(&next).and_then(|it| it.winner);
            assert_eq!(winner, Some(game.side_to_move(position)), "{text}: {mv} does not win");
        } else {
            game.is_threatened(position);
        }
        for mv in &moves {
            game.order_hint(position, *mv);
        }
        if let Some(passed) = game.null_move(position) {
            assert_ne!(game.side_to_move(&passed), game.side_to_move(position), "{text}");
        }
        game.search_key(position);
        game.exact_key(position);
        game.plies_to_limit(position);
    }
}
