//! Buttons and menus.

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, ComponentInteractionDataKind, EditInteractionResponse, Http};

use super::ack::Acknowledged;
use super::bot::{Bot, Done, asker_in, place};
use super::controls::{Control, UnknownControl};
use super::errors::CommandError;
use super::menu::{Chosen, Menu, Step};
use super::usage;
use super::view::View;
use super::views;
use super::views::board::{Appearance, Invitation};
use crate::i18n::say;
use crate::metrics::CommandOutcome;
use crate::play::decide::Said;
use crate::play::{Answer, Asker, ChallengeId, MatchId, Rematch, Which};
use games::Refusal;
use games::board::{Move, Side};

/// Does what a control says. Whoever may not is told so privately.
pub(super) async fn handle(http: &Http, bot: &Bot, interaction: &ComponentInteraction) -> serenity::Result<()> {
    let name = Control::name_in(&interaction.data.custom_id);
    let usage = usage::of(&name, &interaction.user, place(interaction.guild_id, interaction.channel_id));
    let control: Result<Control, UnknownControl> = interaction.data.custom_id.parse();
    let private = control.as_ref().is_ok_and(Control::is_answered_privately);
    let ack = if private {
        Acknowledged::privately(http, interaction).await?
    } else {
        Acknowledged::silently(http, interaction).await?
    };
    bot.meet(&interaction.user).await;
    let press = Press { bot, interaction, ack: &ack, asker: asker_in(interaction.user.id, interaction.channel_id) };
    let done = match control {
        Ok(control) => press.act(control).await,
        Err(UnknownControl) => Err(Refusal::new("unknown-control").into()),
    };
    usage.ended(done.as_ref().map_or_else(CommandError::outcome, |()| CommandOutcome::Done));
    match done {
        Ok(()) => Ok(()),
        Err(failure) => ack.whisper(View::text(failure.explain())).await,
    }
}

/// A control that somebody has used.
struct Press<'a> {
    bot: &'a Bot,
    interaction: &'a ComponentInteraction,
    ack: &'a Acknowledged<'a>,
    asker: Asker,
}

impl Press<'_> {
    async fn act(&self, control: Control) -> Done {
        match control {
            Control::Accept(id) => self.answer(id, Answer::Accept).await,
            Control::Decline(id) => self.answer(id, Answer::Decline).await,
            Control::Withdraw(id) => self.answer(id, Answer::Withdraw).await,
            Control::Choose(id, ply, menu) => match self.step(menu)? {
                Step::Show(chosen) => self.show(id, ply, chosen).await,
                Step::Play(it) => self.play(id, ply, it).await,
            },
            Control::Pass(id, ply) => self.play(id, ply, Move::PASS).await,
            Control::Legal(id, ply) => self.legal(id, ply).await,
            Control::Hint(id, ply) => self.hint(id, ply).await,
            Control::MyView(id, ply) => self.my_view(id, ply).await,
            Control::Resign(id, ply) => {
                let board = self.bot.host.may_resign(self.asker, Which::Control(id, ply)).await?;
                Ok(self.ack.whisper(views::board::confirm_resigning(&board.current, self.asker.user)).await?)
            }
            Control::ReallyResign(_, _, asked) if asked != self.asker.user => {
                Err(Refusal::new("not-your-question").with("player", asked.mention()).into())
            }
            Control::ReallyResign(id, ply, _) => self.resign(id, ply).await,
            Control::Rematch(id) => self.rematch(id).await,
            Control::Review(id) => self.review(id).await,
        }
    }

    async fn answer(&self, id: ChallengeId, given: Answer) -> Done {
        self.bot.host.answer(id, self.asker.user, given).await?;
        Ok(())
    }

    /// Shows the menus that follow a choice, for the player whose turn it is.
    async fn show(&self, id: MatchId, ply: u32, chosen: Chosen) -> Done {
        let board = self.bot.host.may_move(self.asker, Which::Control(id, ply)).await?;
        let rows = views::board::controls(&board, chosen);
        Ok(self.ack.change(EditInteractionResponse::new().components(rows)).await?)
    }

    async fn play(&self, id: MatchId, ply: u32, chosen: Move) -> Done {
        self.bot.host.play_move(self.asker, Which::Control(id, ply), Said::Move(chosen)).await?;
        Ok(())
    }

    async fn legal(&self, id: MatchId, ply: u32) -> Done {
        let board = self.bot.host.find(self.asker, Which::Control(id, ply)).await?;
        let view = views::board::legal(&board, None)?;
        Ok(self.ack.whisper(view).await?)
    }

    /// Tells the presser alone what the engine would play.
    async fn hint(&self, id: MatchId, ply: u32) -> Done {
        let (board, assessment) = self.bot.host.hint(self.asker, Which::Control(id, ply)).await?;
        Ok(self.ack.whisper(views::advice::hint(&board, &assessment)).await?)
    }

    /// Shows the presser alone what the engine thinks of a match that is over.
    async fn review(&self, id: MatchId) -> Done {
        let board = self.bot.host.find(self.asker, Which::Number(id)).await?;
        let advice = self.bot.host.advise(self.asker.user, &board).await?;
        Ok(self.ack.whisper(views::advice::advice(&board, &advice)?).await?)
    }

    /// Shows the board to the presser alone, from the side on which this user plays.
    async fn my_view(&self, id: MatchId, ply: u32) -> Done {
        let board = self.bot.host.find(self.asker, Which::Control(id, ply)).await?;
        let flipped = board.current.side_of(self.asker.user) == Some(Side::Second);
        let appearance = Appearance { flipped, ..Appearance::default() };
        let view = views::board::shown(&board, appearance, Invitation::None)?;
        Ok(self.ack.whisper(view).await?)
    }

    async fn resign(&self, id: MatchId, ply: u32) -> Done {
        let board = self.bot.host.resign(self.asker, Which::Control(id, ply)).await?;
        let done = if board.current.has_really_begun() { "resigned" } else { "aborted" };
        self.ack.confirm(View::text(say(done, &[]))).await;
        Ok(())
    }

    async fn rematch(&self, id: MatchId) -> Done {
        if let Rematch::Offered(offered) = self.bot.host.rematch(self.asker.user, id).await? {
            self.bot.host.show_challenge(&offered).await?;
        }
        Ok(())
    }

    /// What the choice made in a menu leads to.
    fn step(&self, menu: Menu) -> Result<Step, Refusal> {
        let value = match &self.interaction.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values.first(),
            _ => None,
        };
        value.and_then(|it| menu.step(it)).ok_or_else(|| Refusal::new("unknown-control"))
    }
}
