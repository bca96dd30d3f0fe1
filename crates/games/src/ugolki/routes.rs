//! The way of a move: a step, or a chain of jumps.

use super::Ugolki;
use crate::board::{Bitboard, Direction, Move, Side, Square};
use crate::game::{Game as _, Leg, Pieces};

/// The way of a legal move: straight, or the shortest chain of jumps, a leg for each.
pub(super) fn route(game: &Ugolki, pieces: &Pieces, mv: Move) -> Vec<Leg> {
    let aside = (mv.from.file().abs_diff(mv.to.file()), mv.from.rank().abs_diff(mv.to.rank()));
    if matches!(aside, (0 | 1, 0 | 1)) {
        return vec![Leg::Straight(mv.to)];
    }
    let came_from = explored(game, pieces.to_move(), pieces.all().without(mv.from), mv.from);
    let back = |to: &Square| came_from[to.index()];
    let mut landings: Vec<Square> =
        std::iter::successors(Some(mv.to), back).take_while(|square| *square != mv.from).collect();
    landings.reverse();
    landings.into_iter().map(Leg::Straight).collect()
}

/// Whether a chain of jumps leads by these squares to the end of a legal move.
pub(super) fn goes_by(game: &Ugolki, pieces: &Pieces, mv: Move, between: &[Square]) -> bool {
    let others = pieces.all().without(mv.from);
    let mut at = mv.from;
    between.iter().chain([&mv.to]).all(|to| {
        let from = std::mem::replace(&mut at, *to);
        explored(game, pieces.to_move(), others, from)[to.index()].is_some()
    })
}

/// For each square to which jumps lead, the square before it on one of the shortest chains.
fn explored(game: &Ugolki, side: Side, others: Bitboard, from: Square) -> [Option<Square>; Square::COUNT] {
    let mut came_from = [None; Square::COUNT];
    let mut reached = vec![from];
    let mut next = 0;
    while let Some(at) = reached.get(next).copied() {
        next += 1;
        let directions = Direction::ALL.into_iter().filter(|it| game.allows(side, *it));
        for landing in directions.filter_map(|it| jump(game, others, at, it)) {
            if landing != from && came_from[landing.index()].is_none() {
                came_from[landing.index()] = Some(at);
                reached.push(landing);
            }
        }
    }
    came_from
}

/// Where a jump in a direction lands, if there is a piece to jump over and a free square behind it.
fn jump(game: &Ugolki, others: Bitboard, at: Square, direction: Direction) -> Option<Square> {
    let (files, ranks) = direction.step();
    let over = at.offset(files, ranks).filter(|it| others.contains(*it))?;
    over.offset(files, ranks).filter(|it| game.shape().contains(*it) && !others.contains(*it))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{GOLDEN, MoveList, scrambled};
    use crate::game::{AnyPosition as _, Played, ReadMove, Ruleset};
    use crate::ugolki::Position;

    fn route_of(position: &str, typed: &str) -> Vec<String> {
        let ruleset = Ruleset::default_of(Ugolki::INFO);
        let mut played = Played::<Ugolki>::open(&ruleset, Some(position)).unwrap();
        let mv = played.moves().into_iter().find(|it| it.to_string() == typed).unwrap();
        let route = played.game.route(&played.position, mv);
        played.advance(mv);
        route.into_iter().map(|it| it.to().to_string()).collect()
    }

    #[test]
    fn steps_jumps_and_chains_are_told() {
        assert_eq!(route_of(Ugolki::INFO.example.position, Ugolki::INFO.example.play), ["d4", "b4"]);
        assert_eq!(route_of("8/8/8/8/8/b4w2/5w2/5w2 w", "f3-f4"), ["f4"]);
        assert_eq!(route_of("8/8/8/8/8/b4w2/5w2/5w2 w", "f2-f4"), ["f4"]);
    }

    /// Whatever chain somebody writes, whole or in part, it must be one.
    #[test]
    fn a_move_may_be_written_with_the_squares_of_any_chain() {
        let read = |position: &str, typed: &str| {
            let ruleset = Ruleset::default_of(Ugolki::INFO);
            Played::<Ugolki>::open(&ruleset, Some(position)).unwrap().read(typed)
        };
        // Two chains lead from d1 to b3.
        let square = "8/8/8/8/8/2b5/1b1b4/2bw4 w";
        let moved = |typed: &str| read(square, typed).map(|it| it.to_string());
        for typed in ["d1-b3", "d1-b1-b3", "d1-d3-b3", "d1 → b1 → b3"] {
            assert_eq!(moved(typed).as_deref(), Ok("d1-b3"), "{typed}");
        }
        for typed in ["d1-c2-b3", "d1-b1-d3-b3", "d1-b3-b3", "d1-c1-b3", "d1-d3-b1-b3", "d1-b1 d3-b3"] {
            let Err(ReadMove::Illegal(refusal)) = read(square, typed) else { panic!("{typed}") };
            assert_eq!(refusal.code, "one-move-at-a-time", "{typed}");
        }
    }

    /// Each jump of a chain is a legal move of its own, once the jumps before it are made.
    #[test]
    fn every_jump_of_a_chain_is_legal() {
        let mut chains = 0;
        for (seed, words) in (0..20).flat_map(|seed| ["classic", "russian", "halma"].map(|it| (seed, it))) {
            let ruleset = Ruleset::parse(Ugolki::INFO, words).unwrap();
            let mut played = Played::<Ugolki>::open(&ruleset, None).unwrap();
            for ply in 1..60 {
                let moves = played.moves();
                if moves.is_empty() {
                    break;
                }
                for mv in moves.iter().filter(|it| !it.is_pass()) {
                    chains += usize::from(check_jumps(&played.game, played.position, *mv) > 1);
                }
                played.advance(moves[scrambled(GOLDEN.wrapping_mul(seed * 100 + ply)) as usize % moves.len()]);
            }
        }
        assert!(chains > 1000, "{chains}");
    }

    /// Makes the jumps of a move one by one, and says how many they were.
    fn check_jumps(game: &Ugolki, mut position: Position, mv: Move) -> usize {
        let legs = game.route(&position, mv);
        let mut at = mv.from;
        for leg in &legs {
            let mut moves = MoveList::new();
            game.moves(&position, &mut moves);
            let hop = Move::new(at, leg.to());
            assert!(moves.contains(&hop), "{hop} of {mv} in {}", game.write_position(&position));
            let far = at.file().abs_diff(hop.to.file()).max(at.rank().abs_diff(hop.to.rank()));
            assert_eq!(far, if legs.len() > 1 { 2 } else { far.min(2) }, "{hop} of {mv} is one jump");
            position.pieces.play(hop);
            position.pieces.pass();
            at = hop.to;
        }
        legs.len()
    }
}
