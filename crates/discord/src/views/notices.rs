//! Messages about boards: that it is somebody's turn, reminders, that somebody has left, and that a win can be claimed.

use super::board::{fit, takeback_facts};
use super::lists::link;
use super::{Button, SelectMenu, SelectOption, Style, View, seat_name};
use crate::controls::{BoardAction, Control, PersonalAction};
use games::Fact;
use play::deadlines;
use play::preferences::Notices;
use play::reminders::Reminder;
use play::{Board, MessageId, UserId};
use texts::say;

/// For how many days somebody can be away, as the choices of a menu.
const DAYS: [u32; 4] = [1, 3, 7, 14];

/// How long the list of a reminder may be.
const MAX_TEXT_CHARS: usize = 1800;

/// Tells somebody in a direct message that it is their turn on the board that a message shows, what they are offered
/// there, or both; or that the match is over.
pub fn turn(board: &Board, user: UserId, message: MessageId) -> View {
    let current = &board.current;
    let mut facts = facts(board);
    let guild = current.place.guild.map_or("@me".to_owned(), |it| it.0.to_string());
    let address = format!("https://discord.com/channels/{guild}/{}/{}", current.place.channel.0, message.0);
    facts.push(("link", address.into()));
    if current.outcome.is_some() {
        let opponent = current.side_of(user).map(|it| seat_name(current.seat(it.other())));
        facts.retain(|it| it.0 != "other");
        facts.push(("other", opponent.unwrap_or_default().into()));
        return View::text(say("end-notice", &facts));
    }
    let offered = current.offers.pending.filter(|it| current.seat(it.by.other()).user() == Some(user));
    let is_to_move = current.seat(current.to_move()).user() == Some(user);
    let turn = (is_to_move || offered.is_none()).then(|| say("turn-notice", &facts));
    let offer = offered.map(|offer| {
        facts.retain(|it| it.0 != "other");
        facts.extend([("other", seat_name(current.seat(offer.by)).into()), ("kind", offer.kind.name().into())]);
        facts.extend(takeback_facts(current, offer));
        say("offer-notice", &facts)
    });
    View::text(turn.into_iter().chain(offer).chain(unshown_move(board, message)).collect::<Vec<_>>().join("\n"))
}

/// Says which move was played last, if the board in a message is from before it. So each turn has its own words, although
/// the message stays the same.
fn unshown_move(board: &Board, message: MessageId) -> Option<String> {
    let current = &board.current;
    let is_before = current.delivery.live_board.is_some_and(|it| it.message == message) && !current.is_position_shown();
    let last = current.moves.last().filter(|_| is_before)?;
    Some(say("unshown-move", &[("number", i64::from(current.plies()).into()), ("move", last.clone().into())]))
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

fn one(board: &Board, is_direct: bool) -> String {
    let mut facts = facts(board);
    facts.push(("link", link(board).into()));
    let reminder = say("reminder", &facts);
    if is_direct { format!("{reminder}\n{}", say("reminder-link", &facts)) } else { reminder }
}

fn digest(boards: &[Board], user: UserId, is_direct: bool) -> String {
    let told = [("count", (boards.len() as i64).into()), ("player", user.mention().into())];
    let mut lines = vec![say(if is_direct { "digest" } else { "digest-here" }, &told)];
    lines.extend(boards.iter().map(|board| {
        let mut facts = facts(board);
        facts.push(("link", link(board).into()));
        say("digest-line", &facts)
    }));
    fit(&lines, MAX_TEXT_CHARS)
}

/// The facts about a match in which somebody is to move.
fn facts(board: &Board) -> Vec<(&'static str, Fact)> {
    let current = &board.current;
    let deadline = deadlines::deadline(board);
    vec![
        ("player", seat_name(current.seat(current.to_move())).into()),
        ("match", current.id.to_string().into()),
        ("game", current.ruleset.info.name.into()),
        ("other", seat_name(current.seat(current.to_move().other())).into()),
        ("time", deadline.map_or_else(String::new, |it| it.over_at.as_second().to_string()).into()),
        ("result", if current.has_really_begun() { "win" } else { "abort" }.into()),
        ("hard", if deadline.is_some_and(|it| it.is_hard) { "yes" } else { "no" }.into()),
    ]
}

/// The menu in which it is chosen which of several turns not to be reminded of.
fn hush_menu(boards: &[Board], user: UserId) -> SelectMenu {
    let option = |board: &Board| {
        let current = &board.current;
        let facts = [("match", current.id.to_string().into()), ("game", current.ruleset.info.name.into())];
        SelectOption::new(say("hush-option", &facts), mark(board))
    };
    SelectMenu {
        control: Control::of_person(user, PersonalAction::HushOneOf),
        placeholder: say("menu-hush", &[]),
        options: boards.iter().map(option).collect(),
    }
}

/// A match and its version, as in the options of a reminder.
fn mark(board: &Board) -> String {
    format!("{}:{}", board.current.id.0, board.current.version())
}

/// Whether a message with these controls reminds of a match at its version.
pub fn reminds_of(controls: &[(Control, Vec<String>)], board: &Board) -> bool {
    let hush = Control::board(&board.current, BoardAction::Hush);
    controls.iter().any(|(control, values)| *control == hush || values.contains(&mark(board)))
}

/// Asks somebody for how many days they will be away.
pub fn ask_days(user: UserId) -> View {
    let label = |days: u32| say("away-days", &[("days", i64::from(days).into())]);
    View::text(say("away-question", &[])).with_menu(SelectMenu {
        control: Control::of_person(user, PersonalAction::AwayFor),
        placeholder: say("menu-away", &[]),
        options: DAYS.map(|it| SelectOption::new(label(it), it.to_string())).to_vec(),
    })
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
    let facts = [
        ("player", seat_name(waiting).into()),
        ("match", current.id.to_string().into()),
        ("other", seat_name(current.seat(current.to_move())).into()),
        ("time", claimable_at.to_string().into()),
        ("result", if current.has_really_begun() { "win" } else { "abort" }.into()),
    ];
    let control = Control::board(current, BoardAction::Claim);
    let claim = Button::labeled(control, say("button-claim", &facts), Style::Primary);
    let view = View {
        pings: waiting.user().filter(|_| notices != Notices::Off).into_iter().collect(),
        is_silent: matches!(notices, Notices::Silent | Notices::Direct),
        ..View::text(say(key, &facts))
    };
    view.with_buttons([claim])
}
