//! Boards: shown in a new message or in the existing one, reduced to a line, and removed.

use poise::serenity_prelude as serenity;
use serenity::ChannelId;

use super::ChatAnnouncer;
use super::asking::NOT_FOUND;
use super::live_view::live_view;
use super::search::{shows, version_shown};
use crate::views::{self, View};
use play::ports::{AnnounceError, Closure, Showed};
use play::showing::Showing;
use play::{Board, Match, MessageId, Place, Shown};
use texts::say;

impl ChatAnnouncer {
    /// Shows the live board: by editing a message if it may be edited, or else in a new one.
    pub(super) async fn show_live(&self, board: &Board, showing: &Showing) -> Result<Showed, AnnounceError> {
        let view = live_view(board, showing)?;
        if let Some(edit) = showing.edit
            && self.may_edit(board.current.place, edit).await?
            && self.try_to_change(board.current.place, edit.message, view.clone()).await?
        {
            return Ok(Showed::Now(edit.message));
        }
        if let Some(edit) = showing.edit
            && showing.is_outside
            && !edit.only_if_newest
        {
            // It cannot be changed anymore, and what has changed is not worth another board.
            return Ok(Showed::Now(edit.message));
        }
        match showing.posted {
            Some(posted) => Ok(Showed::Now(posted)),
            None => self.post_board(board, view, showing).await,
        }
    }

    /// Posts a board as a new message, unless an earlier try has posted one after the same live board.
    async fn post_board(&self, board: &Board, view: View, showing: &Showing) -> Result<Showed, AnnounceError> {
        let current = &board.current;
        let posted = match self.post_after_live(current, &view, showing).await {
            Err(error @ (AnnounceError::Closed(Closure::Refused(_)) | AnnounceError::Withheld)) => {
                if current.refusals == 0 {
                    self.tell_not_shown(current).await;
                }
                return Err(error);
            }
            posted => posted?,
        };
        let id = MessageId(posted.id.get());
        let version = version_shown(current, &posted);
        let is_earlier = version.is_some_and(|it| it != current.version());
        if !is_earlier && shows(&view, &posted) {
            return Ok(Showed::Now(id));
        }
        // A message with the same position need not be posted again, unless somebody must be notified of what is new.
        // Where nothing else may have been posted, Discord has altered the text in a way that we do not know.
        match version.filter(|_| showing.may_be_posted && (is_earlier || !showing.pings.is_empty())) {
            Some(version) => Ok(Showed::Earlier(id, version)),
            None if self.try_to_change(current.place, id, view).await? => Ok(Showed::Now(id)),
            None => Err(AnnounceError::Later("the board was removed while it was shown".into())),
        }
    }

    /// Posts a board after the live one. A nonce that Discord remembers from before a backup was restored brings a message
    /// that this match knows nothing of; then the board is posted as if after that.
    async fn post_after_live(
        &self,
        current: &Match,
        view: &View,
        showing: &Showing,
    ) -> Result<serenity::Message, AnnounceError> {
        let mut nonce = next_nonce(current);
        for _ in 0..MOST_STRANGERS {
            let posted = self.post(current.place, view.clone(), nonce).await?;
            // What has no nonce is always new.
            if showing.is_outside || is_own(current, &posted, showing.may_be_posted) {
                return Ok(posted);
            }
            nonce = nonce_after(posted.id.get());
        }
        Err(AnnounceError::Later("only messages are found that were posted before a backup was restored".into()))
    }

    /// Says, where words are taken and pictures are not, that a board cannot be shown.
    async fn tell_not_shown(&self, current: &Match) {
        let view = View::text(say("board-not-shown", &[("match", current.id.to_string().into())]));
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

    /// Reduces a board to one line. Where that is refused, it keeps its controls.
    pub(super) async fn reduce_board(
        &self,
        current: &Match,
        message: MessageId,
        plies: u32,
    ) -> Result<(), AnnounceError> {
        let line = View::text(views::board::line(current, plies));
        self.change_all(current.place, message, line).await.map(drop)
    }

    /// Removes a board; it may be gone already. Where that is refused, as in a locked thread, it keeps its controls.
    pub(super) async fn delete_board(&self, place: Place, message: MessageId) -> Result<(), AnnounceError> {
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

/// How many messages in a row may come from before a backup was restored.
const MOST_STRANGERS: usize = 3;

/// Whether a message that Discord returned for a post is from this match as it is: the new message, or that of an earlier
/// try, if there may have been one.
fn is_own(current: &Match, posted: &serenity::Message, may_be_posted: bool) -> bool {
    match version_shown(current, posted) {
        Some(version) if may_be_posted => version <= current.version(),
        Some(version) => version == current.version() && posted.edited_timestamp.is_none(),
        None => false,
    }
}

/// The nonce of what is posted after a message.
fn nonce_after(message: u64) -> String {
    format!("m{message}")
}

/// The nonce of whatever is posted after the live board, of at most 25 characters. A process that got no answer and
/// tries again receives the message of the earlier try, even if the match has gone on meanwhile.
fn next_nonce(current: &Match) -> String {
    match current.shown {
        None => format!("m{}.{}", current.id.0, current.created_at.as_millisecond()),
        Some(Shown { message, revision: None, .. }) => nonce_after(message.0),
        // Also made from channel and revision: the live board may be edited, or its thread be lost, and then whatever
        // was posted after it there is gone.
        Some(Shown { message, revision: Some(revision), .. }) => {
            let here = current.place.channel.0.wrapping_add(u64::from(revision));
            format!("m{}.{}", message.0, here % 1000)
        }
    }
}
