//! What is pointed at: the last move, where pieces were taken, where one may go, who is connected, whose turn it is.

use super::{
    brush::{Brush, circle, lines, rect_of, rounded, rounded_of},
    layout::{Area, DISK_RADIUS, Layout},
    lettering,
    route::{Route, between, distance},
    theme::{Colors, Ink},
};
use games::board::{Side, Square};
use games::{BoardStyle, Group, LastMove, Piece, Scene, WantedMove};

/// Everything needed to draw marks.
pub(super) struct Marks<'a> {
    pub scene: &'a Scene,
    pub layout: &'a Layout,
    pub colors: &'a Colors,
}

impl Marks<'_> {
    /// What lies below the pieces: the grounds of the last move, the way that it went around loops, the groups.
    pub(super) fn below(&self, brush: &mut Brush<'_>) {
        if let Some(last) = self.scene.last.as_ref().filter(|it| self.laid(it).is_none()) {
            self.ground(brush, last.from, false);
            self.ground(brush, last.to, true);
            if goes_around(last) {
                self.last_way(brush, last);
            }
        }
        for group in &self.scene.groups {
            self.group(brush, group);
        }
        if let Some(chosen) = self.scene.ways.first() {
            self.chosen(brush, chosen.from);
        }
        let ways: Vec<Route> = self.ways().collect();
        // A single one is an arrow, above the pieces.
        for way in ways.iter().filter(|_| ways.len() > 1) {
            let (line, unit) = (lines(&way.points, false), self.layout.unit());
            brush.stroke(line.as_ref(), self.colors.target_edge, unit * 0.12);
            brush.stroke(line.as_ref(), self.colors.target, unit * 0.065);
        }
    }

    /// What lies above the pieces.
    pub(super) fn above(&self, brush: &mut Brush<'_>) {
        if let Some(last) = &self.scene.last {
            for square in last.captured {
                self.capture(brush, square);
            }
            match self.laid(last) {
                Some(piece) => self.frame(brush, piece),
                None if goes_around(last) => {}
                None => self.last_way(brush, last),
            }
        }
        for piece in &self.scene.layable {
            self.layable(brush, piece);
        }
        for square in &self.scene.targets {
            self.target(brush, *square);
        }
        if let [only] = self.ways().collect::<Vec<_>>().as_slice() {
            self.arrow(brush, only, self.colors.target, self.colors.target_edge);
        }
        self.wanted(brush);
    }

    /// The moves for which people voted, each with its share beyond where it ends, or, where an earlier one ends there too,
    /// where it begins.
    fn wanted(&self, brush: &mut Brush<'_>) {
        let unit = self.layout.unit();
        let mut ends: Vec<Square> = Vec::new();
        for WantedMove { mv, route, lays, percent } in &self.scene.wanted {
            let share = format!("{percent}%");
            if let Some(piece) = lays {
                self.layable(brush, piece);
                self.plate(brush, self.layout.area_of(piece).center(), &share);
            } else if let Some(way) = Route::new(self.layout, mv.from, route) {
                self.arrow(brush, &way, self.colors.target, self.colors.target_edge);
                let (before, end) = (way.shortened(unit * 0.3).end(), way.end());
                let beyond = (2.0 * end.0 - before.0, 2.0 * end.1 - before.1);
                self.plate(brush, if ends.contains(&mv.to) { way.points[0] } else { beyond }, &share);
                ends.push(mv.to);
            }
        }
    }

    /// A short text on a plate around a point.
    fn plate(&self, brush: &mut Brush<'_>, (x, y): (f32, f32), text: &str) {
        let unit = self.layout.unit();
        let (size, edge) = (unit * 0.26, (unit * 0.035).max(1.0));
        let (wide, high) = (lettering::width(text, size) + unit * 0.16, unit * 0.35);
        let plate = rounded(x - wide / 2.0, y - high / 2.0, wide, high, high * 0.4);
        brush.stroke(plate.as_ref(), self.colors.target_edge, 2.0 * edge);
        brush.fill(plate.as_ref(), self.colors.target);
        let start = (x - (wide - unit * 0.16) / 2.0, y + size * 0.365);
        lettering::write(brush, text, start, size, self.colors.target_edge);
    }

    /// The ways that a piece may go.
    fn ways(&self) -> impl Iterator<Item = Route> {
        self.scene.ways.iter().filter_map(|it| Route::new(self.layout, it.from, &it.route))
    }

    /// A frame around the square of the piece that may go.
    fn chosen(&self, brush: &mut Brush<'_>, square: Square) {
        let (unit, area) = (self.layout.unit(), self.layout.area(square));
        let line = (unit * 0.07).max(1.5);
        let frame = match self.scene.style {
            BoardStyle::Lines { .. } => circle(area.center().0, area.center().1, self.layout.disk() + unit * 0.075),
            BoardStyle::Checkered | BoardStyle::Plain => rect_of(area, line / 2.0),
        };
        brush.stroke(frame.as_ref(), self.colors.target_edge, line * 1.7);
        brush.stroke(frame.as_ref(), self.colors.target, line);
    }

    /// The outline of a piece that may be laid.
    fn layable(&self, brush: &mut Brush<'_>, piece: &Piece) {
        let (unit, area) = (self.layout.unit(), self.layout.area_of(piece));
        let inset = unit * 0.12;
        let (left, top) = (area.left as f32 + inset, area.top as f32 + inset);
        let (width, height) = (area.width as f32 - 2.0 * inset, area.height as f32 - 2.0 * inset);
        let outline = rounded(left, top, width, height, unit * 0.2);
        brush.fill(outline.as_ref(), self.colors.target.faded(0.25));
        brush.stroke(outline.as_ref(), self.colors.target_edge, unit * 0.13);
        brush.stroke(outline.as_ref(), self.colors.target, unit * 0.075);
    }

    /// A band that holds connected pieces together, wide enough to leave no holes between three neighbors.
    fn group(&self, brush: &mut Brush<'_>, group: &Group) {
        let unit = self.layout.unit();
        let center = |square: Square| self.layout.area(square).center();
        let edge = (unit * 0.04).max(1.0);
        for (ink, grow) in [(self.colors.group_edge, edge), (self.colors.group, 0.0)] {
            for (one, other) in &group.links {
                let band = lines(&[center(*one), center(*other)], false);
                brush.stroke(band.as_ref(), ink, unit * 0.52 + 2.0 * grow);
            }
            for square in group.squares {
                let (x, y) = center(square);
                brush.fill(circle(x, y, unit * 0.455 + grow).as_ref(), ink);
            }
        }
    }

    /// The ground of a square of the last move: filled where it ended, outlined on both.
    fn ground(&self, brush: &mut Brush<'_>, square: Square, end: bool) {
        let (unit, area) = (self.layout.unit(), self.layout.area(square));
        let ink = if end { self.colors.to } else { self.colors.from };
        let line = (unit * 0.045).max(1.0);
        if matches!(self.scene.style, BoardStyle::Lines { .. }) {
            let (x, y) = area.center();
            // Wide enough to be seen around a piece that is as dark as the outline.
            let radius = if end { self.layout.disk() + 0.1 * unit } else { 0.3 * unit };
            brush.fill(circle(x, y, radius).as_ref(), ink);
            brush.stroke(circle(x, y, radius - line / 2.0).as_ref(), self.colors.outline, line);
        } else {
            brush.fill(rect_of(area, 0.0).as_ref(), ink);
            brush.stroke(rect_of(area, line / 2.0).as_ref(), self.colors.outline, line);
        }
    }

    /// The piece that the last move laid on both its squares, if it did.
    fn laid(&self, last: &LastMove) -> Option<&Piece> {
        let piece = self.scene.piece_at(last.from)?;
        (last.from != last.to && self.scene.piece_at(last.to) == Some(piece)).then_some(piece)
    }

    /// A frame around the piece that was laid, and a diamond on its middle: no other piece has either.
    fn frame(&self, brush: &mut Brush<'_>, piece: &Piece) {
        let (unit, area) = (self.layout.unit(), self.layout.area_of(piece));
        let hair = (unit * 0.035).max(1.0);
        let (thick, ring) = (unit * 0.1, rounded_of(area, unit * 0.07, unit * 0.16));
        brush.stroke(ring.as_ref(), self.colors.outline, thick + 2.0 * hair);
        brush.stroke(ring.as_ref(), self.colors.laid, thick);
        let (x, y) = area.center();
        let arm = unit * 0.17;
        let diamond = lines(&[(x - arm, y), (x, y - arm), (x + arm, y), (x, y + arm)], true);
        brush.stroke(diamond.as_ref(), self.colors.outline, 2.0 * hair);
        brush.fill(diamond.as_ref(), self.colors.laid);
    }

    fn last_way(&self, brush: &mut Brush<'_>, last: &LastMove) {
        if let Some(way) = Route::new(self.layout, last.from, &last.route) {
            self.arrow(brush, &way, self.colors.arrow, self.colors.arrow_edge);
        }
    }

    /// From the middle of a square along a way to the rim of the piece at its end, with a dot wherever it pauses.
    fn arrow(&self, brush: &mut Brush<'_>, way: &Route, ink: Ink, edge: Ink) {
        let unit = self.layout.unit();
        let halo = (unit * 0.045).max(1.0);
        let shaft = lines(&way.shortened(self.layout.disk() + unit * 0.2).points, false);
        // A line of the board runs below a way around loops.
        let thick = unit * if way.is_round { 0.105 } else { 0.08 };
        let head = self.head(way);
        let dots: Vec<_> =
            way.points.iter().take(1).chain(&way.stops).map(|it| circle(it.0, it.1, unit * 0.1)).collect();
        for shape in dots.iter().chain([&head]) {
            brush.stroke(shape.as_ref(), edge, halo);
        }
        for (ink, width) in [(edge, thick + halo), (ink, thick)] {
            if way.is_round {
                brush.curve(shaft.as_ref(), ink, width, &[]);
            } else {
                brush.stroke(shaft.as_ref(), ink, width);
            }
        }
        for shape in dots.iter().chain([&head]) {
            brush.fill(shape.as_ref(), ink);
        }
    }

    /// The head of an arrow that touches the rim of the piece at the end of a way.
    pub(super) fn head(&self, way: &Route) -> Option<tiny_skia::Path> {
        let unit = self.layout.unit();
        let [tip, neck] = [0.035, 0.285].map(|it| way.shortened(self.layout.disk() + unit * it).end());
        let length = distance(neck, tip);
        let aside = |part: f32, by: f32| {
            let (x, y) = between(neck, tip, part);
            (x - (tip.1 - neck.1) / length * by, y + (tip.0 - neck.0) / length * by)
        };
        let wing = unit * 0.15;
        (length > 0.0).then(|| lines(&[aside(-0.12, wing), tip, aside(-0.12, -wing)], true)).flatten()
    }

    /// Four corners around the square where a piece was taken, and a cross where nothing stands now.
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
            self.cross(brush, square);
        }
    }

    /// A cross on a square.
    pub(super) fn cross(&self, brush: &mut Brush<'_>, square: Square) {
        let unit = self.layout.unit();
        let (x, y) = self.layout.area(square).center();
        let arm = unit * 0.2;
        for (ink, width) in [(self.colors.capture_edge, 0.15), (self.colors.capture, 0.085)] {
            for bar in [[(x - arm, y - arm), (x + arm, y + arm)], [(x - arm, y + arm), (x + arm, y - arm)]] {
                brush.stroke(lines(&bar, false).as_ref(), ink, unit * width);
            }
        }
    }

    /// A dot on an empty square, a ring around a piece.
    fn target(&self, brush: &mut Brush<'_>, square: Square) {
        let unit = self.layout.unit();
        let (x, y) = self.layout.area(square).center();
        let edge = (unit * 0.03).max(0.8);
        if self.scene.piece_at(square).is_some() {
            let ring = circle(x, y, self.layout.disk() + unit * 0.045);
            brush.stroke(ring.as_ref(), self.colors.target_edge, unit * 0.075 + 2.0 * edge);
            brush.stroke(ring.as_ref(), self.colors.target, unit * 0.075);
        } else {
            let dot = circle(x, y, unit * 0.13);
            brush.stroke(dot.as_ref(), self.colors.target_edge, 2.0 * edge);
            brush.fill(dot.as_ref(), self.colors.target);
        }
    }

    /// The halo of the piece that shows whose turn it is, and the middle of that piece and the size of its squares in
    /// pixels. It fills the corner of the one who sits there; a piece of two squares reaches out of it the way it lies.
    pub(super) fn turn(&self, brush: &mut Brush<'_>, side: Side) -> ((f32, f32), f32) {
        let (width, height) = (self.layout.width as f32, self.layout.height as f32);
        let kind = self.scene.kinds[side.index()];
        let is_long = !kind.is_on_one_square();
        let thick = self.layout.band * if is_long { 0.76 } else { 0.9 };
        let gap = self.layout.band * 0.05;
        let reach = |squares: u8| thick * (1.0 + 0.84 * f32::from(squares - 1));
        let (wide, high) = (reach(kind.files), reach(kind.ranks));
        // Who sits below has the mark below.
        let below = (side == Side::First) != self.scene.flipped;
        let (left, top) = (width - gap - wide, if below { height - gap - high } else { gap });
        let halo = rounded(left, top, wide, high, thick * if is_long { 0.24 } else { 0.5 });
        brush.fill(halo.as_ref(), self.colors.turn);
        brush.fill(rect_of(self.turn_bar(below), 0.0).as_ref(), self.colors.turn);
        let size = thick * if is_long { 0.95 } else { 0.43 / DISK_RADIUS };
        ((left + wide / 2.0, top + high / 2.0), size)
    }

    /// A line along the edge of the player whose turn it is.
    fn turn_bar(&self, below: bool) -> Area {
        let board = self.layout.board();
        let height = (self.layout.unit() * 0.085).round().max(2.0) as u32;
        // Boards of lines have their edge at the picture's.
        let out = match self.scene.style {
            BoardStyle::Lines { .. } => self.layout.margin.saturating_sub((self.layout.unit() * 0.12) as u32 + height),
            BoardStyle::Checkered | BoardStyle::Plain => 0,
        };
        let top = if below { board.top + board.height + out } else { board.top.saturating_sub(out + height) };
        Area { left: board.left, top, width: board.width, height }
    }
}

/// Whether a move went around a loop.
fn goes_around(last: &LastMove) -> bool {
    last.route.iter().any(|it| it.around().is_some())
}
