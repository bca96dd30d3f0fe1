//! What the terms of a race are worth in Knightthrough.

use super::Knights;
use crate::board::Shape;
use crate::game::StoredNet;
use crate::shared::race_eval::{TERMS, Weighed};

impl Weighed for Knights {
    /// Fitted to the engine's own games: see `docs/engine.md`.
    #[rustfmt::skip]
    const WEIGHTS: [i32; TERMS] = [
        // Places, by rows to go (one a line) and files from the edge.
        6400, 6400, 6400, 6400,
        3040, 3040, 3040, 3040,
        1466, 2161, 2801, 1404,
        1113, 1080, 994, 1257,
        1015, 978, 1253, 1284,
        1182, 845, 1134, 1029,
        804, 730, 777, 1243,
        // Guarded pieces; own and enemy pieces that can be taken with gain; mobility; pieces side by side; pieces in
        // columns.
        -77, -594, 938, 274, 94, -25,
        // Runners that nobody can stop, by rows to go: own, enemy.
        0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0,
        // The move.
        88,
    ];

    const NET: &'static StoredNet = &NET;
}

static NET: StoredNet = StoredNet::new(include_bytes!("8x8.net"), Shape::new(8, 8));
