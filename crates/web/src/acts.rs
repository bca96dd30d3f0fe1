//! What somebody does on a page: the same requests as by commands in the chat.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use std::time::Instant;

use crate::errors::{Refused, WebError};
use crate::picture::{Picture, picture};
use crate::state::{self, Look, at};
use crate::visitor::Visitor;
use crate::web::{Shared, Web};
use crate::words::Speaker;
use games::Scene;
use metrics::CommandOutcome;
use play::decide::{MoveInput, RematchTerms};
use play::ports::BoardLinks as _;
use play::{Asker, Board, MatchChoice, OfferKind, Rematch, refuse_command};
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
    Rematch,
    Hint,
    Prepare {
        line: Vec<String>,
    },
    DropPrepared {
        line: Vec<String>,
    },
    DropAllPrepared,
}

impl Act {
    /// Its name in metrics and logs.
    fn name(&self) -> &'static str {
        match self {
            Self::Move { .. } | Self::MoveText { .. } => "page-move",
            Self::Offer { .. } => "page-offer",
            Self::Answer { .. } => "page-answer",
            Self::Resign => "page-resign",
            Self::Resume => "page-resume",
            Self::Claim => "page-claim",
            Self::Rematch => "page-rematch",
            Self::Hint => "page-hint",
            Self::Prepare { .. } | Self::DropPrepared { .. } | Self::DropAllPrepared => "page-prepare",
        }
    }
}

/// What is told after something was done.
#[derive(Serialize)]
pub(crate) struct Done {
    state: state::State,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    /// Where a hint points.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<Picture>,
    /// The address of another board that has begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    opens: Option<String>,
}

/// What an act leads to, besides a changed match.
#[derive(Default)]
struct Consequence {
    said: Option<Text>,
    scene: Option<Scene>,
    opens: Option<String>,
}

pub(crate) async fn act(
    State(web): Shared,
    visitor: Visitor,
    Query(look): Query<Look>,
    act: Result<Json<Act>, JsonRejection>,
) -> Result<Json<Done>, Refused> {
    let Ok(Json(act)) = act else { return Err(Refused::new(&WebError::Unreadable, visitor.locale)) };
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
    match done {
        Ok(consequence) => {
            tell(&web, &visitor, &look, consequence).await.map_err(|it| Refused::new(&it, visitor.locale))
        }
        Err(error) => Err(refuse(&web, &visitor, &look, &error).await),
    }
}

async fn carry_out(web: &Web, visitor: &Visitor, act: Act) -> Result<Consequence, WebError> {
    let board = web.board(visitor).await?;
    web.host.admit(visitor.user, board.current.place).map_err(refuse_command)?;
    if board.current.side_of(visitor.user).is_none() {
        return Err(WebError::Watcher);
    }
    let (host, asker) = (&web.host, visitor.asker(&board));
    let this = || MatchChoice::Number(visitor.id);
    match act {
        Act::Move { version, text } => {
            host.play_move(asker, at(visitor, Some(version)), MoveInput::typed(&text)).await?;
        }
        Act::MoveText { text } => {
            host.play_move(asker, this(), MoveInput::typed(&text)).await?;
        }
        Act::Offer { version, kind } => {
            host.offer(asker, at(visitor, Some(version)), kind).await?;
        }
        Act::Answer { version, kind, accepts } => {
            host.answer_offer(asker, at(visitor, Some(version)), Some(kind), accepts).await?;
        }
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
        Act::Hint => return hint(web, visitor, asker).await,
        Act::Prepare { line } => {
            host.prepare(asker, this(), &line.join(" ")).await?;
        }
        Act::DropPrepared { line } => {
            host.drop_prepared_beginning(asker, this(), &line.join(" ")).await?;
        }
        Act::DropAllPrepared => {
            host.drop_prepared(asker, this()).await?;
        }
    }
    Ok(Consequence::default())
}

async fn rematch(web: &Web, visitor: &Visitor, asker: Asker) -> Result<Consequence, WebError> {
    Ok(match web.host.rematch(asker, visitor.id, RematchTerms::AsBefore).await? {
        Rematch::Offered(_) => Consequence { said: Some(say("web-rematch-offered", &[])), ..Consequence::default() },
        Rematch::Begun(id, _) => Consequence {
            said: Some(say("web-rematch-begun", &[("match", id.to_string().into())])),
            opens: Some(web.links.link(id, visitor.user)),
            ..Consequence::default()
        },
    })
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

async fn tell(web: &Web, visitor: &Visitor, look: &Look, told: Consequence) -> Result<Json<Done>, WebError> {
    let state = state::of(web, visitor, look).await?;
    let (mut said, mut shown) = (None, None);
    if told.said.is_some() || told.scene.is_some() {
        let board = web.board(visitor).await?;
        let speaker = Speaker::of(&web.host, &board, visitor.locale).await;
        said = told.said.map(|it| speaker.say(it));
        shown = match told.scene {
            Some(scene) => Some(pictured(web, visitor, look, &board, scene).await?),
            None => None,
        };
    }
    Ok(Json(Done { state, said, picture: shown, opens: told.opens }))
}

async fn pictured(web: &Web, visitor: &Visitor, look: &Look, board: &Board, scene: Scene) -> Result<Picture, WebError> {
    let appearance = web.appearance(board, visitor.user, look).await?;
    Ok(picture(&*board.position, scene, appearance, visitor.locale)?)
}

/// The answer to something that isn't done: why, shown on the board where it can be, and what is so instead.
async fn refuse(web: &Web, visitor: &Visitor, look: &Look, error: &WebError) -> Refused {
    let mut refused = Refused::new(error, visitor.locale);
    if let Some((board, refusal)) = error.shown_on()
        && let Some(illustration) = refusal.illustration.as_deref()
    {
        let scene = board.position.scene().refusing(illustration.clone());
        refused.picture =
            pictured(web, visitor, look, board, scene).await.ok().and_then(|it| serde_json::to_value(it).ok());
    }
    if let Ok(board) = web.board(visitor).await {
        refused.refusal = Speaker::of(&web.host, &board, visitor.locale).await.say(error.explain().1);
    }
    refused.state = state::of(web, visitor, look).await.ok().and_then(|it| serde_json::to_value(it).ok());
    refused
}
