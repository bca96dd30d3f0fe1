//! The laws that every game keeps, as one check that tests call with many random games.

use super::{Evaluate, Fields, Played, ReadMove, Ruleset, Table};
use crate::board::{Move, MoveList, Square};

/// Plays one game by `ruleset`, choosing among the legal moves by `choices`, and checks every law on the way.
///
/// # Panics
/// With the law that is broken and where.
pub fn check_laws<G: Evaluate>(ruleset: &Ruleset, choices: impl IntoIterator<Item = usize>) {
    let mut played = Played::<G>::open(ruleset, None).expect("a start position");
    for choice in choices {
        check_position(&played);
        let moves = played.moves();
        if moves.is_empty() {
            assert!(played.outcome().is_some(), "an undecided game has a move");
            return;
        }
        let it = moves[choice % moves.len()];
        let ply = played.played().len();
        played.play(it).expect("a listed move is played");
        assert_eq!(played.played().len(), ply + 1);
    }
}

fn check_position<G: Evaluate>(played: &Played<G>) {
    let (game, position) = (&played.game, &played.position);
    let text = game.write_position(position);
    let fields = Fields::cut(&text).expect("fields");
    let again = game.read_position(&fields).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(&again, position, "{text} reads back as another position");
    assert_eq!(game.hash(&again), game.hash(position), "{text} has another hash when fresh");
    if played.outcome().is_some() {
        assert!(played.legal().is_empty(), "{text}: a finished game has no moves");
        return;
    }
    check_moves(played, &text);
    let (all, own) = (game.evaluate(position), game.side_to_move(position));
    assert!(all.abs() < 20_000, "{text}: {own:?} evaluates to {all}, which looks like a proven result");
}

fn check_moves<G: Evaluate>(played: &Played<G>, text: &str) {
    let mut listed = MoveList::new();
    played.game.moves(&played.position, &mut listed);
    assert_eq!(listed.len() as u64, played.game.count_moves(&played.position), "{text}: moves are counted right");
    let mut sorted = listed.to_vec();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), listed.len(), "{text}: a move is listed twice");
    for it in &listed {
        assert_eq!(played.read(&it.to_string()), Ok(*it), "{text}: a move reads back");
        assert_eq!(Move::from_bits(it.to_bits()), *it);
    }
    // All pairs of squares are many: every eighth position has its turn.
    if !played.played().len().is_multiple_of(8) {
        return;
    }
    let squares: Vec<Square> = played.game.shape().squares().collect();
    for from in squares.iter().copied() {
        for to in squares.iter().copied() {
            check_refusal(played, Move::new(from, to), &listed, text);
        }
    }
}

/// What is not listed is refused, and the refusal changes nothing.
fn check_refusal<G: Evaluate>(played: &Played<G>, it: Move, listed: &MoveList, text: &str) {
    if listed.contains(&it) || it.is_pass() {
        return;
    }
    let mut copy = played.clone();
    assert!(copy.play(it).is_err(), "{text}: {it} is not listed but played");
    assert_eq!(copy.position, played.position, "{text}: a refusal changes the position");
    match played.read(&it.to_string()) {
        Ok(read) => assert!(listed.contains(&read), "{text}: {it} reads as an illegal move"),
        Err(ReadMove::Illegal(refusal)) => assert!(!refusal.code.is_empty()),
        Err(other) => panic!("{text}: {it} is {other:?}, not illegal"),
    }
}
