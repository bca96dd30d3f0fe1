//! Who wins, by the referee alone: everything is tried, to the end.

use std::collections::HashMap;

use engine::solve::Proof;
use games::board::Move;
use games::{AnyPosition, Ruleset};

use super::dice::Dice;

/// Rulesets, how many of their last moves are taken back at most, and whether the history plays no part, in
/// which case a position alone tells its value.
pub const LATE: [(&str, usize, bool); 23] = [
    ("domineering size=4x4", 8, true),
    ("domineering size=5x4 first=horizontal", 9, true),
    ("domineering size=5x5", 9, true),
    ("domineering size=6x6 first=horizontal", 10, true),
    ("domineering size=8x8", 9, true),
    ("domineering size=10x10 first=horizontal", 9, true),
    ("domineering size=3x10", 9, true),
    ("clobber size=4x3", 12, true),
    ("clobber size=4x4", 12, true),
    ("clobber size=5x5", 13, true),
    ("clobber size=8x8", 9, true),
    ("breakthrough size=3x5", 12, true),
    ("breakthrough size=5x5", 7, true),
    ("knightthrough size=4x5", 9, true),
    ("knightthrough size=6x6", 6, true),
    ("loa:cs61b size=5x5 limit=10", 4, true),
    ("loa:mso size=5x5 limit=12", 4, false),
    ("loa:classic size=6x5 limit=8", 3, false),
    ("surakarta no-progress=3", 3, false),
    ("surakarta:majority no-progress=3", 3, false),
    ("surakarta:majority no-progress=2 repetition=off", 3, true),
    ("ugolki", 6, true),
    ("ugolki:halma limit=20 repetition=off", 3, true),
];

/// Minimax by the referee alone, history and all. `None` if it takes too long.
pub struct Brute {
    /// So many positions may still be looked at.
    left: u32,
    /// Values of positions, where these alone tell the value.
    seen: Option<HashMap<String, Proof>>,
    /// How long the line is that is being followed, in plies.
    line: u32,
}

/// Longer lines are not followed.
const LONGEST: u32 = 200;

impl Brute {
    /// Looks at no more than so many positions.
    pub fn new(has_history: bool, most: u32) -> Self {
        Self { left: most, seen: (!has_history).then(HashMap::new), line: 0 }
    }

    pub fn value(&mut self, position: &dyn AnyPosition) -> Option<Proof> {
        if let Some(end) = position.outcome() {
            return Some(match end.winner {
                None => Proof::Draw,
                Some(winner) if winner == position.to_move() => Proof::Win,
                Some(_) => Proof::Loss,
            });
        }
        let text = position.text();
        if let Some(known) = self.seen.as_ref().and_then(|it| it.get(&text)) {
            return Some(*known);
        }
        self.left = self.left.checked_sub(1)?;
        if self.line >= LONGEST {
            return None;
        }
        let mut best = Proof::Loss;
        for mv in position.legal() {
            self.line += 1;
            let value = self.value(&*after(position, mv))?;
            self.line -= 1;
            match value {
                Proof::Loss => {
                    best = Proof::Win;
                    break;
                }
                Proof::Draw => best = Proof::Draw,
                _ => {}
            }
        }
        if let Some(seen) = &mut self.seen {
            seen.insert(text, best);
        }
        Some(best)
    }
}

/// The position after a move.
pub fn after(position: &dyn AnyPosition, mv: Move) -> Box<dyn AnyPosition> {
    let mut next = position.clone_position();
    next.play(mv).unwrap();
    next
}

/// Whether the side to move wins within so many plies, by the referee alone.
pub fn wins_within(position: &dyn AnyPosition, plies: u32) -> bool {
    let own = position.to_move();
    position.legal().into_iter().any(|it| {
        let next = after(position, it);
        match next.outcome() {
            Some(end) => end.winner == Some(own),
            None => {
                plies > 2
                    && next.legal().into_iter().all(|it| {
                        let next = after(&*next, it);
                        next.outcome().map_or_else(|| wins_within(&*next, plies - 2), |end| end.winner == Some(own))
                    })
            }
        }
    })
}

/// A game that was played at random to its end, or for very long, without its last moves: up to `back` of them.
pub fn random_late(ruleset: &Ruleset, dice: &mut Dice, back: usize) -> Box<dyn AnyPosition> {
    let mut position = games::open(ruleset, None).unwrap();
    for _ in 0..2000 {
        let legal = position.legal();
        if legal.is_empty() {
            break;
        }
        position.play(legal[dice.roll(legal.len())]).unwrap();
    }
    let kept = position.played().len().saturating_sub(1 + dice.roll(back));
    replayed(ruleset, &position.played()[..kept])
}

/// The position after moves from the start.
pub fn replayed(ruleset: &Ruleset, moves: &[Move]) -> Box<dyn AnyPosition> {
    let mut position = games::open(ruleset, None).unwrap();
    moves.iter().for_each(|it| position.play(*it).unwrap());
    position
}
