//! Lists: a person's matches, the leaderboard, a profile.

use std::collections::HashMap;

use super::board::{Appearance, Invitation, fit, shown};
use super::{Button, Embed, Style, View, seat_name, side_name};
use crate::controls::{AnyonesAction, Control};
use crate::mentions::with_names;
use crate::names::isolated;
use games::{Info, Ruleset};
use jiff::Timestamp;
use play::ports::{Scope, Standing};
use play::{Board, LevelChoice, MatchId, Rating, UserId, deadlines};
use render::PictureError;
use texts::say;

/// How long the text of an embed may be.
const MAX_TEXT_CHARS: usize = 4000;

/// A person's matches under way, at least one, and which of them are set aside, with the names of the players. If others
/// can read the list, those played elsewhere are only counted.
pub fn matches(
    boards: &[Board],
    set_aside: &[MatchId],
    elsewhere: usize,
    user: UserId,
    names: &HashMap<UserId, String>,
) -> View {
    let count = [("count", (elsewhere as i64).into())];
    if boards.is_empty() && set_aside.is_empty() {
        return View::text(say("games-only-elsewhere", &count));
    }
    let content = if elsewhere > 0 { say("games-elsewhere", &count) } else { String::new() };
    let aside = set_aside.iter().map(|it| say("games-set-aside", &[("match", it.to_string().into())]));
    let lines = boards.iter().map(|it| with_names(&match_line(it, user), |it| names.get(&it)));
    let lines: Vec<String> = lines.chain(aside).collect();
    let embed = Embed { title: say("games-title", &[]), text: fit(&lines, MAX_TEXT_CHARS), ..Embed::default() };
    let waits = boards.iter().any(|it| it.current.side_of(user) == Some(it.position.to_move()));
    View { content, ..View::embed(embed) }.with_buttons(waits.then(|| next_button(MatchId(0))))
}

/// The button that leads to the next board that waits for the presser.
fn next_button(after: MatchId) -> Button {
    Button::new(Control::Anyone(AnyonesAction::NextBoard(after)), "button-next", Style::Primary)
}

/// A board that waits for its player, a link to it, and a button for the next of those that wait.
pub fn next_board(board: &Board, appearance: Appearance, waiting: usize) -> Result<View, PictureError> {
    let view = shown(board, appearance, Invitation::None)?;
    let next = (waiting > 1).then(|| next_button(board.current.id));
    Ok(view.with_buttons([Button::link(link(board), "button-go")].into_iter().chain(next)))
}

fn match_line(board: &Board, user: UserId) -> String {
    let current = &board.current;
    let mine = current.side_of(user).unwrap_or(board.position.to_move());
    let key = if board.position.to_move() == mine { "games-my-turn" } else { "games-their-turn" };
    let facts = [
        ("match", current.id.to_string().into()),
        ("game", current.ruleset.info.name.into()),
        ("side", side_name(board, mine).into()),
        ("opponent", seat_name(current.seat(mine.other())).into()),
        ("link", link(board).into()),
        ("plies", i64::from(current.plies()).into()),
        ("time", time(board).into()),
    ];
    say(key, &facts)
}

/// Until when the side to move has time, or how long ago the last move was.
fn time(board: &Board) -> String {
    let current = &board.current;
    let at = |key, time: Timestamp| say(key, &[("time", time.as_second().to_string().into())]);
    if current.clock.is_paused {
        return say("games-paused", &[]);
    }
    match deadlines::deadline(board).filter(|_| current.clock.control.is_some()) {
        Some(deadline) => at("games-time-ends", deadline.over_at),
        None if current.plies() == 0 => at("games-begun", current.updated_at),
        None => at("games-last-move", current.clock.since.unwrap_or(current.updated_at)),
    }
}

/// A link to the board of a match: the message, or at least the channel.
pub fn link(board: &Board) -> String {
    format!("https://discord.com/channels/{}", board.current.board_address())
}

/// The best players of a game.
pub fn leaderboard(info: &'static Info, scope: Scope, standings: &[Standing]) -> View {
    let key = match scope {
        Scope::Global => "leaderboard-global",
        Scope::Server(_) => "leaderboard-server",
    };
    let title = say(key, &[("game", info.name.into())]);
    let none = standings.is_empty().then(|| say("leaderboard-none", &[("game", info.key.into())]));
    let lines: Vec<String> = none.into_iter().chain(ranking(info, standings)).collect();
    let explains = standings.iter().any(|it| it.rating.is_provisional());
    let footer = if explains { say("leaderboard-footer", &[]) } else { String::new() };
    View::embed(Embed { title, text: fit(&lines, MAX_TEXT_CHARS), footer, ..Embed::default() })
}

/// The settled ratings by rank, the provisional ones apart, and below them the levels of the engine.
fn ranking(info: &'static Info, standings: &[Standing]) -> Vec<String> {
    let (settled, provisional): (Vec<&Standing>, Vec<&Standing>) =
        standings.iter().partition(|it| !it.rating.is_provisional());
    let title = (!provisional.is_empty()).then(|| say("leaderboard-provisional", &[]));
    let ranked = |(index, it): (usize, &&Standing)| rank_line(index + 1, it);
    let below = |(index, it): (usize, &&Standing)| rank_line(settled.len() + index + 1, it);
    let people = settled.iter().enumerate().map(ranked).chain(title);
    people.chain(provisional.iter().enumerate().map(below)).chain([levels(info)]).collect()
}

/// The ratings of the engine's levels.
fn levels(info: &'static Info) -> String {
    let default = Ruleset::default_of(info);
    let level = |level: u8| {
        let rating = Rating::of_engine(&default, level).rating.round().to_string();
        say("leaderboard-level", &[("level", i64::from(level).into()), ("rating", rating.into())])
    };
    let levels: Vec<String> = (LevelChoice::EASY..=LevelChoice::MAX).map(level).collect();
    say("leaderboard-levels", &[("levels", levels.join(" · ").into())])
}

fn rank_line(rank: usize, standing: &Standing) -> String {
    let facts = [
        ("rank", rank.to_string().into()),
        ("name", player_name(&standing.name).into()),
        ("rating", rating_text(&standing.rating).into()),
        ("wins", i64::from(standing.wins).into()),
        ("draws", i64::from(standing.draws).into()),
        ("losses", i64::from(standing.losses).into()),
    ];
    say("leaderboard-line", &facts)
}

/// The name of a player, who may have deleted it.
fn player_name(name: &str) -> String {
    if name.is_empty() { say("former-player", &[]) } else { isolated(name) }
}

/// A rating as it is shown: with a question mark while it is provisional.
fn rating_text(rating: &Rating) -> String {
    format!("{}{}", rating.rating.round(), if rating.is_provisional() { "?" } else { "" })
}

/// A player's results so far.
pub fn profile(name: &str, standings: &[Standing]) -> View {
    let title = say("profile-title", &[("name", player_name(name).into())]);
    let text = if standings.is_empty() { say("profile-none", &[]) } else { String::new() };
    let field = |standing: &Standing| {
        let game = games::find(&standing.game).map_or(standing.game.clone(), |it| it.info().name.to_owned());
        let facts = [
            ("rating", rating_text(&standing.rating).into()),
            ("deviation", (standing.rating.deviation.round() as i64).into()),
            ("wins", i64::from(standing.wins).into()),
            ("draws", i64::from(standing.draws).into()),
            ("losses", i64::from(standing.losses).into()),
        ];
        (game, say("profile-line", &facts))
    };
    View::embed(Embed { title, text, fields: standings.iter().map(field).collect(), ..Embed::default() })
}
