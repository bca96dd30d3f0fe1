//! Looks in a channel for messages of which nobody has heard.

use jiff::Timestamp;
use poise::serenity_prelude as serenity;
use serenity::ChannelId;

use super::{ChatAnnouncer, live_view};
use crate::discord::view::View;
use crate::discord::views;
use crate::play::ports::{AnnounceError, Unheard};
use crate::play::showing::Showing;
use crate::play::{Board, Match, MessageId, Place};

/// How many hundreds of messages are looked through for one of which nobody has heard, after the time when it may have been
/// posted first.
const FIRST_PAGES: usize = 20;

/// The same, up to now.
const LAST_PAGES: usize = 5;

/// How many messages Discord gives at once, at most.
const PAGE: u8 = 100;

impl ChatAnnouncer {
    /// What earlier tries have posted of a match since a time although nobody heard of it: new messages, as Discord knows a
    /// nonce for some minutes only, or the one that was to be changed and has others below it by now.
    pub(super) async fn find_unheard(
        &self,
        board: &Board,
        showing: &Showing,
        since: Timestamp,
    ) -> Result<Unheard, AnnounceError> {
        let view = live_view(board, showing)?;
        let current = &board.current;
        let live = current.shown.map(|it| it.message);
        let written = self.written_since(current.place, before(since)).await?;
        let strays = written.iter().filter_map(|it| stray(current, it)).filter(|it| Some(it.0) != live).collect();
        let edited = match showing.edit {
            Some(edit) => self.message(current.place, edit.message).await?,
            None => None,
        };
        let is_new = |it: &&serenity::Message| live.is_none_or(|live| it.id.get() > live.0);
        let posted = edited.iter().chain(written.iter().filter(is_new)).find(|it| shows(&view, it));
        Ok(Unheard { strays, posted: posted.map(|it| MessageId(it.id.get())) })
    }

    /// The messages of a place after one. Where there are very many of them, the first and the last ones: what nobody has
    /// heard of was posted just after that one, or just now.
    pub(super) async fn written_since(
        &self,
        place: Place,
        after: u64,
    ) -> Result<Vec<serenity::Message>, AnnounceError> {
        let channel = ChannelId::new(place.channel.0);
        let (mut written, left_from) = self.first_pages(channel, after).await?;
        if let Some(from) = left_from {
            written.extend(self.last_pages(channel, from).await?);
        }
        Ok(written)
    }

    /// The first messages after one, and the last of them if there may be more.
    async fn first_pages(
        &self,
        channel: ChannelId,
        mut after: u64,
    ) -> Result<(Vec<serenity::Message>, Option<u64>), AnnounceError> {
        let mut messages = Vec::new();
        for _ in 0..FIRST_PAGES {
            let page = self.page(channel, serenity::GetMessages::new().after(after).limit(PAGE)).await?;
            let is_last = page.len() < usize::from(PAGE);
            after = page.iter().map(|it| it.id.get()).max().unwrap_or(after);
            messages.extend(page);
            if is_last {
                return Ok((messages, None));
            }
        }
        Ok((messages, Some(after)))
    }

    /// The last messages, as far back as one.
    async fn last_pages(&self, channel: ChannelId, after: u64) -> Result<Vec<serenity::Message>, AnnounceError> {
        let (mut messages, mut before) = (Vec::new(), u64::MAX >> 1);
        for _ in 0..LAST_PAGES {
            let page = self.page(channel, serenity::GetMessages::new().before(before).limit(PAGE)).await?;
            before = page.iter().map(|it| it.id.get()).min().unwrap_or(after);
            messages.extend(page.into_iter().filter(|it| it.id.get() > after));
            if before <= after {
                break;
            }
        }
        Ok(messages)
    }

    /// A message, if it is still there.
    async fn message(&self, place: Place, id: MessageId) -> Result<Option<serenity::Message>, AnnounceError> {
        let channel = ChannelId::new(place.channel.0);
        match self.ask(channel.message(self.http()?, id.0)).await {
            Ok(message) => Ok(Some(message)),
            Err(AnnounceError::Closed(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Whether a message shows just that.
fn shows(view: &View, message: &serenity::Message) -> bool {
    let picture = view.picture.as_ref().map(|it| it.name.as_str());
    let pictured = message.attachments.first().map(|it| it.filename.as_str());
    message.author.bot && message.content == view.content && pictured == picture
}

/// The board of a match that a message shows with controls.
fn stray(current: &Match, message: &serenity::Message) -> Option<(MessageId, u32)> {
    let picture = message.attachments.first().filter(|_| message.author.bot && !message.components.is_empty())?;
    let version = views::board::pictured_version(current, &picture.filename)?;
    Some((MessageId(message.id.get()), version))
}

/// A number that is lower than those of the messages of that time, whichever clock is a little wrong.
pub(super) fn before(time: Timestamp) -> u64 {
    const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;
    const MARGIN_MS: i64 = 15_000;
    let since = time.as_millisecond() - DISCORD_EPOCH_MS - MARGIN_MS;
    // No message has the number 0.
    (u64::try_from(since).unwrap_or_default() << 22).max(1)
}
