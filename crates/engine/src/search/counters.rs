//! What the search's table knows of the counters whose limits end a game.
//!
//! What rests on a limit (a draw by it, a win by more pieces when it comes) holds at one count only. To keep all counts
//! apart always would cost most of what the table brings where moves can be taken back. So an iteration either counts,
//! and its keys tell all counts apart, or it never sees a limit, and its keys leave the counters out.
//!
//! That is sound, for what is stored under a key without counters rests on no limit: the lines of its iteration end before
//! the first ply at which one can come ([`Counters::longest`]), and by induction neither does anything that was read from
//! under such keys. So it holds at every count, but that a limit may come before a proven win has: the one proof that is
//! not read ([`Counters::come_before`]).

use crate::base::{MAX_PLY, WON, is_proven};

/// Nearer to the root than this, limits are always counted …
const NEAR: usize = 40;
/// … and in any case if they are no more plies beyond the depth: room for captures beyond the horizon, and for threats.
const ROOM: usize = 8;

/// How an iteration treats the counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counters {
    /// Whether keys tell them apart.
    pub(super) counted: bool,
    /// Every line ends before so many plies from the root.
    pub(super) longest: usize,
    /// At the first so many plies from the root no limit comes that keys do not tell of.
    free: usize,
}

impl Counters {
    /// For an iteration to `depth` from a root that has so many plies to the nearest limit.
    pub(super) fn new(plies_to_limit: u32, depth: i32) -> Self {
        let left = plies_to_limit as usize;
        if left <= NEAR.max(depth as usize + ROOM) {
            Self { counted: true, longest: MAX_PLY, free: usize::MAX }
        } else {
            Self { counted: false, longest: MAX_PLY.min(left), free: left }
        }
    }

    /// Whether a limit may come before what a value from the table proves, seen from the root.
    pub(super) fn come_before(self, value: i32) -> bool {
        is_proven(value) && (WON - value.abs()) as usize >= self.free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_before_a_limit_that_is_not_counted() {
        let of = |left, depth| {
            let counters = Counters::new(left, depth);
            (counters.counted, counters.longest)
        };
        assert_eq!([of(1, 1), of(40, 1), of(41, 1), of(41, 33)], [(true, 128), (true, 128), (false, 41), (true, 128)]);
        assert_eq!([of(200, 20), of(u32::MAX, 126)], [(false, 128); 2]);
        let counters = Counters::new(60, 10);
        assert_eq!(
            [0, 59 - WON, WON - 59, WON - 60, 60 - WON].map(|it| counters.come_before(it)),
            [false, false, false, true, true]
        );
        assert!(!Counters::new(u32::MAX, 10).come_before(WON - 900));
    }
}
