//! Buttons, menus, and forms.

mod challenges;
pub(super) mod forms;
mod introduction;
mod matches;
mod personal;
mod plans;

use poise::serenity_prelude as serenity;
use serenity::{ComponentInteraction, ComponentInteractionDataKind, Http, MessageFlags};

use super::bot::ack::{Acknowledged, may_be_acknowledged};
use super::bot::outside::is_outside;
use super::bot::{Bot, Done, asker_in, error_view, place, usage, written};
use super::controls::{AnyonesAction, BoardAction, ChallengeAction, Control, MatchAction, Menu, PersonalAction, Step};
use super::errors::{CommandError, guarded};
use super::views::{self, View};
use games::Refusal;
use games::board::Move;
use metrics::CommandOutcome;
use play::{Answer, Asker, HostError, MatchId, MessageId, Subject, Which, refuse_command};
use texts::say;

/// Does what a control says. A refusal is shown privately.
pub(super) async fn handle(http: &Http, bot: &Bot, interaction: &ComponentInteraction) -> serenity::Result<()> {
    let name = Control::name_in(&interaction.data.custom_id);
    let usage = usage::of(&name, &interaction.user, place(interaction.guild_id, interaction.channel_id));
    let control = Control::read(&interaction.data.custom_id, bot.database);
    if let Ok(Control::Board { id, version, action: BoardAction::TypeMove(example) }) = &control
        && forms::may_type(bot, interaction, Which::Control(*id, *version)).await
    {
        return forms::ask(http, interaction, *example).await;
    }
    let is_private_message = interaction.message.flags.is_some_and(|it| it.contains(MessageFlags::EPHEMERAL));
    let leads_on = match &control {
        Ok(Control::Board { action: BoardAction::Choose(menu), .. }) => {
            matches!(step_of(*menu, interaction), Some(Step::Show(_)))
        }
        Ok(Control::Anyone(AnyonesAction::Help(_) | AnyonesAction::RulesOfGame)) => true,
        _ => false,
    };
    let is_menu = matches!(interaction.data.kind, ComponentInteractionDataKind::StringSelect { .. });
    let is_answered_privately = control.as_ref().is_ok_and(Control::is_answered_privately);
    let is_outside = is_outside(interaction.context);
    let ack = if is_answered_privately && !is_menu && !is_outside {
        Acknowledged::privately(http, interaction, bot).await
    } else {
        Acknowledged::silently(http, interaction, bot).await
    };
    let ack = match ack {
        Ok(ack) => ack,
        Err(CommandError::Elsewhere) => return Ok(()),
        // Then nobody can be told.
        Err(CommandError::Discord(error)) if !may_be_acknowledged(&error) => return Err(error),
        Err(error) => {
            usage.ended(CommandOutcome::Failed);
            let told = View::text(error.explain());
            return interaction.create_followup(http, told.whisper(bot.database)).await.map(drop);
        }
    };
    if is_outside {
        let noted = bot.note_interaction(interaction.channel_id, &interaction.token, Some(&interaction.message)).await;
        noted.unwrap_or_else(|error| tracing::warn!(%error, "what was used in a group message is not known"));
    }
    bot.meet(&interaction.user).await;
    let press = Press {
        http,
        bot,
        interaction,
        ack: &ack,
        is_private_message,
        asker: asker_in(interaction.user.id, interaction.channel_id, interaction.id.get()),
    };
    let subject = control.as_ref().ok().and_then(Control::subject);
    let done = match control {
        Ok(control) => guarded(press.act(control)).await,
        Err(refusal) => Err(refusal.into()),
    };
    if let Some(subject) = subject.filter(|_| !is_private_message && done.is_err()) {
        let tidied = tidy(bot, subject, &interaction.message).await;
        tidied.unwrap_or_else(|error| tracing::warn!(%error, "an old message keeps its controls"));
    }
    usage.ended(done.as_ref().map_or_else(CommandError::outcome, |()| CommandOutcome::Done));
    if leads_on && !is_private_message && done.is_ok() {
        ack.redraw().await;
    }
    let Err(error) = done else { return Ok(()) };
    match error_view::view(&error, bot, Some(press.asker.user)).await {
        Some(told) => ack.refuse(told).await,
        // Whoever did it may have been killed before answering.
        None if ack.is_waiting() => ack.whisper(View::text(say("done-already", &[]))).await,
        None => Ok(()),
    }
}

/// Takes the controls from a message that has kept them for too long.
async fn tidy(bot: &Bot, subject: Subject, message: &serenity::Message) -> Result<(), HostError> {
    bot.host.may_be_about(subject, written(message)).await?;
    let version = message.attachments.first().and_then(|it| views::board::version_in(&it.filename));
    let message = MessageId(message.id.get());
    match (subject, version) {
        (Subject::Challenge(id), _) => bot.delivery.tidy_card(id, message).await?,
        (Subject::Match(id) | Subject::Board(id, _), Some(version)) => {
            bot.delivery.tidy_board(id, message, version).await?;
        }
        (Subject::Match(_) | Subject::Board(..), None) => {}
    }
    Ok(())
}

/// A control that somebody used.
struct Press<'a> {
    http: &'a Http,
    bot: &'a Bot,
    interaction: &'a ComponentInteraction,
    ack: &'a Acknowledged<'a>,
    /// Whether the control is on a message that only the presser sees.
    is_private_message: bool,
    asker: Asker,
}

/// What choosing from a menu leads to.
fn step_of(menu: Menu, interaction: &ComponentInteraction) -> Option<Step> {
    match &interaction.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => menu.step(values.first()?),
        _ => None,
    }
}

impl Press<'_> {
    async fn act(&self, control: Control) -> Done {
        let place = place(self.interaction.guild_id, self.interaction.channel_id);
        self.bot.host.admit(self.asker.user, place).map_err(refuse_command)?;
        if let Some(subject) = control.subject() {
            self.bot.host.may_be_about(subject, written(&self.interaction.message)).await?;
        }
        if let Some((owner, refusal)) = control.owner().filter(|it| it.0 != self.asker.user) {
            return Err(Refusal::new(refusal).with("player", owner.mention()).into());
        }
        match control {
            Control::Board { id, version, action } => self.act_on_board(id, version, action).await,
            Control::Match { id, action } => match action {
                MatchAction::ConfirmAbandon(_) => self.abandon(id).await,
                MatchAction::Rematch(again) => self.rematch(id, again).await,
                MatchAction::Review => self.review(id).await,
                MatchAction::Rules => self.rules_of_match(id).await,
                MatchAction::Block => self.ask_to_block(id).await,
                MatchAction::ConfirmBlock => self.block(id).await,
                MatchAction::Watch(starts) => self.watch(id, starts).await,
                MatchAction::ConfirmEnd => self.end(id).await,
            },
            Control::Challenge { id, action } => match action {
                ChallengeAction::Accept => self.answer(id, Answer::Accept).await,
                ChallengeAction::Decline => self.answer(id, Answer::Decline).await,
                ChallengeAction::Withdraw => self.answer(id, Answer::Withdraw).await,
                ChallengeAction::Rules => self.rules_of_challenge(id).await,
            },
            Control::Person { user, action } => match action {
                PersonalAction::Pick(ask) => self.pick(ask).await,
                PersonalAction::Reply(given) => self.reply(given).await,
                PersonalAction::Set(choice) => self.set(choice).await,
                PersonalAction::HushOneOf => self.hush_chosen().await,
                PersonalAction::Away => Ok(self.ack.whisper(views::notices::ask_days(user)).await?),
                PersonalAction::AwayFor => self.go_away(user).await,
                PersonalAction::ConfirmDelete => self.delete_data(user).await,
            },
            Control::Anyone(action) => match action {
                AnyonesAction::Games => self.games().await,
                AnyonesAction::RulesOfGame => self.rules_of_game().await,
                AnyonesAction::Variants(game) => self.variants(&game).await,
                AnyonesAction::Play => self.begin().await,
                AnyonesAction::Help(_) => self.help().await,
                AnyonesAction::Settings => self.settings().await,
                AnyonesAction::NextBoard(after) => self.next(after).await,
            },
        }
    }

    async fn act_on_board(&self, id: MatchId, version: u32, action: BoardAction) -> Done {
        match action {
            BoardAction::Choose(menu) => self.choose(id, version, menu).await,
            BoardAction::Pass => self.play(id, version, Move::PASS).await,
            BoardAction::Legal => self.legal(id, version).await,
            BoardAction::Hint => self.hint(id, version).await,
            BoardAction::MyView => self.my_view(id, version).await,
            BoardAction::Resign => self.ask_to_resign(id, version).await,
            BoardAction::ConfirmResign(_) => self.resign(id, version).await,
            BoardAction::More => self.more(id, version).await,
            BoardAction::Offer(kind) => self.offer(id, version, kind).await,
            BoardAction::AnswerOffer(kind, accepts) => self.answer_offer(id, version, kind, accepts).await,
            BoardAction::Resume => self.resume(id, version).await,
            BoardAction::Claim => self.claim(id, version).await,
            BoardAction::Plans => self.plans(id, version).await,
            BoardAction::Plan(line, menu) => self.plan(id, version, line, menu).await,
            BoardAction::SavePlan(line) => self.save_plan(id, version, &line).await,
            BoardAction::DropPlan => self.drop_plan(id, version).await,
            BoardAction::DropPlans => self.drop_plans(id, version).await,
            BoardAction::TypeMove(_) => self.refuse_form(id, version).await,
            BoardAction::Hush => self.hush(id, version).await,
        }
    }

    /// Tells why no form for a move has opened.
    async fn refuse_form(&self, id: MatchId, version: u32) -> Done {
        self.bot.host.may_move(self.asker, Which::Control(id, version)).await?;
        // By now there could be one, but a form has to be the first answer.
        Err(Refusal::new("too-late").into())
    }

    /// What was chosen in a menu.
    fn value(&self) -> Option<&str> {
        match &self.interaction.data.kind {
            ComponentInteractionDataKind::StringSelect { values } => values.first().map(String::as_str),
            _ => None,
        }
    }
}

fn unknown() -> Refusal {
    Refusal::new("unknown-control")
}
