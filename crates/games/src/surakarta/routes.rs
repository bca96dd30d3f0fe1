//! The way of a capture along lines and loops.

use super::Surakarta;
use super::tracks::{CircuitPoint, SIDE, Tracks, Direction};
use crate::board::{Move, Square};
use crate::game::{Leg, Pieces, leads_by};

/// So many steps along a circuit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub from: CircuitPoint,
    pub way: Direction,
    pub steps: u32,
}

impl Run {
    /// The points between its ends.
    fn points(self, tracks: &Tracks) -> impl Iterator<Item = Square> {
        (1..self.steps).map(move |it| tracks.point(self.from.after(self.way, it).0))
    }

    /// Its lines and loops, up to its end.
    pub(super) fn legs(self, tracks: &Tracks) -> Vec<Leg> {
        let place = |steps: u32| self.from.after(self.way, steps).0;
        let mut legs = Vec::new();
        let mut at = tracks.point(self.from);
        for (here, next) in (0..self.steps).map(|it| (place(it), place(it + 1))) {
            if here.line() != next.line() {
                let (edge, to) = (tracks.point(here), tracks.point(next));
                legs.extend((edge != at).then_some(Leg::Straight(edge)));
                legs.push(Leg::Loop { around: corner(edge), to });
                at = to;
            }
        }
        let end = tracks.point(place(self.steps));
        legs.extend((end != at).then_some(Leg::Straight(end)));
        legs
    }
}

/// The corner nearest to a point.
fn corner(point: Square) -> Square {
    let end = |it: u8| if 2 * it < SIDE { 0 } else { SIDE - 1 };
    Square::new(end(point.file()), end(point.rank()))
}

/// The way of a legal move: a step, or the shortest way around loops to the piece that it captures.
pub(super) fn route(game: &Surakarta, pieces: &Pieces, mv: Move) -> Vec<Leg> {
    let shortest = captures(game, pieces, mv).min_by_key(|it| it.steps);
    shortest.map_or_else(|| vec![Leg::Straight(mv.to)], |it| it.legs(&game.tracks))
}

/// Whether one of the ways of a legal capture leads by these points.
pub(super) fn goes_by(game: &Surakarta, pieces: &Pieces, mv: Move, between: &[Square]) -> bool {
    captures(game, pieces, mv).any(|it| leads_by(it.points(&game.tracks), between))
}

/// The ways around loops from the beginning of a move to the piece at its end.
fn captures(game: &Surakarta, pieces: &Pieces, mv: Move) -> impl Iterator<Item = Run> {
    let places = game.tracks.places(mv.from);
    let standing = game.tracks.standing(pieces.all()).without(places);
    let runs = places.iter().flat_map(|from| [Direction::Onward, Direction::Back].map(|way| (*from, way)));
    runs.filter_map(move |(from, way)| {
        let steps = Tracks::steps_to_first(standing, from, way)?;
        let (end, loops) = from.after(way, steps);
        (loops && game.tracks.point(end) == mv.to).then_some(Run { from, way, steps })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{AnyGame as _, Game as _, ReadMove, RegistryEntry, Ruleset};

    fn check(position: &str, typed: &str, told: &str) {
        let ruleset = Ruleset::default_of(Surakarta::INFO);
        let mut opened = RegistryEntry::<Surakarta>::NEW.open(&ruleset, Some(position)).unwrap();
        let mv = opened.read(typed).unwrap();
        opened.play(mv).unwrap();
        let leg = |it: &Leg| match it {
            Leg::Straight(to) => to.to_string(),
            Leg::Loop { around, to } => format!("({around}){to}"),
        };
        let route: Vec<String> = opened.scene().last.unwrap().route.iter().map(leg).collect();
        assert_eq!(route.join(" "), told, "{position} {typed}");
    }

    #[test]
    fn captures_are_told_line_by_line_and_loop_by_loop() {
        check("6/6/6/w5/2b3/6 b", "c2-a3", "c1 (a1)a3");
        check("6/6/6/5b/6/3w2 b", "f3-d1", "(f1)d1");
        check("6/1b2w1/6/6/6/6 b", "b5-e5", "b6 (a6)a5 e5");
        check("6/6/6/6/2bw2/6 b", "c2-d2", "c1 (a1)a3 f3 (f1)d1 d2");
    }

    #[test]
    fn a_capture_may_be_written_with_points_of_any_of_its_ways() {
        let ruleset = Ruleset::default_of(Surakarta::INFO);
        let read = |position: &str, typed: &str| {
            let opened = RegistryEntry::<Surakarta>::NEW.open(&ruleset, Some(position)).unwrap();
            opened.read(typed).map(|it| it.to_string()).map_err(|error| match error {
                ReadMove::Illegal(refusal) => refusal.code,
                other => panic!("{typed}: {other:?}"),
            })
        };
        let long = "6/6/6/6/2bw2/6 b";
        for typed in ["c2-d2", "c2-c1-a3-f3-d1-d2", "c2 a3 d2", "c2-b3-e3-d2"] {
            assert_eq!(read(long, typed).as_deref(), Ok("c2-d2"), "{typed}");
        }
        // The first one goes the right way in the wrong order, the second one over a corner, and the others are steps.
        for typed in ["c2-f3-a3-d2", "c2-a1-d2", "c2-d1-c1", "c2-c1 d2-d1", "c2-b2-b1"] {
            assert_eq!(read(long, typed), Err("one-move-at-a-time"), "{typed}");
        }
    }

    #[test]
    fn of_two_ways_the_shorter_one_is_told() {
        check("6/6/6/6/1bw3/6 b", "b2-c2", "b1 (a1)a2 c2");
        check("6/6/6/6/1b4/w5 b", "b2-b3", "b3");
    }
}
