//! Controls under the help and the rules, and under what the bot says to newcomers.

use super::{Press, unknown};
use crate::bot::{Done, place};
use crate::commands::{self, begin, require_membership};
use crate::request;
use crate::views;
use crate::views::help::Time;
use games::Ruleset;

impl Press<'_> {
    /// Explains the command that was chosen; in private, in place of the one before.
    pub(super) async fn help(&self) -> Done {
        let commands = commands::all();
        let chosen = commands.iter().find(|it| Some(it.name.as_ref()) == self.value()).ok_or_else(unknown)?;
        let view = views::help::details(&commands, chosen, &self.bot.prefix);
        match self.is_private_message {
            true => self.ack.confirm(view).await,
            false => self.ack.whisper(view).await?,
        }
        Ok(())
    }

    /// Shows all games.
    pub(super) async fn games(&self) -> Done {
        let theme = self.bot.plain_appearance(self.asker.user).await?.theme;
        Ok(self.ack.whisper(views::overview::all_games("", &self.bot.prefix, theme)?).await?)
    }

    /// Shows the rules of the game that was chosen.
    pub(super) async fn rules_of_game(&self) -> Done {
        let game = self.value().and_then(games::find).ok_or_else(unknown)?;
        let appearance = self.bot.plain_appearance(self.asker.user).await?;
        let rules = views::help::rules(&Ruleset::default_of(game.info()), Time::Open, appearance)?;
        Ok(self.ack.whisper(rules).await?)
    }

    /// Shows the presets and options of a game.
    pub(super) async fn variants(&self, game: &str) -> Done {
        let game = games::find(game).ok_or_else(unknown)?;
        Ok(self.ack.whisper(views::help::variants(game.info())).await?)
    }

    /// Begins a match that suits the presser.
    pub(super) async fn begin(&self) -> Done {
        require_membership(self.interaction.context, &self.interaction.authorizing_integration_owners)?;
        self.may_begin_here().await?;
        let here = place(self.interaction.guild_id, self.interaction.channel_id);
        let usual = self.bot.host.server(here.guild).await?;
        let begun = begin(self.bot, self.asker, here, request::read_for_play("", &usual)?, true).await?;
        self.tell_begun(begun.id, Some(begun.told)).await;
        Ok(())
    }
}
