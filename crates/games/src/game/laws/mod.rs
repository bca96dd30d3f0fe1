//! The laws that every game keeps, as checks that tests call with many random games: the conformance kit. Every message
//! begins with the name of its law.

mod explored;
mod facts;
mod keys;
mod lessons;
mod moves;
mod proofs;
mod puzzles;
mod routes;
mod small;

pub use facts::check_facts;
pub use lessons::check_lessons;
pub use puzzles::check_puzzles;
pub use small::check_small_board;

use super::{
    Accumulator, AnyGame as _, AnyPosition, Evaluate, Fields, Played, ReadMove, RegistryEntry, Ruleset, read_ranks,
    write_ranks,
};
use crate::board::{Move, MoveList, Square, Symmetry};

/// Plays one game by `ruleset`, choosing among the legal moves by `choices`, and checks every law on the way.
///
/// # Panics
/// With the law that is broken and where.
pub fn check_laws<G: Evaluate>(ruleset: &Ruleset, choices: impl IntoIterator<Item = usize>) {
    let mut played = Played::<G>::open(ruleset, None).expect("a start position");
    let mut erased = RegistryEntry::<G>::NEW.open(ruleset, None).expect("a start position");
    let mut accumulator = played.game.accumulator(&played.position);
    for choice in choices {
        check_position(&played);
        check_faces(&played, &*erased);
        if played.outcome().is_none() {
            check_accumulator(&played, &accumulator);
        }
        let moves = played.moves();
        if moves.is_empty() {
            assert!(played.outcome().is_some(), "moves: an undecided game has one");
            return;
        }
        let mv = moves[choice % moves.len()];
        let ply = played.played().len();
        let before = played.position.clone();
        played.play(mv).expect("a listed move is played");
        accumulator = accumulator.after(&played.game, &before, mv, &played.position);
        erased.play(mv).expect("a listed move is played");
        assert_eq!(played.played().len(), ply + 1);
    }
}

fn check_position<G: Evaluate>(played: &Played<G>) {
    let (game, position) = (&played.game, &played.position);
    let text = game.write_position(position);
    let fields = Fields::cut(&text).expect("fields");
    let again = game.read_position(&fields).unwrap_or_else(|error| panic!("text: {text}: {error}"));
    assert_eq!(&again, position, "text: {text} reads back as another position");
    assert_eq!(game.hash(&again), game.hash(position), "hash: {text} has another when fresh");
    if played.outcome().is_some() {
        assert!(played.legal().is_empty(), "moves: {text}: a finished game has none");
        return;
    }
    check_moves(played, &text);
    check_counters(played, &text);
    let (all, own) = (game.evaluate(position), game.side_to_move(position));
    assert!(all.abs() < 20_000, "evaluation: {text}: {own:?} evaluates to {all}, which looks like a proven result");
}

/// The typed and the erased face tell the same.
fn check_faces<G: Evaluate>(played: &Played<G>, erased: &dyn AnyPosition) {
    let text = erased.text();
    assert_eq!(played.game.write_position(&played.position), text, "faces: both tell the same position");
    assert_eq!(played.outcome(), erased.outcome(), "faces: {text}: both tell the same end");
    let mut typed = played.moves().to_vec();
    let mut listed = erased.legal();
    typed.sort();
    listed.sort();
    assert_eq!(typed, listed, "faces: {text}: both list the same moves");
}

/// What the evaluation keeps along a line says the same as the evaluation from scratch, also after a pass in thought.
fn check_accumulator<G: Evaluate>(played: &Played<G>, accumulator: &impl Accumulator<G>) {
    let (game, position) = (&played.game, &played.position);
    let agrees = |position: &G::Position, kept: i32| {
        let text = game.write_position(position);
        assert_eq!(kept, game.evaluate(position), "accumulator: {text} is worth something else from scratch");
    };
    agrees(position, accumulator.evaluate(game, position));
    if let Some(next) = game.null_move(position) {
        agrees(&next, accumulator.after(game, position, Move::PASS, &next).evaluate(game, &next));
    }
}

/// A limit comes no sooner than was said, and until then the counters change nothing that the key does not know.
fn check_counters<G: Evaluate>(played: &Played<G>, text: &str) {
    let (game, position) = (&played.game, &played.position);
    let left = game.plies_to_limit(position);
    assert!(left > 0, "limit: {text}: it was reached, and the game goes on");
    let pieces: Vec<&str> = text.split(' ').take(2).collect();
    let fresh =
        game.read_position(&Fields::cut(&pieces.join(" ")).expect("fields")).expect("a position without counters");
    let is_alike = game.search_key(&fresh) == game.search_key(position) && left.min(game.plies_to_limit(&fresh)) > 1;
    for mv in played.moves() {
        let [next, other] = [position, &fresh].map(|before| {
            let mut next = before.clone();
            game.play(&mut next, mv);
            next
        });
        let end = game.decided(&next);
        assert!(
            end.is_some() || game.plies_to_limit(&next).saturating_add(1) >= left,
            "limit: {text}: {mv} hastens it"
        );
        assert!(
            !is_alike || end == game.decided(&other),
            "limit: {text}: after {mv} the counters matter, {left} plies too soon"
        );
    }
}

/// A position turned or mirrored has the moves turned or mirrored.
fn check_symmetry<G: Evaluate>(played: &Played<G>, symmetry: Symmetry, listed: &MoveList, text: &str) {
    let (game, shape) = (&played.game, played.game.shape());
    let Some((ranks, rest)) = text.split_once(' ') else { panic!("{text} has no side to move") };
    let letters = game.sides().map(|it| it.letter);
    let pieces = read_ranks(ranks, shape, letters).expect("its own text");
    let turned = pieces.map(|set| set.map(|it| symmetry.square(shape, it)).collect::<crate::board::Bitboard>());
    let letter = |square| (0..2).find(|it| turned[*it].contains(square)).map(|it| letters[it]);
    let turned_text = format!("{} {rest}", write_ranks(shape, letter));
    let position = game.read_position(&Fields::cut(&turned_text).expect("fields")).expect("a position");
    let mut moves = MoveList::new();
    game.moves(&position, &mut moves);
    let mut expected: Vec<Move> = listed.iter().map(|it| game.canonical(symmetry.play(shape, *it))).collect();
    expected.sort();
    moves.sort();
    assert_eq!(moves.as_slice(), expected, "symmetry: {text} by {symmetry:?}");
}

fn check_moves<G: Evaluate>(played: &Played<G>, text: &str) {
    let mut listed = MoveList::new();
    played.game.moves(&played.position, &mut listed);
    assert_eq!(listed.len() as u64, played.game.count_moves(&played.position), "moves: {text}: they are counted right");
    let mut sorted = listed.to_vec();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), listed.len(), "moves: {text}: one is listed twice");
    moves::check(&played.game, &played.position, &listed, text);
    routes::check(&played.game, &played.position, &listed, text);
    for mv in &listed {
        assert_eq!(played.read(&mv.to_string()), Ok(*mv), "moves: {text}: each reads back");
        assert_eq!(Move::from_bits(mv.to_bits()), *mv);
    }
    for symmetry in G::INFO.symmetries.iter().filter(|it| it.fits(played.game.shape())) {
        check_symmetry(played, *symmetry, &listed, text);
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
fn check_refusal<G: Evaluate>(played: &Played<G>, mv: Move, listed: &MoveList, text: &str) {
    if listed.contains(&mv) || mv.is_pass() {
        return;
    }
    let mut copy = played.clone();
    assert!(copy.play(mv).is_err(), "refusals: {text}: {mv} is not listed but played");
    assert_eq!(copy.position, played.position, "refusals: {text}: a refusal changes the position");
    match played.read(&mv.to_string()) {
        Ok(read) => assert!(listed.contains(&read), "refusals: {text}: {mv} reads as an illegal move"),
        Err(ReadMove::Illegal(refusal)) => assert!(!refusal.code.is_empty()),
        Err(other) => panic!("refusals: {text}: {mv} is {other:?}, not illegal"),
    }
}
