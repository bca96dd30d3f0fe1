//! What is found where a limit of the rules is near tells nothing of the same pieces where it is far, nor the other way
//! round, whatever the table remembers.

use engine::{Limits, Memory, Question, Score, Stop, analyze_with};

/// White's pieces are at home, cannot move, and pass. Black's run to the lower right corner, and whoever has more
/// pieces home at the end wins. It takes some 15 moves until all of Black's are.
const PIECES: &str = "wwb5/8/b7/8/b7/8/8/8 w";

/// The limit, in plies.
const LIMIT: u16 = 2000;

/// What a search to that depth finds so many plies before the limit, and the positions it visits.
fn found(left: u16, depth: u32, memory: &mut Memory) -> (Score, u64) {
    let ruleset = games::read_ruleset("ugolki:classic camp=3x3 limit=1000").unwrap();
    let question = Question::new(ruleset, Some(format!("{PIECES} plies={}", LIMIT - left)), Vec::new());
    let report = analyze_with(&question, &Limits::depth(depth), &Stop::new(), memory).unwrap();
    (report.score, report.nodes)
}

/// What the last of several searches finds that share one table.
fn last(searches: &[(u16, u32)]) -> Option<(Score, u64)> {
    let mut memory = Memory::new(8);
    searches.iter().map(|(left, depth)| found(*left, *depth, &mut memory)).last()
}

#[test]
fn what_the_limit_decides_does_not_count_where_it_is_far() {
    for (left, depth) in [(26, 12), (28, 6)] {
        assert_eq!(last(&[(left, 40), (LIMIT, depth)]), last(&[(LIMIT, depth)]), "{left} plies before the limit");
    }
}

#[test]
fn what_takes_longer_than_the_limit_leaves_does_not_count() {
    assert_eq!(last(&[(LIMIT, 44), (28, 40)]), last(&[(28, 40)]));
}
