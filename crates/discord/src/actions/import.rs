//! `import`, and the entry in the context menu of a message: a record that is pasted, or in a file, as something to see again,
//! review, and play on from.

use poise::serenity_prelude as serenity;

use games::records::{self, MAX_BYTES, Record, RecordError, RecordErrorKind};
use games::{AnyGame, Refusal};

use super::complete;
use super::declare::by_text;
use super::parlor::require_moderator;
use super::replay;
use super::session::{Acted, Answer, Session, carry_out};
use crate::bot::{Command, Context, Done};
use crate::controls::ReplayPlace;
use crate::effort::at_length;
use crate::errors::CommandError;
use crate::names::plain;
use crate::request::read_game;
use crate::views::panel::confirm_removing;
use crate::views::replay::imported;
use crate::views::{View, say_of};
use egress::FetchError;
use games::ReadMove;
use play::{HostError, MatchChoice, MatchId};
use texts::{Locale, Text};

/// How many games of a text are imported at once.
const MAX_GAMES: usize = 5;

pub(super) fn command() -> Command {
    let command = by_text(slash(), |session, text| {
        Box::pin(async move {
            let (game, text) = cut_game(&text);
            import(session, game, read(session, text, session.attached()).await?).await
        })
    });
    Command { context_menu_action: on_message().context_menu_action, ..command }
}

/// The text of a record: of a file, or else what was written.
async fn read(
    session: &Session<'_>,
    written: &str,
    file: Option<&serenity::Attachment>,
) -> Result<String, CommandError> {
    let Some(file) = file else { return Ok(unfenced(written)) };
    // Most of what is too large says so, and isn't even fetched.
    let fetched = match file.size as usize > MAX_BYTES {
        true => Err(FetchError::TooLarge),
        false => session.bot.fetch(&file.url, MAX_BYTES).await,
    };
    let bytes = fetched.map_err(unfetched)?;
    Ok(records::decode(bytes).map_err(|problem| unread(&of_whole(problem)))?)
}

/// What stands in the code blocks of a message, whose first lines may name a language; without any, all of it.
fn unfenced(text: &str) -> String {
    let blocks: Vec<&str> = text.split("```").skip(1).step_by(2).map(without_language).collect();
    if blocks.is_empty() { text.trim().trim_matches('`').to_owned() } else { blocks.join("\n\n") }
}

fn without_language(block: &str) -> &str {
    match block.split_once('\n') {
        Some((first, rest)) if first.trim_end().chars().all(|it| it.is_ascii_alphabetic()) => rest,
        _ => block,
    }
}

/// Why a file can't be had, with what to do instead.
fn unfetched(error: FetchError) -> CommandError {
    match error {
        FetchError::TooLarge => unread(&of_whole(RecordErrorKind::TooLong)).into(),
        FetchError::Elsewhere => Refusal::new("import-file-elsewhere").into(),
        FetchError::Gone => Refusal::new("import-file-gone").into(),
        FetchError::Failed(why) => {
            tracing::warn!(why, "a file could not be fetched");
            Refusal::new("import-file-unreachable").into()
        }
    }
}

/// What is wrong with a text as a whole.
fn of_whole(problem: RecordErrorKind) -> RecordError {
    RecordError { game: 1, line: 1, problem }
}

#[poise::command(context_menu_command = "about a message")]
async fn on_message(ctx: Context<'_>, message: serenity::Message) -> Done {
    carry_out(ctx, move |session| {
        Box::pin(async move {
            let (game, text) = cut_game(&message.content);
            import(session, game, read(session, text, message.attachments.first()).await?).await
        })
    })
    .await
}

#[poise::command(slash_command, rename = "import")]
async fn slash(
    ctx: Context<'_>,
    file: Option<serenity::Attachment>,
    record: Option<String>,
    #[autocomplete = "complete::games"] game: Option<String>,
) -> Done {
    let game = read_game(&game.unwrap_or_default());
    carry_out(ctx, move |session| {
        Box::pin(async move {
            let game = game?.and_then(|it| games::find(it.key));
            import(session, game, read(session, &record.unwrap_or_default(), file.as_ref()).await?).await
        })
    })
    .await
}

/// Cuts the name of a game off the beginning of a text.
fn cut_game(text: &str) -> (Option<&'static dyn AnyGame>, &str) {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match games::find(&first.to_lowercase()) {
        Some(game) => (Some(game), rest),
        None => (None, text),
    }
}

/// Imports the games of a text, and shows the first of them. One that can't be read keeps nobody from the others.
async fn import(session: &Session<'_>, game: Option<&'static dyn AnyGame>, text: String) -> Acted {
    let text = text.trim();
    if text.is_empty() {
        return Err(Refusal::new("import-nothing").into());
    }
    session.show_typing().await;
    let owned = text.to_owned();
    // Whatever the moves of a large file are, others don't wait for them.
    let read = at_length(move || records::read_each(&owned, game)).await?;
    if read.iter().any(Result::is_ok) {
        session.bot.host.admit_effort(session.asker.user, session.place)?;
    }
    let count = read.len();
    let (mut kept, mut problems): (Vec<MatchId>, Vec<Refusal>) = (Vec::new(), Vec::new());
    for record in read.into_iter().take(MAX_GAMES) {
        match keep(session, record).await {
            Ok(id) => kept.push(id),
            Err(CommandError::Host(HostError::Refused(refusal))) => problems.push(refusal),
            Err(error) => return Err(error),
        }
    }
    let Some(first) = kept.first() else {
        return Err(problems.into_iter().next().unwrap_or_else(|| Refusal::new("import-nothing")).into());
    };
    let told = imported(&kept, &problems, count.saturating_sub(MAX_GAMES));
    let board = session.bot.host.find(session.asker, MatchChoice::Number(*first)).await?;
    let view = replay::view(session, &board, ReplayPlace::default()).await?;
    Ok(Answer::Show(View { content: Text::lines([told, view.content]), ..view }))
}

/// Asks whether a record is really to be removed.
pub(super) async fn ask_to_remove(session: &Session<'_>, id: MatchId) -> Acted {
    may_remove(session, id).await?;
    Ok(Answer::Question(confirm_removing(id)))
}

/// Removes a record, once that is confirmed.
pub(super) async fn remove(session: &Session<'_>, id: MatchId) -> Acted {
    may_remove(session, id).await?;
    session.bot.host.remove_import(id).await?;
    Ok(Answer::Replace(View::text(say_of("import-removed", id))))
}

/// Refuses whoever has neither imported a record nor moderates its place.
async fn may_remove(session: &Session<'_>, id: MatchId) -> Result<(), CommandError> {
    let (place, by) = session.bot.host.imported(session.asker, id).await?;
    if by == Some(session.asker.user) {
        return Ok(());
    }
    match require_moderator(session, place).await {
        Err(CommandError::Host(HostError::Refused(_))) => {
            Err(Refusal::new("import-of-another").with("match", id.to_string()).into())
        }
        checked => checked,
    }
}

/// Why a record can't be imported, with what to do instead.
fn unread(error: &RecordError) -> Refusal {
    let RecordError { game, line, problem } = error;
    let at = |code| Refusal::new(code).with("game", *game as u32).with("line", *line as u32);
    let why = match problem {
        RecordErrorKind::Nothing => return Refusal::new("import-nothing"),
        RecordErrorKind::TooLong => return Refusal::new("import-too-large").with("most", (MAX_BYTES / 1024) as u32),
        RecordErrorKind::NoGame => return at("import-no-game"),
        RecordErrorKind::UnknownGame(name) | RecordErrorKind::SgfGame(name) => {
            return at("import-unknown-game").with("name", plain(name));
        }
        RecordErrorKind::Move { place, reason: ReadMove::Illegal(refusal) } => {
            let why = texts::explain(refusal).in_locale(Locale::English);
            return at("import-bad-move").with("place", plain(&place.to_string())).with("why", why);
        }
        other => other.to_string(),
    };
    at("import-unread").with("why", plain(&why))
}

async fn keep(session: &Session<'_>, record: Result<Record, RecordError>) -> Result<MatchId, CommandError> {
    let record = record.map_err(|error| unread(&error))?;
    Ok(session.bot.host.import(session.place, session.asker.user, &record).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_blocks_hold_the_record_and_may_name_a_language() {
        for text in [
            "(;GM[9])",
            "`(;GM[9])`",
            "```(;GM[9])```",
            "```\n(;GM[9])\n```",
            "```sgf\n(;GM[9])\n```",
            "Our game: ```text\r\n(;GM[9])``` Who wants to look?",
            "```pgn\n(;GM[9])",
        ] {
            assert_eq!(unfenced(text).trim(), "(;GM[9])", "{text}");
        }
        assert_eq!(unfenced("One ```\n1. a1-a2``` and ```pgn\nb1-b2\n```"), "1. a1-a2\n\nb1-b2\n");
    }

    #[test]
    fn a_game_may_stand_in_front() {
        let key = |text| cut_game(text).0.map(|it| it.info().key);
        assert_eq!(key("loa 1. b1-b3 a2-c2"), Some("loa"));
        assert_eq!(key("[Game \"loa\"] 1. b1-b3"), None);
        assert_eq!(cut_game(" Clobber\n1. a1xa2").1, "1. a1xa2");
    }
}
