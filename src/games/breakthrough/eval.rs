//! What the terms of a race are worth in Breakthrough.

use super::Pawns;
use crate::games::race_eval::{TERMS, Weighed};

impl Weighed for Pawns {
    /// Fitted to the engine's own games: see `docs/engine.md`.
    #[rustfmt::skip]
    const WEIGHTS: [i32; TERMS] = [
        // Places, by rows to go (one a line) and files from the edge.
        6400, 6400, 6400, 6400,
        1893, 1135, 1069, 1032,
        2226, 1783, 2087, 2344,
        1757, 1691, 1904, 1997,
        1842, 1698, 1895, 1924,
        1533, 1818, 2057, 1926,
        1255, 1904, 1988, 1643,
        // Guarded men; own and enemy men that can be taken with gain; mobility; men side by side; men in columns.
        -12, 66, 2462, 110, -58, 44,
        // Runners that nobody can stop, by rows to go: own, enemy.
        8000, 6000, 5739, 4150, 800, 200,
        -8000, -7870, -4926, -994, -600, -200,
        // The move.
        103,
    ];
}
