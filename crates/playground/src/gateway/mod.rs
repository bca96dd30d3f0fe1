//! The gateway: the WebSocket that events are heard through.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message as Frame, WebSocket, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use tokio::sync::mpsc;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

mod payload;
pub(crate) mod session;
mod shard;
mod talk;

use super::shared::Shared;
use super::troubles::Hitch;
use session::Line;
use talk::{AfterFrame, Talk};

/// Takes a connection to the gateway.
pub(crate) async fn connect(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    if shared.outage.load(Ordering::SeqCst) {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    }
    upgrade.on_upgrade(move |socket| serve(shared, socket))
}

async fn serve(shared: Arc<Shared>, mut socket: WebSocket) {
    let (out, outgoing) = mpsc::channel(session::WAITING);
    let number = shared.connections.fetch_add(1, Ordering::SeqCst);
    let line = Line { number, out, cut: CancellationToken::new() };
    line.send(payload::hello(shared.settings.heartbeat.as_millis()));
    match converse(&shared, &mut socket, line, outgoing).await {
        End::Lost => shared.world().sessions.leave(number),
        End::Over => shared.world().sessions.end(number),
    }
}

/// How a connection ended.
enum End {
    /// Its session may be resumed.
    Lost,
    /// Its session is over.
    Over,
}

async fn converse(
    shared: &Arc<Shared>,
    socket: &mut WebSocket,
    line: Line,
    mut outgoing: mpsc::Receiver<String>,
) -> End {
    let mut hitches = shared.hitches.subscribe();
    let gone = line.cut.clone();
    let mut talk = Talk::new(shared, line);
    // Two heartbeats may be missed.
    let patience = shared.settings.heartbeat * 2;
    let mut silence = Instant::now() + patience;
    loop {
        tokio::select! {
            () = shared.stop.cancelled() => return End::Lost,
            () = gone.cancelled() => return End::Lost,
            hitch = hitches.recv() => {
                if let Some(end) = suffer(socket, hitch.unwrap_or(Hitch::Break)).await {
                    return end;
                }
            }
            () = tokio::time::sleep_until(silence) => {
                close(socket, 4009, "Session timed out.").await;
                return End::Over;
            }
            Some(text) = outgoing.recv() => {
                if socket.send(Frame::Text(text.into())).await.is_err() {
                    return End::Lost;
                }
            }
            frame = socket.recv() => {
                let text = match heard(frame) {
                    BotFrame::Text(text) => text,
                    BotFrame::Nothing => continue,
                    BotFrame::End(end) => return end,
                };
                match talk.hear(&text) {
                    AfterFrame::Stay => {}
                    AfterFrame::Beat => silence = Instant::now() + patience,
                    AfterFrame::Close(code, reason) => {
                        close(socket, code, reason).await;
                        return End::Lost;
                    }
                }
            }
        }
    }
}

/// Lets something become of a connection; how it ends by that, if it does.
async fn suffer(socket: &mut WebSocket, hitch: Hitch) -> Option<End> {
    let (said, end) = match hitch {
        Hitch::Break => return Some(End::Lost),
        Hitch::Close(code) => {
            close(socket, code, "").await;
            return Some(End::Lost);
        }
        Hitch::Reconnect => (payload::reconnect(), None),
        Hitch::Invalid { resumable: true } => (payload::invalid_session(true), None),
        Hitch::Invalid { resumable: false } => (payload::invalid_session(false), Some(End::Over)),
    };
    // A connection that does not take it has ended.
    socket.send(Frame::Text(said.into())).await.map_or(Some(End::Lost), |()| end)
}

/// What a frame of the bot says.
enum BotFrame {
    Text(String),
    Nothing,
    End(End),
}

fn heard(frame: Option<Result<Frame, axum::Error>>) -> BotFrame {
    match frame {
        Some(Ok(Frame::Text(text))) => BotFrame::Text(text.to_string()),
        Some(Ok(Frame::Binary(bytes))) => BotFrame::Text(String::from_utf8_lossy(&bytes).into_owned()),
        // Who closes with these codes does not want to come back to the session.
        Some(Ok(Frame::Close(Some(CloseFrame { code: 1000 | 1001, .. })))) => BotFrame::End(End::Over),
        Some(Ok(Frame::Close(_)) | Err(_)) | None => BotFrame::End(End::Lost),
        Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => BotFrame::Nothing,
    }
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    // Somebody who is gone needs no farewell.
    let _ = socket.send(Frame::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}
