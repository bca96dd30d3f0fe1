//! Sentences about a match, wherever it is shown. Players stand in them as mentions, in whose place names can be put.

use crate::{Text, say};
use games::board::{Move, Side};
use games::{AnyPosition, Outcome, Reason};
use play::{AbortCause, Board, Match, MatchId, Seat, UserId};

/// A fact of a sentence.
pub type SentenceFact = (&'static str, Text);

/// Which match a sentence is about.
pub fn numbered(id: MatchId) -> SentenceFact {
    ("match", id.to_string().into())
}

/// The sentence of a key that quotes nothing but the number of a match.
pub fn say_of(key: &str, id: MatchId) -> Text {
    say(key, &[numbered(id)])
}

/// What sentences about a match quote, from the point of view of one side: `player` plays it, `other` the other one.
pub fn facts(board: &Board, side: Side) -> Vec<SentenceFact> {
    let current = &board.current;
    vec![
        numbered(current.id),
        ("game", current.ruleset.info.name.into()),
        ("player", player(current, side)),
        ("other", player(current, side.other())),
        ("side", side_name(board, side)),
        ("plies", current.plies().into()),
    ]
}

/// The sentence of a key about a match, with further facts.
pub fn say_about(board: &Board, side: Side, key: &str, more: &[SentenceFact]) -> Text {
    say(key, &[&facts(board, side), more].concat())
}

/// Who plays a side, for use in a sentence.
pub fn player(current: &Match, side: Side) -> Text {
    let (seat, voting) = (current.seat(side), &current.voting);
    let name = match seat {
        Seat::Recorded => current.imported.as_ref().and_then(|it| it.players[side.index()].clone()),
        Seat::Channel => voting.names.channel.clone(),
        Seat::Rival => voting.rival_name.clone(),
        Seat::User(_) | Seat::Engine(_) => None,
    };
    name.map_or_else(|| seat_name(seat), Text::Name)
}

/// The game of an imported record that names nobody, in place of its players.
pub fn players_unknown(current: &Match) -> Option<Text> {
    let imported = current.imported.as_ref()?;
    imported.players.iter().all(Option::is_none).then(|| say("players-unknown", &[]))
}

/// The player on a seat, for use in a sentence that knows nothing else of the match.
pub fn seat_name(seat: Seat) -> Text {
    match seat {
        Seat::User(user) => user.mention().into(),
        Seat::Engine(level) => say("seat-engine", &[("level", level.into())]),
        Seat::Channel => say("seat-channel", &[]),
        Seat::Rival => say("seat-rival", &[]),
        Seat::Recorded => say("seat-recorded", &[]),
    }
}

/// The name of a side in its game.
pub fn side_name(board: &Board, side: Side) -> Text {
    crate::side_name(board.position.sides()[side.index()].name)
}

/// Who won and why, in the words of the rules.
pub fn result(board: &Board, outcome: Outcome) -> Text {
    ending(board, outcome, ["board-won", "board-drawn", "board-aborted"])
}

/// The same without markup and signs, for pictures.
pub fn plain_result(board: &Board, outcome: Outcome) -> Text {
    ending(board, outcome, ["card-won", "card-drawn", "card-aborted"])
}

fn ending(board: &Board, outcome: Outcome, [won, drawn, aborted]: [&str; 3]) -> Text {
    let Board { current, position, .. } = board;
    let side = outcome.winner.unwrap_or(Side::First);
    let facts = [
        ("winner", side_name(board, side)),
        ("loser", side_name(board, side.other())),
        ("late", side_name(board, current.to_move())),
        ("limit", (position.played().len() / 2).into()),
        ("drawn", outcome.winner.is_none().into()),
    ];
    let (key, departed) = (reason_key(outcome.reason), current.reminders.departed_at[side.other().index()]);
    let key = match (current.end.abort, outcome.reason) {
        (Some(AbortCause::Moderator), _) => "reason-stopped",
        (Some(AbortCause::PlaceGone), _) => "reason-place-gone",
        (Some(AbortCause::Rival), _) => "reason-rival-ended",
        (Some(AbortCause::Unjoined), _) => "reason-unjoined",
        (Some(AbortCause::RecordEnds), _) => return say("board-record-ends", &[]),
        (Some(AbortCause::Time), _) => "reason-aborted-late",
        // Nothing else aborts a match that has really begun.
        _ if outcome == Outcome::ABORTED && current.has_really_begun() => "reason-set-aside",
        (_, Reason::OutOfTime) if departed.is_some() => "reason-left",
        (_, Reason::OutOfTime) if current.clock.control.is_none() => "reason-silent",
        _ => &key,
    };
    let reason = [("reason", say(key, &facts))];
    match outcome.winner {
        Some(winner) => say_about(board, winner, won, &reason),
        None if outcome.counts() => say(drawn, &reason),
        None => say(aborted, &reason),
    }
}

/// The catalog's key for a reason.
pub fn reason_key(reason: Reason) -> String {
    format!("reason-{}", reason.as_str().replace(' ', "-"))
}

/// A move as in records, from the position before it: with an x for a capture.
pub fn written(before: &dyn AnyPosition, mv: Move) -> String {
    let text = mv.to_string();
    if before.captured(mv).is_empty() { text } else { text.replacen('-', "x", 1) }
}

/// The person whom a word mentions.
pub fn mentioned(word: &str) -> Option<UserId> {
    word.strip_prefix("<@")?.strip_suffix('>')?.parse().ok().map(UserId)
}
