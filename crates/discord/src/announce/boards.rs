//! Boards: shown in a new message or in the existing one, reduced to a line, and removed.

use async_trait::async_trait;
use jiff::Timestamp;
use poise::serenity_prelude as serenity;
use serenity::ChannelId;

use super::ChatAnnouncer;
use super::asking::NOT_FOUND;
use crate::views::board::{Appearance, Invitation};
use crate::views::{self, View, say_of};
use play::ports::{AnnounceError, BoardAnnouncer, Showed, Unreachable};
use play::showing::{Edit, Showing};
use play::{Board, Match, MessageId, Place};
use texts::Locale;

#[async_trait]
impl BoardAnnouncer for ChatAnnouncer {
    async fn show_board(&self, board: &Board, showing: &Showing) -> Result<Showed, AnnounceError> {
        let view = live_view(board, showing)?;
        if let Some(since) = showing.unconfirmed_since
            && let Some(found) = self.find_unconfirmed(&board.current, &view, showing, since).await?
        {
            return Ok(found);
        }
        if let Some(edit) = showing.edit
            && self.may_edit(board.current.place, edit).await?
            && self.try_to_change(board.current.place, edit.message, changed(&view, edit)).await?
        {
            return Ok(Showed::Now(edit.message));
        }
        if let Some(edit) = showing.edit
            && showing.is_outside
            && !edit.only_if_near
        {
            // It cannot be changed anymore, and what has changed is not worth another board.
            return Ok(Showed::Now(edit.message));
        }
        self.post_board(&board.current, view, showing).await
    }

    async fn retire_board(&self, current: &Match, message: MessageId, plies: u32) -> Result<(), AnnounceError> {
        let line = View::text(views::board::line(current, plies));
        self.change_all(current.place, message, line).await.map(drop)
    }

    async fn remove_board(&self, place: Place, message: MessageId) -> Result<(), AnnounceError> {
        if self.is_outside(place).await? {
            return self.remove_answer(place, message).await.map(drop);
        }
        let channel = ChannelId::new(place.channel.0);
        match self.attempt(channel.delete_message(self.http()?, serenity::MessageId::new(message.0))).await {
            Err(fault) if fault.status != NOT_FOUND => Err(fault.error),
            _ => Ok(()),
        }
    }
}

impl ChatAnnouncer {
    /// What an earlier try has shown since that time without our getting the answer: a board below the live one, or
    /// else the message that was to be edited, if it shows the board exactly as it should.
    async fn find_unconfirmed(
        &self,
        current: &Match,
        view: &View,
        showing: &Showing,
        since: Timestamp,
    ) -> Result<Option<Showed>, AnnounceError> {
        let live = current.delivery.live_board.map_or(0, |it| it.message.0);
        let posted = self.posted_since(current.place, since, live).await?;
        // A board without controls was shown to somebody who asked.
        let boards = posted.iter().filter(|it| !it.components.is_empty());
        let locale = self.locale_in(current.place.guild);
        let boards = boards.filter_map(|it| Some((it, version_shown(current, it)?)));
        if let Some((newest, version)) = boards.max_by_key(|it| it.0.id) {
            let id = MessageId(newest.id.get());
            return Ok(Some(if shows(view, locale, newest) { Showed::Now(id) } else { Showed::Earlier(id, version) }));
        }
        let Some(edit) = showing.edit.filter(|_| !showing.is_outside) else { return Ok(None) };
        let channel = ChannelId::new(current.place.channel.0);
        match self.ask(channel.message(self.http()?, edit.message.0)).await {
            Ok(message) => Ok(shows(view, locale, &message).then_some(Showed::Now(edit.message))),
            Err(AnnounceError::Closed(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Posts a board as a new message, unless an earlier try has posted one after the same live board.
    async fn post_board(&self, current: &Match, view: View, showing: &Showing) -> Result<Showed, AnnounceError> {
        let posted = match self.post(current.place, view.clone(), next_nonce(current)).await {
            Err(error @ (AnnounceError::Closed(Unreachable::Refused(_)) | AnnounceError::Withheld)) => {
                if current.delivery.refusals == 0 {
                    self.tell_not_shown(current).await;
                }
                return Err(error);
            }
            posted => posted?,
        };
        let id = MessageId(posted.id.get());
        match version_shown(current, &posted) {
            Some(earlier) if earlier < current.version() => Ok(Showed::Earlier(id, earlier)),
            _ if shows(&view, self.locale_in(current.place.guild), &posted) => Ok(Showed::Now(id)),
            // Somebody must be notified of what is new, which an edit does not do.
            Some(version) if showing.unconfirmed_since.is_some() && !showing.pings.is_empty() => {
                Ok(Showed::Earlier(id, version))
            }
            _ if self.try_to_change(current.place, id, view).await? => Ok(Showed::Now(id)),
            _ => Err(AnnounceError::Later("the board was removed while it was shown".into())),
        }
    }

    /// Says, where words are taken and pictures are not, that a board cannot be shown.
    async fn tell_not_shown(&self, current: &Match) {
        let view = View::text(say_of("board-not-shown", current.id));
        let nonce = self.nonce(format_args!("n{}.{}", current.id.0, current.revision));
        if let Err(error) = self.post(current.place, view, nonce).await {
            tracing::info!(match.id = current.id.0, %error, "nor is it told that a board isn't shown");
        }
    }

    /// Edits everything that a message shows; `false` if another one must be posted instead.
    async fn try_to_change(&self, place: Place, message: MessageId, view: View) -> Result<bool, AnnounceError> {
        match self.change_all(place, message, view).await {
            Err(AnnounceError::Closed(_)) => Ok(false),
            changed => changed,
        }
    }
}

/// What a message is changed to. While people look at it, nobody is mentioned.
fn changed(view: &View, edit: Edit) -> View {
    match edit.only_if_near {
        true => View { pings: Vec::new(), ..view.clone() },
        false => view.clone(),
    }
}

/// The live board as everybody in the channel sees it, with the people it notifies.
fn live_view(board: &Board, showing: &Showing) -> Result<View, AnnounceError> {
    let alone = board.current.seats.iter().find_map(|it| it.user()).and_then(|it| board.current.side_of(it));
    let plays = alone.map(|it| (board.current.ruleset.info, it));
    let chosen = showing.seen_by.as_ref().map(|it| Appearance::of(it, plays));
    let mentioned = [showing.pings.as_slice(), &showing.silently].concat();
    let invitation = if showing.is_outside { Invitation::Choose } else { Invitation::ReplyOrChoose };
    let (chosen, watchers) = (chosen.unwrap_or_default(), &showing.watchers);
    let view = views::board::live(board, chosen, invitation, &mentioned, watchers, showing.can_open);
    let view = view.map_err(|error| AnnounceError::Unmade(error.to_string()))?;
    // If a player is pinged, everybody else who is mentioned hears it, too. Without a ping, the message makes no sound.
    let is_for_others = !showing.silently.is_empty() || !showing.watchers.is_empty();
    Ok(View { is_silent: showing.pings.is_empty() && is_for_others, ..view })
}

/// Whether a message shows exactly this view. Discord trims the space around a text.
fn shows(view: &View, locale: Locale, message: &serenity::Message) -> bool {
    let picture = view.picture.as_ref().map(|it| it.name.as_str());
    let pictured = message.attachments.first().map(|it| it.filename.as_str());
    message.content.trim() == view.content.in_locale(locale).trim() && pictured == picture
}

/// The version of a match that a message shows, if it shows that match.
fn version_shown(current: &Match, message: &serenity::Message) -> Option<u32> {
    views::board::pictured_version(current, &message.attachments.first()?.filename)
}

/// The nonce of whatever is posted after the live board, of at most 25 characters. A process that got no answer and
/// tries again receives the message of the earlier try, even if the match has gone on meanwhile.
fn next_nonce(current: &Match) -> String {
    let Some(live) = current.delivery.live_board else {
        return format!("m{}.{}", current.id.0, current.created_at.as_millisecond());
    };
    // Also made from channel and revision: the live board may be edited, or its thread be lost, and then whatever was
    // posted after it there is gone.
    let here = current.place.channel.0.wrapping_add(u64::from(live.revision.unwrap_or_default()));
    format!("m{}.{}", live.message.0, here % 1000)
}
