//! The cards of challenges: found again, and closed.

use jiff::Timestamp;

use super::ChatAnnouncer;
use crate::views;
use play::ports::AnnounceError;
use play::{Challenge, ChallengeState, ChannelId, MessageId};

impl ChatAnnouncer {
    /// The card of a challenge that was posted at that time or later without our getting the answer.
    pub(super) async fn find_challenge_card(
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

    /// Shows on the card what has become of its challenge.
    pub(super) async fn close_challenge_card(
        &self,
        challenge: &Challenge,
        played_in: Option<ChannelId>,
    ) -> Result<(), AnnounceError> {
        debug_assert!(challenge.state != ChallengeState::Open);
        let Some(message) = challenge.message else { return Ok(()) };
        let view = views::cards::challenge(challenge, played_in);
        self.change_all(challenge.offer.place, message, view).await.map(drop)
    }
}
