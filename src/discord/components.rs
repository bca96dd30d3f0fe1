//! Buttons and menus.

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, ComponentInteractionDataKind, EditInteractionResponse, Http};

use super::ack::Acknowledged;
use super::bot::{Bot, Done, user_id};
use super::controls::{Control, UnknownControl};
use super::view::View;
use super::views;
use crate::board::{Move, Square};
use crate::game::Refusal;
use crate::i18n::say;
use crate::play::{Answer, ChallengeId, ChallengeState, MatchId, Rematch, UserId, Which};

/// Does what a control says. Whoever may not is told so privately.
pub(super) async fn handle(http: &Http, bot: &Bot, interaction: &ComponentInteraction) -> serenity::Result<()> {
    let control: Result<Control, UnknownControl> = interaction.data.custom_id.parse();
    let private = matches!(control, Ok(Control::Legal(..) | Control::Resign(..)));
    let ack = if private {
        Acknowledged::privately(http, interaction).await?
    } else {
        Acknowledged::silently(http, interaction).await?
    };
    bot.meet(&interaction.user).await;
    let press = Press { bot, interaction, ack: &ack, user: user_id(interaction.user.id) };
    let done = match control {
        Ok(control) => press.act(control).await,
        Err(UnknownControl) => Err(Refusal::new("unknown-control").into()),
    };
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
    user: UserId,
}

impl Press<'_> {
    async fn act(&self, control: Control) -> Done {
        match control {
            Control::Accept(id) => self.answer(id, Answer::Accept).await,
            Control::Decline(id) => self.answer(id, Answer::Decline).await,
            Control::Withdraw(id) => self.answer(id, Answer::Withdraw).await,
            Control::ChooseFrom(id, ply) => self.choose_from(id, ply).await,
            Control::ChooseTo(id, ply, from) => {
                let to = self.chosen_square()?;
                self.play(id, ply, Move::new(from, to)).await
            }
            Control::Pass(id, ply) => self.play(id, ply, Move::PASS).await,
            Control::Legal(id, ply) => self.legal(id, ply).await,
            Control::Resign(id, ply) => {
                let board = self.bot.host.may_resign(self.user, Which::Control(id, ply)).await?;
                Ok(self.ack.whisper(views::board::confirm_resigning(&board.current, self.user)).await?)
            }
            Control::ReallyResign(_, _, asked) if asked != self.user => {
                Err(Refusal::new("not-your-question").with("player", asked.mention()).into())
            }
            Control::ReallyResign(id, ply, _) => self.resign(id, ply).await,
            Control::Rematch(id) => self.rematch(id).await,
        }
    }

    async fn answer(&self, id: ChallengeId, given: Answer) -> Done {
        let challenge = self.bot.host.answer(id, self.user, given).await?;
        if let ChallengeState::Accepted(begun) = challenge.state {
            self.bot.settle(begun);
        }
        Ok(())
    }

    /// Shows where the chosen man may go, for the player whose turn it is.
    async fn choose_from(&self, id: MatchId, ply: u32) -> Done {
        let from = self.chosen_square()?;
        let board = self.bot.host.may_move(self.user, Which::Control(id, ply)).await?;
        let rows = views::board::controls(&board.current, &*board.table, Some(from));
        Ok(self.ack.change(EditInteractionResponse::new().components(rows)).await?)
    }

    async fn play(&self, id: MatchId, ply: u32, it: Move) -> Done {
        let board = self.bot.host.play_move(self.user, Which::Control(id, ply), &it.to_string()).await?;
        self.bot.settle(board.current.id);
        Ok(())
    }

    async fn legal(&self, id: MatchId, ply: u32) -> Done {
        let board = self.bot.host.find(self.user, Which::Control(id, ply)).await?;
        let view = views::board::legal(&board.current, &*board.table, None)?;
        Ok(self.ack.whisper(view).await?)
    }

    async fn resign(&self, id: MatchId, ply: u32) -> Done {
        let board = self.bot.host.resign(self.user, Which::Control(id, ply)).await?;
        self.bot.settle(board.current.id);
        Ok(self.ack.change(View::text(say("resigned", &[])).edit_response()).await?)
    }

    async fn rematch(&self, id: MatchId) -> Done {
        match self.bot.host.rematch(self.user, id).await? {
            Rematch::Begun(begun) => self.bot.settle(begun),
            Rematch::Offered(offered) => self.bot.host.show_challenge(&offered).await?,
        }
        Ok(())
    }

    /// The square that was chosen in a menu.
    fn chosen_square(&self) -> Result<Square, Refusal> {
        let unknown = || Refusal::new("unknown-control");
        match &self.interaction.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => {
                values.first().and_then(|it| it.parse().ok()).ok_or_else(unknown)
            }
            _ => Err(unknown()),
        }
    }
}
