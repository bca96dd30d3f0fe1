//! The lines of the board, made once at compile time and good for every size.

use crate::board::{Bitboard, Direction, Square};

/// The four directions that begin the four lines through a square, each with its opposite.
pub(super) const AXES: [(Direction, Direction); 4] = [
    (Direction::North, Direction::South),
    (Direction::NorthEast, Direction::SouthWest),
    (Direction::East, Direction::West),
    (Direction::SouthEast, Direction::NorthWest),
];

/// The squares beyond a square in a direction, by direction and square.
static RAYS: [[Bitboard; Square::COUNT]; 8] = rays();

/// The whole line through a square, itself included, by axis and square.
static LINES: [[Bitboard; Square::COUNT]; 4] = lines();

pub(super) fn ray(direction: Direction, from: Square) -> Bitboard {
    RAYS[direction as usize][from.index()]
}

pub(super) fn line(axis: usize, through: Square) -> Bitboard {
    LINES[axis][through.index()]
}

/// The square `count` steps away, which must be on the board.
pub(super) fn step(from: Square, direction: Direction, count: u32) -> Square {
    Square::from_index((from.index() as i32 + direction.delta() * count as i32) as usize)
}

/// The squares strictly between two squares of a line.
pub(super) fn between(direction: Direction, from: Square, to: Square) -> Bitboard {
    (ray(direction, from) & !ray(direction, to)).without(to)
}

const fn rays() -> [[Bitboard; Square::COUNT]; 8] {
    let board = crate::board::Shape::new(Square::MAX_SIDE, Square::MAX_SIDE).mask();
    let mut rays = [[Bitboard::EMPTY; Square::COUNT]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut square = 0;
        while square < Square::COUNT {
            let mut beyond = 0;
            let mut at = Bitboard(1 << square & board.0);
            while !at.is_empty() {
                at = Bitboard(at.shifted(Direction::ALL[direction]).0 & board.0);
                beyond |= at.0;
            }
            rays[direction][square] = Bitboard(beyond);
            square += 1;
        }
        direction += 1;
    }
    rays
}

const fn lines() -> [[Bitboard; Square::COUNT]; 4] {
    let rays = rays();
    let mut lines = [[Bitboard::EMPTY; Square::COUNT]; 4];
    let mut axis = 0;
    while axis < 4 {
        let mut square = 0;
        while square < Square::COUNT {
            let (one, other) = AXES[axis];
            lines[axis][square] = Bitboard(rays[one as usize][square].0 | rays[other as usize][square].0 | 1 << square);
            square += 1;
        }
        axis += 1;
    }
    lines
}
