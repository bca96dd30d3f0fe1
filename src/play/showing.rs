//! How the current state of a match is shown: in a new message or in the existing one, and who is notified. Pure.

use super::preferences::Notices;
use super::{Board, MessageId, Preferences, UserId};

/// How to show a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Showing {
    /// The message to edit instead of posting a new one.
    pub edit: Option<Edit>,
    pub pings: Vec<UserId>,
    /// Who gets a silent mention.
    pub silently: Vec<UserId>,
    /// Who is told in a direct message.
    pub directly: Vec<UserId>,
    /// The preferences of the only person who sees it, if there is only one.
    pub seen_by: Option<Preferences>,
    /// Who watches the match. They are notified only by a new message.
    pub watchers: Vec<UserId>,
    /// Whether the bot is not part of the conversation, so that it hears nothing there and cannot always post.
    pub is_outside: bool,
    /// Whether an earlier try may have posted it without our getting the answer.
    pub may_be_posted: bool,
    /// The message in which an earlier try has already shown it, although we got no answer then.
    pub posted: Option<MessageId>,
}

/// A message that is to show a board from now on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edit {
    pub message: MessageId,
    /// Whether the edit is right only while nothing stands below the message.
    pub only_if_newest: bool,
}

/// How to show a board. `is_late`: the engine took so long for its move that the player has probably stopped looking at
/// the board.
///
/// Against the engine the board is edited in place, because its player is looking at it. People are notified by a new
/// message, because edits notify nobody.
pub fn showing(board: &Board, is_late: bool) -> Showing {
    let current = &board.current;
    let anew = |pings: Option<UserId>| Showing { pings: pings.into_iter().collect(), ..Showing::default() };
    let in_place = |only_if_newest| {
        let edit = current.shown.map(|it| Edit { message: it.message, only_if_newest });
        Showing { edit, ..Showing::default() }
    };
    let to_move = current.seat(current.to_move()).user().filter(|_| current.outcome.is_none());
    let Some(shown) = current.shown else { return anew(to_move) };
    let is_offer_told = current.conduct.offered_in.is_some_and(|it| shown.revision.is_some_and(|shown| shown >= it));
    let offer = current.conduct.offer.filter(|_| !is_offer_told);
    let asked = offer.and_then(|it| current.seat(it.by.other()).user());
    if current.conduct.brought_down {
        return anew(to_move.filter(|_| current.conduct.calls));
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

impl Showing {
    /// Adds those who watch, if a move or the end is new. A round against the engine is a new message for them, because
    /// edits notify nobody.
    pub fn notify(&mut self, board: &Board, watchers: Vec<UserId>) {
        let current = &board.current;
        if current.outcome.is_none() && current.shown.is_some_and(|it| it.plies == current.plies()) {
            return;
        }
        let is_round = self.edit.is_some_and(|it| it.only_if_newest);
        if is_round && !watchers.is_empty() {
            self.edit = None;
        }
        self.watchers = watchers;
    }

    /// Changes how a person is notified to what that person has chosen.
    pub fn apply_notice_preferences(&mut self, board: &Board, user: UserId, preferences: &Preferences) {
        let current = &board.current;
        let is_hushed = current.is_hushed() && current.seat(current.to_move()).user() == Some(user);
        let notices = if is_hushed { Notices::Off } else { preferences.notices() };
        let is_in_private = current.place.guild.is_none();
        match notices {
            Notices::Ping => return,
            // A direct message below the board, in the same conversation, would only repeat it.
            Notices::Direct if is_in_private => return,
            Notices::Direct => self.directly.push(user),
            Notices::Silent => self.silently.push(user),
            Notices::Off => {}
        }
        self.pings.retain(|it| *it != user);
    }
}
