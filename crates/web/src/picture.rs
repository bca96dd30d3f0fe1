//! A position as a page shows it: the SVG, where its squares lie, and what may be played.

use serde::Serialize;

use games::board::{Move, Side, Square};
use games::{AnyPosition, Info, LastMove, Leg, Scene};
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
    pub way: Option<MovePath>,
}

/// The way of a move.
#[derive(Serialize)]
pub(crate) struct MovePath {
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
    pub(crate) fn of(preferences: &Preferences, plays: Option<(&Info, Side)>) -> Self {
        let theme = preferences.theme.as_deref().and_then(|it| it.parse().ok()).unwrap_or_default();
        let flipped = plays.is_some_and(|(game, side)| preferences.flips(game, side));
        Self { theme, flipped, lettered: preferences.lettered }
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
        MovePath::new(mv, legs, takes, plan)
    };
    moves.into_iter().map(|mv| LegalMove { text: mv.to_string(), way: (!mv.is_pass()).then(|| way(mv)) }).collect()
}

/// The move that led to a position.
pub(crate) fn last_way(scene: &Scene, plan: &Plan) -> Option<MovePath> {
    let LastMove { from, to, captured, route, .. } = scene.last.as_ref()?;
    let is_laid = scene.piece_at(*from).is_some_and(|it| it.covers(*to));
    let takes = captured.into_iter().map(|it| it.to_string()).collect();
    Some(MovePath::new(Move::new(*from, *to), (!is_laid).then_some(route.as_slice()), takes, plan))
}

impl MovePath {
    /// The way of a move over legs; without legs, it lays a piece.
    fn new(mv: Move, legs: Option<&[Leg]>, takes: Vec<String>, plan: &Plan) -> Self {
        let straight = [Leg::Straight(mv.to)];
        let route = legs.filter(|it| !it.is_empty()).unwrap_or(&straight);
        let path = plan.way(mv.from, route);
        Self { from: mv.from.to_string(), to: mv.to.to_string(), path, takes, lays: legs.is_none() }
    }
}

#[cfg(test)]
mod tests {
    use games::GAMES;

    use super::*;

    /// Positions of every game: the start and those after some moves, each last one with a capture if there is one.
    fn positions() -> Vec<Box<dyn AnyPosition>> {
        let mut positions = Vec::new();
        for game in GAMES {
            let mut position = game.open(&games::Ruleset::default_of(game.info()), None).unwrap();
            for ply in 0..12 {
                positions.push(position.clone());
                let legal = position.legal();
                let taking = legal.iter().find(|it| !position.captured(**it).is_empty());
                let Some(mv) = taking.or_else(|| legal.get(ply * 7 % legal.len().max(1))).copied() else { break };
                position.play(mv).unwrap();
            }
        }
        positions
    }

    fn shown(position: &dyn AnyPosition, scene: Scene, flipped: bool) -> Picture {
        let appearance = Appearance { theme: Theme::default(), flipped, lettered: false };
        picture(position, scene, appearance, Locale::English).unwrap()
    }

    #[test]
    fn a_page_shows_what_the_picture_shows() {
        for position in positions() {
            let scene = position.scene();
            for flipped in [false, true] {
                let page = shown(&*position, scene.clone(), flipped);
                let (scene, look) = (Scene { flipped, ..scene.clone() }, render::Look::default());
                assert_eq!(page.svg, svg(&scene, &look).unwrap(), "the strokes are those of the picture");
                assert_eq!(page.words, texts::alt_text(&scene).in_locale(Locale::English));
                assert_eq!(page.svg.matches(r#"class="piece""#).count(), scene.pieces.len());
                for PlacedSquare { square, name, .. } in &page.squares {
                    let on_it = scene.piece_at(square.parse().unwrap());
                    let side = on_it.map_or("empty", |it| scene.sides[it.side.index()].name);
                    assert_eq!(*name, format!("{square}, {side}"));
                }
            }
        }
    }

    #[test]
    fn every_legal_move_has_its_way_from_square_to_square() {
        for position in positions() {
            let page = shown(&*position, position.scene(), false);
            let texts: Vec<&str> = page.legal.iter().map(|it| it.text.as_str()).collect();
            assert_eq!(texts, position.legal().iter().map(ToString::to_string).collect::<Vec<_>>());
            let middle = |name: &str| {
                let at = page.squares.iter().find(|it| it.square == name).unwrap();
                let half = page.cell as f32 / 2.0;
                (at.x as f32 + half, at.y as f32 + half)
            };
            let is_laid = position.ruleset().info.key == "domineering";
            for MovePath { from, to, path, takes, lays } in page.legal.iter().filter_map(|it| it.way.as_ref()) {
                let points: Vec<(f32, f32)> = path
                    .split(['M', 'L'])
                    .skip(1)
                    .map(|it| it.split_once(' ').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap())).unwrap())
                    .collect();
                assert_eq!((points[0], *points.last().unwrap()), (middle(from), middle(to)), "{from}-{to}: {path}");
                assert_eq!(*lays, is_laid, "{from}-{to}");
                let mv = Move::new(from.parse().unwrap(), to.parse().unwrap());
                assert_eq!(takes.len(), position.captured(mv).count() as usize, "{from}-{to}");
            }
        }
    }

    #[test]
    fn a_way_goes_around_loops_and_over_pieces() {
        let longest = |key: &str, position: &str| {
            let info = GAMES.iter().find(|it| it.info().key == key).unwrap();
            let position = info.open(&games::Ruleset::default_of(info.info()), Some(position)).unwrap();
            let page = shown(&*position, position.scene(), false);
            page.legal.iter().filter_map(|it| Some(it.way.as_ref()?.path.matches('L').count())).max().unwrap()
        };
        assert!(longest("surakarta", "6/6/6/1b4/2w3/6 b") >= 54, "loops are round");
        assert!(longest("ugolki", "8/8/8/8/8/2w5/1w6/b7 b") >= 1);
    }
}
