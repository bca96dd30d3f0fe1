//! A move: `move`, menus under a board, a form, and what somebody says in reply to a board or in its thread.

use std::ops::ControlFlow::{Break, Continue};
use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{Builder as _, ComponentInteraction, CreateInteractionResponse};

use super::complete;
use super::declare::by_text;
use super::session::{Acted, Answer, Session, carry_out, unknown_control};
use super::spoken_move::clear_move;
use super::which_match::{cut_number, find_meant, which};
use crate::bot::{Command, Context, Done};
use crate::controls::{MatchRequest, Menu, MenuResult, MoveSoFar, TypedMove};
use crate::errors::{CommandError, guarded};
use crate::views::{Form, View, board, numbered};
use games::Refusal;
use games::board::Move;
use play::decide::{MoveInput, cut_draw};
use play::{Asker, HostError, MatchChoice, MatchCriterion, PlayedMove};
use texts::say;

pub(super) fn command() -> Command {
    by_text(slash(), |session, text| {
        Box::pin(async move {
            let (number, text) = cut_number(&text);
            play_typed(session, which(number), text).await
        })
    })
}

#[poise::command(slash_command, rename = "move", aliases("m"))]
async fn slash(
    ctx: Context<'_>,
    #[rename = "move"]
    #[autocomplete = "complete::moves"]
    text: String,
    #[rename = "match"]
    #[autocomplete = "complete::matches"]
    #[min = 1]
    number: Option<i64>,
) -> Done {
    // An entry offered by the autocompletion may begin with the number of its match.
    carry_out(ctx, move |session| {
        Box::pin(async move {
            let (before, text) = cut_number(&text);
            play_typed(session, which(number.or(before)), text).await
        })
    })
    .await
}

/// Plays the move in a text, perhaps among kind words.
pub(super) async fn play_typed(session: &Session<'_>, which: MatchChoice, text: &str) -> Acted {
    // What can't be read is refused as it was typed.
    let text = &*clear_move(text).unwrap_or_else(|| text.to_owned());
    // With a slash command only the asker sees the answer, and the board is shown where the match is played.
    let asker = Asker { is_alone: session.asker.is_alone || session.is_slash(), ..session.asker };
    let (wish, ask) = (MatchCriterion::Move(cut_draw(text).0), TypedMove::read(text).map(MatchRequest::Move));
    match find_meant(session, asker, which, wish, ask).await? {
        Continue(which) => play(session, asker, which, MoveInput::Text(text)).await,
        Break(question) => Ok(question),
    }
}

async fn play(session: &Session<'_>, asker: Asker, which: MatchChoice, said: MoveInput<'_>) -> Acted {
    let played = session.bot.host.play_move(asker, which, said).await?;
    let is_elsewhere = asker.is_alone && played.board.current.place.channel != asker.channel;
    Ok(match is_elsewhere {
        true => Answer::Done(played_in(&played)),
        false if session.is_slash() => Answer::Done(View::text(say("move-played", &[("move", played.chosen.into())]))),
        false => Answer::Board,
    })
}

/// Plays a typed move in the match that was chosen for it.
pub(super) async fn play_chosen(session: &Session<'_>, which: MatchChoice, typed: TypedMove) -> Acted {
    let played = session.bot.host.play_move(session.asker, which, MoveInput::Text(typed.as_str())).await?;
    Ok(Answer::Done(played_in(&played)))
}

fn played_in(played: &PlayedMove) -> View {
    View::text(say("move-played-in", &[numbered(played.board.current.id), ("move", played.chosen.into())]))
}

/// Plays the move of a control.
pub(super) async fn play_move(session: &Session<'_>, which: MatchChoice, chosen: Move) -> Acted {
    play(session, session.asker, which, MoveInput::Move(chosen)).await
}

/// Plays what was chosen from a menu, or shows the menus that follow to the player whose turn it is.
pub(super) async fn choose(session: &Session<'_>, which: MatchChoice, menu: Menu) -> Acted {
    match session.menu_result(menu).ok_or_else(unknown_control)? {
        MenuResult::Play(chosen) => play_move(session, which, chosen).await,
        MenuResult::Show(chosen) => show_menus(session, which, chosen).await,
    }
}

async fn show_menus(session: &Session<'_>, which: MatchChoice, chosen: MoveSoFar) -> Acted {
    let found = session.bot.host.may_move(session.asker, which).await?;
    Ok(Answer::Page(board::choosing(&found, chosen, session.appearance(&found).await?)?))
}

/// The longest move that is accepted.
const MAX_MOVE_CHARS: u16 = 20;

/// How long we look whether a move can be typed at all. After that the form opens, and its move is refused if need be:
/// Discord waits three seconds.
const LOOK_FIRST: Duration = Duration::from_millis(500);

/// Opens the form for a move, unless it is known in time that the presser may not move. Returns whether it was opened.
pub(super) async fn open_form(
    session: &Session<'_>,
    pressed: &ComponentInteraction,
    which: MatchChoice,
    example: Option<Move>,
) -> serenity::Result<bool> {
    let look = guarded(async { Ok(session.bot.host.may_move(session.asker, which).await?) });
    let looked = tokio::time::timeout(LOOK_FIRST, look).await;
    if matches!(looked, Ok(Err(CommandError::Host(HostError::Refused(_))))) {
        return Ok(false);
    }
    let title = say("type-move-title", &[]);
    let label = example.map_or(title.clone(), |it| say("type-move-label", &[("move", it.into())]));
    let form = Form { title, field: "move", label, max_chars: MAX_MOVE_CHARS }
        .create(&pressed.data.custom_id, session.locale(true));
    CreateInteractionResponse::Modal(form).execute(session.http, (pressed.id, &pressed.token)).await.map(|()| true)
}

/// Tells why no form for a move has opened.
pub(super) async fn refuse_form(session: &Session<'_>, which: MatchChoice) -> Acted {
    session.bot.host.may_move(session.asker, which).await?;
    // By now there could be one, but a form has to be the first answer.
    Err(Refusal::new("too-late").into())
}
