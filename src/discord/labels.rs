//! Matches as short lines for menus, where Discord marks nothing up.

use std::collections::{HashMap, HashSet};

use super::names::bare;
use crate::i18n::say;
use crate::play::ports::Stored;
use crate::play::{Board, Host, MatchId, Seat, UserId};
use games::board::Side;

/// How many characters Discord takes.
const MOST: usize = 100;

/// The lines of some matches as their player `user` knows them: `#12 · Lines of Action · against Bob · your turn`.
pub(super) async fn labels(host: &Host, boards: &[Board], user: UserId) -> Stored<Vec<(MatchId, String)>> {
    let opponents: HashSet<UserId> = boards.iter().filter_map(|it| opponent(it, user).user()).collect();
    let names = host.player_names(&Vec::from_iter(opponents)).await?;
    Ok(boards.iter().map(|it| (it.current.id, label(it, user, &names))).collect())
}

/// The side of a board that is the player's own.
fn own_side(board: &Board, user: UserId) -> Side {
    board.current.side_of(user).unwrap_or(board.position.to_move())
}

fn opponent(board: &Board, user: UserId) -> Seat {
    board.current.seat(own_side(board, user).other())
}

fn label(board: &Board, user: UserId, names: &HashMap<UserId, String>) -> String {
    let current = &board.current;
    let opponent = match opponent(board, user) {
        Seat::Engine(level) => say("seat-engine", &[("level", i64::from(level).into())]),
        Seat::User(other) => match names.get(&other).map(|it| bare(it)) {
            Some(name) if !name.is_empty() => name,
            // Somebody who had a name has deleted it.
            Some(_) => say("former-player", &[]),
            None => say("somebody", &[]),
        },
    };
    let turn = if board.position.to_move() == own_side(board, user) { "mine" } else { "theirs" };
    let facts = [
        ("match", current.id.to_string().into()),
        ("game", current.ruleset.info.name.into()),
        ("opponent", opponent.chars().take(40).collect::<String>().into()),
        ("turn", turn.into()),
    ];
    say("match-label", &facts).chars().take(MOST).collect()
}
