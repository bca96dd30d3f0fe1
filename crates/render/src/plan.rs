//! Where things lie in the [`svg`](super::svg) of a scene, in its units: so a page knows what is touched.

use std::fmt::Write as _;

use super::{Look, PictureError, layout::Layout, route::Route, svg::Number};
use games::board::Square;
use games::{Leg, Scene};

/// The places of a board in an SVG.
pub struct Plan(Layout);

impl Plan {
    /// The places in the SVG of that scene in that look.
    pub fn new(scene: &Scene, look: &Look) -> Result<Self, PictureError> {
        Ok(Self(Layout::new(scene, look.checked_pixels()?)))
    }

    /// Width and height of all.
    pub fn size(&self) -> (u32, u32) {
        (self.0.width, self.0.height)
    }

    /// Width and height of a square.
    pub fn cell(&self) -> u32 {
        self.0.cell
    }

    /// From the edges of all to the board.
    pub fn margin(&self) -> u32 {
        self.0.margin
    }

    /// The left and upper corner of a square.
    pub fn corner(&self, square: Square) -> (u32, u32) {
        let area = self.0.area(square);
        (area.left, area.top)
    }

    /// The way of a move as the `d` of a path: from the middle of a square over legs to the middle of the last one's end. Empty
    /// if it goes nowhere.
    pub fn way(&self, from: Square, legs: &[Leg]) -> String {
        let mut path = String::new();
        for (n, (x, y)) in Route::new(&self.0, from, legs).map_or_else(Vec::new, |it| it.points).into_iter().enumerate()
        {
            let begins = if n == 0 { 'M' } else { 'L' };
            // A string takes everything.
            let _ = write!(path, "{begins}{} {}", Number(x), Number(y));
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{samples, svg};
    use games::{GAMES, LastMove};

    #[test]
    fn it_says_where_the_svg_has_its_squares_and_ways() {
        let examples = GAMES.iter().map(|it| (games::example(it.info()), 640));
        for (scene, _) in samples::scenes().into_iter().chain(examples) {
            for flipped in [false, true] {
                let (scene, look) = (Scene { flipped, ..scene.clone() }, Look::default());
                let (plan, drawn) = (Plan::new(&scene, &look).unwrap(), svg(&scene, &look).unwrap());
                let (width, height) = plan.size();
                let head = format!(
                    r#"viewBox="0 0 {width} {height}" data-cell="{}" data-margin="{}""#,
                    plan.cell(),
                    plan.margin()
                );
                assert!(drawn.contains(&head), "{head}");
                for piece in scene.pieces.iter().filter(|it| it.kind.is_on_one_square()) {
                    let (left, top) = plan.corner(piece.square);
                    let placed = format!(r#"data-square="{}" transform="translate({left} {top})""#, piece.square);
                    assert!(drawn.contains(&placed), "{placed}");
                }
                if let Some(LastMove { from, to, route, .. }) = &scene.last {
                    let (way, (left, top)) = (plan.way(*from, route), plan.corner(*from));
                    let half = plan.cell() as f32 / 2.0;
                    let start = format!("M{} {}L", Number(left as f32 + half), Number(top as f32 + half));
                    assert!(route.is_empty() || way.starts_with(&start), "{from}-{to}: {way}");
                }
            }
        }
    }
}
