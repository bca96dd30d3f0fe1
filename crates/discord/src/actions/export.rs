//! `export`, and a menu below a replay: a match as a file, to be kept or read by other programs.

use poise::serenity_prelude as serenity;
use serenity::{CommandOptionType, CreateCommandOption};
use strum::VariantArray as _;

use super::complete;
use super::declare::{by_text, with_choices};
use super::session::{Acted, Answer, Session, carry_out, unknown_control};
use super::which_match::{in_match, match_number};
use crate::bot::{Command, Context, Done};
use crate::controls::{ExportForm, MatchRequest};
use crate::effort::at_length;
use crate::errors::contradiction;
use crate::request::push_new;
use crate::views::export::{as_gif, as_picture, as_record, as_sgf};
use games::Refusal;
use play::{MatchChoice, MatchId, Seat};

pub(super) fn command() -> Command {
    let command = by_text(slash(), |session, words| {
        Box::pin(async move {
            let (number, form) = read(&words)?;
            export_one(session, number, form).await
        })
    });
    with_choices(command, "form", offer_forms)
}

fn offer_forms(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    ExportForm::VARIANTS.iter().fold(option, |option, it| option.add_string_choice(it.name(), it.name()))
}

#[poise::command(slash_command, rename = "export")]
async fn slash(
    ctx: Context<'_>,
    form: Option<String>,
    #[rename = "match"]
    #[autocomplete = "complete::all_matches_of"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    let form = form.map_or(Ok(ExportForm::Record), |it| it.parse().map_err(|_| unknown_word(&it)));
    carry_out(ctx, move |session| Box::pin(async move { export_one(session, number, form?).await })).await
}

async fn export_one(session: &Session<'_>, number: Option<i64>, form: ExportForm) -> Acted {
    in_match(session, number, MatchRequest::Export(form), |which| export(session, which, form)).await
}

/// Gives a match in the form that was chosen from the menu.
pub(super) async fn export_chosen(session: &Session<'_>, id: MatchId) -> Acted {
    let form = session.value()?.parse().map_err(|_| unknown_control())?;
    export(session, MatchChoice::Shown(id), form).await
}

pub(super) async fn export(session: &Session<'_>, which: MatchChoice, form: ExportForm) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    session.show_typing().await;
    let board = match which {
        MatchChoice::Here => host.find_to_advise(asker).await?,
        which => host.find(asker, which).await?,
    };
    let players: Vec<_> = board.current.seats.into_iter().filter_map(Seat::user).collect();
    let (names, appearance) = (host.player_names(&players).await?, session.appearance(&board).await?);
    Ok(Answer::Show(match form {
        ExportForm::Record => as_record(&board, &names, session.is_public())?,
        ExportForm::Sgf => as_sgf(&board, &names)?,
        ExportForm::Picture => as_picture(&board, appearance)?,
        // That of a long match takes a second.
        ExportForm::Gif => {
            host.admit_effort(asker.user, session.place)?;
            let locale = session.locale(!session.is_public());
            at_length(move || as_gif(&board, &names, appearance, locale)).await??
        }
    }))
}

/// Reads a match number and a form, in any order; each is optional.
fn read(words: &str) -> Result<(Option<i64>, ExportForm), Refusal> {
    let (mut numbers, mut forms) = (Vec::new(), Vec::new());
    for word in words.split_whitespace() {
        match (match_number(word), word.to_lowercase().parse::<ExportForm>()) {
            (Some(number), _) => push_new(&mut numbers, number),
            (None, Ok(form)) => push_new(&mut forms, form),
            (None, Err(_)) => return Err(unknown_word(word)),
        }
    }
    if numbers.len() > 1 {
        return Err(contradiction("match", numbers.iter().map(|it| format!("`#{it}`")).collect(), Vec::new()));
    }
    if forms.len() > 1 {
        return Err(contradiction("form", forms.iter().map(|it| format!("`{}`", it.name())).collect(), Vec::new()));
    }
    Ok((numbers.first().copied(), forms.first().copied().unwrap_or(ExportForm::Record)))
}

fn unknown_word(word: &str) -> Refusal {
    let forms: Vec<_> = ExportForm::VARIANTS.iter().map(|it| format!("`{}`", it.name())).collect();
    Refusal::new("unknown-export-word").with("text", word).with("forms", forms.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_in_any_order() {
        for words in ["#17 gif", "GIF 17"] {
            assert_eq!(read(words), Ok((Some(17), ExportForm::Gif)), "{words}");
        }
        assert_eq!(read(""), Ok((None, ExportForm::Record)));
        for words in ["gif sgf", "#1 #2"] {
            assert_eq!(read(words).unwrap_err().code, "contradiction", "{words}");
        }
        assert_eq!(read("mp4").unwrap_err().code, "unknown-export-word");
    }
}
