//! Why a move is not one of Surakarta, with the fact that refuses it.

use super::Surakarta;
use super::routes::Run;
use super::tracks::{LENGTH, CircuitPoint, Occupancy, Direction};
use crate::board::{Move, Square};
use crate::game::{Illustration, Pieces, Refusal};

/// A way along a circuit to the point that somebody wants to take.
#[derive(Clone, Copy)]
struct Attempt {
    run: Run,
    /// Whether it goes over a loop.
    loops: bool,
    /// The first piece on it before its end, if any.
    met: Option<Square>,
}

/// Why `mv`, a move of one of the player's pieces to a point of the board, is not legal.
pub(super) fn refuse(game: &Surakarta, pieces: &Pieces, mv: Move) -> Refusal {
    let Move { from, to } = mv;
    let refusal = |code| Refusal::new(code).with("from", from).with("to", to);
    if pieces.own().contains(to) {
        return refusal("own-piece-there").shown_by(Illustration::stopped(mv, to));
    }
    if !pieces.enemy().contains(to) {
        return refusal("surakarta-too-far");
    }
    if game.tracks.places(from).is_empty() {
        return refusal("surakarta-no-loop-here");
    }
    if game.neighbors(from).contains(to) {
        return refusal("surakarta-steps-to-empty-points");
    }
    // A crossing lies twice on its circuit: behind the piece itself nothing is of interest.
    let attempts: Vec<Attempt> = attempts(game, pieces, mv).into_iter().filter(|it| it.met != Some(to)).collect();
    let straight = attempts.iter().any(|it| !it.loops && it.met.is_none());
    let around = attempts.iter().filter(|it| it.loops).find_map(|it| Some((it.run, it.met?)));
    let Some((run, by)) = around else { return refusal("surakarta-no-loop-there") };
    let code = match straight {
        true => "surakarta-no-loop-on-the-way",
        false if pieces.own().contains(by) => "surakarta-friend-in-the-way",
        false => "surakarta-enemy-first",
    };
    let route = run.legs(&game.tracks);
    refusal(code).with("by", by).shown_by(Illustration { route, ..Illustration::stopped(mv, by) })
}

/// All ways from one point to another along the circuits, the shortest first.
fn attempts(game: &Surakarta, pieces: &Pieces, mv: Move) -> Vec<Attempt> {
    let places = game.tracks.places(mv.from);
    let standing = game.tracks.standing(pieces.all()).without(places);
    let ways = places.iter().flat_map(|place| [(*place, Direction::Onward), (*place, Direction::Back)]);
    let mut attempts: Vec<Attempt> = ways.flat_map(|(place, way)| along(game, standing, place, way, mv.to)).collect();
    attempts.sort_by_key(|it| it.run.steps);
    attempts
}

/// The ways from a place to a point in one direction: none, one, or two if lines of the circuit cross there.
fn along(game: &Surakarta, standing: Occupancy, from: CircuitPoint, way: Direction, to: Square) -> Vec<Attempt> {
    let arrives = |steps: &u32| game.tracks.point(from.after(way, *steps).0) == to;
    let attempt = |steps: u32| {
        let met = (1..steps).map(|it| from.after(way, it).0).find(|it| standing.contains(*it));
        let run = Run { from, way, steps };
        Attempt { run, loops: from.after(way, steps).1, met: met.map(|it| game.tracks.point(it)) }
    };
    (1..LENGTH).filter(arrives).map(attempt).collect()
}
