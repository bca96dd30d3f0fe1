//! Controls for personal settings and reminders, and for moderators.

use super::{Press, unknown};
use crate::bot::{Done, moderators};
use crate::controls::Choice;
use crate::views::{self, View};
use games::Refusal;
use play::preferences::{Flip, Notices, TextBoard};
use play::{GuildId, MatchId, Setting, UserId, Which};
use render::Theme;
use texts::say;

impl Press<'_> {
    pub(super) async fn settings(&self) -> Done {
        let preferences = self.bot.host.preferences(self.asker.user).await?;
        Ok(self.ack.whisper(views::settings::panel(&preferences, self.asker.user)?).await?)
    }

    /// Changes a preference. The updated panel confirms it.
    pub(super) async fn set(&self, choice: Choice) -> Done {
        let setting = self.setting(choice).ok_or_else(unknown)?;
        let preferences = self.bot.host.set_preference(self.asker.user, setting).await?;
        self.ack.confirm(views::settings::panel(&preferences, self.asker.user)?).await;
        Ok(())
    }

    /// The new setting: from the control itself, or from the value chosen.
    fn setting(&self, choice: Choice) -> Option<Setting> {
        Some(match choice {
            Choice::Theme => Setting::Theme(self.value()?.parse::<Theme>().ok()?.name().to_owned()),
            Choice::Flip => Setting::Flip(Flip::ALL.into_iter().find(|it| Some(it.name()) == self.value())?),
            Choice::TextBoard => {
                Setting::TextBoard(TextBoard::ALL.into_iter().find(|it| Some(it.name()) == self.value())?)
            }
            Choice::Notices => Setting::Notices(Notices::ALL.into_iter().find(|it| Some(it.name()) == self.value())?),
            Choice::Lettered(is_so) => Setting::Lettered(is_so),
            Choice::PlaysForced(is_so) => Setting::PlaysForced(is_so),
            Choice::Unlisted(is_so) => Setting::Unlisted(is_so),
        })
    }

    /// Mutes further notices of this turn for the player to move.
    pub(super) async fn hush(&self, id: MatchId, version: u32) -> Done {
        let board = self.bot.host.hush(self.asker, Which::Control(id, version)).await?;
        let hushed = say("hushed", &[("match", board.current.id.to_string().into())]);
        Ok(self.ack.whisper(View::text(hushed)).await?)
    }

    /// The same for the match chosen in a reminder of several.
    pub(super) async fn hush_chosen(&self) -> Done {
        let (id, version) = self.value().and_then(|it| it.split_once(':')).ok_or_else(unknown)?;
        let (id, version) = (id.parse().map_err(|_| unknown())?, version.parse().map_err(|_| unknown())?);
        self.hush(MatchId(id), version).await
    }

    /// Makes the presser away for as many days as were chosen.
    pub(super) async fn go_away(&self, user: UserId) -> Done {
        let days = self.value().and_then(|it| it.parse().ok()).filter(|it| *it > 0).ok_or_else(unknown)?;
        let until = self.bot.host.go_away(user, days).await?;
        let until = [("until", until.as_second().to_string().into())];
        self.ack.confirm(View::text(say("away-until", &until))).await;
        Ok(())
    }

    /// Asks whether to block whom the presser plays, or has played.
    pub(super) async fn ask_to_block(&self, id: MatchId) -> Done {
        let opponent = self.bot.host.opponent_in(self.asker, id).await?;
        Ok(self.ack.whisper(views::more::confirm_blocking(id, opponent)).await?)
    }

    /// Blocks whom the presser plays, or has played.
    pub(super) async fn block(&self, id: MatchId) -> Done {
        let opponent = self.bot.host.opponent_in(self.asker, id).await?;
        self.bot.host.block(self.asker.user, opponent).await?;
        let blocked = say("blocked", &[("player", opponent.mention().into()), ("public", "no".into())]);
        self.ack.confirm(View::text(blocked)).await;
        Ok(())
    }

    /// Deletes what is kept about the presser.
    pub(super) async fn delete_data(&self, user: UserId) -> Done {
        self.bot.host.forget(user).await?;
        self.bot.unmeet(user);
        self.ack.confirm(View::text(say("data-deleted", &[]))).await;
        Ok(())
    }

    /// Ends a match as a moderator.
    pub(super) async fn end(&self, id: MatchId) -> Done {
        moderators::require(self.interaction.member.as_ref().and_then(|it| it.permissions))?;
        let guild = self.interaction.guild_id.ok_or_else(|| Refusal::new("only-in-a-server"))?;
        let guild = GuildId(guild.get());
        let outline = self.bot.host.may_stop(self.asker.user, guild, id).await?;
        moderators::require_for(self.http, outline.place, self.interaction.channel_id, self.interaction.user.id)
            .await?;
        self.bot.host.stop(self.asker.user, guild, id).await?;
        self.ack.confirm(View::text(say("match-stopped", &[("match", id.to_string().into())]))).await;
        Ok(())
    }
}
