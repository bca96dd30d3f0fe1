//! Ways over the board as lines of points: straight legs, and loops around corners.

use std::f32::consts::{PI, TAU};

use super::layout::Layout;
use games::Leg;
use games::board::Square;

/// A loop is drawn with so many straight pieces: at any size that is smooth.
const LOOP_PIECES: u16 = 54;

/// A point of a picture, in pixels.
pub(super) type Point = (f32, f32);

/// A way through points, of a length above 0.
#[derive(Clone, Debug)]
pub(super) struct Route {
    pub points: Vec<Point>,
    /// Where it pauses between its beginning and its end.
    pub stops: Vec<Point>,
    /// Whether it goes around loops: as one smooth line. Of others each leg is a move of its own.
    pub is_round: bool,
}

impl Route {
    /// The way from a square over legs; none if it goes nowhere.
    pub(super) fn new(layout: &Layout, from: Square, legs: &[Leg]) -> Option<Self> {
        let center = |square: Square| layout.area(square).center();
        let mut points = vec![center(from)];
        for leg in legs {
            let at = *points.last()?;
            match *leg {
                Leg::Straight(to) => points.push(center(to)),
                Leg::Loop { around, to } => {
                    let wide = distance(at, center(around)) / layout.unit();
                    points.extend(arc(at, layout.middle_of_loop(around, wide), center(to)));
                }
            }
        }
        let is_round = legs.iter().any(|it| it.around().is_some());
        let landings = legs.split_last().filter(|_| !is_round).map_or(&[] as &[Leg], |(_, before)| before);
        let stops = landings.iter().map(|it| center(it.to())).collect();
        let way = Self { points, stops, is_round };
        (way.length() > 0.0).then_some(way)
    }

    pub(super) fn length(&self) -> f32 {
        self.points.windows(2).map(|it| distance(it[0], it[1])).sum()
    }

    /// The same way without so much of its end.
    pub(super) fn shortened(&self, by: f32) -> Self {
        let mut rest = self.length() - by;
        let mut points = vec![self.points[0]];
        for ends in self.points.windows(2) {
            let piece = distance(ends[0], ends[1]);
            if rest <= 0.0 {
                break;
            }
            let part = if piece > 0.0 { (rest / piece).min(1.0) } else { 1.0 };
            points.push(between(ends[0], ends[1], part));
            rest -= piece;
        }
        Self { points, ..self.clone() }
    }

    pub(super) fn end(&self) -> Point {
        self.points[self.points.len() - 1]
    }
}

/// The points after `start` of the long way around `center` to `end`, which are as far from it.
fn arc(start: Point, center: Point, end: Point) -> Vec<Point> {
    let angle = |it: Point| (it.1 - center.1).atan2(it.0 - center.0);
    let short = (angle(end) - angle(start) + PI).rem_euclid(TAU) - PI;
    let long = if short > 0.0 { short - TAU } else { short + TAU };
    let radius = distance(start, center);
    let point = |piece: u16| {
        let at = angle(start) + long * f32::from(piece) / f32::from(LOOP_PIECES);
        (center.0 + radius * at.cos(), center.1 + radius * at.sin())
    };
    (1..LOOP_PIECES).map(point).chain([end]).collect()
}

pub(super) fn distance(one: Point, other: Point) -> f32 {
    (one.0 - other.0).hypot(one.1 - other.1)
}

/// The point on the straight line between two others, at 0 the first, at 1 the second.
pub(super) fn between(one: Point, other: Point, part: f32) -> Point {
    (one.0 + (other.0 - one.0) * part, one.1 + (other.1 - one.1) * part)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::board::Shape;
    use games::{BoardStyle, Scene, SideInfo};

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn a_loop_goes_around_its_corner_outside_the_board() {
        let mut scene = Scene::new(Shape::new(6, 6), [SideInfo::BLACK, SideInfo::WHITE]);
        scene.style = BoardStyle::Lines { loops: &[1, 2] };
        for flipped in [false, true] {
            scene.flipped = flipped;
            let layout = Layout::new(&scene, 640);
            for (from, around, to) in [("c1", "a1", "a3"), ("f2", "f1", "e1"), ("d6", "f6", "f4"), ("a5", "a6", "b6")] {
                let legs = [Leg::Loop { around: square(around), to: square(to) }];
                let way = Route::new(&layout, square(from), &legs).unwrap();
                let (corner, start) = (layout.area(square(around)).center(), layout.area(square(from)).center());
                let middle = layout.middle_of_loop(square(around), distance(start, corner) / layout.unit());
                let radius = distance(start, middle);
                assert!(way.points.iter().all(|it| (distance(*it, middle) - radius).abs() < 0.01), "{from}");
                let turn = way.length() / radius;
                assert!((1.4 * PI..1.51 * PI).contains(&turn), "{from} goes around three quarters: {turn}");
                assert_eq!(way.end(), layout.area(square(to)).center());
            }
        }
    }

    #[test]
    fn a_way_is_shortened_from_its_end_and_one_that_goes_nowhere_is_none() {
        let scene = Scene::new(Shape::new(8, 8), [SideInfo::BLACK, SideInfo::WHITE]);
        let layout = Layout::new(&scene, 640);
        let way =
            Route::new(&layout, square("a1"), &[Leg::Straight(square("a3")), Leg::Straight(square("c3"))]).unwrap();
        let shorter = way.shortened(layout.unit() / 2.0);
        assert_eq!(shorter.end(), between(way.points[1], way.points[2], 0.75));
        assert_eq!((way.stops.len(), way.shortened(1e6).points.len()), (1, 1));
        assert!(Route::new(&layout, square("a1"), &[Leg::Straight(square("a1"))]).is_none());
        assert!(Route::new(&layout, square("a1"), &[]).is_none());
    }
}
