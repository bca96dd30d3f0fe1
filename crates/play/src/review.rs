//! A review: what each move of a finished match gained or lost. Pure.

use super::assessment::{Assessment, Candidate};
use super::rating::Points;
use games::AnyPosition;
use games::board::{Move, Side};

/// A move that loses this much win chance is a mistake. Smaller losses are within the engine's own errors.
const MISTAKE: f64 = 0.1;
/// A move that loses this much is a blunder.
const BLUNDER: f64 = 0.3;

/// What each move of a match was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The first player's chance before each move in `moves`, and after the last.
    pub chances: Vec<f64>,
    /// The moves in order: all of them, or the last ones of a very long match.
    pub moves: Vec<JudgedMove>,
}

/// A move that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    /// The ply that it was, from 1.
    pub ply: usize,
    pub side: Side,
    pub played: Move,
    /// The mover's chance before the move, assuming the best move.
    pub before: f64,
    /// The mover's chance after the move.
    pub after: f64,
    /// What the engine would have played.
    pub best: Option<Candidate>,
}

/// How good a move was.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quality {
    Good,
    Mistake,
    Blunder,
}

/// How well a side played.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Performance {
    /// The share of the win chance that a move kept on average, from 0 to 1.
    pub accuracy: f64,
    pub good: usize,
    pub mistakes: usize,
    pub blunders: usize,
}

impl JudgedMove {
    /// How much win chance the move lost.
    pub fn loss(&self) -> f64 {
        let is_best = self.best.as_ref().and_then(Candidate::best) == Some(self.played);
        if is_best { 0.0 } else { (self.before - self.after).max(0.0) }
    }

    /// How good the move was, by the win chance that it lost.
    pub fn quality(&self) -> Quality {
        match self.loss() {
            loss if loss >= BLUNDER => Quality::Blunder,
            loss if loss >= MISTAKE => Quality::Mistake,
            _ => Quality::Good,
        }
    }
}

impl Review {
    /// Judges the moves of a match by the assessments of its last positions, in order. If the match ended by the rules,
    /// its final position has no assessment.
    pub fn new(position: &dyn AnyPosition, assessments: &[Assessment]) -> Self {
        let played = position.played();
        // Sides take turns, and who moves after the last move is known.
        let mover = |plies: usize| match (played.len() - plies).is_multiple_of(2) {
            true => position.to_move(),
            false => position.to_move().other(),
        };
        // The first player's chances, beginning with the position after this many moves.
        let known = assessments.len() + usize::from(position.outcome().is_some());
        let first = (played.len() + 1).saturating_sub(known);
        let thought = assessments.iter().enumerate().map(|(index, it)| of_first(mover(first + index), it.chance));
        let end = position.outcome().map(|it| it.winner.map_or(0.5, |winner| of_first(winner, 1.0)));
        let chances: Vec<f64> = thought.chain(end).collect();
        let judge = |(index, pair): (usize, &[f64])| {
            let (ply, side) = (first + index, mover(first + index));
            let [before, after] = [pair[0], pair[1]].map(|it| of_first(side, it));
            let best = assessments[index].candidates.first().cloned();
            JudgedMove { ply: ply + 1, side, played: played[ply], before, after, best }
        };
        let moves = chances.windows(2).enumerate().map(judge).collect();
        Self { chances, moves }
    }

    /// How well a side played; `None` if it has not moved.
    pub fn performance(&self, side: Side) -> Option<Performance> {
        let moves = || self.moves.iter().filter(|it| it.side == side);
        let count = |quality| moves().filter(|it| it.quality() == quality).count();
        let lost: f64 = moves().map(JudgedMove::loss).sum();
        let number = moves().count();
        (number > 0).then(|| Performance {
            accuracy: 1.0 - lost / number as f64,
            good: count(Quality::Good),
            mistakes: count(Quality::Mistake),
            blunders: count(Quality::Blunder),
        })
    }

    /// The first move with which a side gave a certain win away.
    pub fn missed_win(&self, side: Side) -> Option<&JudgedMove> {
        let was_won = |it: &JudgedMove| it.best.as_ref().and_then(|best| best.proven).map(|it| it.result);
        self.moves
            .iter()
            .find(|it| it.side == side && was_won(it) == Some(Points::Win) && it.quality() != Quality::Good)
    }

    /// The moves that lost most, in the order of the match: at most `most`, and no good ones.
    pub fn turning_points(&self, most: usize) -> Vec<&JudgedMove> {
        let mut worst: Vec<&JudgedMove> = self.moves.iter().filter(|it| it.quality() != Quality::Good).collect();
        worst.sort_by(|one, other| other.loss().total_cmp(&one.loss()));
        worst.truncate(most);
        worst.sort_by_key(|it| it.ply);
        worst
    }
}

/// Converts a chance of `side` to the first player's, or back.
fn of_first(side: Side, chance: f64) -> f64 {
    if side == Side::First { chance } else { 1.0 - chance }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Proven;

    fn played(rules: &str, moves: &str) -> Box<dyn AnyPosition> {
        let mut position = games::open(&games::read_ruleset(rules).unwrap(), None).unwrap();
        for text in moves.split_whitespace() {
            let mv = position.read(text).unwrap();
            position.play(mv).unwrap();
        }
        position
    }

    /// Assessments with these chances, where this move is best.
    fn thought(chances: &[f64], best: Move) -> Vec<Assessment> {
        let of = |chance| Candidate { line: vec![best], chance, proven: None };
        chances.iter().map(|chance| Assessment { chance: *chance, candidates: vec![of(*chance)] }).collect()
    }

    #[test]
    fn losses_are_those_of_the_mover() {
        let position = played("loa:mso", "b1-b3 a2-c2 b3-b1");
        let best = Move::PASS;
        // Each chance is that of the side to move.
        let review = Review::new(&*position, &thought(&[0.5, 0.8, 0.4, 0.35], best));
        let close = |one: &[f64], other: &[f64]| one.iter().zip(other).all(|(a, b)| (a - b).abs() < 1e-9);
        assert!(close(&review.chances, &[0.5, 0.2, 0.4, 0.65]), "{:?}", review.chances);
        let losses: Vec<f64> = review.moves.iter().map(JudgedMove::loss).collect();
        assert!(close(&losses, &[0.3, 0.2, 0.0]), "{losses:?}");
        let qualities: Vec<Quality> = review.moves.iter().map(JudgedMove::quality).collect();
        assert_eq!(qualities, [Quality::Blunder, Quality::Mistake, Quality::Good]);
        let first = review.performance(Side::First).unwrap();
        assert!((first.accuracy - 0.85).abs() < 1e-9);
        assert_eq!((first.good, first.mistakes, first.blunders), (1, 0, 1));
        let plies = |most| review.turning_points(most).iter().map(|it| it.ply).collect::<Vec<_>>();
        assert_eq!((plies(1), plies(9)), (vec![1], vec![1, 2]));
    }

    #[test]
    fn a_win_that_was_certain_and_given_away_is_told() {
        let position = played("loa:mso", "b1-b3 a2-c2 b3-b1");
        let mut thought = thought(&[1.0, 0.7, 1.0, 0.35], Move::PASS);
        thought[0].candidates[0].proven = Some(Proven { result: Points::Win, plies: Some(5) });
        let review = Review::new(&*position, &thought);
        assert_eq!(review.missed_win(Side::First).map(|it| it.ply), Some(1), "the third wasn't proven");
        assert_eq!(review.missed_win(Side::Second), None);
    }

    #[test]
    fn the_engines_own_move_is_never_a_mistake() {
        let position = played("loa:mso", "b1-b3");
        let review = Review::new(&*position, &thought(&[0.9, 0.9], position.played()[0]));
        assert_eq!(review.moves[0].quality(), Quality::Good);
        assert_eq!(review.performance(Side::Second), None, "White has not moved");
    }

    #[test]
    fn an_end_by_the_rules_is_certain() {
        let position = played("breakthrough size=3x5", "a2-a3 c4-c3 a3xb4 c3xb2 b4xa5");
        assert!(position.outcome().is_some());
        let review = Review::new(&*position, &thought(&[0.5; 5], Move::PASS));
        assert_eq!(review.chances, [0.5, 0.5, 0.5, 0.5, 0.5, 1.0]);
        assert_eq!(review.moves.len(), 5);
    }

    #[test]
    fn of_a_long_match_the_last_moves_are_judged() {
        let position = played("loa:mso", "b1-b3 a2-c2 b3-b1");
        let review = Review::new(&*position, &thought(&[0.5, 0.5], Move::PASS));
        assert_eq!((review.moves.len(), review.moves[0].ply, review.moves[0].side), (1, 3, Side::First));
        assert!(Review::new(&*position, &[]).moves.is_empty());
    }
}
