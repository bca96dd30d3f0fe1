//! Words shared by every grid game: squares, sets of squares, board shapes, sides, moves and hash keys.
//!
//! Everything here is pure and small, and knows no game.
//!
//! ```
//! use parlor_games::board::{Bitboard, Direction, Shape, Square};
//!
//! let pieces: Bitboard = ["a1", "b2"].iter().filter_map(|name| name.parse::<Square>().ok()).collect();
//! assert!(pieces.is_connected());
//! let ahead = pieces.shifted(Direction::North) & Shape::new(5, 5).mask();
//! assert_eq!(ahead.map(|square| square.to_string()).collect::<Vec<_>>(), ["a2", "b3"]);
//! ```

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
