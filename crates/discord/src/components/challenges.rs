//! Controls under challenges, and the button that asks for a rematch.

use super::{Press, unknown};
use crate::bot::{Done, place};
use crate::commands::told_of_answer;
use crate::permissions::{require_posting_as_told, require_thread_membership, thread_in};
use crate::views::help::Time;
use crate::views::{self, View};
use games::Refusal;
use play::decide::Again;
use play::{Answer, ChallengeId, ChallengeState, ChannelId, MatchId, ProposalId, Rematch, Settled};

impl Press<'_> {
    pub(super) async fn answer(&self, id: ChallengeId, given: Answer) -> Done {
        if given == Answer::Accept {
            self.may_begin_here().await?;
        }
        let answered = self.bot.host.answer(self.asker, id, given).await?;
        if let ChallengeState::Accepted(begun) = answered.state {
            self.tell_begun(begun, None).await;
        }
        Ok(())
    }

    /// Gives an answer to the proposal that was chosen.
    pub(super) async fn reply(&self, given: Answer) -> Done {
        let proposal = self.value().and_then(views::which::read_proposal).ok_or_else(unknown)?;
        if let (ProposalId::Challenge(id), Answer::Accept) = (proposal, given) {
            self.bot.host.challenge_in(self.asker, id).await?;
            self.may_begin_here().await?;
        }
        let settled = self.bot.host.settle(self.asker, proposal, given).await?;
        self.ack.confirm(told_of_answer(&settled, given)).await;
        if let Settled::Challenge(_, ChallengeState::Accepted(begun)) = settled {
            self.tell_begun(begun, None).await;
        }
        Ok(())
    }

    /// Refuses a match if the moderators do not allow any here now, or the bot may not post its boards.
    pub(super) async fn may_begin_here(&self) -> Done {
        let thread = thread_in(self.interaction.channel.as_ref());
        let parent = thread.and_then(|it| it.parent_id).map(|it| ChannelId(it.get()));
        let here = place(self.interaction.guild_id, self.interaction.channel_id);
        self.bot.host.may_begin_in(here, parent).await?;
        self.may_post_here()?;
        Ok(require_thread_membership(self.http, thread).await?)
    }

    /// Tells the presser that a match has begun, in words of its own if there are any, or that its board can't be shown.
    pub(super) async fn tell_begun(&self, id: MatchId, told: Option<String>) {
        if let Some(text) = self.bot.begun(id, |_| told).await {
            self.ack.confirm_beside(View::text(text)).await;
        }
    }

    /// Refuses if Discord says, with the press, that the bot may not post boards.
    pub(super) fn may_post_here(&self) -> Result<(), Refusal> {
        let is_thread = thread_in(self.interaction.channel.as_ref()).is_some();
        require_posting_as_told(self.interaction.guild_id, self.interaction.app_permissions, is_thread)
    }

    pub(super) async fn rematch(&self, id: MatchId, again: Again) -> Done {
        self.may_begin_here().await?;
        match self.bot.host.rematch(self.asker, id, again).await? {
            Rematch::Offered(offered) => self.bot.delivery.show_challenge(&offered).await?,
            Rematch::Begun(begun, _) => self.tell_begun(begun, None).await,
        }
        Ok(())
    }

    pub(super) async fn rules_of_challenge(&self, id: ChallengeId) -> Done {
        let challenge = self.bot.host.challenge_in(self.asker, id).await?;
        let appearance = self.bot.plain_appearance(self.asker.user).await?;
        let time = Time::People(challenge.offer.agreement.clock);
        Ok(self.ack.whisper(views::help::rules(&challenge.offer.ruleset, time, appearance)?).await?)
    }
}
