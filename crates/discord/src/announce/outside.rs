//! Conversations that the bot is not part of, such as group messages. Discord lets it answer interactions there and
//! nothing else. So whatever it posts is an answer to the latest interaction, and can be edited only for a while.

use poise::serenity_prelude as serenity;
use serenity::{Builder as _, Http};

use super::ChatAnnouncer;
use crate::views::{self, View};
use play::ports::{AnnounceError, AnswerToken, TokenFor, Unreachable};
use play::reminders::Reminder;
use play::{Board, MatchId, MessageId, Place};

impl ChatAnnouncer {
    /// Whether the bot is not part of a conversation, and can only answer there.
    pub(super) async fn is_outside(&self, place: Place) -> Result<bool, AnnounceError> {
        Ok(self.find_token(place, TokenFor::Posting).await?.is_some())
    }

    /// A token of such a conversation.
    async fn find_token(&self, place: Place, what_for: TokenFor) -> Result<Option<AnswerToken>, AnnounceError> {
        if place.guild.is_some() {
            return Ok(None);
        }
        self.answers.token(place.channel, what_for).await.map_err(|error| AnnounceError::Later(error.to_string()))
    }

    fn is_valid(&self, token: &AnswerToken) -> bool {
        token.expires_at > self.clock.now()
    }

    /// Posts an answer to the latest interaction. It can be posted twice: these messages have no nonce.
    pub(super) async fn post_answer(&self, place: Place, view: View) -> Result<serenity::Message, AnnounceError> {
        let token =
            self.find_token(place, TokenFor::Posting).await?.filter(|it| self.is_valid(it)).ok_or_else(unused)?;
        let answer = view.follow_up(self.rendering(place.guild));
        let posted = self.ask(answer.execute(self.known_http().await?, (None, &token.secret))).await?;
        let what_for = [TokenFor::Message(MessageId(posted.id.get()))];
        let noted = self.answers.note_token(place.channel, &what_for, &token).await;
        if let Err(error) = noted {
            tracing::warn!(%error, "an answer cannot be edited");
        }
        Ok(posted)
    }

    /// Reminds somebody there, or else in a direct message. Returns the matches that the reminder names.
    pub(super) async fn remind_outside(
        &self,
        place: Place,
        due: &Board,
        reminder: &Reminder<'_>,
    ) -> Result<Vec<MatchId>, AnnounceError> {
        let place = self.can_answer(place).await?.then_some(place);
        let view = views::notices::reminder(&Reminder { place, ..*reminder });
        self.notify_outside(due, view, "r").await?;
        Ok(reminder.boards.iter().map(|it| it.current.id).collect())
    }

    /// Posts a notice in such a conversation, or else sends it to the first person that it notifies. Somebody who cannot
    /// be told in either way sees it on the board.
    pub(super) async fn notify_outside(&self, board: &Board, view: View, kind: &str) -> Result<(), AnnounceError> {
        let current = &board.current;
        if self.can_answer(current.place).await? {
            return self.post_answer(current.place, view).await.map(drop);
        }
        let Some(user) = view.pings.first() else { return Ok(()) };
        let sent = match self.direct_channel(*user).await {
            Ok(channel) => {
                let nonce = self.notice_nonce(current, kind);
                let message = view.message(self.rendering(current.place.guild), Some(nonce));
                self.ask(channel.send_message(self.http()?, message)).await.map(drop)
            }
            Err(error) => Err(error),
        };
        match sent {
            Err(AnnounceError::Closed(_)) => Ok(()),
            sent => sent,
        }
    }

    async fn can_answer(&self, place: Place) -> Result<bool, AnnounceError> {
        Ok(self.find_token(place, TokenFor::Posting).await?.is_some_and(|it| self.is_valid(&it)))
    }

    /// Edits an answer, or the message whose control was used; `false` if that is not possible anymore.
    pub(super) async fn change_answer(
        &self,
        place: Place,
        message: MessageId,
        view: View,
    ) -> Result<bool, AnnounceError> {
        let Some(token) = self.find_token(place, TokenFor::Message(message)).await?.filter(|it| self.is_valid(it))
        else {
            return Ok(false);
        };
        let target = (Some(serenity::MessageId::new(message.0)), token.secret.as_str());
        let edit = view.follow_up(self.rendering(place.guild));
        let changed = self.ask(edit.execute(self.known_http().await?, target)).await;
        is_done(changed)
    }

    /// Removes an answer; `false` if that is not possible anymore.
    pub(super) async fn remove_answer(&self, place: Place, message: MessageId) -> Result<bool, AnnounceError> {
        let Some(token) = self.find_token(place, TokenFor::Message(message)).await?.filter(|it| self.is_valid(it))
        else {
            return Ok(false);
        };
        let http = self.known_http().await?;
        is_done(self.ask(http.delete_followup_message(&token.secret, serenity::MessageId::new(message.0))).await)
    }

    /// Whether a message is, or belongs to, what the latest interaction was about: whoever used the bot last is looking
    /// at it.
    pub(super) async fn is_latest_answer(&self, place: Place, message: MessageId) -> Result<bool, AnnounceError> {
        let of_message = self.find_token(place, TokenFor::Message(message)).await?;
        Ok(of_message.is_some() && of_message == self.find_token(place, TokenFor::Focus).await?)
    }

    /// The connection, after it has learned the application's id: a worker has no gateway that says it.
    async fn known_http(&self) -> Result<&Http, AnnounceError> {
        let http = self.http()?;
        if http.application_id().is_none() {
            http.set_application_id(self.ask(http.get_current_application_info()).await?.id);
        }
        Ok(http)
    }
}

/// The error where nobody has used the bot for a while.
fn unused() -> AnnounceError {
    AnnounceError::Closed(Unreachable::Unused)
}

/// Whether something was done, if it is not just delayed.
fn is_done<T>(answer: Result<T, AnnounceError>) -> Result<bool, AnnounceError> {
    match answer {
        Ok(_) => Ok(true),
        Err(AnnounceError::Closed(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
