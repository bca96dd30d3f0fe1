//! Why a move is not one of Surakarta, with the fact that refuses it.

use super::Surakarta;
use super::tracks::{LENGTH, Place, Standing, Way};
use crate::board::{Move, Square};
use crate::game::{Men, Refusal};

/// A way along a circuit to the point that somebody wants to take.
struct Route {
    /// Whether it goes over a loop.
    loops: bool,
    /// The first man on it before its end, if any.
    met: Option<Square>,
}

/// Why `it`, a move of one of the player's men to a point of the board, is not legal.
pub(super) fn refuse(game: &Surakarta, men: &Men, it: Move) -> Refusal {
    let Move { from, to } = it;
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
    let routes = routes(game, men, it);
    let blocked = routes.iter().filter(|it| it.loops).find_map(|it| it.met);
    match blocked {
        Some(by) if men.own().contains(by) => refusal("surakarta-friend-in-the-way").with("by", by),
        Some(by) => refusal("surakarta-enemy-first").with("by", by),
        None if game.neighbours(from).contains(to) => refusal("surakarta-steps-to-empty-points"),
        None if routes.is_empty() => refusal("surakarta-no-loop-there"),
        None => refusal("surakarta-no-loop-on-the-way"),
    }
}

/// All ways from one point to another along the circuits, the shortest first.
fn routes(game: &Surakarta, men: &Men, it: Move) -> Vec<Route> {
    let places = game.tracks.places(it.from);
    let standing = game.tracks.standing(men.all()).without(places);
    let ways = places.iter().flat_map(|place| [(place, Way::Onward), (place, Way::Back)]);
    let mut routes: Vec<(u32, Route)> =
        ways.filter_map(|(place, way)| route(game, standing, *place, way, it.to)).collect();
    routes.sort_by_key(|(steps, _)| *steps);
    routes.into_iter().map(|(_, it)| it).collect()
}

/// The way from a place on to the first place of the point `to` that lies behind a loop, or else before it; with its
/// length.
fn route(game: &Surakarta, standing: Standing, from: Place, way: Way, to: Square) -> Option<(u32, Route)> {
    let arrives = |steps: &u32| game.tracks.point(from.after(way, *steps).0) == to;
    let all: Vec<u32> = (1..LENGTH).filter(arrives).collect();
    let steps = *all.iter().find(|it| from.after(way, **it).1).or(all.first())?;
    let between = (1..steps).map(|it| from.after(way, it).0).find(|it| standing.contains(*it));
    let route = Route { loops: from.after(way, steps).1, met: between.map(|it| game.tracks.point(it)) };
    Some((steps, route))
}
