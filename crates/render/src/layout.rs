//! Where everything lies in a picture: whole pixels for squares, so that a piece looks the same on each of them.

use games::board::{Shape, Square};
use games::{BoardStyle, Piece, Scene};

/// The least width of the margin in pixels: letters need it.
const MIN_MARGIN: u32 = 11;
/// The radius of a disk, in squares.
pub(super) const DISK_RADIUS: f32 = 0.385;
/// How much larger pieces are on lines, where nothing but their neighbors is in their way.
const ON_LINES: f32 = 1.12;
/// How far the middle of a loop lies inside the board, for each square that the loop is wider than the narrowest. So
/// the squares have more room; that a line doesn't quite go on as it was, can't be seen below the dot of its end.
const INWARD: f32 = 0.15;
/// From the widest loop to the edge of the picture, in squares.
const BEYOND_LOOPS: f32 = 0.3;

/// The places of a board in a picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    pub shape: Shape,
    pub flipped: bool,
    /// Width and height of the picture in pixels.
    pub width: u32,
    pub height: u32,
    /// Width and height of a square in pixels.
    pub cell: u32,
    /// The size of a square for the pieces, which may reach beyond theirs.
    pub piece: f32,
    /// From the picture's left and upper edge to the board's, in pixels.
    pub margin: u32,
    /// Width of the band along the edge in which labels and the mark of the turn stand, in pixels.
    pub band: f32,
}

/// A rectangle of whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Area {
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

impl Area {
    pub(super) fn center(self) -> (f32, f32) {
        (self.left as f32 + self.width as f32 / 2.0, self.top as f32 + self.height as f32 / 2.0)
    }
}

impl Layout {
    /// The places of a scene in a picture whose longest side has `pixels`.
    pub(super) fn new(scene: &Scene, pixels: u32) -> Self {
        let Shape { width, height } = scene.shape;
        let longest = u32::from(width.max(height));
        // Per side: half a square of margin for labels and the mark of the turn, and room for loops where there are any.
        let beyond = match scene.style {
            BoardStyle::Lines { loops } => {
                loops.iter().max().map_or(0.48, |it| reach(f32::from(*it)) - 0.5 + BEYOND_LOOPS)
            }
            BoardStyle::Checkered | BoardStyle::Plain => 0.54,
        };
        let mut cell = (pixels as f32 / (longest as f32 + 2.0 * beyond)) as u32;
        let fits = |cell: u32| pixels.saturating_sub(cell * longest) >= 2 * MIN_MARGIN;
        while cell > 1 && !fits(cell) {
            cell -= 1;
        }
        // Boards of few squares would have a huge margin otherwise.
        let both = pixels - cell * longest;
        let margin = both / 2;
        let (band, grown) = match scene.style {
            BoardStyle::Lines { .. } => (cell as f32 * 0.84, ON_LINES),
            BoardStyle::Checkered | BoardStyle::Plain => (margin as f32, 1.0),
        };
        Self {
            shape: scene.shape,
            flipped: scene.flipped,
            width: u32::from(width) * cell + both,
            height: u32::from(height) * cell + both,
            cell,
            piece: cell as f32 * grown,
            margin,
            band,
        }
    }

    /// The size of a square, for lengths in proportion to it.
    pub(super) fn unit(&self) -> f32 {
        self.cell as f32
    }

    /// The radius of a disk in pixels.
    pub(super) fn disk(&self) -> f32 {
        self.piece * DISK_RADIUS
    }

    /// The middle of the loop around a corner that joins the lines so many squares from it.
    pub(super) fn middle_of_loop(&self, corner: Square, distance: f32) -> (f32, f32) {
        let ((x, y), middle) = (self.area(corner).center(), self.board().center());
        let shift = inward(distance) * self.unit();
        (x + shift * (middle.0 - x).signum(), y + shift * (middle.1 - y).signum())
    }

    /// Where a square lies.
    pub(super) fn area(&self, square: Square) -> Area {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
        let (width, height) = (u32::from(self.shape.width), u32::from(self.shape.height));
        let (column, row) = if self.flipped { (width - 1 - file, rank) } else { (file, height - 1 - rank) };
        let at = |it: u32| self.margin + it * self.cell;
        Area { left: at(column), top: at(row), width: self.cell, height: self.cell }
    }

    /// The board without its margin.
    pub(super) fn board(&self) -> Area {
        let side = |it: u8| u32::from(it) * self.cell;
        Area { left: self.margin, top: self.margin, width: side(self.shape.width), height: side(self.shape.height) }
    }

    /// Where a piece lies.
    pub(super) fn area_of(&self, piece: &Piece) -> Area {
        let (near, far) = (self.area(piece.square), self.area(piece.far_square()));
        Area {
            left: near.left.min(far.left),
            top: near.top.min(far.top),
            width: near.left.abs_diff(far.left) + self.cell,
            height: near.top.abs_diff(far.top) + self.cell,
        }
    }
}

/// How far inside the board the middle of a loop lies that joins the lines so many squares from its corner, in squares.
fn inward(distance: f32) -> f32 {
    INWARD * (distance - 1.0).max(0.0)
}

/// How far such a loop reaches beyond its corner.
fn reach(distance: f32) -> f32 {
    (distance - inward(distance)).hypot(inward(distance)) - inward(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::SideInfo;

    #[test]
    fn squares_stay_square_and_the_longest_side_is_as_asked() {
        for (width, height) in [(8, 8), (6, 5), (1, 10), (10, 2), (1, 1)] {
            for pixels in [160, 321, 640, 2000] {
                let scene = Scene::new(Shape::new(width, height), [SideInfo::BLACK, SideInfo::WHITE]);
                let layout = Layout::new(&scene, pixels);
                assert_eq!(layout.width.max(layout.height), pixels);
                let board = layout.board();
                assert_eq!(board.width / u32::from(width), board.height / u32::from(height));
            }
        }
    }

    #[test]
    fn a_square_of_the_board_with_loops_can_be_touched_on_a_phone() {
        let mut scene = Scene::new(Shape::new(6, 6), [SideInfo::BLACK, SideInfo::WHITE]);
        scene.style = BoardStyle::Lines { loops: &[1, 2] };
        // As the guidelines of phones have it, 44 points; a board is about 400 wide there.
        assert!(Layout::new(&scene, 400).cell >= 44);
        let layout = Layout::new(&scene, 640);
        assert!(layout.disk() > 0.045 * 640.0, "{}", layout.disk());
    }

    #[test]
    fn a_turned_board_swaps_the_corners() {
        let mut scene = Scene::new(Shape::new(6, 5), [SideInfo::BLACK, SideInfo::WHITE]);
        let straight = Layout::new(&scene, 640);
        scene.flipped = true;
        let turned = Layout::new(&scene, 640);
        assert_eq!(straight.area(Square::new(0, 0)), turned.area(Square::new(5, 4)));
        assert_eq!(straight.area(Square::new(5, 0)), turned.area(Square::new(0, 4)));
    }
}
