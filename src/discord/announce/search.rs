//! Looks in a channel for messages of which nobody has heard.

use std::time::Duration;

use jiff::Timestamp;
use poise::serenity_prelude as serenity;
use serenity::ChannelId;

use super::{ChatAnnouncer, live_view};
use crate::discord::snowflake::number_of;
use crate::discord::view::View;
use crate::discord::views;
use crate::play::ports::{AnnounceError, Announcer as _, Doubt, Unheard};
use crate::play::showing::Showing;
use crate::play::{Board, Match, MessageId, Place};

/// How many hundreds of messages are looked through for one of which nobody has heard, after the time when it may have been
/// posted first.
const FIRST_PAGES: usize = 15;

/// The same, up to now.
const LAST_PAGES: usize = 5;

/// How often a page is asked for: where one fails, the whole search has to begin anew.
const TRIES: usize = 3;

/// How long a search may take for which nobody waits.
const BRIEFLY: Duration = Duration::from_secs(5);

/// How many messages Discord gives at once, at most.
const PAGE: u8 = 100;

impl ChatAnnouncer {
    /// What earlier tries have posted of a match since a time although nobody heard of it: new messages, as Discord knows a
    /// nonce for some minutes only, or the one that was to be changed and has others below it by now. `None` where the bot
    /// may not look.
    pub(super) async fn find_unheard(
        &self,
        board: &Board,
        showing: Option<&Showing>,
        doubt: Doubt,
    ) -> Result<Option<Unheard>, AnnounceError> {
        let Some(showing) = showing else { return self.find_strays_briefly(board, doubt).await };
        let Some(posted) = self.posted(board.current.place, doubt).await? else { return Ok(None) };
        let shown = self.find_shown(board, showing, &posted).await?;
        Ok(Some(Unheard { strays: strays(&board.current, &posted), posted: shown }))
    }

    /// The same where no board is to be shown: as somebody may move meanwhile, no time is lost with it.
    async fn find_strays_briefly(&self, board: &Board, doubt: Doubt) -> Result<Option<Unheard>, AnnounceError> {
        let search = async {
            // One at a time: after an outage many are due at once, and would keep those from their turn whose boards are owed.
            let _alone = self.searching_briefly.lock().await;
            self.posted(board.current.place, doubt).await
        };
        let posted = tokio::time::timeout(BRIEFLY, search).await;
        let posted = posted.unwrap_or_else(|_| Err(AnnounceError::Later("the search takes too long".into())))?;
        Ok(posted.map(|it| Unheard { strays: strays(&board.current, &it), posted: None }))
    }

    /// The message that shows a board just as it is to be shown: the one that is to be changed, or one that was posted.
    async fn find_shown(
        &self,
        board: &Board,
        showing: &Showing,
        posted: &[serenity::Message],
    ) -> Result<Option<MessageId>, AnnounceError> {
        if let Some(changed) = self.find_changed(board, showing).await? {
            return Ok(Some(changed));
        }
        let view = live_view(board, showing)?;
        let live = board.current.shown.map_or(0, |it| it.message.0);
        let mut newer = posted.iter().filter(|it| it.id.get() > live);
        Ok(newer.find(|it| shows(&view, it)).map(|it| MessageId(it.id.get())))
    }

    /// What bots have posted in a place in some time, perhaps with a little more. Where there is very much, the first of it
    /// and the latest of the place: what nobody has heard of was posted early in that time, or just now. `None` where the
    /// bot may not look.
    pub(super) async fn posted(
        &self,
        place: Place,
        time: Doubt,
    ) -> Result<Option<Vec<serenity::Message>>, AnnounceError> {
        match self.pages(ChannelId::new(place.channel.0), time).await {
            Ok(posted) => Ok(Some(posted)),
            Err(AnnounceError::Closed(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn pages(&self, channel: ChannelId, time: Doubt) -> Result<Vec<serenity::Message>, AnnounceError> {
        let (mut posted, left_from) = self.first_pages(channel, before(time.since), after(time.until)).await?;
        if let Some(from) = left_from {
            posted.extend(self.last_pages(channel, from).await?);
        }
        Ok(posted)
    }

    /// What bots have posted first between two messages, and the last message that was seen if there may be more.
    async fn first_pages(
        &self,
        channel: ChannelId,
        mut after: u64,
        before: u64,
    ) -> Result<(Vec<serenity::Message>, Option<u64>), AnnounceError> {
        let mut posted = Vec::new();
        for _ in 0..FIRST_PAGES {
            let page = self.page(channel, serenity::GetMessages::new().after(after).limit(PAGE)).await?;
            let is_last = page.len() < usize::from(PAGE);
            after = page.iter().map(|it| it.id.get()).max().unwrap_or(after);
            posted.extend(page.into_iter().filter(|it| it.author.bot));
            if is_last || after >= before {
                return Ok((posted, None));
            }
        }
        Ok((posted, Some(after)))
    }

    /// What bots have posted last, as far back as one message.
    async fn last_pages(&self, channel: ChannelId, after: u64) -> Result<Vec<serenity::Message>, AnnounceError> {
        let (mut posted, mut before) = (Vec::new(), u64::MAX >> 1);
        for _ in 0..LAST_PAGES {
            let page = self.page(channel, serenity::GetMessages::new().before(before).limit(PAGE)).await?;
            before = page.iter().map(|it| it.id.get()).min().unwrap_or(after);
            posted.extend(page.into_iter().filter(|it| it.author.bot && it.id.get() > after));
            if before <= after {
                break;
            }
        }
        Ok(posted)
    }

    async fn page(
        &self,
        channel: ChannelId,
        which: serenity::GetMessages,
    ) -> Result<Vec<serenity::Message>, AnnounceError> {
        let mut page = self.ask(channel.messages(self.http()?, which)).await;
        for _ in 1..TRIES {
            if !matches!(page, Err(AnnounceError::Later(_))) {
                break;
            }
            page = self.ask(channel.messages(self.http()?, which)).await;
        }
        page
    }

    /// A message, if it is still there.
    pub(super) async fn message(
        &self,
        place: Place,
        id: MessageId,
    ) -> Result<Option<serenity::Message>, AnnounceError> {
        let channel = ChannelId::new(place.channel.0);
        match self.ask(channel.message(self.http()?, id.0)).await {
            Ok(message) => Ok(Some(message)),
            Err(AnnounceError::Closed(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Whether a message shows just that. Discord leaves no space around what is said.
pub(super) fn shows(view: &View, message: &serenity::Message) -> bool {
    let picture = view.picture.as_ref().map(|it| it.name.as_str());
    let pictured = message.attachments.first().map(|it| it.filename.as_str());
    message.content.trim() == view.content.trim() && pictured == picture
}

/// The version of a match that a message shows, if it shows that match.
pub(super) fn version_shown(current: &Match, message: &serenity::Message) -> Option<u32> {
    views::board::pictured_version(current, &message.attachments.first()?.filename)
}

/// The messages that show a match with controls, apart from the live board, and the versions that they show.
fn strays(current: &Match, posted: &[serenity::Message]) -> Vec<(MessageId, u32)> {
    let live = current.shown.map(|it| it.message);
    posted.iter().filter_map(|it| stray(current, it)).filter(|it| Some(it.0) != live).collect()
}

/// The board of a match that a message shows with controls.
fn stray(current: &Match, message: &serenity::Message) -> Option<(MessageId, u32)> {
    let version = version_shown(current, message).filter(|_| !message.components.is_empty())?;
    Some((MessageId(message.id.get()), version))
}

/// A number that is lower than those of the messages of that time, whichever clock is a little wrong.
fn before(time: Timestamp) -> u64 {
    number_of(time.as_millisecond() - MARGIN_MS)
}

/// A number that is higher than those of the messages of that time.
fn after(time: Timestamp) -> u64 {
    number_of(time.as_millisecond() + MARGIN_MS)
}

/// By how much a clock may be wrong.
const MARGIN_MS: i64 = 10_000;
