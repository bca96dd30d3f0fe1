//! What a knight looks like.

use crate::game::{Figure, Outline, PieceKind};

/// A horse of wood.
pub const KNIGHT: PieceKind = PieceKind::on_one_square(Figure::Outline(&HORSE));

/// A horse's head that looks to the left, on its base.
static HORSE: Outline = Outline { shapes: &[HEAD, BASE], dark_line: MANE, spot: EYE };

const HEAD: &str = "M 30 76 C 30 66 36 60 43 54 C 46 51 47 49 47 46 C 42 50 37 52 32 54 C 30 57 27 61 23 61 \
                    C 19 61 15 56 16 52 C 17 48 21 43 24 38 C 26 33 29 29 33 26 C 34 22 35 17 37 13 \
                    C 40 15 43 18 45 21 C 47 18 49 15 52 13 C 53 16 54 19 54 22 C 68 27 78 42 76 76 Z";
const BASE: &str = "M 25 87 C 25 82 26 79 30 79 L 75 79 C 79 79 80 82 80 87 Z";
const MANE: &str = "M 54 29 C 63 34 69 47 68 69";
const EYE: &str = "O 36 34 2.6 2.6";
