//! Matches as short lines for menus, where Discord marks nothing up.

use super::names::bare;
use crate::i18n::say;
use crate::play::ports::Stored;
use crate::play::{Board, Host, MatchId, Seat, UserId};

/// How many characters Discord takes.
const MOST: usize = 100;

/// The lines of some matches as their player `user` knows them: `#12 · Lines of Action · against Bob · your turn`.
pub(super) async fn labels(host: &Host, boards: &[Board], user: UserId) -> Stored<Vec<(MatchId, String)>> {
    let mut labels = Vec::with_capacity(boards.len());
    for board in boards {
        labels.push((board.current.id, label(host, board, user).await?));
    }
    Ok(labels)
}

async fn label(host: &Host, board: &Board, user: UserId) -> Stored<String> {
    let current = &board.current;
    let mine = current.side_of(user).unwrap_or(board.position.to_move());
    let opponent = match current.seat(mine.other()) {
        Seat::Engine(level) => say("seat-engine", &[("level", i64::from(level).into())]),
        Seat::User(other) => {
            let name = host.player_name(other).await?;
            match name.as_deref().map(bare) {
                Some(name) if !name.is_empty() => name,
                // Somebody who had a name has deleted it.
                Some(_) => say("former-player", &[]),
                None => say("somebody", &[]),
            }
        }
    };
    let turn = if board.position.to_move() == mine { "mine" } else { "theirs" };
    let facts = [
        ("match", current.id.to_string().into()),
        ("game", current.ruleset.info.name.into()),
        ("opponent", opponent.chars().take(40).collect::<String>().into()),
        ("turn", turn.into()),
    ];
    Ok(say("match-label", &facts).chars().take(MOST).collect())
}
