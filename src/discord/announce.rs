//! Shows in chat what is due: boards, and what has become of challenges.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use poise::serenity_prelude as serenity;
use serenity::{ChannelId, CreateActionRow, EditMessage, Http, HttpError};

use super::views;
use crate::play::ports::{AnnounceError, Announcer};
use crate::play::{Board, Challenge, ChallengeState, MessageId, Place};

/// The announcer that speaks through the bot's connection, once there is one.
#[derive(Default)]
pub struct ChatAnnouncer {
    http: OnceLock<Arc<Http>>,
}

impl ChatAnnouncer {
    /// From now on everything is said through `http`.
    pub(super) fn attach(&self, http: Arc<Http>) {
        // A second connection of the same process has the same token, so the first serves as well.
        let _ = self.http.set(http);
    }

    /// Whether anything can be said yet.
    pub fn is_attached(&self) -> bool {
        self.http.get().is_some()
    }

    fn http(&self) -> Result<&Http, AnnounceError> {
        self.http.get().map(AsRef::as_ref).ok_or_else(|| AnnounceError::Later("not connected yet".into()))
    }
}

#[async_trait]
impl Announcer for ChatAnnouncer {
    async fn post_board(&self, board: &Board) -> Result<MessageId, AnnounceError> {
        let http = self.http()?;
        let current = &board.current;
        let view = views::board::posted(board).map_err(|error| AnnounceError::Later(error.to_string()))?;
        // The same state of the same match is one message, however often it is sent.
        let end = if current.outcome.is_some() { "e" } else { "" };
        let nonce = format!("m{}.{}{end}", current.id.0, current.version());
        let message = view.message(Some(nonce));
        let channel = ChannelId::new(current.place.channel.0);
        let posted = in_time(channel.send_message(http, message)).await?;
        Ok(MessageId(posted.id.get()))
    }

    async fn retire_board(&self, place: Place, message: MessageId) -> Result<(), AnnounceError> {
        let bare = EditMessage::new().components(Vec::<CreateActionRow>::new());
        self.edit(place, message, bare).await
    }

    async fn post_challenge(&self, challenge: &Challenge) -> Result<MessageId, AnnounceError> {
        let channel = ChannelId::new(challenge.offer.place.channel.0);
        let message = views::challenge::challenge(challenge).message(Some(format!("c{}", challenge.id.0)));
        let posted = in_time(channel.send_message(self.http()?, message)).await?;
        Ok(MessageId(posted.id.get()))
    }

    async fn close_challenge(&self, challenge: &Challenge) -> Result<(), AnnounceError> {
        debug_assert!(challenge.state != ChallengeState::Open);
        let Some(message) = challenge.message else { return Ok(()) };
        self.edit(challenge.offer.place, message, views::challenge::challenge(challenge).edit()).await
    }
}

impl ChatAnnouncer {
    /// Changes a message; that it is gone is as good as changed.
    async fn edit(&self, place: Place, message: MessageId, edit: EditMessage) -> Result<(), AnnounceError> {
        let channel = ChannelId::new(place.channel.0);
        match in_time(channel.edit_message(self.http()?, serenity::MessageId::new(message.0), edit)).await {
            Ok(_) | Err(AnnounceError::Closed(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// How long Discord may take for one request, its rate limits included.
const PATIENCE: Duration = Duration::from_secs(60);

/// What Discord answers, or that it takes too long.
async fn in_time<T>(request: impl Future<Output = serenity::Result<T>>) -> Result<T, AnnounceError> {
    match tokio::time::timeout(PATIENCE, request).await {
        Ok(answer) => answer.map_err(classify),
        Err(_) => Err(AnnounceError::Later("no answer in time".into())),
    }
}

/// Whether trying again soon can help: not where Discord says that the bot may not, or that the place is gone.
fn classify(error: serenity::Error) -> AnnounceError {
    match &error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
            if [401, 403, 404].contains(&response.status_code.as_u16()) =>
        {
            AnnounceError::Closed(response.error.message.clone())
        }
        _ => AnnounceError::Later(error.to_string()),
    }
}
