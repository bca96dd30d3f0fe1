//! A position that isn't on the board now: an earlier one, or one after moves that are only thought of.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};

use crate::errors::{RefusalAnswer, WebError};
use crate::picture::{Picture, picture};
use crate::refusals::refuse;
use crate::state::LookQuery;
use crate::visitor::Visitor;
use crate::web::{Web, WebState};
use crate::words::Speaker;
use games::board::Side;
use games::{AnyPosition, Refusal};
use play::decide::{MoveInput, read_move};
use play::{Board, Explored, ExploredLine, HostError, MatchChoice, lines};
use texts::matches::{reason_key, written};
use texts::say;

/// Which position: after so many plies of the match, and then these moves, with dots between them.
#[derive(Deserialize)]
pub(crate) struct LineQuery {
    ply: u32,
    #[serde(default)]
    moves: String,
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
    State(web): WebState,
    visitor: Visitor,
    look: LookQuery,
    wanted: Result<Query<LineQuery>, QueryRejection>,
) -> Result<Json<Line>, RefusalAnswer> {
    let found = match wanted {
        Ok(Query(wanted)) => find(&web, &visitor, &look, &wanted).await,
        Err(_) => Err(WebError::Unreadable),
    };
    match found {
        Ok(line) => Ok(Json(line)),
        Err(error) => Err(refuse(&web, &visitor, &look, &error).await),
    }
}

async fn find(web: &Web, visitor: &Visitor, look: &LookQuery, wanted: &LineQuery) -> Result<Line, WebError> {
    let board = web.board(visitor).await?;
    let moves: Vec<&str> = wanted.moves.split('.').filter(|it| !it.is_empty()).collect();
    may_look_at(web, &board, visitor, wanted.ply, moves.len()).await?;
    let appearance = web.appearance(&board, visitor.user, look).await?;
    let (position, moves) = position(&board, wanted.ply, &moves)?;
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

pub(crate) async fn explored(State(web): WebState, visitor: Visitor) -> Result<Json<ExploredLines>, RefusalAnswer> {
    let lines = lines_of(&web, &visitor).await;
    lines.map(|lines| Json(ExploredLines { lines })).map_err(|error| RefusalAnswer::new(&error, visitor.locale))
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

/// Whether somebody may look at a position after moves of their own: as far as matches can be explored, or replies prepared.
async fn may_look_at(web: &Web, board: &Board, visitor: &Visitor, ply: u32, moves: usize) -> Result<(), WebError> {
    let is_prepared = ply == board.current.plies() && moves <= lines::MAX_LINE_PLIES;
    if moves == 0 || is_prepared && lines::may_prepare(board, visitor.user).is_ok() {
        return Ok(());
    }
    web.host.may_be_explored(visitor.user, board).await?;
    match moves > ExploredLine::MAX_MOVES {
        true => Err(Refusal::new("explored-too-far").with("most", ExploredLine::MAX_MOVES as u32).into()),
        false => Ok(()),
    }
}

/// The position after so many plies and these moves, and the moves as records have them.
fn position(board: &Board, ply: u32, moves: &[&str]) -> Result<(Box<dyn AnyPosition>, Vec<String>), WebError> {
    let own = board.position.played().get(..ply as usize).ok_or(WebError::Unreadable)?;
    let mut position = board.current.open().map_err(|_| WebError::Unreadable)?;
    for mv in own {
        position.play(*mv)?;
    }
    let mut record = Vec::new();
    for text in moves {
        let mv = match read_move(&*position, &MoveInput::typed(text)) {
            Ok(mv) => mv,
            Err(refusal) => {
                let thought_of = Board { position, ..board.clone() };
                return Err(HostError::NoMove(Box::new(thought_of), refusal).into());
            }
        };
        record.push(written(&*position, mv));
        position.play(mv)?;
    }
    Ok((position, record))
}
