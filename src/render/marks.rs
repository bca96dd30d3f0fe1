//! What is pointed at: the last move, where men were taken, where one may go, whose turn it is.

use super::{
    brush::{Brush, circle, lines, rect_of},
    layout::{Area, Layout},
    men::MAN_RADIUS,
    theme::Colors,
};
use games::board::{Side, Square};
use games::{BoardStyle, LastMove, Scene};

/// Everything needed to draw marks.
pub(super) struct Marks<'a> {
    pub scene: &'a Scene,
    pub layout: &'a Layout,
    pub colors: &'a Colors,
}

impl Marks<'_> {
    /// What lies below the men: the grounds of the last move.
    pub(super) fn below(&self, brush: &mut Brush<'_>) {
        let Some(LastMove { from, to, .. }) = self.scene.last else { return };
        self.ground(brush, from, false);
        self.ground(brush, to, true);
    }

    /// What lies above the men.
    pub(super) fn above(&self, brush: &mut Brush<'_>) {
        if let Some(last) = self.scene.last {
            for square in last.captured {
                self.capture(brush, square);
            }
            if self.has_arrow(last) {
                self.arrow(brush, last.from, last.to);
            }
        }
        for square in &self.scene.targets {
            self.target(brush, *square);
        }
    }

    /// The ground of a square of the last move: filled where it ended, outlined on both.
    fn ground(&self, brush: &mut Brush<'_>, square: Square, end: bool) {
        let (unit, area) = (self.layout.unit(), self.layout.area(square));
        let ink = if end { self.colors.to } else { self.colors.from };
        let line = (unit * 0.045).max(1.0);
        if self.scene.style == BoardStyle::Loops {
            let (x, y) = area.center();
            let radius = if end { 0.47 } else { 0.3 } * unit;
            brush.fill(circle(x, y, radius).as_ref(), ink);
            brush.stroke(circle(x, y, radius - line / 2.0).as_ref(), self.colors.outline, line);
        } else {
            brush.fill(rect_of(area, 0.0).as_ref(), ink);
            brush.stroke(rect_of(area, line / 2.0).as_ref(), self.colors.outline, line);
        }
    }

    /// A move that lays one piece on both squares has no way to show, nor has a capture round the loops a straight one.
    fn has_arrow(&self, last: LastMove) -> bool {
        let same = match (self.scene.piece_at(last.from), self.scene.piece_at(last.to)) {
            (Some(one), Some(other)) => one.square == other.square,
            _ => false,
        };
        let around = self.scene.style == BoardStyle::Loops && !last.captured.is_empty();
        last.from != last.to && !same && !around
    }

    /// From the middle of one square to the rim of the man on the other.
    fn arrow(&self, brush: &mut Brush<'_>, from: Square, to: Square) {
        let unit = self.layout.unit();
        let (start, end) = (self.layout.area(from).center(), self.layout.area(to).center());
        let (dx, dy) = (end.0 - start.0, end.1 - start.1);
        let length = dx.hypot(dy);
        let (ux, uy) = (dx / length, dy / length);
        let reach = length - unit * (MAN_RADIUS + 0.035);
        let along = |it: f32, side: f32| (start.0 + ux * it - uy * side, start.1 + uy * it + ux * side);
        let (thin, head, wing) = (unit * 0.04, unit * 0.25, unit * 0.15);
        let neck = (reach - head).max(0.0);
        let outline = [
            along(0.0, thin),
            along(neck, thin),
            along(neck - unit * 0.03, wing),
            along(reach, 0.0),
            along(neck - unit * 0.03, -wing),
            along(neck, -thin),
            along(0.0, -thin),
        ];
        let (path, dot) = (lines(&outline, true), circle(start.0, start.1, unit * 0.1));
        let halo = (unit * 0.045).max(1.0);
        for shape in [&path, &dot] {
            brush.stroke(shape.as_ref(), self.colors.arrow_edge, halo);
        }
        for shape in [&path, &dot] {
            brush.fill(shape.as_ref(), self.colors.arrow);
        }
    }

    /// Four corners around the square where a man was taken, and a cross where nothing stands now.
    fn capture(&self, brush: &mut Brush<'_>, square: Square) {
        let (unit, area) = (self.layout.unit(), self.layout.area(square));
        let (x, y) = area.center();
        let (far, near) = (unit * 0.475, unit * 0.24);
        let edge = (unit * 0.035).max(1.0);
        for (right, down) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
            let at = |dx: f32, dy: f32| (x + right * dx, y + down * dy);
            let corner = lines(&[at(far, far), at(near, far), at(far, near)], true);
            brush.stroke(corner.as_ref(), self.colors.capture_edge, edge);
            brush.fill(corner.as_ref(), self.colors.capture);
        }
        if self.scene.piece_at(square).is_none() {
            let arm = unit * 0.2;
            for (ink, width) in [(self.colors.capture_edge, 0.15), (self.colors.capture, 0.085)] {
                for bar in [[(x - arm, y - arm), (x + arm, y + arm)], [(x - arm, y + arm), (x + arm, y - arm)]] {
                    brush.stroke(lines(&bar, false).as_ref(), ink, unit * width);
                }
            }
        }
    }

    /// A dot on an empty square, a ring around a man.
    fn target(&self, brush: &mut Brush<'_>, square: Square) {
        let unit = self.layout.unit();
        let (x, y) = self.layout.area(square).center();
        let edge = (unit * 0.03).max(0.8);
        if self.scene.piece_at(square).is_some() {
            let ring = circle(x, y, unit * 0.43);
            brush.stroke(ring.as_ref(), self.colors.target_edge, unit * 0.075 + 2.0 * edge);
            brush.stroke(ring.as_ref(), self.colors.target, unit * 0.075);
        } else {
            let dot = circle(x, y, unit * 0.13);
            brush.stroke(dot.as_ref(), self.colors.target_edge, 2.0 * edge);
            brush.fill(dot.as_ref(), self.colors.target);
        }
    }

    /// The halo of the man that shows whose turn it is, and the middle and size of that man in pixels.
    pub(super) fn turn(&self, brush: &mut Brush<'_>, side: Side) -> (f32, f32, f32) {
        let (width, height) = (self.layout.width as f32, self.layout.height as f32);
        let half = self.layout.band / 2.0;
        // Who sits below has the mark below.
        let below = (side == Side::First) != self.scene.flipped;
        let (x, y) = (width - half, if below { height - half } else { half });
        brush.fill(circle(x, y, half * 0.82).as_ref(), self.colors.turn);
        brush.fill(rect_of(self.turn_bar(below), 0.0).as_ref(), self.colors.turn);
        (x, y, half * 0.82 * 0.74 / MAN_RADIUS)
    }

    /// A line along the edge of the player whose turn it is.
    fn turn_bar(&self, below: bool) -> Area {
        let board = self.layout.board();
        let height = (self.layout.unit() * 0.06).round().max(2.0) as u32;
        // Boards of lines have their edge at the picture's.
        let out = match self.scene.style {
            BoardStyle::Loops => self.layout.margin.saturating_sub((self.layout.unit() * 0.12) as u32 + height),
            BoardStyle::Checkered | BoardStyle::Plain => 0,
        };
        let top = if below { board.top + board.height + out } else { board.top.saturating_sub(out + height) };
        Area { left: board.left, top, width: board.width, height }
    }
}
