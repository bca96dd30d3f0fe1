//! `data`: what is kept about a person, as a file; and how to delete it.

use poise::serenity_prelude as serenity;
use serenity::Mentionable as _;

use super::declare::by_text;
use super::session::{Acted, Answer, Session, carry_out};
use crate::bot::{Command, Context, Done};
use crate::errors::CommandError;
use crate::views::{self, View};
use egress::codes::WITHHELD;
use games::Refusal;
use texts::say;

pub(super) fn command() -> Command {
    by_text(slash(), |session, text| Box::pin(act_typed(session, text)))
}

/// What to do with it.
#[derive(poise::ChoiceParameter, Clone, Copy, PartialEq, Eq)]
enum DataAction {
    #[name = "export"]
    Export,
    #[name = "delete"]
    Delete,
}

#[poise::command(slash_command, rename = "data")]
async fn slash(ctx: Context<'_>, what: DataAction) -> Done {
    carry_out(ctx, move |session| Box::pin(act(session, what))).await
}

async fn act_typed(session: &Session<'_>, text: String) -> Acted {
    match text.trim().to_lowercase().as_str() {
        "export" => act(session, DataAction::Export).await,
        "delete" => act(session, DataAction::Delete).await,
        other => Err(Refusal::new("export-or-delete").with("text", other).into()),
    }
}

async fn act(session: &Session<'_>, what: DataAction) -> Acted {
    let user = session.asker.user;
    if what == DataAction::Delete {
        return Ok(Answer::Question(views::settings::confirm_deleting(user)));
    }
    let file = views::settings::export(session.bot.host.personal_data(user).await?)?;
    if !session.is_public() {
        return Ok(Answer::Show(file));
    }
    send_directly(session, file).await?;
    let told = say("data-sent", &[("player", session.user().mention().to_string().into())]);
    Ok(Answer::Show(View::text(told)))
}

/// Deletes what is kept about the asker, once that is confirmed.
pub(super) async fn delete(session: &Session<'_>) -> Acted {
    let user = session.asker.user;
    session.bot.host.forget(user).await?;
    session.bot.unmeet(user);
    Ok(Answer::Replace(View::text(say("data-deleted", &[]))))
}

/// Sends something private by direct message.
async fn send_directly(session: &Session<'_>, file: View) -> Result<(), CommandError> {
    let closed = |error: serenity::Error| match error {
        serenity::Error::Http(serenity::HttpError::UnsuccessfulRequest(response))
            if response.status_code.as_u16() == 403 || response.error.code == WITHHELD =>
        {
            Refusal::new("data-needs-direct-messages").into()
        }
        other => CommandError::from(other),
    };
    let channel = session.user().id.create_dm_channel(session.http).await.map_err(closed)?;
    let file = file.message(session.rendering(true), None);
    channel.id.send_message(session.http, file).await.map(drop).map_err(closed)
}
