//! What the terms of a race are worth in Breakthrough.

use super::Pawns;
use crate::games::race_eval::{TERMS, Weighed};

impl Weighed for Pawns {
    /// Fitted to the engine's own games: see `docs/engine.md`.
    #[rustfmt::skip]
    const WEIGHTS: [i32; TERMS] = [
        // Places, by rows to go (one a line) and files from the edge.
        6400, 6400, 6400, 6400,
        3040, 3040, 3040, 3040,
        2080, 2080, 2080, 2080,
        1840, 1840, 1840, 1840,
        1728, 1728, 1728, 1728,
        1664, 1664, 1664, 1664,
        1632, 1632, 1632, 1632,
        // Guarded men; own and enemy men that can be taken with gain; mobility; men side by side; men in columns.
        128, -400, 800, 16, 32, 0,
        // Runners that nobody can stop, by rows to go: own, enemy.
        8000, 6000, 4000, 2000, 800, 200,
        -8000, -6000, -3000, -1500, -600, -200,
        // The move.
        320,
    ];
}
