//! What the terms of the evaluation are worth, fitted to the engine's own games: see `docs/engine.md`.

/// How many terms there are for each way to move.
pub(super) const TERMS: usize = 50;

/// By how pieces may move: for pieces that only go ahead, that may go back, and that may go everywhere.
///
/// Places by the farther of files and ranks from the far corner (one a line) and the nearer; then pieces inside the far
/// camp, and left in the own one; the last piece, the last but one, and all steps to go; steps, jumps and chains of
/// them ahead; pieces stuck in the own camp, due to leave it, and late; the move; being the first side; steps to go in
/// a race.
#[rustfmt::skip]
pub(super) const WEIGHTS: [i32; 3 * TERMS] = [
    1049,
    1257, 1466,
    1726, 1794, 1832,
    1680, 1577, 1737, 1742,
    717, 1297, 1380, 1573, 1057,
    717, 1042, 1389, 1660, 1113, 1246,
    323, 647, 1262, 1705, 1260, 1151, 1305,
    95, 324, 1008, 1252, 1007, 990, 828, 889,
    27, 723, -43, 93, 127, 245, 80, -36, -128, 0, 0, -92, 0, -68,

    -28,
    -225, -420,
    -429, -636, -817,
    -610, -834, -972, -1144,
    -819, -916, -1178, -1405, -1552,
    -944, -1126, -1421, -1630, -1728, -1946,
    -1226, -1414, -1642, -1852, -1966, -2251, -2346,
    -1429, -1612, -1853, -2073, -2185, -2374, -2601, -2795,
    46, 161, -132, -70, 180, 12, 43, 37, -122, -25, -58, 47, 0, -160,

    -76,
    -190, -453,
    -385, -810, -973,
    -676, -924, -1187, -1330,
    -1266, -1217, -1541, -1588, -1984,
    -1372, -1591, -1698, -1852, -2115, -2330,
    -1458, -1746, -1937, -2052, -2414, -2474, -2773,
    -1687, -1932, -2166, -2378, -2647, -2773, -3040, -3447,
    356, 240, 100, -103, -80, 86, 209, -65, 100, 0, 0, 78, 0, -80,
];
