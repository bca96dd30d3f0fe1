//! What a puzzle is about, by definitions that hold for every game.

use engine::ThinkError;
use engine::solve::Proof;
use games::board::Move;
use games::{AnyPosition, Nature, PuzzleTheme, Solve, Visitor};

use super::positions::after;
use super::prover::Prover;

/// The themes of a position whose only move begins a line.
pub(super) fn of(prover: &Prover, position: &dyn AnyPosition, line: &[Move]) -> Result<Vec<PuzzleTheme>, ThinkError> {
    let first = line[0];
    let next = after(position, first);
    // Where having a move left is all that counts, to pass would always be an advantage.
    let may_pass = games::visit(position.ruleset().info.key, NatureOf) != Nature::Tempo;
    let passed = |position: &dyn AnyPosition| if may_pass { passed(position) } else { None };
    let mut themes = Vec::new();
    if let Some(rival) = passed(position) {
        if is_quiet(position, line) && prover.result(&*rival)? == Proof::Win {
            themes.push(PuzzleTheme::Race);
        }
        if !wins_at_once(&*rival).is_empty() && wins_at_once(&*next).is_empty() {
            themes.push(PuzzleTheme::Block);
        }
    }
    if is_sacrifice(position, first, &*next) {
        themes.push(PuzzleTheme::Sacrifice);
    }
    if let Some(again) = passed(&*next) {
        if matches!(prover.result(&*again)?, Proof::Loss | Proof::Draw) {
            themes.push(PuzzleTheme::Zugzwang);
        }
        match wins_at_once(&*again).len() {
            0 => {}
            1 => themes.push(PuzzleTheme::Tempo),
            _ => themes.push(PuzzleTheme::DoubleThreat),
        }
    }
    if cuts_off(position, first) {
        themes.push(PuzzleTheme::CutOff);
    }
    if always_wins(&*next, &mut { MAX_COUNTED }) {
        themes.push(PuzzleTheme::Parity);
    }
    themes.sort();
    Ok(themes)
}

struct NatureOf;

impl Visitor for NatureOf {
    type Output = Nature;
    fn visit<G: Solve>(self) -> Nature {
        G::NATURE
    }
}

/// The same pieces with the other side to move, if the game is not over then.
fn passed(position: &dyn AnyPosition) -> Option<Box<dyn AnyPosition>> {
    let text = position.text();
    let letter = position.sides()[position.to_move().other().index()].letter;
    let fields: Vec<&str> = text.split(' ').take(1).collect();
    let other = games::open(position.ruleset(), Some(&format!("{} {letter}", fields[0]))).ok()?;
    other.outcome().is_none().then_some(other)
}

/// The moves that end the game as a win of the side that makes them.
fn wins_at_once(position: &dyn AnyPosition) -> Vec<Move> {
    let wins = |mv: &Move| after(position, *mv).outcome().is_some_and(|it| it.winner == Some(position.to_move()));
    position.legal().into_iter().filter(wins).collect()
}

/// Whether nothing is taken in a line of play.
fn is_quiet(position: &dyn AnyPosition, line: &[Move]) -> bool {
    let mut position = position.clone_position();
    line.iter().all(|mv| position.captured(*mv).is_empty() && position.play(*mv).is_ok())
}

/// Whether a move that takes nothing lets its piece be taken.
fn is_sacrifice(position: &dyn AnyPosition, mv: Move, next: &dyn AnyPosition) -> bool {
    let takes_it = |answer: &Move| next.captured(*answer).contains(mv.to);
    position.captured(mv).is_empty() && next.legal().iter().any(takes_it)
}

/// Whether the other side has a third fewer moves than if nothing were played, and no other move leaves it fewer.
fn cuts_off(position: &dyn AnyPosition, mv: Move) -> bool {
    let left = |mv: Move| after(position, mv).legal().len();
    let (own, before) = (left(mv), passed(position).map_or(0, |it| it.legal().len()));
    3 * own <= 2 * before && position.legal().into_iter().all(|it| left(it) >= own)
}

/// Positions that are gone through to see whether every way of playing on ends alike.
const MAX_COUNTED: u32 = 20_000;

/// Whether the side *not* to move wins however both go on.
fn always_wins(position: &dyn AnyPosition, budget: &mut u32) -> bool {
    let winner = position.to_move().other();
    let mut open = vec![position.clone_position()];
    let mut seen = std::collections::HashSet::new();
    while let Some(position) = open.pop() {
        let Some(left) = budget.checked_sub(1) else { return false };
        *budget = left;
        match position.outcome() {
            Some(end) if end.winner != Some(winner) => return false,
            Some(_) => {}
            None => {
                let next = position.legal().into_iter().map(|it| after(&*position, it));
                open.extend(next.filter(|it| seen.insert(it.text())));
            }
        }
    }
    true
}
