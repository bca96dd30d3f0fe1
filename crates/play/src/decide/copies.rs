//! Copies of a rated match under way: whoever had help with one would have it in the match.

use std::collections::HashSet;

use games::AnyPosition;

use crate::{Board, Match};

/// What matches have in common for so many plies says nothing: openings are played again and again.
const OPENING_PLIES: usize = 4;

/// The match among these that can be asked about through another board. It's enough that its pieces stand there as they have
/// stood in the match since its opening, with the same side to move, however they came to stand so: in a record, at any of
/// its moves; in a match that was set up, too; and in any other match, as long as it goes on, in its present position. By which
/// rules the copy goes on doesn't matter. Whoever mirrors the board isn't found out, and neither is a match that was played to
/// its end from the usual start: that took somebody else.
pub fn copied<'a>(board: &Board, matches: &'a [Board]) -> Option<&'a Match> {
    let shown = match &board.current {
        current if current.outcome.is_none() => HashSet::from([placement(&*board.position)]),
        current if current.imported.is_some() || current.opening.is_some() => placements(board, 0),
        _ => return None,
    };
    let is_shown = |it: &&Board| {
        let is_another = it.current.id != board.current.id;
        let is_same_game = it.current.ruleset.info.key == board.current.ruleset.info.key;
        is_another && is_same_game && !placements(it, OPENING_PLIES).is_disjoint(&shown)
    };
    matches.iter().find(is_shown).map(|it| &it.current)
}

/// How the pieces of a match stood after so many plies, and after each one since.
fn placements(board: &Board, first: usize) -> HashSet<String> {
    let Ok(mut position) = board.current.open() else { return HashSet::new() };
    let mut placements = HashSet::new();
    for (ply, mv) in board.position.played().iter().enumerate() {
        if ply >= first {
            placements.insert(placement(&*position));
        }
        if position.play(*mv).is_err() {
            return placements;
        }
    }
    if board.position.played().len() >= first {
        placements.insert(placement(&*position));
    }
    placements
}

/// The pieces and the side to move, without what only the rules need to go on.
fn placement(position: &dyn AnyPosition) -> String {
    position.text().split(' ').take(2).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::{ChannelId, CustomStart, ImportedRecord, MatchId, NewMatch, Opening, Place, Seat, UserId};
    use games::Outcome;

    const LIVE: &str = "b1-b3 a2-c2 d1-d3 a4-c4 e1-e3";

    fn board(id: i64, rules: &str, moves: &str, change: impl FnOnce(&mut Match)) -> Board {
        let begun = NewMatch::casual(
            Place { guild: None, channel: ChannelId(1) },
            games::read_ruleset(rules).unwrap(),
            [Seat::User(UserId(1)), Seat::User(UserId(2))],
        );
        let mut current = begun.begun(MatchId(id), Timestamp::UNIX_EPOCH);
        current.moves = moves.split_whitespace().map(str::to_owned).collect();
        change(&mut current);
        Board::of(current).unwrap()
    }

    fn recorded(current: &mut Match) {
        current.imported = Some(ImportedRecord::default());
        current.outcome = Some(Outcome::ABORTED);
    }

    #[test]
    fn a_record_is_a_copy_where_both_meet_after_the_opening() {
        let live = [board(1, "loa", LIVE, |_| ())];
        let is_copy = |rules: &str, moves: &str| copied(&board(2, rules, moves, recorded), &live).is_some();
        assert!(is_copy("loa", LIVE), "the same");
        assert!(is_copy("loa", "b1-b3 a2-c2 d1-d3 a4-c4"), "its beginning");
        assert!(is_copy("loa", &format!("{LIVE} a6-c6")), "more than it");
        assert!(is_copy("loa:mso limit=60", LIVE), "by other rules");
        assert!(is_copy("loa", "d1-d3 a2-c2 b1-b3 a4-c4 e1-e3"), "in another order");
        assert!(!is_copy("loa", "b1-b3 a2-c2 d1-d3"), "an opening");
        assert!(!is_copy("loa", "b1-b3 a2-c2 d1-d3 a5-c5 e1-e3"), "another game");
        let own = board(1, "loa", LIVE, recorded);
        assert!(copied(&own, &live).is_none(), "the match itself is no copy of it");
    }

    #[test]
    fn what_was_set_up_is_a_copy_and_what_was_played_only_while_it_goes_on() {
        let live = [board(1, "loa", LIVE, |_| ())];
        let position = live[0].position.text();
        let set_up = |it: &mut Match| {
            let start = CustomStart { position: position.clone(), second_begins: true };
            it.opening = Some(Opening { of: None, start: Some(start.clone()), moves: Vec::new() });
            it.start = Some(start);
        };
        assert!(copied(&board(2, "loa", "", set_up), &live).is_some());
        let ended = |it: &mut Match| {
            set_up(it);
            it.outcome = Some(Outcome::ABORTED);
        };
        assert!(copied(&board(2, "loa", "a6-c6", ended), &live).is_some());
        assert!(copied(&board(2, "loa", "a6-c6", set_up), &live).is_none(), "it has gone on");
        assert!(copied(&board(2, "loa", LIVE, |_| ()), &live).is_some(), "played beside it");
        assert!(copied(&board(2, "loa", LIVE, |it| it.outcome = Some(Outcome::ABORTED)), &live).is_none());
    }
}
