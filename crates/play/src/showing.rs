//! How the current state of a match is shown: in a new message or in the existing one, and who is notified. Pure.

use super::preferences::Notices;
use super::{Board, Match, MessageId, Preferences, TimeControl, UserId};
use games::board::Side;
use games::{Outcome, Reason};
use jiff::{SignedDuration, Timestamp};

/// How to show a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Showing {
    /// The message to edit instead of posting a new one.
    pub edit: Option<Edit>,
    /// Whom a new message notifies; beside an edit, if it can't be made.
    pub pings: Vec<UserId>,
    /// Who gets a silent mention.
    pub silently: Vec<UserId>,
    /// Who is told in a direct message.
    pub directly: Vec<UserId>,
    /// The preferences by which it looks: those of the person who plays the engine, as far as others see it only
    /// [some](Preferences::seen_by_others) of them.
    pub seen_by: Option<Preferences>,
    /// Whether whoever is to move knows of the position then, or wants to hear of none, even if it's shown by an edit.
    pub tells: bool,
    /// Who has watched the match, once it's over. They are notified only by a new message.
    pub watchers: Vec<UserId>,
    /// Whether the bot is not part of the conversation, so that it hears nothing there and cannot always post.
    pub is_outside: bool,
    /// Whether it can be opened on a page.
    pub can_open: bool,
    /// Since when, by the chat's clock, an earlier try may have shown it without our getting the answer.
    pub unconfirmed_since: Option<Timestamp>,
}

/// A message that is to show a board from now on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edit {
    pub message: MessageId,
    /// Whether the edit is right only while the message is near the end of the channel: at most [`NEAR`] stand below it.
    pub only_if_near: bool,
}

/// How many messages may stand below a board that people look at.
pub const NEAR: usize = 8;

/// Within which time somebody must have moved, or had a visible page, to count as looking at the board.
const LOOKING: SignedDuration = SignedDuration::from_secs(60);

/// How to show a board. `is_late`: the engine took so long for its move that the player has probably stopped looking at
/// the board. `is_outside`: the bot isn't part of the conversation.
///
/// While everybody who plays looks at the board, it's edited in place, and nobody is mentioned. Otherwise people are notified
/// by a new message, because edits notify nobody. Who is looking and then doesn't move is
/// [told later](crate::deadlines::Event::Call).
pub fn showing(board: &Board, is_late: bool, is_outside: bool, now: Timestamp) -> Showing {
    let current = &board.current;
    let plain = Showing { is_outside, ..Showing::default() };
    let anew = |pings: Vec<UserId>| Showing { pings, tells: true, ..plain.clone() };
    let in_place = |only_if_near, tells| {
        let edit = current.delivery.live_board.map(|it| Edit { message: it.message, only_if_near });
        Showing { edit, tells, ..plain.clone() }
    };
    let was_told = current.delivery.live_board.is_none_or(|it| it.is_told);
    // Outside, what stands below a board isn't known.
    let are_looking = !is_outside && current.are_there(LOOKING, now);
    let to_move = current.seat(current.to_move()).user().filter(|_| current.outcome.is_none());
    let is_told = |since: Option<u32>| {
        since.is_some_and(|since| current.delivery.live_board.and_then(|it| it.revision) >= Some(since))
    };
    let shows_last_move = current.is_position_shown();
    if let Some(end) = current.outcome {
        // Whatever shows the last move shows the end, too, if that move has brought it about.
        let is_end_told = is_by_move(end) && shows_last_move || is_told(current.end.revision);
        if is_end_told && !current.delivery.is_brought_down {
            return in_place(false, true);
        }
        // Nobody is called after the end: whoever has just moved may have put the phone away.
        let is_sudden = matches!(end.reason, Reason::OutOfTime | Reason::Aborted);
        let is_seen = !is_outside && !is_sudden && current.are_at_pages(now);
        if !is_end_told && !current.is_against_engine() && !is_seen {
            return Showing { pings: told_of_end(current, end), tells: true, ..plain };
        }
    }
    if current.delivery.live_board.is_none() {
        return anew(to_move.into_iter().collect());
    }
    let is_offer_told = is_told(current.offers.made_in);
    let offer = current.offers.pending.filter(|_| !is_offer_told);
    let asked = offer.and_then(|it| current.seat(it.by.other()).user());
    if current.delivery.is_brought_down {
        // Whoever brings a board down before a move or an offer is told takes no notice away.
        let is_move_new = !(current.is_against_engine() || shows_last_move && was_told);
        let called = to_move.filter(|_| current.delivery.calls || is_move_new);
        return anew(called.into_iter().chain(asked.filter(|it| called != Some(*it))).collect());
    }
    if !shows_last_move || current.outcome.is_some() {
        // What a channel has played over hours is news to it.
        let is_news = is_late || (current.is_voted_on() && !current.clock.control.is_some_and(TimeControl::is_live));
        return match current.is_against_engine() {
            true if is_news => anew(to_move.into_iter().collect()),
            true => in_place(true, true),
            // Whoever has to answer an offer is told in any case.
            false if are_looking && asked.is_none() => {
                Showing { pings: to_move.into_iter().collect(), ..in_place(true, false) }
            }
            false => anew(asked.or(to_move).into_iter().collect()),
        };
    }
    if asked.is_some() { anew(asked.into_iter().collect()) } else { in_place(false, was_told) }
}

/// Whether the last move has ended a match.
fn is_by_move(end: Outcome) -> bool {
    !matches!(end.reason, Reason::Resigned | Reason::Agreed | Reason::OutOfTime | Reason::Aborted)
}

/// Who is notified that a match between people is over: whoever has not ended it, or both if that is not known.
fn told_of_end(current: &Match, end: Outcome) -> Vec<UserId> {
    let (to_move, both) = (current.to_move(), vec![Side::First, Side::Second]);
    let sides = match end.reason {
        Reason::Resigned => end.winner.into_iter().collect(),
        Reason::OutOfTime | Reason::Agreed | Reason::Aborted => both,
        // The last move has.
        _ => vec![to_move],
    };
    sides.into_iter().filter_map(|it| current.seat(it).user()).collect()
}

impl Showing {
    /// Whether a new message notifies anybody who plays.
    pub fn notifies(&self) -> bool {
        [&self.pings, &self.silently, &self.directly].iter().any(|it| !it.is_empty())
    }

    /// Adds those who have watched, once the match is over, in a new message, because edits notify nobody.
    pub fn notify(&mut self, board: &Board, watchers: Vec<UserId>) {
        let is_news = self.edit.is_none_or(|it| it.only_if_near);
        if board.current.outcome.is_none() || watchers.is_empty() || !is_news {
            return;
        }
        self.edit = None;
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
