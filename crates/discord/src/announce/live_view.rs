//! The live board of a match as a message, for those who post it and for those who look for it.

use crate::views::board::{Appearance, Invitation};
use crate::views::{self, View};
use play::Board;
use play::ports::AnnounceError;
use play::showing::Showing;

/// The live board as everybody in the channel sees it, with the people it notifies.
pub(super) fn live_view(board: &Board, showing: &Showing) -> Result<View, AnnounceError> {
    let alone = board.current.seats.iter().find_map(|it| it.user()).and_then(|it| board.current.side_of(it));
    let chosen = showing.seen_by.as_ref().map(|it| Appearance::of(it, alone));
    let mentioned = [showing.pings.as_slice(), &showing.silently].concat();
    let invitation = if showing.is_outside { Invitation::Choose } else { Invitation::ReplyOrChoose };
    let view = views::board::live(board, chosen.unwrap_or_default(), invitation, &mentioned, &showing.watchers);
    let view = view.map_err(|error| AnnounceError::Unmade(error.to_string()))?;
    // If a player is pinged, everybody else who is mentioned hears it, too. Without a ping, the message makes no sound.
    let is_for_others = !showing.silently.is_empty() || !showing.watchers.is_empty();
    Ok(View { is_silent: showing.pings.is_empty() && is_for_others, ..view })
}
