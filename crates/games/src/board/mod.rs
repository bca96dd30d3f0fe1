//! Words shared by every grid game: squares, sets of squares, board shapes, sides, moves and hash keys.
//!
//! Everything here is pure and small, and knows no game.

mod bitboard;
mod hash;
mod moves;
mod shape;
mod side;
mod square;
mod symmetry;

pub use bitboard::{Bitboard, Direction};
pub use hash::{GOLDEN, SIDE_KEY, key_of, scrambled};
pub use moves::{Move, MoveList};
pub use shape::{ParseShapeError, Shape};
pub use side::Side;
pub use square::{ParseSquareError, Square};
pub use symmetry::Symmetry;
