//! Threads of matches: their titles, and the card in the channel that they belong to.

use super::{Style, View, board, seat_name};
use crate::controls::{Control, MatchAction};
use crate::names::bare;
use games::Info;
use games::board::Side;
use play::decide::RematchTerms;
use play::{Board, ChannelId, Names};
use texts::say;

/// How long the title of a thread may be.
const MAX_TITLE_CHARS: usize = 100;

/// How much of a name the title contains.
const MAX_NAME_CHARS: usize = 32;

/// The title of a thread: the game, the players, and the result, if there is one.
pub fn title(board: &Board, names: &Names) -> String {
    let of = |most| title_with(board, &Side::BOTH.map(|side| name(board, names, side, most)));
    let fitting = (1..=MAX_NAME_CHARS).rev().map(of).find(|it| it.chars().count() <= MAX_TITLE_CHARS);
    fitting.unwrap_or_else(|| board.current.ruleset.info.name.to_owned())
}

fn title_with(board: &Board, names: &[String; 2]) -> String {
    let current = &board.current;
    let winner = current.outcome.and_then(|it| it.winner);
    let state = match current.outcome {
        None => "under-way",
        Some(_) if winner.is_some() => "won",
        Some(outcome) if outcome.counts() => "drawn",
        Some(_) => "aborted",
    };
    let facts = [
        ("game", short_name(current.ruleset.info).into()),
        ("first", names[0].as_str().into()),
        ("second", names[1].as_str().into()),
        ("winner", winner.map_or("", |it| names[it.index()].as_str()).into()),
        ("state", state.into()),
    ];
    say("thread-title", &facts)
}

/// A game's initials, if it is known by them; otherwise its name.
fn short_name(info: &Info) -> String {
    let initials: String = info.name.split_whitespace().filter_map(|it| it.chars().next()).collect();
    if initials.eq_ignore_ascii_case(info.key) { info.key.to_uppercase() } else { info.name.to_owned() }
}

/// A player's name, in at most this many characters.
fn name(board: &Board, names: &Names, side: Side, most: usize) -> String {
    if let Some(level) = board.current.seat(side).engine_level() {
        return say("seat-engine", &[("level", i64::from(level).into())]);
    }
    let known = names.0[side.index()].as_deref().unwrap_or_default();
    let plain = bare(known).split_whitespace().collect::<Vec<_>>().join(" ");
    match plain.chars().count() {
        0 => say("thread-somebody", &[]),
        count if count <= most => plain,
        _ => plain.chars().take(most - 1).collect::<String>().trim_end().to_owned() + "…",
    }
}

/// The card of a match that has no challenge, with a link to where it is played.
pub fn card(board: &Board, thread: Option<ChannelId>) -> View {
    let current = &board.current;
    let facts = [
        ("game", current.ruleset.info.name.into()),
        ("match", current.id.to_string().into()),
        ("first", seat_name(current.seats[0]).into()),
        ("second", seat_name(current.seats[1]).into()),
    ];
    let lines = [say("thread-card", &facts)].into_iter().chain(thread.map(place));
    View::text(lines.collect::<Vec<_>>().join("\n"))
}

/// Where a match is played.
pub fn place(thread: ChannelId) -> String {
    say("thread-place", &[("thread", thread.mention().into())])
}

/// The card of a match that is over: how it ended, and how to go on.
pub fn ended(board: &Board) -> View {
    let current = &board.current;
    let result = current.outcome.map(|it| board::result(board, it));
    let thread = current.place.channel.mention().into();
    let lines = [card(board, None).content, result.unwrap_or_default(), say("thread-ended", &[("thread", thread)])];
    let again = Control::of_match(current.id, MatchAction::Rematch(RematchTerms::AsBefore));
    View::text(lines.join("\n")).with_button(again, "button-rematch", Style::Secondary)
}
