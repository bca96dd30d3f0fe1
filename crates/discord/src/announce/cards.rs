//! Cards: posted, found again, changed, and closed.

use async_trait::async_trait;
use jiff::Timestamp;
use poise::serenity_prelude as serenity;

use super::ChatAnnouncer;
use crate::controls::{AnyonesAction, ChallengeAction, Control};
use crate::views::{self, View};
use play::daily::DailyPuzzle;
use play::ports::{AnnounceError, CardAnnouncer, Post};
use play::{Challenge, ChallengeState, ChannelId, MessageId};

#[async_trait]
impl CardAnnouncer for ChatAnnouncer {
    async fn post_once(&self, post: Post<'_>) -> Result<MessageId, AnnounceError> {
        let nonce = self.nonce(format_args!("{}", post.nonce()));
        let view = views::cards::post(post).map_err(|error| AnnounceError::Unmade(error.to_string()))?;
        let posted = self.post(post.place(), view, nonce).await?;
        Ok(MessageId(posted.id.get()))
    }

    async fn find_post(&self, post: Post<'_>, since: Timestamp) -> Result<Option<MessageId>, AnnounceError> {
        let posted = self.posted_since(post.place(), since, 0).await?;
        let shown = posted.iter().find(|it| self.is_shown(post, it));
        Ok(shown.map(|it| MessageId(it.id.get())))
    }

    async fn close_challenge(&self, challenge: &Challenge, played_in: Option<ChannelId>) -> Result<(), AnnounceError> {
        debug_assert!(challenge.state != ChallengeState::Open);
        let Some(message) = challenge.message else { return Ok(()) };
        let view = views::cards::challenge(challenge, &[], played_in);
        self.change_all(challenge.offer.place, message, view).await.map(drop)
    }

    async fn update_daily(&self, puzzle: &DailyPuzzle, message: MessageId) -> Result<(), AnnounceError> {
        let view = views::daily::daily(puzzle).map_err(|error| AnnounceError::Unmade(error.to_string()))?;
        self.change_all(puzzle.place, message, view).await.map(drop)
    }
}

impl ChatAnnouncer {
    /// Whether a message is what stands for a row, perhaps with more to say by now.
    pub(super) fn is_shown(&self, post: Post<'_>, message: &serenity::Message) -> bool {
        let has = |wanted: Control| views::controls_in(message, self.database).iter().any(|it| it.0 == wanted);
        let begins =
            |view: View| message.content.starts_with(&view.content.in_locale(self.locale_in(post.place().guild)));
        message.author.bot
            && match post {
                Post::Challenge(challenge, _) => has(Control::of_challenge(challenge.id, ChallengeAction::Accept)),
                Post::MatchCard(board) => begins(views::cards::card(board, None)),
                Post::WeeklyDigest(week) => begins(View::text(views::cards::digest_title(week))),
                Post::Daily(puzzle) => has(Control::Anyone(AnyonesAction::Daily(puzzle.card.day))),
            }
    }
}
