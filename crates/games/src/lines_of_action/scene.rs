//! What is drawn besides the pieces: the group that has ended the game.

use crate::board::{Bitboard, Direction, Side, Square};
use crate::game::{Group, Pieces};

/// Half of the directions: each pair of neighbors is found once.
const ONE_WAY: [Direction; 4] = [Direction::North, Direction::NorthEast, Direction::East, Direction::SouthEast];

/// The sides whose pieces are connected; only the winner's if there is one.
pub(super) fn connected(pieces: &Pieces, winner: Option<Side>) -> Vec<Group> {
    let shown = |side: &Side| winner.is_none_or(|it| it == *side) && pieces.of(*side).is_connected();
    let group = |side| Group { side, squares: pieces.of(side), links: links(pieces.of(side)) };
    Side::BOTH.into_iter().filter(shown).map(group).collect()
}

/// The pairs of neighbors.
fn links(squares: Bitboard) -> Vec<(Square, Square)> {
    let neighbors = |square: Square| {
        let other = move |it: Direction| square.offset(it.step().0, it.step().1);
        ONE_WAY.into_iter().filter_map(other).filter(move |it| squares.contains(*it)).map(move |it| (square, it))
    };
    squares.flat_map(neighbors).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{AnyGame as _, Game as _, RegistryEntry, Ruleset};
    use crate::lines_of_action::LinesOfAction;

    fn groups(position: &str) -> Vec<(Side, usize)> {
        let ruleset = Ruleset::parse(LinesOfAction::INFO, "both=draw").unwrap();
        let scene = RegistryEntry::<LinesOfAction>::NEW.open(&ruleset, Some(position)).unwrap().scene();
        scene.groups.iter().map(|it| (it.side, it.links.len())).collect()
    }

    #[test]
    fn only_what_has_ended_the_game_is_shown() {
        assert_eq!(groups("8/8/8/2b5/3bw3/8/8/w7 b"), [(Side::First, 1)]);
        assert_eq!(groups("8/8/8/2b5/2bbw3/8/8/w7 b"), [(Side::First, 3)]);
        assert_eq!(groups("8/8/8/2b5/3bw3/8/8/8 b"), [(Side::First, 1), (Side::Second, 0)]);
        assert_eq!(groups("8/8/8/2b5/4w3/8/3b4/w7 b"), []);
    }
}
