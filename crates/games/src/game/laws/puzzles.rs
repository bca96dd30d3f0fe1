//! Puzzles are positions of their game, and their lines are legal. That they are true is proven elsewhere.

use std::collections::HashSet;

use crate::game::{AnyGame, PuzzleId, read_puzzles};

/// The most bytes that a table of puzzles has.
const MAX_BYTES: usize = 100_000;

/// Checks the puzzles of a game: each opens as it is written and has the name that its position has, none is there twice under
/// symmetry, every line can be played, and the table is small.
///
/// # Panics
/// With the puzzle that is wrong.
pub fn check_puzzles(game: &'static dyn AnyGame) {
    let info = game.info();
    assert!(info.puzzles.len() <= MAX_BYTES, "puzzles: {} has {} bytes of them", info.name, info.puzzles.len());
    let puzzles = read_puzzles(info).unwrap_or_else(|error| panic!("puzzles: {error}"));
    let mut names = HashSet::new();
    for puzzle in &puzzles {
        assert!(names.insert(puzzle.id), "puzzles: {} is there twice", puzzle.id);
        let position = game.open(&puzzle.ruleset, Some(&puzzle.position));
        let mut position = position.unwrap_or_else(|error| panic!("puzzles: {}: {error}", puzzle.id));
        assert_eq!(position.text(), puzzle.position, "puzzles: {}: it is written otherwise", puzzle.id);
        assert_eq!(PuzzleId::of(&*position), puzzle.id, "puzzles: {} has another name", puzzle.position);
        for mv in &puzzle.line {
            assert_eq!(position.outcome(), None, "puzzles: {}: the game is over before {mv}", puzzle.id);
            position.play(*mv).unwrap_or_else(|refusal| panic!("puzzles: {}: {mv}: {}", puzzle.id, refusal.code));
        }
        assert!(puzzle.themes.is_sorted_by(|one, other| one < other), "puzzles: {}: themes", puzzle.id);
    }
}
