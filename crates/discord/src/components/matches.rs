//! Controls under boards: moves, views, offers, and the end of a match.

use super::{Press, step_of, unknown};
use crate::bot::Done;
use crate::commands::{chosen_match, question_of_resigning};
use crate::controls::{Ask, Chosen, Menu, Step};
use crate::views::board::Invitation;
use crate::views::help::Time;
use crate::views::{self, View};
use games::board::Move;
use play::decide::Said;
use play::{MatchId, OfferKind, Which};
use texts::say;

impl Press<'_> {
    pub(super) async fn choose(&self, id: MatchId, version: u32, menu: Menu) -> Done {
        match step_of(menu, self.interaction).ok_or_else(unknown)? {
            Step::Show(chosen) => self.show(id, version, chosen).await,
            Step::Play(mv) => self.play(id, version, mv).await,
        }
    }

    /// Shows the menus that follow a choice, for the player whose turn it is.
    async fn show(&self, id: MatchId, version: u32, chosen: Chosen) -> Done {
        let board = self.bot.host.may_move(self.asker, Which::Control(id, version)).await?;
        let appearance = self.bot.appearance(&board, self.asker.user).await?;
        let view = views::board::choosing(&board, chosen, appearance)?;
        match self.is_private_message {
            true => self.ack.change(view.edit_response_all(self.bot.database)).await?,
            false => self.ack.whisper(view).await?,
        }
        Ok(())
    }

    pub(super) async fn play(&self, id: MatchId, version: u32, chosen: Move) -> Done {
        self.bot.host.play_move(self.asker, Which::Control(id, version), Said::Move(chosen)).await?;
        // The new board says it all.
        if self.is_private_message {
            self.ack.dismiss().await;
        }
        Ok(())
    }

    pub(super) async fn legal(&self, id: MatchId, version: u32) -> Done {
        let board = self.bot.host.find(self.asker, Which::Control(id, version)).await?;
        let view = views::board::legal(&board, None, self.bot.appearance(&board, self.asker.user).await?)?;
        Ok(self.ack.whisper(view).await?)
    }

    /// Shows a hint, only to the person who pressed.
    pub(super) async fn hint(&self, id: MatchId, version: u32) -> Done {
        let (board, assessment) = self.bot.host.hint(self.asker, Which::Control(id, version)).await?;
        let appearance = self.bot.appearance(&board, self.asker.user).await?;
        Ok(self.ack.whisper(views::advice::hint(&board, &assessment, appearance)?).await?)
    }

    /// Shows the review of a finished match, only to the person who pressed.
    pub(super) async fn review(&self, id: MatchId) -> Done {
        let board = self.bot.host.find(self.asker, Which::Number(id)).await?;
        let advice = self.bot.host.advise(self.asker.user, &board).await?;
        let appearance = self.bot.appearance(&board, self.asker.user).await?;
        Ok(self.ack.whisper(views::advice::advice(&board, &advice, appearance)?).await?)
    }

    /// Shows the board from the side that the presser plays, only to them.
    pub(super) async fn my_view(&self, id: MatchId, version: u32) -> Done {
        let board = self.bot.host.find(self.asker, Which::Control(id, version)).await?;
        let appearance = self.bot.appearance(&board, self.asker.user).await?;
        let view = views::board::shown(&board, appearance, Invitation::None)?;
        Ok(self.ack.whisper(view).await?)
    }

    /// Shows what else can be done in a match.
    pub(super) async fn more(&self, id: MatchId, version: u32) -> Done {
        let board = self.bot.host.find(self.asker, Which::Control(id, version)).await?;
        let is_watching = self.bot.host.is_watching(id, self.asker.user).await?;
        Ok(self.ack.whisper(views::more::panel(&board, self.asker.user, is_watching)).await?)
    }

    pub(super) async fn rules_of_match(&self, id: MatchId) -> Done {
        let board = self.bot.host.find(self.asker, Which::Number(id)).await?;
        let appearance = self.bot.appearance(&board, self.asker.user).await?;
        let (ruleset, time) = (&board.current.ruleset, Time::of(&board.current));
        Ok(self.ack.whisper(views::help::rules(ruleset, time, appearance)?).await?)
    }

    pub(super) async fn ask_to_resign(&self, id: MatchId, version: u32) -> Done {
        let which = Which::Control(id, version);
        let question = question_of_resigning(&self.bot.host, self.asker, which, Ask::Resign).await?;
        Ok(self.ack.whisper(question).await?)
    }

    pub(super) async fn resign(&self, id: MatchId, version: u32) -> Done {
        let board = self.bot.host.resign(self.asker, Which::Control(id, version)).await?;
        let done = if board.current.has_really_begun() { "resigned" } else { "aborted" };
        self.ack.confirm(View::text(say(done, &[]))).await;
        Ok(())
    }

    /// Ends a match that is set aside.
    pub(super) async fn abandon(&self, id: MatchId) -> Done {
        self.bot.host.abandon(self.asker, id).await?;
        self.ack.confirm(View::text(say("aborted", &[]))).await;
        Ok(())
    }

    pub(super) async fn offer(&self, id: MatchId, version: u32, kind: OfferKind) -> Done {
        let which = Which::Control(id, version);
        if self.bot.host.find(self.asker, which).await?.current.place.channel == self.asker.channel {
            self.may_post_here()?;
        }
        let board = self.bot.host.offer(self.asker, which, kind).await?;
        self.ack.confirm_beside(views::more::done(&board, kind)).await;
        Ok(())
    }

    pub(super) async fn answer_offer(&self, id: MatchId, version: u32, kind: OfferKind, accepts: bool) -> Done {
        self.bot.host.answer_offer(self.asker, Which::Control(id, version), Some(kind), accepts).await?;
        Ok(())
    }

    pub(super) async fn resume(&self, id: MatchId, version: u32) -> Done {
        self.bot.host.resume(self.asker, Which::Control(id, version)).await?;
        Ok(())
    }

    pub(super) async fn claim(&self, id: MatchId, version: u32) -> Done {
        self.bot.host.claim(self.asker, Which::Control(id, version)).await?;
        self.ack.confirm_beside(View::text(say("claimed", &[]))).await;
        Ok(())
    }

    /// Starts or stops watching a match.
    pub(super) async fn watch(&self, id: MatchId, starts: bool) -> Done {
        match starts {
            true => drop(self.bot.host.watch(self.asker, Which::Number(id)).await?),
            false => drop(self.bot.host.unwatch(self.asker, Which::Number(id)).await?),
        }
        self.ack.confirm_beside(views::more::watching(id, starts)).await;
        Ok(())
    }

    /// Does what was asked in the match that was chosen.
    pub(super) async fn pick(&self, ask: Ask) -> Done {
        let chosen = self.value().and_then(|it| it.parse().ok()).map(MatchId).ok_or_else(unknown)?;
        chosen_match::act(self.bot, self.ack, self.asker, chosen, ask).await
    }

    /// Shows the next match that waits for the person who pressed.
    pub(super) async fn next(&self, after: MatchId) -> Done {
        let (board, waiting) = self.bot.host.next_waiting(self.asker.user, after).await?;
        let appearance = self.bot.appearance(&board, self.asker.user).await?;
        Ok(self.ack.whisper(views::lists::next_board(&board, appearance, waiting)?).await?)
    }
}
