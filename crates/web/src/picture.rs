//! A position as a page shows it: the SVG, where its squares lie, and what may be played.

use serde::Serialize;

use games::board::{Move, Side, Square};
use games::{AnyPosition, LastMove, Leg, Scene};
use play::Preferences;
use render::{PictureError, Plan, Theme, svg};
use texts::{Locale, say, side_name};

/// A position on a page.
#[derive(Serialize)]
pub(crate) struct Picture {
    pub svg: String,
    /// The position in words.
    pub words: String,
    pub files: u8,
    pub ranks: u8,
    pub flipped: bool,
    /// All in the SVG's units.
    pub cell: u32,
    pub margin: u32,
    pub width: u32,
    pub height: u32,
    pub squares: Vec<PlacedSquare>,
    pub legal: Vec<LegalMove>,
}

/// Where a square lies, and what it's called.
#[derive(Serialize)]
pub(crate) struct PlacedSquare {
    pub square: String,
    pub x: u32,
    pub y: u32,
    pub name: String,
}

/// A move that may be played.
#[derive(Serialize)]
pub(crate) struct LegalMove {
    #[serde(rename = "move")]
    pub text: String,
    #[serde(flatten)]
    pub way: Option<Way>,
}

/// The way of a move.
#[derive(Serialize)]
pub(crate) struct Way {
    pub from: String,
    pub to: String,
    /// The `d` of a path in the SVG's units.
    pub path: String,
    pub takes: Vec<String>,
    /// Whether it lays a piece on both squares.
    pub lays: bool,
}

/// How a person wants to see a board.
#[derive(Clone, Copy)]
pub(crate) struct Appearance {
    pub theme: Theme,
    pub flipped: bool,
    pub lettered: bool,
}

impl Appearance {
    pub(crate) fn of(preferences: &Preferences, side: Option<Side>) -> Self {
        let theme = preferences.theme.as_deref().and_then(|it| it.parse().ok()).unwrap_or_default();
        Self { theme, flipped: preferences.flips(side), lettered: preferences.lettered }
    }

    fn look(self) -> render::Look {
        render::Look { theme: self.theme, lettered: self.lettered, ..render::Look::default() }
    }
}

/// A position, shown by a scene of it.
pub(crate) fn picture(
    position: &dyn AnyPosition,
    scene: Scene,
    appearance: Appearance,
    locale: Locale,
) -> Result<Picture, PictureError> {
    let scene = Scene { flipped: appearance.flipped, ..scene };
    let (look, plan) = (appearance.look(), Plan::new(&scene, &appearance.look())?);
    let (width, height) = plan.size();
    let squares = scene.shape.squares().map(|square| {
        let (x, y) = plan.corner(square);
        PlacedSquare { square: square.to_string(), x, y, name: name_of(&scene, square, locale) }
    });
    Ok(Picture {
        svg: svg(&scene, &look)?,
        words: texts::alt_text(&scene).in_locale(locale),
        files: scene.shape.width,
        ranks: scene.shape.height,
        flipped: scene.flipped,
        cell: plan.cell(),
        margin: plan.margin(),
        width,
        height,
        squares: squares.collect(),
        legal: legal(position, &plan),
    })
}

/// What a square is called by whoever can't see it.
fn name_of(scene: &Scene, square: Square, locale: Locale) -> String {
    let text = match scene.piece_at(square) {
        None => say("web-square-empty", &[("square", square.into())]),
        Some(piece) => {
            let side = side_name(scene.sides[piece.side.index()].name);
            say("web-square-piece", &[("square", square.into()), ("side", side)])
        }
    };
    text.in_locale(locale)
}

fn legal(position: &dyn AnyPosition, plan: &Plan) -> Vec<LegalMove> {
    let moves = position.legal();
    let scene = position.scene_with(&moves);
    let way = |mv: Move| {
        let leads = |from: Square, legs: &[Leg]| from == mv.from && legs.last().is_some_and(|it| it.to() == mv.to);
        let legs = scene.ways.iter().find(|it| leads(it.from, &it.route)).map(|it| it.route.as_slice());
        let takes = position.captured(mv).into_iter().map(|it| it.to_string()).collect();
        Way::new(mv, legs, takes, plan)
    };
    moves.into_iter().map(|mv| LegalMove { text: mv.to_string(), way: (!mv.is_pass()).then(|| way(mv)) }).collect()
}

/// The move that led to a position.
pub(crate) fn last_way(scene: &Scene, plan: &Plan) -> Option<Way> {
    let LastMove { from, to, captured, route, .. } = scene.last.as_ref()?;
    let is_laid = scene.piece_at(*from).is_some_and(|it| it.covers(*to));
    let takes = captured.into_iter().map(|it| it.to_string()).collect();
    Some(Way::new(Move::new(*from, *to), (!is_laid).then_some(route.as_slice()), takes, plan))
}

impl Way {
    /// The way of a move over legs; without legs, it lays a piece.
    fn new(mv: Move, legs: Option<&[Leg]>, takes: Vec<String>, plan: &Plan) -> Self {
        let straight = [Leg::Straight(mv.to)];
        let route = legs.filter(|it| !it.is_empty()).unwrap_or(&straight);
        let path = plan.way(mv.from, route);
        Self { from: mv.from.to_string(), to: mv.to.to_string(), path, takes, lays: legs.is_none() }
    }
}
