//! Forms: the one in which people type a move.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{
    ActionRowComponent, ComponentInteraction, CreateActionRow, CreateInputText, CreateInteractionResponse,
    CreateInteractionResponseMessage, CreateModal, Http, InputTextStyle, ModalInteraction,
};

use crate::bot::ack::may_be_acknowledged;
use crate::bot::refused::Refused;
use crate::bot::{Bot, Done, asker_in, error_view, place, usage, user_id, written};
use crate::controls::{BoardAction, Control};
use crate::errors::{CommandError, guarded, without_address};
use games::Refusal;
use games::board::Move;
use metrics::CommandOutcome;
use play::decide::Said;
use play::{HostError, Subject, Which, refuse_command};
use texts::say;

/// The name of the only field.
const MOVE: &str = "move";

/// The longest move that is accepted.
const MAX_MOVE_CHARS: u16 = 20;

/// How long we look whether a move can be typed at all. After that the form opens, and its move is refused if need be:
/// Discord waits three seconds.
const LOOK_FIRST: Duration = Duration::from_millis(500);

/// Whether the person who pressed may type a move, as far as that is known in time.
pub(super) async fn may_type(bot: &Bot, interaction: &ComponentInteraction, which: Which) -> bool {
    let asker = asker_in(interaction.user.id, interaction.channel_id, interaction.id.get());
    let look = guarded(async { Ok(bot.host.may_move(asker, which).await?) });
    let looked = tokio::time::timeout(LOOK_FIRST, look).await;
    !matches!(looked, Ok(Err(CommandError::Host(HostError::Refused(_)))))
}

/// Asks for a move. The form belongs to the control that opened it.
pub(super) async fn ask(
    http: &Http,
    interaction: &ComponentInteraction,
    example: Option<Move>,
) -> serenity::Result<()> {
    let form = question(interaction.data.custom_id.clone(), example);
    interaction.create_response(http, CreateInteractionResponse::Modal(form)).await
}

/// The form that asks for a move, with an example.
fn question(custom_id: String, example: Option<Move>) -> CreateModal {
    let title = say("type-move-title", &[]);
    let label = example.map_or(title.clone(), |it| say("type-move-label", &[("move", it.into())]));
    let field = CreateInputText::new(InputTextStyle::Short, label, MOVE).max_length(MAX_MOVE_CHARS).required(true);
    CreateModal::new(custom_id, title).components(vec![CreateActionRow::InputText(field)])
}

/// Plays the typed move. A refusal is shown privately. In the metrics a form has the name of the control that opened
/// it.
pub(crate) async fn handle(http: &Http, bot: &Bot, form: &ModalInteraction) -> serenity::Result<()> {
    let name = Control::name_in(&form.data.custom_id);
    let usage = usage::of(&name, &form.user, place(form.guild_id, form.channel_id));
    let acknowledged = form.create_response(http, acknowledgment(form)).await;
    let played = match bot.claim(form.id.get(), acknowledged).await {
        Err(CommandError::Elsewhere) => return Ok(()),
        // Then nobody can be told.
        Err(CommandError::Discord(error)) if !may_be_acknowledged(&error) => return Err(error),
        Err(error) => Err(error),
        Ok(()) => {
            note_interaction(bot, form).await;
            bot.meet(&form.user).await;
            guarded(play(bot, form)).await
        }
    };
    usage.ended(played.as_ref().map_or_else(CommandError::outcome, |_| CommandOutcome::Done));
    let Err(error) = played else {
        // The new board says it all: neither the promised answer nor the panel above the form is needed now.
        dismiss(http, form).await;
        return Ok(());
    };
    let Some(told) = error_view::view(&error, bot, Some(user_id(form.user.id))).await else {
        // Another process has played it.
        dismiss(http, form).await;
        return Ok(());
    };
    let told = bot.named(told).await;
    let refused = match promises_answer(form) {
        true => {
            form.edit_response(http, told.edit_response_all(bot.database)).await?;
            Refused::Answer(form.token.clone())
        }
        false => {
            let sent = form.create_followup(http, told.whisper(bot.database)).await?;
            Refused::FollowUp(form.token.clone(), sent.id)
        }
    };
    bot.replace_refusal(http, form.user.id, form.channel_id, refused).await;
    Ok(())
}

async fn dismiss(http: &Http, form: &ModalInteraction) {
    if let Err(error) = form.delete_response(http).await {
        tracing::debug!(error = without_address(&error), "what is no longer needed stays");
    }
}

/// Whether an answer is promised: not in private, where a board may come first, which Discord would take for that answer.
fn promises_answer(form: &ModalInteraction) -> bool {
    form.guild_id.is_some() || form.message.is_none()
}

fn acknowledgment(form: &ModalInteraction) -> CreateInteractionResponse {
    match promises_answer(form) {
        true => CreateInteractionResponse::Defer(CreateInteractionResponseMessage::new().ephemeral(true)),
        false => CreateInteractionResponse::Acknowledge,
    }
}

/// Notes the form if the bot is not part of the conversation. Serenity does not tell the context of a form, but whoever
/// has a form there has used a control before.
async fn note_interaction(bot: &Bot, form: &ModalInteraction) {
    let noted = match bot.host.is_outside(place(form.guild_id, form.channel_id)).await {
        Ok(true) => bot.note_interaction(form.channel_id, &form.token, form.message.as_deref()).await,
        Ok(false) => Ok(()),
        Err(error) => Err(error),
    };
    noted.unwrap_or_else(|error| tracing::warn!(%error, "what was used in a group message is not known"));
}

async fn play(bot: &Bot, form: &ModalInteraction) -> Done {
    let control = Control::read(&form.data.custom_id, bot.database)?;
    let Control::Board { id, version, action: BoardAction::TypeMove(_) } = control else {
        return Err(Refusal::new("unknown-control").into());
    };
    bot.host.admit(user_id(form.user.id), place(form.guild_id, form.channel_id)).map_err(refuse_command)?;
    if let Some(message) = &form.message {
        bot.host.may_be_about(Subject::Board(id, version), written(message)).await?;
    }
    let fields = form.data.components.iter().flat_map(|row| &row.components);
    let mut typed = fields.filter_map(|it| match it {
        ActionRowComponent::InputText(field) => field.value.as_deref(),
        _ => None,
    });
    let text = typed.next().unwrap_or_default();
    let asker = asker_in(form.user.id, form.channel_id, form.id.get());
    bot.host.play_move(asker, Which::Control(id, version), Said::Text(text)).await?;
    Ok(())
}
