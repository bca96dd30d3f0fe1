//! Chooses among the puzzles that were found.

use std::collections::HashSet;

use games::{Puzzle, PuzzleGoal, PuzzleId};

/// Classes of difficulty, each as wide as this, that share the places among them.
const CLASS: u16 = 200;

/// What is liked of a puzzle: that it is won, quiet first moves, several moves to be found, themes.
pub(super) fn worth(puzzle: &Puzzle) -> (bool, bool, usize, usize, u16) {
    (puzzle.goal == PuzzleGoal::Win, is_quiet(puzzle), puzzle.line.len(), puzzle.themes.len(), puzzle.rating)
}

/// Whether the first move takes nothing. Where every move takes something, none does.
fn is_quiet(puzzle: &Puzzle) -> bool {
    let position = games::open(&puzzle.ruleset, Some(&puzzle.position));
    position.is_ok_and(|it| it.captured(puzzle.line[0]).is_empty())
}

/// So many of the puzzles, the easiest first; none twice under symmetry; from all classes of difficulty in turn, the best of
/// each. Such as only save a draw fill up what is left.
pub fn select(found: Vec<Puzzle>, wanted: usize) -> Vec<Puzzle> {
    let mut seen: HashSet<PuzzleId> = HashSet::new();
    let found = found.into_iter().filter(|it| seen.insert(it.id));
    let (won, drawn): (Vec<Puzzle>, Vec<Puzzle>) = found.partition(|it| it.goal == PuzzleGoal::Win);
    let mut chosen = from_all_classes(won, wanted);
    chosen.extend(from_all_classes(drawn, wanted - chosen.len()));
    chosen.sort_by_key(|it| (it.rating, it.id));
    chosen
}

fn from_all_classes(found: Vec<Puzzle>, wanted: usize) -> Vec<Puzzle> {
    let mut classes: Vec<Vec<Puzzle>> = Vec::new();
    for puzzle in found {
        let class = usize::from(puzzle.rating / CLASS);
        classes.resize_with(classes.len().max(class + 1), Vec::new);
        classes[class].push(puzzle);
    }
    // The best last, where they are taken from.
    classes.iter_mut().for_each(|it| it.sort_by_key(worth));
    let mut chosen = Vec::new();
    while chosen.len() < wanted && classes.iter().any(|it| !it.is_empty()) {
        chosen.extend(classes.iter_mut().filter_map(Vec::pop));
    }
    chosen.truncate(wanted);
    chosen
}
