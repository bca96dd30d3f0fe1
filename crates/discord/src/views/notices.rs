//! Messages about boards: that it is somebody's turn, reminders, that somebody has left, and that a win can be claimed.

use super::board::takeback_facts;
use super::lists::link;
use super::{Button, MAX_LISTED_CHARS, SelectMenu, SelectOption, SentenceFact, Style, View, say_about};
use crate::controls::{BoardAction, Control, PersonalAction};
use games::board::Side;
use play::preferences::Notices;
use play::reminders::Reminder;
use play::{Board, MessageId, UserId, deadlines};
use texts::{Text, say};

/// Tells somebody in a direct message that it is their turn on the board that a message shows, what they are offered
/// there, or both; or that the match is over.
pub fn turn(board: &Board, user: UserId, message: MessageId) -> View {
    let current = &board.current;
    let guild = current.place.guild.map_or("@me".to_owned(), |it| it.0.to_string());
    let address = format!("https://discord.com/channels/{guild}/{}/{}", current.place.channel.0, message.0);
    let link = ("link", address.into());
    if current.outcome.is_some() {
        let side = current.side_of(user).unwrap_or(Side::First);
        return View::text(say_about(board, side, "end-notice", &[link]));
    }
    let offered = current.offers.pending.filter(|it| current.seat(it.by.other()).user() == Some(user));
    let is_to_move = current.seat(current.to_move()).user() == Some(user);
    let turn = (is_to_move || offered.is_none())
        .then(|| say_about(board, current.to_move(), "turn-notice", std::slice::from_ref(&link)));
    let offer = offered.map(|offer| {
        let more = [&takeback_facts(current, offer)[..], &[("kind", offer.kind.name().into()), link.clone()]].concat();
        say_about(board, offer.by.other(), "offer-notice", &more)
    });
    View::text(Text::lines(turn.into_iter().chain(offer).chain(unshown_move(board, message))))
}

/// Says which move was played last, if the board in a message is from before it. So each turn has its own words, although
/// the message stays the same.
fn unshown_move(board: &Board, message: MessageId) -> Option<Text> {
    let current = &board.current;
    let is_before = current.delivery.live_board.is_some_and(|it| it.message == message) && !current.is_position_shown();
    let last = current.moves.last().filter(|_| is_before)?;
    Some(say("unshown-move", &[("number", current.plies().into()), ("move", last.as_str().into())]))
}

/// Reminds somebody of one match, or of several.
pub fn reminder(reminder: &Reminder<'_>) -> View {
    let Reminder { user, boards, place, is_silent } = *reminder;
    let is_direct = place.is_none();
    let text = match boards {
        [only] => one(only, is_direct),
        several => digest(several, user, is_direct),
    };
    let view = View { pings: vec![user], is_silent, ..View::text(text) };
    let away = Button::new(Control::of_person(user, PersonalAction::Away), "button-away", Style::Secondary);
    match boards {
        [only] => {
            let hush = Control::board(&only.current, BoardAction::Hush);
            view.with_buttons([Button::new(hush, "button-hush", Style::Secondary), away])
        }
        several => view.with_menu(hush_menu(several, user)).with_buttons([away]),
    }
}

fn one(board: &Board, is_direct: bool) -> Text {
    let of = |key| say_about(board, board.current.to_move(), key, &facts(board));
    Text::lines([of("reminder")].into_iter().chain(is_direct.then(|| of("reminder-link"))))
}

fn digest(boards: &[Board], user: UserId, is_direct: bool) -> Text {
    let told = [("count", boards.len().into()), ("player", user.mention().into())];
    let title = say(if is_direct { "digest" } else { "digest-here" }, &told);
    let lines = boards.iter().map(|it| say_about(it, it.current.to_move(), "digest-line", &facts(it)));
    Text::lines_within(MAX_LISTED_CHARS, [title].into_iter().chain(lines))
}

/// The facts about a match in which somebody is to move.
fn facts(board: &Board) -> [SentenceFact; 4] {
    let deadline = deadlines::deadline(board);
    [
        ("link", link(board).into()),
        ("time", deadline.map_or_else(String::new, |it| it.over_at.as_second().to_string()).into()),
        ("result", result(board)),
        ("hard", deadline.is_some_and(|it| it.is_hard).into()),
    ]
}

/// What whoever waits may claim if the player to move doesn't move.
fn result(board: &Board) -> Text {
    if board.current.has_really_begun() { "win" } else { "abort" }.into()
}

/// The menu in which it is chosen which of several turns not to be reminded of.
fn hush_menu(boards: &[Board], user: UserId) -> SelectMenu {
    let option =
        |it: &Board| SelectOption::new(say_about(it, it.current.to_move(), "hush-option", &[]), match_at_version(it));
    SelectMenu::new(Control::of_person(user, PersonalAction::HushOneOf), "menu-hush", boards.iter().map(option))
}

/// A match and its version, as in the options of a reminder.
fn match_at_version(board: &Board) -> String {
    format!("{}:{}", board.current.id.0, board.current.version())
}

/// Whether a message with these controls reminds of a match at its version.
pub fn reminds_of(controls: &[(Control, Vec<String>)], board: &Board) -> bool {
    let hush = Control::board(&board.current, BoardAction::Hush);
    controls.iter().any(|(control, values)| *control == hush || values.contains(&match_at_version(board)))
}

/// Tells the other player that the win can be claimed: with a ping, a silent mention, or without a mention.
pub fn claimable(board: &Board, notices: Notices) -> View {
    to_who_waits(board, "claimable", notices)
}

/// Tells the other player that the player to move has left the server.
pub fn left(board: &Board, notices: Notices) -> View {
    to_who_waits(board, "opponent-left", notices)
}

/// A message to the player who is waiting for a move, with the button to claim the win.
fn to_who_waits(board: &Board, key: &str, notices: Notices) -> View {
    let current = &board.current;
    let waiting = current.seat(current.to_move().other());
    let claimable_at = deadlines::claimable_at(board).map_or(0, |it| it.as_second());
    let facts = [("time", claimable_at.to_string().into()), ("result", result(board))];
    let label = say("button-claim", &[("result", result(board))]);
    let claim = Button::labeled(Control::board(current, BoardAction::Claim), label, Style::Primary);
    let view = View {
        pings: waiting.user().filter(|_| notices != Notices::Off).into_iter().collect(),
        is_silent: matches!(notices, Notices::Silent | Notices::Direct),
        ..View::text(say_about(board, current.to_move().other(), key, &facts))
    };
    view.with_buttons([claim])
}
