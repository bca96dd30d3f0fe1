//! What somebody does on a page: the same requests as by commands in the chat.

use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Instant;
use tokio::task::JoinHandle;

use crate::errors::{RefusalAnswer, WebError};
use crate::picture::{Picture, picture};
use crate::refusals;
use crate::state::{self, LookQuery, MatchState};
use crate::visitor::Visitor;
use crate::web::{Web, WebState};
use crate::words::Speaker;
use games::board::Side;
use games::{Refusal, Scene};
use metrics::CommandOutcome;
use play::decide::{ExplorationStep, MoveInput, RematchTerms};
use play::ports::BoardLinks as _;
use play::{
    Advice, Asker, Board, ExploredLine, JudgedMove, Match, MatchChoice, OfferKind, PlayedMove, Rematch, Review,
    refuse_command,
};
use texts::advice::{MAX_LINE_MOVES, MAX_TURNING_POINTS, performance, turning_point};
use texts::matches::side_name;
use texts::{Text, say};

/// Something that somebody does.
#[derive(Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub(crate) enum Act {
    Move {
        version: u32,
        #[serde(rename = "move")]
        text: String,
    },
    MoveText {
        /// Of the board on which it was typed: sent again after a lost answer, it's no move on the next one.
        version: Option<u32>,
        text: String,
    },
    Offer {
        version: u32,
        kind: OfferKind,
    },
    Answer {
        version: u32,
        kind: OfferKind,
        accepts: bool,
    },
    Resign,
    Resume,
    Claim,
    /// Offers a rematch, or accepts the one that is offered.
    Rematch,
    DropRematch,
    OpenRematch,
    Hint,
    Review,
    Prepare {
        line: Vec<String>,
    },
    DropPrepared {
        line: Vec<String>,
    },
    DropAllPrepared,
    /// A move for when it's one's turn.
    Premove {
        #[serde(rename = "move")]
        text: String,
    },
    DropPremove,
    /// A line that leaves the match after so many plies.
    KeepExplored {
        ply: u32,
        line: Vec<String>,
    },
    ForgetExplored {
        ply: u32,
        line: Vec<String>,
    },
}

impl Act {
    /// Whether others see it. What they don't is limited by how fast pages may ask.
    fn changes_the_match(&self) -> bool {
        !matches!(self, Self::KeepExplored { .. } | Self::ForgetExplored { .. })
    }

    /// Whether it's done by people who don't play, too. Where a channel votes, they move.
    fn is_for_watchers(&self, current: &Match) -> bool {
        match self {
            Self::Move { .. } | Self::MoveText { .. } => current.is_voted_on(),
            Self::Review | Self::OpenRematch | Self::KeepExplored { .. } | Self::ForgetExplored { .. } => true,
            _ => false,
        }
    }

    /// Its name in metrics and logs.
    fn name(&self) -> &'static str {
        match self {
            Self::Move { .. } | Self::MoveText { .. } => "page-move",
            Self::Offer { .. } => "page-offer",
            Self::Answer { .. } => "page-answer",
            Self::Resign => "page-resign",
            Self::Resume => "page-resume",
            Self::Claim => "page-claim",
            Self::Rematch | Self::DropRematch | Self::OpenRematch => "page-rematch",
            Self::Hint => "page-hint",
            Self::Review => "page-review",
            Self::Prepare { .. } | Self::DropPrepared { .. } | Self::DropAllPrepared => "page-prepare",
            Self::Premove { .. } | Self::DropPremove => "page-premove",
            Self::KeepExplored { .. } | Self::ForgetExplored { .. } => "page-explore",
        }
    }
}

/// What is told after something was done.
#[derive(Serialize)]
pub(crate) struct ActAnswer {
    state: MatchState,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    /// Where a hint points.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<Picture>,
    /// The address of another board that has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    opens: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    review: Option<ReviewState>,
}

/// What the engine thinks of a match that is over.
#[derive(Serialize)]
struct ReviewState {
    chart: ChartState,
    /// How well both played, and whether there were turning points.
    lines: Vec<String>,
    points: Vec<TurningPoint>,
}

/// The first player's chances to win, from 0 to 1: after so many plies, and after each further one.
#[derive(Serialize)]
struct ChartState {
    from: usize,
    chances: Vec<f64>,
    /// What the first player is called.
    side: String,
}

/// A move that lost much.
#[derive(Serialize)]
struct TurningPoint {
    /// Which move it was, from 1.
    ply: usize,
    text: String,
    /// What the engine would have played instead, and the play that it expects then.
    better: Vec<String>,
}

/// What an act leads to, besides a changed match.
#[derive(Default)]
struct Consequence {
    said: Option<Text>,
    scene: Option<Scene>,
    opens: Option<String>,
    review: Option<Review>,
}

pub(crate) async fn act(
    State(web): WebState,
    visitor: Visitor,
    look: LookQuery,
    act: Result<Json<Act>, JsonRejection>,
) -> Result<Json<ActAnswer>, RefusalAnswer> {
    let Ok(Json(act)) = act else { return Err(RefusalAnswer::new(&WebError::Unreadable, visitor.locale)) };
    let done = match accept(Arc::clone(&web), visitor, act) {
        Ok(accepted) => accepted.await.unwrap_or(Err(WebError::Panicked)),
        Err(error) => Err(error),
    };
    let told = match done {
        Ok(consequence) => tell(&web, &visitor, &look, consequence).await,
        Err(error) => return Err(refuse(&web, &visitor, &look, &error).await),
    };
    told.map_err(|error| RefusalAnswer::new(&WebError::Untold(Box::new(error)), visitor.locale))
}

/// Has something done by a task of its own: it is done also if nobody waits for the answer.
fn accept(web: Arc<Web>, visitor: Visitor, act: Act) -> Result<JoinHandle<Result<Consequence, WebError>>, WebError> {
    if web.under_way.is_closed() {
        return Err(WebError::Stopping);
    }
    let under_way = web.under_way.clone();
    Ok(under_way.spawn(async move {
        let (since, name) = (Instant::now(), act.name());
        let done = carry_out(&web, &visitor, act).await;
        let outcome = match &done {
            Ok(_) => CommandOutcome::Done,
            Err(error) if error.explain().0.is_server_error() => CommandOutcome::Failed,
            Err(_) => CommandOutcome::Refused,
        };
        let took = since.elapsed();
        metrics::command(name, outcome, took);
        let (user, took_ms) = (visitor.user.0, took.as_millis() as u64);
        tracing::info!(command = name, user, match.id = visitor.id.0, outcome = outcome.as_str(), took_ms, "asked");
        done
    }))
}

async fn carry_out(web: &Web, visitor: &Visitor, act: Act) -> Result<Consequence, WebError> {
    let board = web.board(visitor).await?;
    if act.changes_the_match() {
        web.host.admit(visitor.user, board.current.place).map_err(refuse_command)?;
    }
    if board.current.side_of(visitor.user).is_none() && !act.is_for_watchers(&board.current) {
        return Err(WebError::Watcher);
    }
    let (host, asker) = (&web.host, visitor.asker(&board));
    let this = || MatchChoice::Number(visitor.id);
    match act {
        Act::Move { version, text } => {
            let played =
                host.play_move(asker, MatchChoice::Control(visitor.id, version), MoveInput::typed(&text)).await?;
            return Ok(moved(&played));
        }
        Act::MoveText { version, text } => {
            let which = version.map_or_else(this, |it| MatchChoice::Control(visitor.id, it));
            return Ok(moved(&host.play_move(asker, which, MoveInput::typed(&text)).await?));
        }
        Act::Offer { version, kind } => {
            host.offer(asker, MatchChoice::Control(visitor.id, version), kind).await?;
        }
        Act::Answer { version, kind, accepts } => {
            host.answer_offer(asker, MatchChoice::Control(visitor.id, version), Some(kind), accepts).await?;
        }
        // Whoever resigns means the match, whatever was played meanwhile.
        Act::Resign => {
            host.resign(asker, this()).await?;
        }
        Act::Resume => {
            host.resume(asker, this()).await?;
        }
        Act::Claim => {
            host.claim(asker, this()).await?;
        }
        Act::Rematch => return rematch(web, visitor, asker).await,
        Act::DropRematch => host.drop_rematch(asker, visitor.id).await?,
        Act::OpenRematch => return open_rematch(web, asker, &board).await,
        Act::Hint => return hint(web, visitor, asker).await,
        Act::Review => return review(web, visitor, &board).await,
        Act::Prepare { line } => {
            host.prepare(asker, this(), &line.join(" ")).await?;
        }
        Act::DropPrepared { line } => {
            host.drop_prepared_beginning(asker, this(), &line.join(" ")).await?;
        }
        Act::DropAllPrepared => {
            host.drop_prepared(asker, this()).await?;
        }
        Act::Premove { text } => {
            host.premove(asker, this(), &text).await?;
        }
        Act::DropPremove => {
            host.take_premove_back(asker, this()).await?;
        }
        Act::KeepExplored { ply, line: moves } => {
            explore(web, visitor, &board, ExplorationStep::Keep(ExploredLine { ply, moves })).await?;
        }
        Act::ForgetExplored { ply, line: moves } => {
            explore(web, visitor, &board, ExplorationStep::Drop(ExploredLine { ply, moves })).await?;
        }
    }
    Ok(Consequence::default())
}

/// What is told after a move: a board shows it, but not a vote.
fn moved(played: &PlayedMove) -> Consequence {
    let said = played.is_vote.then(|| say("web-voted", &[("move", played.chosen.into())]));
    Consequence { said, ..Consequence::default() }
}

async fn explore(web: &Web, visitor: &Visitor, board: &Board, step: ExplorationStep) -> Result<(), WebError> {
    let which = MatchChoice::Number(visitor.id);
    web.host.explore(visitor.asker(board), which, None, &step).await?;
    Ok(())
}

async fn rematch(web: &Web, visitor: &Visitor, asker: Asker) -> Result<Consequence, WebError> {
    Ok(match web.host.rematch(asker, visitor.id, RematchTerms::AsBefore).await? {
        Rematch::Offered(_) => Consequence { said: Some(say("web-rematch-offered", &[])), ..Consequence::default() },
        Rematch::Begun(id, _) => Consequence {
            said: Some(say("web-rematch-begun", &[("match", id.to_string().into())])),
            // It has begun also if it can't be read now.
            opens: web.host.opened(id).await.ok().map(|it| web.links.link(&it.current, visitor.user)),
            ..Consequence::default()
        },
    })
}

/// Opens the rematch that has begun.
async fn open_rematch(web: &Web, asker: Asker, board: &Board) -> Result<Consequence, WebError> {
    let Some(Rematch::Begun(id, _)) = web.host.rematch_so_far(&board.current).await? else {
        return Err(Refusal::new("too-late").into());
    };
    let link = web.host.link_to_board(asker, MatchChoice::Number(id)).await?;
    Ok(Consequence { opens: Some(link), ..Consequence::default() })
}

async fn hint(web: &Web, visitor: &Visitor, asker: Asker) -> Result<Consequence, WebError> {
    let (board, assessment) = web.host.hint(asker, MatchChoice::Number(visitor.id)).await?;
    Ok(match assessment.candidates.first() {
        Some(best) => Consequence {
            said: Some(texts::advice::hint(best)),
            scene: Some(board.position.scene_with(best.best().as_slice())),
            ..Consequence::default()
        },
        None => Consequence { said: Some(say("advice-none", &[])), ..Consequence::default() },
    })
}

async fn review(web: &Web, visitor: &Visitor, board: &Board) -> Result<Consequence, WebError> {
    if board.current.outcome.is_none() {
        return Err(Refusal::new("match-goes-on").with("match", visitor.id.to_string()).into());
    }
    Ok(match web.host.advise(visitor.user, board).await? {
        Advice::Review(review) => Consequence { review: Some(review), ..Consequence::default() },
        Advice::Position(_) => Consequence::default(),
    })
}

/// A review in words.
fn reviewed(board: &Board, review: &Review, speaker: &Speaker) -> ReviewState {
    let turning = review.turning_points(MAX_TURNING_POINTS);
    let summary = say(if turning.is_empty() { "review-no-turning-points" } else { "review-turning-points" }, &[]);
    let lines = Side::BOTH.map(|it| performance(board, review, it)).into_iter().chain([summary]);
    let point = |it: &&JudgedMove| TurningPoint {
        ply: it.ply,
        text: speaker.say(turning_point(board, it)),
        better: it.best.iter().flat_map(|it| it.line.iter().take(MAX_LINE_MOVES)).map(ToString::to_string).collect(),
    };
    let chart = ChartState {
        from: review.moves.first().map_or(0, |it| it.ply - 1),
        chances: review.chances.clone(),
        side: speaker.say(side_name(board, Side::First)),
    };
    ReviewState { chart, lines: lines.map(|it| speaker.say(it)).collect(), points: turning.iter().map(point).collect() }
}

async fn tell(web: &Web, visitor: &Visitor, look: &LookQuery, told: Consequence) -> Result<Json<ActAnswer>, WebError> {
    let state = state::of(web, visitor, look).await?;
    let (mut said, mut shown, mut review) = (None, None, None);
    if told.said.is_some() || told.review.is_some() {
        let board = web.board(visitor).await?;
        let speaker = Speaker::of(&web.host, &board, visitor.locale).await;
        said = told.said.map(|it| speaker.say(it));
        review = told.review.map(|it| reviewed(&board, &it, &speaker));
        shown = match told.scene {
            Some(scene) => Some(pictured(web, visitor, look, &board, scene).await?),
            None => None,
        };
    }
    Ok(Json(ActAnswer { state, said, picture: shown, opens: told.opens, review }))
}

async fn pictured(
    web: &Web,
    visitor: &Visitor,
    look: &LookQuery,
    board: &Board,
    scene: Scene,
) -> Result<Picture, WebError> {
    let appearance = web.appearance(board, visitor.user, look).await?;
    Ok(picture(&*board.position, scene, appearance, visitor.locale)?)
}

/// The answer to something that isn't done, and what is so instead.
async fn refuse(web: &Web, visitor: &Visitor, look: &LookQuery, error: &WebError) -> RefusalAnswer {
    let state = state::of(web, visitor, look).await.ok().and_then(|it| serde_json::to_value(it).ok());
    RefusalAnswer { state, ..refusals::refuse(web, visitor, look, error).await }
}
