//! Cards: posted, and those of challenges found again, and closed.

use async_trait::async_trait;
use jiff::Timestamp;

use super::ChatAnnouncer;
use crate::views;
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

    async fn find_challenge(
        &self,
        challenge: &Challenge,
        since: Timestamp,
    ) -> Result<Option<MessageId>, AnnounceError> {
        let posted = self.posted_since(challenge.offer.place, since, 0).await?;
        let shown = posted.iter().filter(|it| it.author.bot).find(|it| {
            let controls = views::controls_in(it, self.database);
            views::cards::shows_challenge(challenge, &controls)
        });
        Ok(shown.map(|it| MessageId(it.id.get())))
    }

    async fn close_challenge(&self, challenge: &Challenge, played_in: Option<ChannelId>) -> Result<(), AnnounceError> {
        debug_assert!(challenge.state != ChallengeState::Open);
        let Some(message) = challenge.message else { return Ok(()) };
        let view = views::cards::challenge(challenge, played_in);
        self.change_all(challenge.offer.place, message, view).await.map(drop)
    }

    async fn update_daily(&self, puzzle: &DailyPuzzle, message: MessageId) -> Result<(), AnnounceError> {
        let view = views::daily::daily(puzzle).map_err(|error| AnnounceError::Unmade(error.to_string()))?;
        self.change_all(puzzle.place, message, view).await.map(drop)
    }
}
