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
use super::controls::{Control, Menu, Step};
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
    if let Ok(control @ Control::TypeMove(id, version, _)) = &control
        && forms::may_type(bot, interaction, Which::Control(*id, *version)).await
    {
        return forms::ask(http, bot, interaction, control).await;
    }
    let is_private_message = interaction.message.flags.is_some_and(|it| it.contains(MessageFlags::EPHEMERAL));
    let leads_on = match &control {
        Ok(Control::Choose(_, _, menu)) => matches!(step_of(*menu, interaction), Some(Step::Show(_))),
        Ok(Control::Help(_) | Control::RulesOfGame) => true,
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
            Control::Accept(id) => self.answer(id, Answer::Accept).await,
            Control::Decline(id) => self.answer(id, Answer::Decline).await,
            Control::Withdraw(id) => self.answer(id, Answer::Withdraw).await,
            Control::RulesOfChallenge(id) => self.rules_of_challenge(id).await,
            Control::Choose(id, version, menu) => self.choose(id, version, menu).await,
            Control::Pass(id, version) => self.play(id, version, Move::PASS).await,
            Control::Legal(id, version) => self.legal(id, version).await,
            Control::Hint(id, version) => self.hint(id, version).await,
            Control::MyView(id, version) => self.my_view(id, version).await,
            Control::More(id, version) => self.more(id, version).await,
            Control::Resign(id, version) => self.ask_to_resign(id, version).await,
            Control::ReallyResign(id, version, _) => self.resign(id, version).await,
            Control::ReallyAbandon(id, _) => self.abandon(id).await,
            Control::Offer(id, version, kind) => self.offer(id, version, kind).await,
            Control::AnswerOffer(id, version, kind, accepts) => self.answer_offer(id, version, kind, accepts).await,
            Control::Resume(id, version) => self.resume(id, version).await,
            Control::Claim(id, version) => self.claim(id, version).await,
            Control::Plans(id, version) => self.plans(id, version).await,
            Control::Plan(id, version, line, menu) => self.plan(id, version, line, menu).await,
            Control::SavePlan(id, version, line) => self.save_plan(id, version, &line).await,
            Control::DropPlan(id, version) => self.drop_plan(id, version).await,
            Control::DropPlans(id, version) => self.drop_plans(id, version).await,
            Control::TypeMove(id, version, _) => self.refuse_form(id, version).await,
            Control::Rematch(id, again) => self.rematch(id, again).await,
            Control::Review(id) => self.review(id).await,
            Control::RulesOfMatch(id) => self.rules_of_match(id).await,
            Control::Variants(game) => self.variants(game).await,
            Control::Games => self.games().await,
            Control::RulesOfGame => self.rules_of_game().await,
            Control::Play => self.begin().await,
            Control::Help(_) => self.help().await,
            Control::Block(id) => self.ask_to_block(id).await,
            Control::ReallyBlock(id) => self.block(id).await,
            Control::Watch(id, starts) => self.watch(id, starts).await,
            Control::Pick(_, ask) => self.pick(ask).await,
            Control::Reply(_, given) => self.reply(given).await,
            Control::Next(after) => self.next(after).await,
            Control::Settings => self.settings().await,
            Control::Set(_, choice) => self.set(choice).await,
            Control::Hush(id, version) => self.hush(id, version).await,
            Control::HushOneOf(_) => self.hush_chosen().await,
            Control::Away(user) => Ok(self.ack.whisper(views::notices::ask_days(user)).await?),
            Control::AwayFor(user) => self.go_away(user).await,
            Control::ReallyDelete(user) => self.delete_data(user).await,
            Control::ReallyEnd(id) => self.end(id).await,
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
