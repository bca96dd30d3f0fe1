//! How to search.

use crate::base::{INFINITE, Limits};
use games::board::{GOLDEN, Move, scrambled};

/// What a player sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sight {
    /// So many of a hundred moves aren't thought of, own ones and answers. Which ones depends on the seed alone, and not on
    /// the position: who has seen a capture sees it a move later, too.
    pub(crate) overlooked: u64,
    pub(crate) seed: u64,
}

impl Sight {
    /// Of somebody who overlooks nothing.
    pub(crate) const FULL: Self = Self { overlooked: 0, seed: 0 };

    /// Whether nothing is overlooked.
    pub(crate) fn is_full(self) -> bool {
        self.overlooked == 0
    }

    /// Whether a move isn't thought of.
    #[inline]
    pub(crate) fn overlooks(self, mv: Move) -> bool {
        !self.is_full() && self.notice(mv) < self.overlooked * (u64::MAX / 100)
    }

    /// How easily a move is noticed. Where all moves are overlooked, the most noticeable one is seen.
    pub(crate) fn notice(self, mv: Move) -> u64 {
        scrambled(self.seed.wrapping_mul(GOLDEN) ^ u64::from(mv.to_bits()))
    }
}

/// Which moves of the root get values of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Valued {
    /// The best one.
    Best,
    /// Those that are at most so much worse than the best.
    Within(i32),
    All,
}

impl Valued {
    /// How much worse than the best a move with a value of its own may be, if there is any other than the best.
    pub(super) fn margin(self) -> Option<i32> {
        match self {
            Self::Best => None,
            Self::Within(margin) => Some(margin),
            Self::All => Some(2 * INFINITE),
        }
    }
}

/// How to search, besides the limits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchOptions {
    pub(crate) limits: Limits,
    pub(crate) sight: Sight,
    pub(crate) valued: Valued,
    /// Whether a clear move is played before the time is up.
    pub(crate) hurries: bool,
    /// Whether a proof is all that is wanted, and not the shortest way to the end.
    pub(crate) proves: bool,
}

impl SearchOptions {
    /// The plain search for the best move.
    pub(crate) fn best(limits: Limits) -> Self {
        Self { limits, sight: Sight::FULL, valued: Valued::Best, hurries: false, proves: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::board::Square;

    #[test]
    fn a_share_of_all_moves_is_overlooked_and_another_by_another_seed() {
        let squares: Vec<Square> = games::board::Shape::new(8, 8).squares().collect();
        let moves = || squares.iter().flat_map(|from| squares.iter().map(|to| Move::new(*from, *to)));
        let overlooked = |seed| {
            let sight = Sight { overlooked: 30, seed };
            moves().filter(|it| sight.overlooks(*it)).collect::<Vec<_>>()
        };
        let [one, other] = [1, 2].map(overlooked);
        for found in [&one, &other] {
            assert!((1_130..1_330).contains(&found.len()), "30 of 100 are some 1,229 of 4,096, not {}", found.len());
        }
        let shared = one.iter().filter(|it| other.contains(it)).count();
        assert!(shared < one.len() / 2, "{shared} are overlooked by both");
        assert!(moves().all(|it| !Sight::FULL.overlooks(it)));
    }
}
