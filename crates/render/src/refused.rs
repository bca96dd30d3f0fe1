//! Why a move is refused, on the board: the line that decides with its pieces counted, the way with what stops it.

use super::{
    brush::{Brush, circle, lines, rect_of, rounded_of},
    glyphs,
    marks::Marks,
    pieces::TILE_INSET,
    route::Route,
};
use games::board::Square;
use games::{BoardStyle, Illustration, Piece};

/// What lies below the pieces: the line that decides, the square from which the move would go.
pub(super) fn below(marks: &Marks<'_>, brush: &mut Brush<'_>, refused: &Illustration) {
    let unit = marks.layout.unit();
    if let Some((one, other)) = refused.line {
        let line = lines(&[one, other].map(|it| marks.layout.area(it).center()), false);
        brush.stroke(line.as_ref(), marks.colors.target_edge.faded(0.8), unit * 0.19);
        brush.stroke(line.as_ref(), marks.colors.target, unit * 0.11);
    }
    if let Some(from) = refused.from {
        ground(marks, brush, from);
    }
}

/// What lies above the pieces: the way with what stops it, what is crossed out or missing, the numbers of those who
/// count.
pub(super) fn above(marks: &Marks<'_>, brush: &mut Brush<'_>, refused: &Illustration) {
    // Along the line that decides, an arrow would say nothing more.
    let from = refused.from.filter(|_| refused.line.is_none());
    if let Some(way) = from.and_then(|from| Route::new(marks.layout, from, &refused.route)) {
        dashed_arrow(marks, brush, &way);
    }
    if let Some(piece) = &refused.laid {
        ghost(marks, brush, piece);
    }
    for square in &refused.in_the_way {
        no_entry(marks, brush, *square);
    }
    for square in &refused.missing {
        missing(marks, brush, *square);
    }
    for square in &refused.crossed {
        marks.cross(brush, *square);
    }
    for (number, square) in (1..).zip(&refused.counted) {
        badge(marks, brush, *square, number);
    }
}

fn ground(marks: &Marks<'_>, brush: &mut Brush<'_>, square: Square) {
    let (unit, area) = (marks.layout.unit(), marks.layout.area(square));
    let line = (unit * 0.06).max(1.5);
    let outline = match marks.scene.style {
        BoardStyle::Lines { .. } => circle(area.center().0, area.center().1, marks.layout.disk() + unit * 0.085),
        BoardStyle::Checkered | BoardStyle::Plain => rect_of(area, line / 2.0),
    };
    brush.stroke(outline.as_ref(), marks.colors.capture_edge, line * 1.6);
    brush.stroke(outline.as_ref(), marks.colors.capture, line);
}

fn dashed_arrow(marks: &Marks<'_>, brush: &mut Brush<'_>, way: &Route) {
    let unit = marks.layout.unit();
    let head = marks.head(way);
    let shaft = lines(&way.shortened(marks.layout.disk() + unit * 0.235).points, false);
    let dashes = [unit * 0.15, unit * 0.25];
    brush.stroke(head.as_ref(), marks.colors.capture_edge, unit * 0.07);
    brush.dash(shaft.as_ref(), marks.colors.capture_edge, unit * 0.16, &dashes);
    brush.dash(shaft.as_ref(), marks.colors.capture, unit * 0.09, &dashes);
    brush.fill(head.as_ref(), marks.colors.capture);
}

/// The sign that forbids the way, on the piece that stands in it.
fn no_entry(marks: &Marks<'_>, brush: &mut Brush<'_>, square: Square) {
    let unit = marks.layout.unit();
    let (x, y) = marks.layout.area(square).center();
    brush.fill(circle(x, y, unit * 0.315).as_ref(), marks.colors.capture_edge);
    brush.fill(circle(x, y, unit * 0.28).as_ref(), marks.colors.capture);
    let bar = lines(&[(x - unit * 0.13, y), (x + unit * 0.13, y)], false);
    brush.stroke(bar.as_ref(), marks.colors.capture_edge, unit * 0.11);
}

/// The outline of a piece that may not be laid.
fn ghost(marks: &Marks<'_>, brush: &mut Brush<'_>, piece: &Piece) {
    let (unit, area) = (marks.layout.unit(), marks.layout.area_of(piece));
    let outline = rounded_of(area, unit * TILE_INSET, unit * 0.13);
    let dashes = [unit * 0.12, unit * 0.147];
    brush.dash(outline.as_ref(), marks.colors.capture_edge, unit * 0.14, &dashes);
    brush.dash(outline.as_ref(), marks.colors.capture, unit * 0.08, &dashes);
}

/// The outline of a piece that is not there.
fn missing(marks: &Marks<'_>, brush: &mut Brush<'_>, square: Square) {
    let unit = marks.layout.unit();
    let (x, y) = marks.layout.area(square).center();
    let outline = circle(x, y, marks.layout.disk() - unit * 0.045);
    let dashes = [unit * 0.12, unit * 0.147];
    brush.dash(outline.as_ref(), marks.colors.capture_edge, unit * 0.14, &dashes);
    brush.dash(outline.as_ref(), marks.colors.capture, unit * 0.08, &dashes);
}

/// A number on a piece.
fn badge(marks: &Marks<'_>, brush: &mut Brush<'_>, square: Square, number: usize) {
    let unit = marks.layout.unit();
    let (x, y) = marks.layout.area(square).center();
    brush.fill(circle(x, y, unit * 0.27).as_ref(), marks.colors.target_edge);
    brush.fill(circle(x, y, unit * 0.235).as_ref(), marks.colors.target);
    glyphs::write(brush, &number.to_string(), x, y, unit * 0.27, marks.colors.target_edge);
}
