//! What people read about the votes on a channel's moves.

use super::{View, numbered, say_of};
use games::board::Side;
use play::votes::{AGREED, STAND_IN_LEVEL, VoteTally};
use play::{Board, Match, OwnVote, OwnVotes, PlayedMove, deadlines};
use texts::matches::say_about;
use texts::{Text, say};

/// The answer to whoever begins a match on which the channel votes.
pub fn begun(current: &Match, prefix: &str) -> Text {
    match code(current) {
        Some(code) => say(
            "vote-begun-for-others",
            &[numbered(current.id), ("code", code.into()), ("prefix", prefix.to_owned().into())],
        ),
        None => say_of("vote-begun", current.id),
    }
}

/// The answer to whoever takes the other side for a channel.
pub fn joined() -> Text {
    say("vote-joined", &[])
}

/// The word with which another channel takes the other side.
fn code(current: &Match) -> Option<String> {
    current.voting.code.as_ref().map(|it| format!("{}-{it}", current.id.0))
}

/// The answer to whoever has voted; `is_public`: everybody can read what for.
pub fn noted(played: &PlayedMove, is_public: bool) -> View {
    let facts = [numbered(played.board.current.id), ("move", played.chosen.into()), ("public", is_public.into())];
    View::text(say("vote-noted", &facts))
}

/// Whose turn it is on a board on which people vote; `None` if it is the engine's.
pub fn turn(board: &Board) -> Option<Text> {
    let Board { current, position, .. } = board;
    let side = position.to_move();
    if current.awaits_rival() {
        return code(current).map(|it| say("board-awaits-rival", &[("code", it.into())]));
    }
    if !current.awaits_votes() {
        return current.voting.rival.map(|_| say_about(board, side, "board-rival-turn", &[]));
    }
    if current.clock.is_paused {
        return Some(say("board-vote-paused", &[]));
    }
    let time = deadlines::deadline(board).map_or(0, |it| it.over_at.as_second());
    let facts = [
        ("time", time.to_string().into()),
        ("agreed", AGREED.into()),
        ("last", board.last_voters.len().into()),
        ("voters", board.votes.len().into()),
    ];
    Some(say_about(board, side, "board-vote", &facts))
}

/// The last vote, if what came of it is among the `new` last plies of the board.
pub fn last(board: &Board, new: usize) -> Option<&VoteTally> {
    board.current.voting.last.as_ref().filter(|it| it.ply + new >= board.current.moves.len())
}

/// How the last vote has ended, if what came of it is among the `new` last plies of the board.
pub fn tally(board: &Board, new: usize) -> Option<Text> {
    let tally = last(board, new)?;
    if tally.voters == 0 {
        return Some(say("board-nobody-voted", &[("level", STAND_IN_LEVEL.into())]));
    }
    let wanted = tally.most_wanted.iter().map(|(chosen, count)| {
        say("board-vote-share", &[("move", chosen.clone().into()), ("percent", tally.share(*count).into())])
    });
    let facts = [("voters", tally.voters.into()), ("moves", Text::joined(", ", wanted))];
    Some(say("board-votes", &facts))
}

/// What somebody voted for in a match; once it is over, also how often the engine agreed.
pub fn own(found: &OwnVotes) -> View {
    let OwnVotes { board, votes } = found;
    let title = say_about(board, Side::First, "votes-title", &[("count", votes.len().into())]);
    let is_over = board.current.outcome.is_some();
    let judged = || votes.iter().filter_map(|it| Some(it.best?.to_string() == it.chosen));
    let agreed = judged().filter(|it| *it).count();
    let played = votes.iter().filter(|it| it.played.is_some_and(|played| played.to_string() == it.chosen)).count();
    let counts = [("played", played.into()), ("judged", judged().count().into()), ("agreed", agreed.into())];
    // As long as a vote goes on, what was wanted in it may still be played.
    let is_open = !is_over && votes.iter().any(|it| it.played.is_none());
    let counted = (played > 0 || !is_open).then(|| say("votes-played", &counts));
    let later = (!is_over).then(|| say("votes-later", &[]));
    let told = Text::joined(" ", counted.into_iter().chain(later));
    View::text(Text::lines_within(1900, [title, told].into_iter().chain(votes.iter().map(|it| line(it, is_over)))))
}

fn line(vote: &OwnVote, is_over: bool) -> Text {
    let OwnVote { ply, chosen, played, best } = vote;
    let text = |it: &Option<games::board::Move>| it.map_or_else(|| "none".to_owned(), |it| it.to_string());
    let fate = match (text(played), text(best)) {
        (played, _) if played == "none" => {
            if is_over {
                "over"
            } else {
                "open"
            }
        }
        (played, best) if played == *chosen && best == *chosen => "played-best",
        (played, _) if played == *chosen => "played",
        (_, best) if best == *chosen => "best",
        _ => "other",
    };
    let facts = [
        ("number", (ply + 1).into()),
        ("move", chosen.clone().into()),
        ("fate", fate.into()),
        ("played", text(played).into()),
        ("best", text(best).into()),
    ];
    say("votes-line", &facts)
}
