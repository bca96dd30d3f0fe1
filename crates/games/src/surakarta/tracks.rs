//! The two circuits of the board, along which pieces capture.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Square};

/// Files, and ranks, of the board.
pub(super) const SIDE: u8 = 6;

/// Points of a circuit: four lines, a loop after each. A point where two of its lines cross counts twice.
pub(super) const LENGTH: u32 = 24;

/// One of a point's places on the circuits.
#[derive(Clone, Copy, Debug)]
pub(super) struct CircuitPoint {
    /// 0 is the inner circuit (lines b, e, 2, 5), 1 the outer one (c, d, 3, 4).
    circuit: u32,
    /// Below [`LENGTH`].
    index: u32,
}

/// The two ways along a circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Onward,
    Back,
}

/// Who stands on the circuits: a bit for each place, the inner circuit in the lower [`LENGTH`] bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occupancy(u64);

/// The circuits, with what is made from them once.
#[derive(Debug)]
pub(super) struct Tracks {
    points: [[Square; LENGTH as usize]; 2],
    places: Vec<ArrayVec<CircuitPoint, 2>>,
    /// The places of the points of each rank, by the rank and the six bits of who stands on it.
    by_rank: Vec<[u64; 64]>,
}

impl CircuitPoint {
    /// Which of the circuit's four lines it lies on.
    pub(super) fn line(self) -> u32 {
        self.index / (LENGTH / 4)
    }

    fn bit(self) -> u64 {
        1 << (self.circuit * LENGTH + self.index)
    }

    /// The place so many steps on, and whether a loop lies between.
    pub(super) fn after(self, way: Direction, steps: u32) -> (Self, bool) {
        let line = LENGTH / 4;
        let (index, loops) = match way {
            Direction::Onward => ((self.index + steps) % LENGTH, self.index % line + steps >= line),
            Direction::Back => ((self.index + LENGTH - steps) % LENGTH, self.index % line < steps),
        };
        (Self { index, ..self }, loops)
    }
}

impl Occupancy {
    /// As if nobody stood on these places: a piece that moves does not stand in its own way.
    #[inline]
    pub(super) fn without(self, places: &[CircuitPoint]) -> Self {
        Self(places.iter().fold(self.0, |rest, it| rest & !it.bit()))
    }

    pub(super) fn contains(self, place: CircuitPoint) -> bool {
        self.0 & place.bit() != 0
    }
}

impl Tracks {
    pub(super) fn new() -> Self {
        let points = [circuit(1), circuit(2)];
        let mut places = vec![ArrayVec::new(); Square::COUNT];
        for (circuit, points) in (0..).zip(&points) {
            for (index, point) in (0..).zip(points) {
                places[point.index()].push(CircuitPoint { circuit, index });
            }
        }
        let bits = |places: &ArrayVec<CircuitPoint, 2>| places.iter().fold(0, |all, it| all | it.bit());
        let rank = |rank: u8| {
            std::array::from_fn(|pieces| {
                let standing = (0..SIDE).filter(|file| pieces >> file & 1 != 0);
                standing.fold(0, |all, file| all | bits(&places[Square::new(file, rank).index()]))
            })
        };
        let by_rank = (0..SIDE).map(rank).collect();
        Self { points, places, by_rank }
    }

    pub(super) fn point(&self, place: CircuitPoint) -> Square {
        self.points[place.circuit as usize][place.index as usize]
    }

    pub(super) fn places(&self, point: Square) -> &[CircuitPoint] {
        &self.places[point.index()]
    }

    /// Where these pieces stand on the circuits.
    #[inline]
    pub(super) fn standing(&self, pieces: Bitboard) -> Occupancy {
        let of_rank =
            |rank: usize| self.by_rank[rank][(pieces.0 >> (rank * usize::from(Square::STRIDE))) as usize & 63];
        Occupancy((0..usize::from(SIDE)).fold(0, |all, rank| all | of_rank(rank)))
    }

    /// The point of the first piece that a piece from `from` meets after a loop, and none before.
    #[inline]
    pub(super) fn met(&self, standing: Occupancy, from: CircuitPoint, way: Direction) -> Option<Square> {
        let (place, loops) = from.after(way, Self::steps_to_first(standing, from, way)?);
        loops.then(|| self.point(place))
    }

    /// How many steps it is to the first piece.
    #[inline]
    pub(super) fn steps_to_first(standing: Occupancy, from: CircuitPoint, way: Direction) -> Option<u32> {
        let circuit = (standing.0 >> (from.circuit * LENGTH)) as u32 & ((1 << LENGTH) - 1);
        // The place after `from` becomes bit 0, and so on around, up to the place before `from`.
        let turned = (circuit >> (from.index + 1) | circuit << (LENGTH - from.index - 1)) & ((1 << (LENGTH - 1)) - 1);
        if turned == 0 {
            return None;
        }
        Some(match way {
            Direction::Onward => turned.trailing_zeros() + 1,
            Direction::Back => LENGTH - (32 - turned.leading_zeros()),
        })
    }
}

/// The circuit of the lines so far from the edge, counter-clockwise, from the left end of its lower rank.
fn circuit(inset: u8) -> [Square; LENGTH as usize] {
    let (low, high) = (inset, SIDE - 1 - inset);
    let along = 0..SIDE;
    let back = || along.clone().rev();
    let lower = along.clone().map(|it| Square::new(it, low));
    let right = along.clone().map(|it| Square::new(high, it));
    let upper = back().map(|it| Square::new(it, high));
    let left = back().map(|it| Square::new(low, it));
    let all: ArrayVec<Square, { LENGTH as usize }> = lower.chain(right).chain(upper).chain(left).collect();
    std::array::from_fn(|it| all[it])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn around(from: &str, steps: u32) -> Vec<String> {
        let tracks = Tracks::new();
        let place = tracks.places(from.parse().unwrap())[0];
        (1..=steps).map(|it| tracks.point(place.after(Direction::Onward, it).0).to_string()).collect()
    }

    #[test]
    fn loops_lead_from_line_to_line() {
        assert_eq!(around("e2", 3), ["f2", "e1", "e2"]);
        assert_eq!(around("f3", 2), ["d1", "d2"]);
        assert_eq!(around("a2", LENGTH).last().unwrap(), "a2");
    }

    #[test]
    fn corners_lie_on_no_circuit_and_crossings_on_two_lines() {
        let tracks = Tracks::new();
        for (point, places) in [("a1", 0), ("a2", 1), ("b2", 2), ("b3", 2), ("f6", 0)] {
            assert_eq!(tracks.places(point.parse().unwrap()).len(), places, "{point}");
        }
    }
}
