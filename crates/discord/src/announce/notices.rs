//! Notices beside the boards: whose turn it is, reminders, and what may be claimed.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use async_trait::async_trait;
use poise::serenity_prelude as serenity;
use serenity::ChannelId;

use super::ChatAnnouncer;
use crate::send_reply::send_reply;
use crate::views::{self, View};
use play::ports::{AnnounceError, NoticeAnnouncer};
use play::preferences::Notices;
use play::reminders::Reminder;
use play::{Board, Match, MatchId, MessageId, UserId};

#[async_trait]
impl NoticeAnnouncer for ChatAnnouncer {
    async fn tell_turn(&self, board: &Board, user: UserId, message: MessageId) -> Result<(), AnnounceError> {
        let channel = self.direct_channel(user).await?;
        let (view, with) = (views::notices::turn(board, user, message), self.rendering(board.current.place.guild));
        let content = view.content.in_locale(with.locale);
        // The text names the message that shows the board, so no other direct message is the same.
        let latest = self.latest(channel).await?;
        if latest.iter().any(|it| it.author.bot && it.content == content) {
            return Ok(());
        }
        let nonce = self.nonce(format_args!("d{:x}", fingerprint(&content)));
        self.ask(channel.send_message(self.http()?, view.message(with, Some(nonce)))).await.map(drop)
    }

    async fn remind(&self, reminder: &Reminder<'_>) -> Result<Vec<MatchId>, AnnounceError> {
        let Some(due) = reminder.boards.first() else { return Ok(Vec::new()) };
        let channel = match reminder.place {
            Some(place) if self.is_outside(place).await? => return self.remind_outside(place, due, reminder).await,
            Some(place) => ChannelId::new(place.channel.0),
            None => self.direct_channel(reminder.user).await?,
        };
        // An earlier try may have got through without our getting the answer, perhaps while fewer matches were waiting.
        let latest = self.latest(channel).await?;
        let is_told = |it: &Board| latest.iter().any(|message| self.reminds_of(message, it));
        let (mut told, left): (Vec<Board>, Vec<Board>) = reminder.boards.iter().cloned().partition(is_told);
        if !is_told(due) {
            let view = views::notices::reminder(&Reminder { boards: &left, ..*reminder });
            let message = self.post_reminder(due, view, reminder.place.is_none().then_some(channel)).await?;
            let id = due.current.id;
            told.extend(left.into_iter().filter(|it| it.current.id == id || self.reminds_of(&message, it)));
        }
        Ok(told.iter().map(|it| it.current.id).collect())
    }

    async fn tell_departure(&self, board: &Board, notices: Notices) -> Result<(), AnnounceError> {
        self.notify(board, views::notices::left(board, notices), "l").await.map(drop)
    }

    async fn tell_claim(&self, board: &Board, notices: Notices) -> Result<(), AnnounceError> {
        let view = views::notices::claimable(board, notices);
        match self.is_outside(board.current.place).await? {
            true => self.notify_outside(board, view, "t").await,
            false => self.notify(board, view, "t").await.map(drop),
        }
    }
}

impl ChatAnnouncer {
    /// Reminds somebody in direct messages, or below the board that is due. Returns the message.
    async fn post_reminder(
        &self,
        due: &Board,
        view: View,
        direct: Option<ChannelId>,
    ) -> Result<serenity::Message, AnnounceError> {
        let Some(channel) = direct else { return self.notify(due, view, "r").await };
        let message = view.message(self.rendering(due.current.place.guild), Some(self.notice_nonce(&due.current, "r")));
        self.ask(channel.send_message(self.http()?, message)).await
    }

    fn reminds_of(&self, message: &serenity::Message, board: &Board) -> bool {
        message.author.bot && views::notices::reminds_of(&views::controls_in(message, self.database), board)
    }

    /// Posts a message about the live board, once. Returns the message.
    pub(super) async fn notify(
        &self,
        board: &Board,
        view: View,
        kind: &str,
    ) -> Result<serenity::Message, AnnounceError> {
        let current = &board.current;
        let nonce = self.notice_nonce(current, kind);
        let channel = ChannelId::new(current.place.channel.0);
        let message = view.message(self.rendering(current.place.guild), Some(nonce));
        match current.delivery.live_board {
            Some(shown) => self.ask(send_reply(self.http()?, channel, shown.message.0.into(), message)).await,
            None => self.ask(channel.send_message(self.http()?, message)).await,
        }
    }

    /// The nonce of a message of that kind about a position.
    pub(super) fn notice_nonce(&self, current: &Match, kind: &str) -> String {
        self.nonce(format_args!("{kind}{}.{}", current.id.0, current.version()))
    }
}

/// A number that stands for a text, the same in all processes.
fn fingerprint(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
