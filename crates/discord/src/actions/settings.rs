//! `settings`: a person's preferences, in one private panel.

use super::declare::by_text;
use super::session::{Acted, Answer, Session, carry_out, unknown_control};
use crate::bot::{Command, Context, Done};
use crate::controls::SettingChoice;
use crate::errors::shorten;
use crate::views::View;
use crate::views::settings::panel;
use games::Refusal;
use play::Setting;
use render::Theme;
use texts::{Text, say};

pub(super) fn command() -> Command {
    by_text(slash(), |session, text| Box::pin(show_typed(session, text)))
}

#[poise::command(slash_command, rename = "settings")]
async fn slash(ctx: Context<'_>) -> Done {
    carry_out(ctx, |session| Box::pin(show(session))).await
}

async fn show_typed(session: &Session<'_>, text: String) -> Acted {
    // Everybody could see the answer to a message, and try its panel.
    if session.is_public() {
        return Err(Refusal::new("settings-in-private").into());
    }
    match text.is_empty() {
        false => Err(Refusal::new("settings-by-panel").with("text", shorten(&text)).into()),
        true => show(session).await,
    }
}

pub(super) async fn show(session: &Session<'_>) -> Acted {
    let user = session.asker.user;
    let host = &session.bot.host;
    Ok(Answer::Show(panel(&host.preferences(user).await?, user, host.has_pages())?))
}

/// Changes a preference. The updated panel confirms it.
pub(super) async fn set(session: &Session<'_>, choice: SettingChoice) -> Acted {
    let (host, user) = (&session.bot.host, session.asker.user);
    let setting = match choice {
        SettingChoice::Theme => session.value()?.parse::<Theme>().ok().map(|it| Setting::Theme(it.name().to_owned())),
        SettingChoice::Flip => session.value()?.parse().ok().map(Setting::Flip),
        SettingChoice::TextBoard => session.value()?.parse().ok().map(Setting::TextBoard),
        SettingChoice::Notices => session.value()?.parse().ok().map(Setting::Notices),
        SettingChoice::Lettered(is_so) => Some(Setting::Lettered(is_so)),
        SettingChoice::PlaysForced(is_so) => Some(Setting::PlaysForced(is_so)),
        SettingChoice::Unlisted(is_so) => Some(Setting::Unlisted(is_so)),
        SettingChoice::CloseBoards => {
            let view = panel(&host.close_boards(user).await?, user, host.has_pages())?;
            let told = Text::lines([view.content, say("settings-boards-closed", &[])]);
            return Ok(Answer::Replace(View { content: told, ..view }));
        }
    };
    let preferences = host.set_preference(user, setting.ok_or_else(unknown_control)?).await?;
    Ok(Answer::Replace(panel(&preferences, user, host.has_pages())?))
}
