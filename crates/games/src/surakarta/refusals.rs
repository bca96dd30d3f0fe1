//! Why a move is not one of Surakarta, with the fact that refuses it.

use super::Surakarta;
use super::tracks::{LENGTH, Place, Occupancy, Way};
use crate::board::{Move, Square};
use crate::game::{Men, Refusal};

/// A way along a circuit to the point that somebody wants to take.
struct Route {
    steps: u32,
    /// Whether it goes over a loop.
    loops: bool,
    /// The first man on it before its end, if any.
    met: Option<Square>,
}

/// Why `mv`, a move of one of the player's men to a point of the board, is not legal.
pub(super) fn refuse(game: &Surakarta, men: &Men, mv: Move) -> Refusal {
    let Move { from, to } = mv;
    let refusal = |code| Refusal::new(code).with("from", from).with("to", to);
    if men.own().contains(to) {
        return refusal("own-man-there");
    }
    if !men.enemy().contains(to) {
        return refusal("surakarta-too-far");
    }
    if game.tracks.places(from).is_empty() {
        return refusal("surakarta-no-loop-here");
    }
    if game.neighbors(from).contains(to) {
        return refusal("surakarta-steps-to-empty-points");
    }
    // A crossing lies twice on its circuit: behind the man itself nothing is of interest.
    let routes: Vec<Route> = routes(game, men, mv).into_iter().filter(|it| it.met != Some(to)).collect();
    let straight = routes.iter().any(|it| !it.loops && it.met.is_none());
    match routes.iter().filter(|it| it.loops).find_map(|it| it.met) {
        None => refusal("surakarta-no-loop-there"),
        Some(by) if straight => refusal("surakarta-no-loop-on-the-way").with("by", by),
        Some(by) if men.own().contains(by) => refusal("surakarta-friend-in-the-way").with("by", by),
        Some(by) => refusal("surakarta-enemy-first").with("by", by),
    }
}

/// All ways from one point to another along the circuits, the shortest first.
fn routes(game: &Surakarta, men: &Men, mv: Move) -> Vec<Route> {
    let places = game.tracks.places(mv.from);
    let standing = game.tracks.standing(men.all()).without(places);
    let ways = places.iter().flat_map(|place| [(*place, Way::Onward), (*place, Way::Back)]);
    let mut routes: Vec<Route> = ways.flat_map(|(place, way)| along(game, standing, place, way, mv.to)).collect();
    routes.sort_by_key(|it| it.steps);
    routes
}

/// The ways from a place to a point in one direction: none, one, or two if lines of the circuit cross there.
fn along(game: &Surakarta, standing: Occupancy, from: Place, way: Way, to: Square) -> Vec<Route> {
    let arrives = |steps: &u32| game.tracks.point(from.after(way, *steps).0) == to;
    let route = |steps: u32| {
        let met = (1..steps).map(|it| from.after(way, it).0).find(|it| standing.contains(*it));
        Route { steps, loops: from.after(way, steps).1, met: met.map(|it| game.tracks.point(it)) }
    };
    (1..LENGTH).filter(arrives).map(route).collect()
}
