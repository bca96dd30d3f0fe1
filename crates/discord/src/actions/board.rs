//! `board`: shows the current board, in the look that is asked for. Buttons show it from one's own side, and the next
//! board that waits.

use poise::serenity_prelude as serenity;
use serenity::{CommandOptionType, CreateCommandOption};

use super::complete;
use super::declare::{by_text, with_choices};
use super::session::{Acted, Answer, Session, carry_out};
use super::which_match::{in_match, match_number};
use crate::bot::{Command, Context, Done};
use crate::controls::MatchRequest;
use crate::errors::{contradiction, on_and_off};
use crate::request::{push_new, read_switch};
use crate::views::board::{Appearance, Invitation, shown};
use crate::views::{self, View};
use games::Refusal;
use play::{Board, MatchChoice, MatchId, MessageId};
use render::Theme;
use texts::say;

pub(super) fn command() -> Command {
    let command = by_text(slash(), |session, words| {
        Box::pin(async move {
            let (number, theme, flip) = read(&words)?;
            show_one(session, number, theme, flip).await
        })
    });
    with_choices(command, "theme", offer_themes)
}

/// Offers the renderer's themes as the choices of an option.
fn offer_themes(option: CreateCommandOption) -> CreateCommandOption {
    let option = option.kind(CommandOptionType::String);
    Theme::ALL.iter().fold(option, |option, it| option.add_string_choice(it.name(), it.name()))
}

#[poise::command(slash_command, rename = "board", aliases("b"))]
async fn slash(
    ctx: Context<'_>,
    theme: Option<String>,
    flip: Option<bool>,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    let theme = theme.map(|it| it.parse().map_err(|_| unknown_word(&it))).transpose();
    carry_out(ctx, move |session| Box::pin(async move { show_one(session, number, theme?, flip).await })).await
}

async fn show_one(session: &Session<'_>, number: Option<i64>, theme: Option<Theme>, flip: Option<bool>) -> Acted {
    in_match(session, number, MatchRequest::Board(theme, flip), |which| show(session, which, theme, flip)).await
}

/// Shows a board, or brings the live one down if nothing was said about its look.
pub(super) async fn show(session: &Session<'_>, which: MatchChoice, theme: Option<Theme>, flip: Option<bool>) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    let board = match which {
        MatchChoice::Here => host.find_to_show(asker).await?,
        which => host.find(asker, which).await?,
    };
    if theme.is_none() && flip.is_none() && is_live_here(session, &board) {
        session.may_post_here()?;
        host.bring_down(&board).await?;
        return Ok(match session.is_message() {
            true => Answer::Board,
            false => Answer::Show(View::text(say("board-brought-down", &[]))),
        });
    }
    let usual = session.appearance(&board).await?;
    let (theme, flipped) = (theme.unwrap_or(usual.theme), flip.unwrap_or(usual.flipped));
    let appearance = Appearance { theme, flipped, ..usual };
    if !session.is_message() {
        return Ok(Answer::Show(shown(&board, appearance, Invitation::None)?));
    }
    // Everybody who can see a message can see the answer to it, and reply to that.
    let sent = session.reply(shown(&board, appearance, Invitation::Reply)?).await?;
    host.note_also_shown(&board, MessageId(sent.id.get())).await?;
    Ok(Answer::Nothing)
}

/// Whether the live board can be posted again below: only where the match is played, if its player asks, or somebody
/// who asks in public.
fn is_live_here(session: &Session<'_>, board: &Board) -> bool {
    let (current, asker) = (&board.current, session.asker);
    let may = session.is_message() || current.side_of(asker.user).is_some();
    may && current.outcome.is_none() && current.place.channel == asker.channel
}

/// Shows the board from the side that the presser plays, only to them.
pub(super) async fn show_own_view(session: &Session<'_>, which: MatchChoice) -> Acted {
    let board = session.bot.host.find(session.asker, which).await?;
    Ok(Answer::Show(shown(&board, session.appearance(&board).await?, Invitation::None)?))
}

/// Shows the next match that waits for the person who pressed.
pub(super) async fn show_next(session: &Session<'_>, after: MatchId) -> Acted {
    let (board, waiting) = session.bot.host.next_waiting(session.asker.user, after).await?;
    Ok(Answer::Show(views::lists::next_board(&board, session.appearance(&board).await?, waiting)?))
}

/// Shows what else can be done in a match.
pub(super) async fn show_more(session: &Session<'_>, which: MatchChoice) -> Acted {
    let (host, asker) = (&session.bot.host, session.asker);
    let board = host.find(asker, which).await?;
    Ok(Answer::Show(views::panel::panel(&board, asker.user, host.is_watching(board.current.id, asker.user).await?)))
}

/// What was asked for: a match, a theme, and whether to turn the board around.
type BoardWords = (Option<i64>, Option<Theme>, Option<bool>);

/// Reads a match number, a theme and `flip`, in any order; each is optional. `straight` is a board that isn't turned
/// around, whatever the reader's preference.
fn read(words: &str) -> Result<BoardWords, Refusal> {
    let lower = words.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let (mut numbers, mut themes, mut flips, mut at) = (Vec::new(), Vec::new(), Vec::new(), 0);
    while at < words.len() {
        let straight = || read_switch(&words[at..], &["straight"]).map(|it| (!it.0, it.1));
        if let Some((flip, count)) = read_switch(&words[at..], &["flip", "flipped"]).or_else(straight) {
            push_new(&mut flips, flip);
            at += count;
            continue;
        }
        let word = words[at].strip_prefix("theme=").unwrap_or(words[at]);
        match (match_number(word), word.parse::<Theme>()) {
            (Some(number), _) => push_new(&mut numbers, number),
            (None, Ok(theme)) => push_new(&mut themes, theme),
            (None, Err(_)) => return Err(unknown_word(word)),
        }
        at += 1;
    }
    if numbers.len() > 1 {
        return Err(contradiction("match", numbers.iter().map(|it| format!("`#{it}`")).collect(), Vec::new()));
    }
    if themes.len() > 1 {
        return Err(contradiction("theme", themes.iter().map(|it| format!("`{it}`")).collect(), Vec::new()));
    }
    if flips.len() > 1 {
        return Err(contradiction("switch", on_and_off("flip"), Vec::new()));
    }
    Ok((numbers.first().copied(), themes.first().copied(), flips.first().copied()))
}

fn unknown_word(word: &str) -> Refusal {
    Refusal::new("unknown-board-word").with("text", word).with("themes", views::help::themes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_in_any_order() {
        for words in ["#17 slate flip", "flip SLATE 17", " slate  #17 Flip "] {
            assert_eq!(read(words), Ok((Some(17), Some(Theme::Slate), Some(true))), "{words}");
        }
        assert_eq!(read(""), Ok((None, None, None)));
        for words in ["print straight", "print flip off", "no flip theme=print", "print flip=no", "flip false print"] {
            assert_eq!(read(words), Ok((None, Some(Theme::Print), Some(false))), "{words}");
        }
        for words in ["flip on", "flip=yes", "straight no", "flip true flipped"] {
            assert_eq!(read(words), Ok((None, None, Some(true))), "{words}");
        }
        for words in ["flip straight", "flip no flip", "#1 #2", "slate wood"] {
            assert_eq!(read(words).unwrap_err().code, "contradiction", "{words}");
        }
        assert_eq!(read("pink").unwrap_err().code, "unknown-board-word");
    }

    #[test]
    fn the_themes_are_offered() {
        let command = command();
        let theme = command.parameters.iter().find(|it| it.name == "theme").unwrap();
        let option = serde_json::to_value(theme.create_as_slash_command_option().unwrap()).unwrap();
        let names: Vec<&str> =
            option["choices"].as_array().unwrap().iter().map(|it| it["value"].as_str().unwrap()).collect();
        assert_eq!(names, Theme::ALL.map(Theme::name));
    }
}
