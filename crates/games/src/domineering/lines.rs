//! Boards as lines of cells, and what fits into a line at best.

use std::sync::LazyLock;

use crate::board::Square;

/// The steps along vertical dominoes and along horizontal ones, in square numbers.
pub(super) const UP: i32 = Square::STRIDE as i32;
pub(super) const RIGHT: i32 = 1;

/// The cells on which there is room for dominoes along a direction.
#[inline(always)]
pub(super) fn cells_along(free: u128, step: i32) -> u128 {
    let places = free & free >> step;
    places | places << step
}

/// As many lines, and cells in each, as a board has at most.
pub(super) const LENGTH: usize = Square::MAX_SIDE as usize;

/// The lines of a board, each with its first cell as the lowest bit, between two empty ones on either side.
pub(super) type Lines = [u32; LENGTH + 4];

/// Where the first line is.
pub(super) const FIRST: usize = 2;

/// The ranks of some cells.
#[inline]
pub(super) fn ranks(cells: u128) -> Lines {
    let mut lines = [0; LENGTH + 4];
    for (index, line) in lines[FIRST..FIRST + LENGTH].iter_mut().enumerate() {
        *line = (cells >> (index * UP as usize) & RANK) as u32;
    }
    lines
}

/// The cells with files and ranks exchanged.
#[inline]
pub(super) fn turned(cells: u128) -> u128 {
    (0..LENGTH).rev().fold(0, |all, rank| all << 1 | file_of(cells >> (rank * UP as usize) & RANK))
}

/// [`turned`] of cells given by their ranks.
#[inline]
pub(super) fn turned_ranks(lines: &Lines) -> u128 {
    lines[FIRST..FIRST + LENGTH].iter().rev().fold(0, |all, rank| all << 1 | file_of(u128::from(*rank)))
}

const RANK: u128 = (1 << LENGTH) - 1;

/// The cells of the first rank laid along the first file.
#[inline]
fn file_of(rank: u128) -> u128 {
    FILES[rank as usize]
}

static FILES: [u128; 1 << LENGTH] = {
    let (mut files, mut rank) = ([0; 1 << LENGTH], 1);
    while rank < files.len() {
        files[rank] = files[rank >> 1] << UP | (rank & 1) as u128;
        rank += 1;
    }
    files
};

/// How many dominoes fit at most into a line: half of each run of cells, rounded down.
#[inline]
pub(super) fn most(line: u32) -> i32 {
    i32::from(MOST[line as usize])
}

/// [`most`] of all lines together.
#[inline]
pub(super) fn most_in_all(lines: &Lines) -> i32 {
    lines.iter().map(|it| most(*it)).sum()
}

static MOST: [u8; 1 << LENGTH] = {
    let (mut most, mut line) = ([0; 1 << LENGTH], 1);
    while line < most.len() {
        most[line] = if line & 3 == 3 { most[line >> 2] + 1 } else { most[line >> 1] };
        line += 1;
    }
    most
};

/// The areas on a line, or on several: how many there are of each kind, and of one line's the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Areas(u64);

/// Where the numbers and the cells are kept.
const SAFE: u32 = 0;
const OPTION: u32 = 6;
const TOUGH: u32 = 12;
const OPEN: u32 = 18;
const HALF_OPEN: u32 = 24;
const CELLS_AT: u32 = 32;
const CONTESTED_AT: u32 = 48;
const NUMBERS: u64 = (1 << CELLS_AT) - 1;

impl Areas {
    const fn one(kind: u32, cells: u64, contested: u64) -> Self {
        Self(1 << kind | cells << CELLS_AT | contested << CONTESTED_AT)
    }

    const fn with(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    const fn count(self, kind: u32) -> i32 {
        (self.0 >> kind & 0x3f) as i32
    }

    /// Places of two safe cells.
    pub(super) const fn safe(self) -> i32 {
        self.count(SAFE)
    }

    /// Those of them that might cover a contested cell instead.
    pub(super) const fn options(self) -> i32 {
        self.count(OPTION)
    }

    /// Safe cells between two contested ones.
    pub(super) const fn tough(self) -> i32 {
        self.count(TOUGH)
    }

    /// Places of two contested cells.
    pub(super) const fn open(self) -> i32 {
        self.count(OPEN)
    }

    /// Places of a contested cell and a safe one.
    pub(super) const fn half_open(self) -> i32 {
        self.count(HALF_OPEN)
    }

    pub(super) const fn cells(self) -> u32 {
        (self.0 >> CELLS_AT & 0xffff) as u32
    }

    pub(super) const fn contested(self) -> u32 {
        (self.0 >> CONTESTED_AT) as u32
    }

    /// Adds the numbers of the areas on another line.
    pub(super) fn add(&mut self, line: Self) {
        self.0 += line.0 & NUMBERS;
    }

    /// The same areas so many cells farther on.
    const fn farther(self, cells: u32) -> Self {
        Self(self.0 & NUMBERS | (self.0 & !NUMBERS) << cells)
    }

    /// In eighths of a move: half of the exposed places are lost, and a cell that they might lose is worth little.
    const fn worth(self) -> i32 {
        let cells = 2 * self.open() + self.half_open() + self.tough() + self.options();
        8 * (self.safe() + self.tough()) + 4 * (self.open() + self.half_open()) + cells
    }
}

/// A line of which some cells are marked and others are not.
#[inline]
fn pattern(plain: u32, marked: u32) -> usize {
    usize::from(DIGITS[plain as usize]) + 2 * usize::from(DIGITS[marked as usize])
}

/// The number of patterns.
const PATTERNS: usize = 3_usize.pow(LENGTH as u32);

/// Lines as numbers of base 3: cell by cell, first the lowest digit.
static DIGITS: [u16; 1 << LENGTH] = {
    let (mut digits, mut line) = ([0; 1 << LENGTH], 1);
    while line < digits.len() {
        digits[line] = 3 * digits[line >> 1] + (line & 1) as u16;
        line += 1;
    }
    digits
};

/// The areas that are worth most on a line with some safe cells and some contested ones.
#[inline]
pub(super) fn best_areas(safe: u32, contested: u32) -> Areas {
    BEST_AREAS[pattern(safe, contested)]
}

static BEST_AREAS: LazyLock<Vec<Areas>> = LazyLock::new(|| {
    let mut best = vec![Areas::default(); PATTERNS];
    for line in 1..PATTERNS {
        // Without the first cell, or with an area at its beginning.
        let mut found = best[line / 3].farther(1);
        for (area, length) in areas_ahead(line) {
            let all = area.with(best[line / 3_usize.pow(length)].farther(length));
            if all.worth() > found.worth() {
                found = all;
            }
        }
        best[line] = found;
    }
    best
});

/// The areas that begin with the first cell of a line, and their lengths.
fn areas_ahead(line: usize) -> Vec<(Areas, u32)> {
    const NO_CELL: usize = 0;
    const SAFE_CELL: usize = 1;
    const CONTESTED_CELL: usize = 2;
    let cell = |at: u32| line / 3_usize.pow(at) % 3;
    let safe = Areas::one(SAFE, 0b11, 0);
    let with_option = |cells: u64| Areas(1 << SAFE).with(Areas::one(OPTION, 0b111, cells));
    match [0, 1, 2].map(cell) {
        [NO_CELL, ..] | [_, NO_CELL, _] => vec![],
        [SAFE_CELL, SAFE_CELL, CONTESTED_CELL] => vec![(safe, 2), (with_option(0b100), 3)],
        [SAFE_CELL, SAFE_CELL, _] => vec![(safe, 2)],
        [SAFE_CELL, ..] => vec![(Areas::one(HALF_OPEN, 0b11, 0b10), 2)],
        [_, CONTESTED_CELL, _] => vec![(Areas::one(OPEN, 0b11, 0b11), 2)],
        [_, _, next] => {
            let mut areas = vec![(Areas::one(HALF_OPEN, 0b11, 0b01), 2)];
            if next == SAFE_CELL {
                areas.push((with_option(0b001), 3));
            }
            let run = (1..).take_while(|it| cell(*it) == SAFE_CELL).count() as u32;
            if cell(run + 1) == CONTESTED_CELL {
                // Whichever end is covered, half of the other safe cells, rounded down, are places.
                let inside = Areas(u64::from((run - 1) / 2) << SAFE);
                areas.push((inside.with(Areas::one(TOUGH, (4 << run) - 1, 1 | 2 << run)), run + 2));
            }
            areas
        }
    }
}

/// What dominoes along a line lose by covered cells.
#[derive(Clone, Copy, Default)]
pub(super) struct Losses {
    /// Cells that cost nothing at first.
    pub(super) spare: u8,
    /// Pairs of cells of which the first one costs a domino.
    pub(super) deals: u8,
}

/// What it costs a line at least to have some of its contested cells covered, whichever these are.
///
/// A run of even length loses a domino by its first cell, none by its second, and so on by turns; one of odd length has
/// a cell to spare and begins with none, unless its only contested cell cuts it into two odd halves.
#[inline]
pub(super) fn losses(line: u32, contested: u32) -> Losses {
    LOSSES[pattern(line & !contested, contested)]
}

static LOSSES: LazyLock<Vec<Losses>> = LazyLock::new(|| (0..PATTERNS).map(losses_of).collect());

fn losses_of(line: usize) -> Losses {
    let mut losses = Losses::default();
    let mut rest = line;
    while rest != 0 {
        // The cells of a run, the contested ones among them, and the cells before the first of these.
        let (mut length, mut contested, mut before) = (0, 0, 0);
        while !rest.is_multiple_of(3) {
            contested += u8::from(rest % 3 == 2);
            before += u8::from(contested == 0);
            length += 1;
            rest /= 3;
        }
        rest /= 3;
        let cut = contested == 1 && before % 2 == 1;
        if length % 2 == 0 || cut {
            losses.deals += contested / 2;
        } else if contested > 0 {
            losses.spare += 1;
            losses.deals += (contested - 1) / 2;
        }
    }
    losses
}
