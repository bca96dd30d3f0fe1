//! What the terms of a race are worth in Breakthrough.

use super::Pawns;
use crate::board::Shape;
use crate::game::StoredNet;
use crate::shared::race_eval::{TERMS, Weighed};

impl Weighed for Pawns {
    /// Fitted to the engine's own games: see `docs/engine.md`.
    #[rustfmt::skip]
    const WEIGHTS: [i32; TERMS] = [
        // Places, by rows to go (one a line) and files from the edge.
        6400, 6400, 6400, 6400,
        2400, 1400, 2400, 2600,
        1164, 2039, 1189, 1247,
        1230, 1561, 1364, 1396,
        1386, 1395, 1475, 1456,
        1463, 1721, 1700, 1456,
        1682, 2610, 2663, 1570,
        // Guarded pieces; own and enemy pieces that can be taken with gain; mobility; pieces side by side; pieces in
        // columns.
        -133, 35, 279, -46, 109, 4,
        // Runners that nobody can stop, by rows to go: own, enemy.
        8000, 6000, 5739, 4150, 800, 200,
        -8000, -7870, -6735, -994, -600, -200,
        // The move.
        -106,
    ];

    const NET: &'static StoredNet = &NET;
}

static NET: StoredNet = StoredNet::new(include_bytes!("8x8.net"), Shape::new(8, 8));
