//! What dominoes look like.

use crate::game::{Figure, PieceKind};

/// A domino on its square and the one above it.
pub const UPRIGHT: PieceKind = PieceKind { figure: Figure::Tile, files: 1, ranks: 2 };

/// A domino on its square and the one to the right of it.
pub const ACROSS: PieceKind = PieceKind { figure: Figure::Tile, files: 2, ranks: 1 };
