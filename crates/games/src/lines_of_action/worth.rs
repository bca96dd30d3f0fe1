//! What it is worth to stand on a square.

use crate::board::{Shape, Square};

/// What squares are worth on a board of some size.
#[derive(Clone, Debug)]
pub struct Worth(Box<[i16; Square::COUNT]>);

impl Worth {
    pub(super) fn new(shape: Shape) -> Self {
        let mut worth = Box::new([0; Square::COUNT]);
        for square in shape.squares() {
            worth[square.index()] = square_worth(shape, square);
        }
        Self(worth)
    }

    #[inline]
    pub(super) fn of(&self, square: Square) -> i32 {
        self.0[square.index()].into()
    }
}

/// The edge is bad, a corner worse, the center good (MIA's piece-square table, by rings from the edge inward).
fn square_worth(shape: Shape, square: Square) -> i16 {
    const BY_RING: [i16; 5] = [-25, 5, 20, 25, 25];
    let inside = |at: u8, size: u8| usize::from(at.min(size - 1 - at));
    let (file, rank) = (inside(square.file(), shape.width), inside(square.rank(), shape.height));
    if file + rank == 0 { -80 } else { BY_RING[file.min(rank)] }
}
