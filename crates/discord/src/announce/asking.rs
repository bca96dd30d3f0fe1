//! Requests to Discord that any kind of announcement needs, with a time limit and with errors in terms of the domain.

use std::fmt;
use std::time::Duration;

use jiff::Timestamp;
use poise::serenity_prelude as serenity;
use serenity::{ChannelId, EditMessage, HttpError};

use super::ChatAnnouncer;
use crate::snowflake::number_of;
use crate::views::View;
use egress::codes::{
    BLOCKED_BY_AUTOMOD, NOT_OURS, THREAD_IS_ARCHIVED, THREAD_IS_LOCKED, TOO_MANY_FOLLOW_UPS, TOO_MANY_OLD_EDITS,
    UNKNOWN_CHANNEL, WITHHELD,
};
use egress::root_cause;
use play::ports::{AnnounceError, Unreachable};
use play::showing::{Edit, NEAR};
use play::{MessageId, Place, UserId};

/// How long Discord may take for one request, its rate limits included.
pub(super) const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);

/// By how much a clock may be wrong.
const CLOCK_ERROR_MS: i64 = 2000;

/// Discord's status for a message or a channel that doesn't exist.
pub(super) const NOT_FOUND: u16 = 404;

impl ChatAnnouncer {
    /// Discord's answer, or an error if it takes too long.
    pub(super) async fn ask<T>(&self, request: impl Future<Output = serenity::Result<T>>) -> Result<T, AnnounceError> {
        self.attempt(request).await.map_err(|it| it.error)
    }

    /// The same, with Discord's error codes.
    pub(super) async fn attempt<T>(&self, request: impl Future<Output = serenity::Result<T>>) -> Result<T, Fault> {
        match tokio::time::timeout(REQUEST_TIMEOUT, request).await {
            Ok(answer) => answer.map_err(Fault::from),
            Err(_) => Err(Fault { error: AnnounceError::Later("no answer in time".into()), status: 0, code: 0 }),
        }
    }

    /// The bot's own user.
    pub(super) async fn me(&self) -> serenity::Result<serenity::UserId> {
        if let Some(known) = self.me.get() {
            return Ok(*known);
        }
        let Some(http) = self.http.get() else { return Err(serenity::Error::Other("not connected yet")) };
        let me = http.get_current_user().await?.id;
        Ok(*self.me.get_or_init(|| me))
    }

    /// The channel of the direct messages with somebody.
    pub(super) async fn direct_channel(&self, user: UserId) -> Result<ChannelId, AnnounceError> {
        let channel = self.ask(serenity::UserId::new(user.0).create_dm_channel(self.http()?)).await?;
        Ok(channel.id)
    }

    /// The latest messages of a channel; none if the bot may not read them, because then no search is possible.
    pub(super) async fn latest(&self, channel: ChannelId) -> Result<Vec<serenity::Message>, AnnounceError> {
        match self.ask(channel.messages(self.http()?, serenity::GetMessages::new().limit(50))).await {
            Err(AnnounceError::Closed(_)) => Ok(Vec::new()),
            page => page,
        }
    }

    /// What bots have posted in a place since that time and after that message, in one page of the channel; nothing if
    /// the bot may not read there.
    pub(super) async fn posted_since(
        &self,
        place: Place,
        since: Timestamp,
        after: u64,
    ) -> Result<Vec<serenity::Message>, AnnounceError> {
        if self.is_outside(place).await? {
            return Ok(Vec::new());
        }
        let after = after.max(number_of(since.as_millisecond() - CLOCK_ERROR_MS));
        let page = serenity::GetMessages::new().after(after).limit(100);
        match self.ask(ChannelId::new(place.channel.0).messages(self.http()?, page)).await {
            Ok(mut page) => {
                page.retain(|it| it.author.bot);
                Ok(page)
            }
            Err(AnnounceError::Closed(Unreachable::Gone)) => Err(AnnounceError::Closed(Unreachable::Gone)),
            Err(AnnounceError::Closed(_)) => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// Whether a message may be edited to show the new state.
    pub(super) async fn may_edit(&self, place: Place, edit: Edit) -> Result<bool, AnnounceError> {
        if !edit.only_if_near {
            return Ok(true);
        }
        if self.is_outside(place).await? {
            return self.is_latest_answer(place, edit.message).await;
        }
        if let Some(is_near) = self.newest.is_near(place.channel, edit.message) {
            return Ok(is_near);
        }
        let channel = ChannelId::new(place.channel.0);
        // With the board itself: if that isn't there, it's gone, or the bot may not read what was written.
        let from = serenity::GetMessages::new().after(edit.message.0 - 1).limit(NEAR as u8 + 2);
        match self.ask(channel.messages(self.http()?, from)).await {
            Ok(found) => {
                // What comes from now on is heard, so nobody need ask again.
                found.iter().for_each(|it| self.newest.note(place.channel, MessageId(it.id.get())));
                Ok(found.len() <= NEAR + 1 && found.iter().any(|it| it.id.get() == edit.message.0))
            }
            Err(AnnounceError::Closed(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Edits a message; `false` if it is gone, or not the bot's own. An archived thread is reopened for that. Where that is
    /// refused, as in a locked thread, the message stays as it is, and that is an error.
    pub(super) async fn change(
        &self,
        place: Place,
        message: MessageId,
        edit: EditMessage,
    ) -> Result<bool, AnnounceError> {
        let channel = ChannelId::new(place.channel.0);
        let message = serenity::MessageId::new(message.0);
        let mut changed = self.attempt(channel.edit_message(self.http()?, message, edit.clone())).await;
        if changed.as_ref().is_err_and(|it| it.code == THREAD_IS_ARCHIVED) && self.take_up(channel).await.is_ok() {
            changed = self.attempt(channel.edit_message(self.http()?, message, edit)).await;
        }
        match changed {
            Ok(_) => Ok(true),
            Err(Fault { status: NOT_FOUND, .. } | Fault { code: NOT_OURS, .. }) => Ok(false),
            Err(fault) => Err(fault.error),
        }
    }

    /// Posts a view, once for each nonce.
    pub(super) async fn post(
        &self,
        place: Place,
        view: View,
        nonce: String,
    ) -> Result<serenity::Message, AnnounceError> {
        if self.is_outside(place).await? {
            return self.post_answer(place, view).await;
        }
        let channel = ChannelId::new(place.channel.0);
        self.ask(channel.send_message(self.http()?, view.message(self.rendering(place.guild), Some(nonce)))).await
    }

    /// The same for everything that a message shows; also `false` if it cannot be edited anymore.
    pub(super) async fn change_all(&self, place: Place, message: MessageId, view: View) -> Result<bool, AnnounceError> {
        if self.is_outside(place).await? {
            return self.change_answer(place, message, view).await;
        }
        self.change(place, message, view.edit_all(self.rendering(place.guild))).await
    }

    /// The nonce of a message about a row. It contains the database's id, because another database uses the same row
    /// numbers.
    pub(super) fn nonce(&self, about: fmt::Arguments<'_>) -> String {
        format!("{about}@{}", self.database)
    }
}

/// Why Discord has not done something.
pub(super) struct Fault {
    pub error: AnnounceError,
    /// The status of the response; 0 if there was none.
    pub status: u16,
    /// Discord's own error code; 0 if there is none.
    pub code: isize,
}

impl From<serenity::Error> for Fault {
    fn from(error: serenity::Error) -> Self {
        let (status, code) = match &error {
            serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
                (response.status_code.as_u16(), response.error.code)
            }
            _ => (0, 0),
        };
        Self { error: classify(error), status, code }
    }
}

/// Whether trying again soon can help. It cannot if Discord says that the bot has no permission, or that the place is
/// gone.
fn classify(error: serenity::Error) -> AnnounceError {
    match &error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == WITHHELD => {
            AnnounceError::Withheld
        }
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
            if [401, 403, 404].contains(&response.status_code.as_u16())
                || [THREAD_IS_ARCHIVED, THREAD_IS_LOCKED, BLOCKED_BY_AUTOMOD, TOO_MANY_OLD_EDITS]
                    .contains(&response.error.code) =>
        {
            AnnounceError::Closed(match response.error.code {
                UNKNOWN_CHANNEL => Unreachable::Gone,
                _ => Unreachable::Refused(response.error.message.clone()),
            })
        }
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
            if response.error.code == TOO_MANY_FOLLOW_UPS =>
        {
            AnnounceError::Closed(Unreachable::Unused)
        }
        serenity::Error::Http(HttpError::UnsuccessfulRequest(_)) => AnnounceError::Later(error.to_string()),
        // Without the address, which may contain a token.
        _ => AnnounceError::Later(root_cause(&error)),
    }
}
