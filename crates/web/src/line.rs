//! A position that isn't on the board now: an earlier one, or one after moves that are only thought of.

use axum::Json;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};

use crate::errors::{Refused, WebError};
use crate::picture::{Picture, picture};
use crate::state::{Look, written};
use crate::visitor::Visitor;
use crate::web::{Shared, Web};
use crate::words::Speaker;
use games::AnyPosition;
use games::board::Side;
use play::decide::{MoveInput, read_move};
use play::{Board, Explored, ExploredLine, MatchChoice};
use texts::matches::reason_key;
use texts::say;

/// The longest line.
const MAX_MOVES: usize = 100;

/// Which position: after so many plies of the match, and then these moves, with dots between them.
#[derive(Deserialize)]
pub(crate) struct Wanted {
    ply: u32,
    #[serde(default)]
    moves: String,
    #[serde(flatten)]
    look: LookWords,
}

/// A look in a query with other things, where numbers arrive as texts.
#[derive(Deserialize)]
struct LookWords {
    theme: Option<String>,
    flip: Option<String>,
}

#[derive(Serialize)]
pub(crate) struct Line {
    picture: Picture,
    to_move: Option<usize>,
    /// How the game would have ended.
    outcome: Option<String>,
    moves: Vec<String>,
}

pub(crate) async fn show(
    State(web): Shared,
    visitor: Visitor,
    wanted: Result<Query<Wanted>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Line>, Refused> {
    let found = match wanted {
        Ok(Query(wanted)) => find(&web, &visitor, &wanted).await,
        Err(_) => Err(WebError::Unreadable),
    };
    found.map(Json).map_err(|error| Refused::new(&error, visitor.locale))
}

async fn find(web: &Web, visitor: &Visitor, wanted: &Wanted) -> Result<Line, WebError> {
    let board = web.board(visitor).await?;
    let look =
        Look { theme: wanted.look.theme.clone(), flip: wanted.look.flip.as_deref().and_then(|it| it.parse().ok()) };
    let appearance = web.appearance(&board, visitor.user, &look).await?;
    let (position, moves) = position(&board, wanted)?;
    let outcome = position.outcome();
    let speaker = Speaker::of(&web.host, &board, visitor.locale).await;
    let ended = outcome.map(|it| {
        let side = |side: Side| texts::side_name(position.sides()[side.index()].name);
        let winner = it.winner.unwrap_or(Side::First);
        let facts = [
            ("winner", side(winner)),
            ("loser", side(winner.other())),
            ("late", side(position.to_move())),
            ("limit", (position.played().len() / 2).into()),
            ("drawn", it.winner.is_none().into()),
        ];
        speaker.say(say(&reason_key(it.reason), &facts))
    });
    Ok(Line {
        to_move: outcome.is_none().then(|| position.to_move().index()),
        outcome: ended,
        moves,
        picture: picture(&*position, position.scene(), appearance, visitor.locale)?,
    })
}

/// What somebody has explored: lines of moves from the start of the match on.
#[derive(Serialize)]
pub(crate) struct ExploredLines {
    lines: Vec<Vec<String>>,
}

pub(crate) async fn explored(State(web): Shared, visitor: Visitor) -> Result<Json<ExploredLines>, Refused> {
    let lines = lines_of(&web, &visitor).await;
    lines.map(|lines| Json(ExploredLines { lines })).map_err(|error| Refused::new(&error, visitor.locale))
}

async fn lines_of(web: &Web, visitor: &Visitor) -> Result<Vec<Vec<String>>, WebError> {
    let board = web.board(visitor).await?;
    let asker = visitor.asker(&board);
    let Explored { board, exploration, .. } =
        web.host.exploration(asker, MatchChoice::Found(Box::new(board.current))).await?;
    let record = |plies: u32| board.current.moves.iter().take(plies as usize);
    let from_start = |it: &ExploredLine| record(it.ply).chain(&it.moves).cloned().collect();
    Ok(exploration.lines.iter().map(from_start).collect())
}

/// The position that is wanted, and the moves after the match's own as records have them.
fn position(board: &Board, wanted: &Wanted) -> Result<(Box<dyn AnyPosition>, Vec<String>), WebError> {
    let own = board.position.played().get(..wanted.ply as usize).ok_or(WebError::Unreadable)?;
    let mut position = games::open(&board.current.ruleset, None).map_err(|_| WebError::Unreadable)?;
    for mv in own {
        position.play(*mv)?;
    }
    let mut moves = Vec::new();
    for text in wanted.moves.split('.').filter(|it| !it.is_empty()).take(MAX_MOVES) {
        let mv = read_move(&*position, &MoveInput::typed(text))?;
        moves.push(written(&*position, mv));
        position.play(mv)?;
    }
    Ok((position, moves))
}
