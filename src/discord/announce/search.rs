//! Looks in a channel for messages of which nobody has heard.

use jiff::Timestamp;
use poise::serenity_prelude as serenity;
use serenity::ChannelId;

use super::ChatAnnouncer;
use crate::discord::view::View;
use crate::discord::views;
use crate::play::ports::AnnounceError;
use crate::play::showing::Showing;
use crate::play::{Board, Match, MessageId, Place};

/// How many hundreds of messages are looked through for one of which nobody has heard, from either end.
const SEARCHED_PAGES: usize = 5;

/// How many messages Discord gives at once, at most.
const PAGE: u8 = 100;

impl ChatAnnouncer {
    /// What `find` finds in the messages of a place after one. Where there are very many of them, the first and the last
    /// ones are looked through: what nobody has heard of was posted just after that one, or just now.
    pub(super) async fn search<T>(
        &self,
        place: Place,
        after: u64,
        find: impl Fn(&serenity::Message) -> Option<T>,
    ) -> Result<Vec<T>, AnnounceError> {
        let channel = ChannelId::new(place.channel.0);
        let (first, left_from) = self.first_pages(channel, after).await?;
        let last = match left_from {
            Some(from) => self.last_pages(channel, from).await?,
            None => Vec::new(),
        };
        Ok(first.iter().chain(&last).filter_map(find).collect())
    }

    /// The first messages after one, and the last of them if there may be more.
    async fn first_pages(
        &self,
        channel: ChannelId,
        mut after: u64,
    ) -> Result<(Vec<serenity::Message>, Option<u64>), AnnounceError> {
        let mut messages = Vec::new();
        for _ in 0..SEARCHED_PAGES {
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
        for _ in 0..SEARCHED_PAGES {
            let page = self.page(channel, serenity::GetMessages::new().before(before).limit(PAGE)).await?;
            before = page.iter().map(|it| it.id.get()).min().unwrap_or(after);
            messages.extend(page.into_iter().filter(|it| it.id.get() > after));
            if before <= after {
                break;
            }
        }
        Ok(messages)
    }

    /// A message in which an earlier try has shown a board, although nobody heard of it: a new one, as Discord knows a nonce
    /// for some minutes only, or the one that was to be changed and has others below it by now.
    pub(super) async fn find_posted(
        &self,
        board: &Board,
        view: &View,
        showing: &Showing,
    ) -> Result<Option<MessageId>, AnnounceError> {
        let picture = view.picture.as_ref().map(|it| it.name.as_str());
        let shows = |it: &serenity::Message| {
            it.author.bot
                && it.content == view.content
                && it.attachments.first().map(|it| it.filename.as_str()) == picture
        };
        let channel = ChannelId::new(board.current.place.channel.0);
        let edited = showing.edit.map(|it| it.message);
        for candidate in edited.into_iter().chain(showing.unheard.iter().copied()) {
            match self.ask(channel.message(self.http()?, candidate.0)).await {
                Ok(message) if shows(&message) => return Ok(Some(candidate)),
                Ok(_) | Err(AnnounceError::Closed(_)) => {}
                Err(error) => return Err(error),
            }
        }
        // One without controls is nobody's stray.
        let is_new = |it: &&serenity::Message| board.current.shown.is_none_or(|shown| it.id.get() > shown.message.0);
        let latest = self.latest(channel).await?;
        Ok(latest.iter().filter(is_new).find(|it| shows(it)).map(|it| MessageId(it.id.get())))
    }
}

/// The board of a match that a message shows with controls.
pub(super) fn stray(current: &Match, message: &serenity::Message) -> Option<(MessageId, u32)> {
    let picture = message.attachments.first().filter(|_| message.author.bot && !message.components.is_empty())?;
    let version = views::board::pictured_version(current, &picture.filename)?;
    Some((MessageId(message.id.get()), version))
}

/// A number that is lower than those of the messages of that time, whichever clock is a little wrong.
pub(super) fn before(time: Timestamp) -> u64 {
    const DISCORD_EPOCH_MS: i64 = 1_420_070_400_000;
    const MINUTE_MS: i64 = 60_000;
    let since = time.as_millisecond() - DISCORD_EPOCH_MS - MINUTE_MS;
    // No message has the number 0.
    (u64::try_from(since).unwrap_or_default() << 22).max(1)
}
