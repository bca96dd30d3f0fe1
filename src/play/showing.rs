//! How the present state of a match is to be shown: in a new message or in the one that is there, and who is notified.
//! Pure.

use super::{Board, MessageId, UserId};

/// How a board is to be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Showing {
    /// The message that is to be changed, instead of posting a new one.
    pub edit: Option<Edit>,
    pub pings: Vec<UserId>,
    /// Who follows the match without playing it: only a new message notifies them.
    pub watchers: Vec<UserId>,
    /// Whether an earlier try may have posted it although nobody heard of it.
    pub may_be_posted: bool,
}

/// A message that is to show a board from now on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edit {
    pub message: MessageId,
    /// Whether that is only right while nothing has been written below it.
    pub only_if_newest: bool,
}

/// How a board is to be shown. `is_late`: the engine has taken so long for its move that nobody looks at the board any
/// more.
///
/// Against the engine the board changes in place, as its player is looking at it; a person is notified by a new message,
/// since changes notify nobody.
pub fn showing(board: &Board, is_late: bool) -> Showing {
    let current = &board.current;
    let anew = |pings: Option<UserId>| Showing {
        edit: None,
        pings: pings.into_iter().collect(),
        watchers: Vec::new(),
        may_be_posted: false,
    };
    let in_place = |only_if_newest| {
        let edit = current.shown.map(|it| Edit { message: it.message, only_if_newest });
        Showing { edit, pings: Vec::new(), watchers: Vec::new(), may_be_posted: false }
    };
    let to_move = current.seat(current.to_move()).user().filter(|_| current.outcome.is_none());
    let Some(shown) = current.shown else { return anew(to_move) };
    let asked = current.conduct.offer.and_then(|it| current.seat(it.by.other()).user());
    if current.conduct.brought_down {
        return anew(None);
    }
    if shown.plies != current.plies() || current.outcome.is_some() {
        return match current.is_against_engine() {
            true if is_late => anew(to_move),
            true => in_place(true),
            false => anew(to_move),
        };
    }
    if asked.is_some() { anew(asked) } else { in_place(false) }
}
