//! Searches a channel for messages that were posted without our getting the answer.

use std::time::Duration;

use jiff::Timestamp;
use poise::serenity_prelude as serenity;
use serenity::ChannelId;
use tokio::time::{Instant, timeout_at};

use super::ChatAnnouncer;
use super::live_view::live_view;
use crate::snowflake::{millisecond_of, number_of};
use crate::views::{self, View};
use play::ports::{AnnounceError, Closure, Doubt, Unheard};
use play::showing::Showing;
use play::{Board, Match, MessageId, Place};

/// How many pages of a hundred messages are searched before a board is shown, beginning with the time when it may have
/// been posted.
const FIRST_PAGES: usize = 15;

/// The same, counted back from now.
const LAST_PAGES: usize = 5;

/// How often a page is requested.
const TRIES: usize = 3;

/// How long a search may take if nobody is waiting for it.
const BRIEFLY: Duration = Duration::from_secs(5);

/// The most messages that Discord returns at once.
const PAGE: u8 = 100;

/// What bots have posted in a place, as far as it has been looked through.
pub(super) struct Posted {
    pub messages: Vec<serenity::Message>,
    /// The last message that was seen before the first one that was not.
    last: u64,
    /// Whether everything was seen.
    is_all: bool,
}

impl Posted {
    fn nothing_since(time: Timestamp) -> Self {
        Self { messages: Vec::new(), last: before(time), is_all: false }
    }

    /// Until when everything that was posted in some time has been seen.
    fn seen_until(&self, time: Doubt) -> Timestamp {
        if self.is_all { time.until } else { time_of(self.last) }
    }
}

impl ChatAnnouncer {
    /// What earlier tries have posted of a match in some time without our getting the answer: new messages, because
    /// Discord remembers a nonce for only some minutes, or the message that was to be edited and has others below it by
    /// now. `None` if the bot may not read the channel.
    pub(super) async fn find_unheard(
        &self,
        board: &Board,
        showing: Option<&Showing>,
        doubt: Doubt,
    ) -> Result<Option<Unheard>, AnnounceError> {
        let place = board.current.place;
        if self.is_outside(place).await? {
            // Nothing can be read there, and that will not change.
            return Ok(Some(Unheard::nothing(doubt)));
        }
        let posted = match showing {
            Some(_) => self.look_through(place, doubt).await,
            None => self.look_briefly(place, doubt).await,
        };
        let posted = match posted {
            Ok(posted) => posted,
            // A place that is gone has taken everything with it.
            Err(AnnounceError::Closed(Closure::Gone)) => return Ok(Some(Unheard::nothing(doubt))),
            Err(AnnounceError::Closed(_)) => return Ok(None),
            Err(error) => return Err(error),
        };
        let shown = match showing {
            Some(showing) => self.find_shown(board, showing, &posted.messages).await?,
            None => None,
        };
        let strays = strays(&board.current, &posted.messages);
        Ok(Some(Unheard { strays, posted: shown, seen_until: posted.seen_until(doubt) }))
    }

    /// The message that was to be edited, if an earlier try has edited it without our getting the answer.
    pub(super) async fn find_edited(
        &self,
        board: &Board,
        showing: &Showing,
    ) -> Result<Option<MessageId>, AnnounceError> {
        let Some(edit) = showing.edit else { return Ok(None) };
        let view = live_view(board, showing)?;
        let message = self.message(board.current.place, edit.message).await?;
        Ok(message.filter(|it| shows(&view, it)).map(|_| edit.message))
    }

    /// The message that already shows the board exactly as it should be: the one that was to be edited, or one that was
    /// posted.
    async fn find_shown(
        &self,
        board: &Board,
        showing: &Showing,
        posted: &[serenity::Message],
    ) -> Result<Option<MessageId>, AnnounceError> {
        if let Some(changed) = self.find_edited(board, showing).await? {
            return Ok(Some(changed));
        }
        let view = live_view(board, showing)?;
        let live = board.current.shown.map_or(0, |it| it.message.0);
        let mut newer = posted.iter().filter(|it| it.id.get() > live);
        Ok(newer.find(|it| shows(&view, it)).map(|it| MessageId(it.id.get())))
    }

    /// What bots have posted in a place in some time, perhaps with a little more. If there is very much, only the first
    /// part of that time and the latest messages: what we look for was most likely posted early in that time, or just
    /// now. `None` if the bot may not read the channel.
    pub(super) async fn posted(&self, place: Place, time: Doubt) -> Result<Option<Posted>, AnnounceError> {
        if self.is_outside(place).await? {
            return Ok(None);
        }
        match self.look_through(place, time).await {
            Ok(posted) => Ok(Some(posted)),
            Err(AnnounceError::Closed(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn look_through(&self, place: Place, time: Doubt) -> Result<Posted, AnnounceError> {
        let channel = ChannelId::new(place.channel.0);
        let mut posted = Posted::nothing_since(time.since);
        for _ in 0..FIRST_PAGES {
            self.look_on(channel, &mut posted, time).await?;
            if posted.is_all {
                return Ok(posted);
            }
        }
        posted.messages.extend(self.last_pages(channel, posted.last).await?);
        Ok(posted)
    }

    /// The same if nobody is waiting for it. It must be quick, because somebody may move meanwhile, so it looks through
    /// as much as it can in some seconds. An error if that is nothing.
    async fn look_briefly(&self, place: Place, time: Doubt) -> Result<Posted, AnnounceError> {
        let end = Instant::now() + BRIEFLY;
        // One at a time: after an outage many searches are due at once, and they must not delay the boards that are due.
        let alone = timeout_at(end, self.searching_briefly.lock()).await;
        let _alone = alone.map_err(|_| AnnounceError::Later("other searches take too long".into()))?;
        let channel = ChannelId::new(place.channel.0);
        let mut posted = Posted::nothing_since(time.since);
        while !posted.is_all {
            let looked = timeout_at(end, self.look_on(channel, &mut posted, time)).await;
            match looked.unwrap_or_else(|_| Err(AnnounceError::Later("the search takes too long".into()))) {
                Ok(()) => {}
                Err(AnnounceError::Later(_)) if posted.seen_until(time) > time.since => break,
                Err(error) => return Err(error),
            }
        }
        Ok(posted)
    }

    /// Looks through the next page.
    async fn look_on(&self, channel: ChannelId, posted: &mut Posted, time: Doubt) -> Result<(), AnnounceError> {
        let page = self.page(channel, serenity::GetMessages::new().after(posted.last).limit(PAGE)).await?;
        posted.last = page.iter().map(|it| it.id.get()).max().unwrap_or(posted.last);
        posted.is_all = page.len() < usize::from(PAGE) || posted.last >= after(time.until);
        posted.messages.extend(page.into_iter().filter(|it| it.author.bot));
        Ok(())
    }

    /// The last messages that bots have posted, back to one message.
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

    /// A message, if it still exists.
    pub(super) async fn message(
        &self,
        place: Place,
        id: MessageId,
    ) -> Result<Option<serenity::Message>, AnnounceError> {
        if self.is_outside(place).await? {
            return Ok(None);
        }
        let channel = ChannelId::new(place.channel.0);
        match self.ask(channel.message(self.http()?, id.0)).await {
            Ok(message) => Ok(Some(message)),
            Err(AnnounceError::Closed(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Whether a message shows exactly this view. Discord trims the space around a text.
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

/// The version of a match that a message shows on a board with controls.
fn stray(current: &Match, message: &serenity::Message) -> Option<(MessageId, u32)> {
    let version = version_shown(current, message).filter(|_| !message.components.is_empty())?;
    Some((MessageId(message.id.get()), version))
}

/// When a message was posted.
fn time_of(message: u64) -> Timestamp {
    Timestamp::from_millisecond(millisecond_of(message)).unwrap_or(Timestamp::MAX)
}

/// A message id that is lower than those of that time, even if a clock is a little wrong.
fn before(time: Timestamp) -> u64 {
    number_of(time.as_millisecond() - MARGIN_MS)
}

/// A message id that is higher than those of that time.
fn after(time: Timestamp) -> u64 {
    number_of(time.as_millisecond() + MARGIN_MS)
}

/// By how much a clock may be wrong.
const MARGIN_MS: i64 = 10_000;
