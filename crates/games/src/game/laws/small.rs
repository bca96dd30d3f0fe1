//! Keys and proofs on boards so small that brute force can judge them.

use super::{explored::Explored, keys, proofs};
use crate::game::{Played, Ruleset, Solve};

/// From how many plies before the end of a random game everything is explored.
const BACK: [usize; 4] = [1, 3, 6, 10];

/// Plays a game by `ruleset`, on a board as small as can be, choosing by `choices`; explores what follows from its start
/// and from positions near its end, and holds keys and proofs there against brute force.
///
/// # Panics
/// With the law that is broken and where.
pub fn check_small_board<G: Solve>(ruleset: &Ruleset, choices: impl IntoIterator<Item = usize>) {
    let mut played = Played::<G>::open(ruleset, None).expect("a start position");
    let mut line = vec![played.position.clone()];
    for choice in choices {
        let moves = played.moves();
        if moves.is_empty() {
            break;
        }
        played.advance(moves[choice % moves.len()]);
        line.push(played.position.clone());
    }
    let near_the_end = BACK.into_iter().map_while(|it| line.len().checked_sub(1 + it));
    for index in near_the_end.chain([0]) {
        let explored = Explored::from(&played.game, &line[index]);
        keys::check(&explored);
        proofs::check(&explored);
    }
}
