//! Players who have left the server of a match: the other one is told, and can claim the win some days later.

use jiff::Timestamp;

use super::{Host, HostError};
use crate::play::Board;
use crate::play::ports::{AnnounceError, StoreError};

impl Host {
    /// Notes since when the player to move is known to have left; `false` if the match has changed meanwhile.
    pub(super) async fn note_leaving(&self, board: &Board, now: Timestamp) -> Result<bool, HostError> {
        let side = board.current.to_move().index();
        if board.current.conduct.left[side].is_some() {
            return Ok(true);
        }
        let mut next = board.current.clone();
        next.conduct.left[side] = Some(now.as_second());
        match self.ports.store.keep(&board.current, &next).await {
            Ok(()) => Ok(true),
            Err(StoreError::Conflict) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Tells the other player, with the time from which on the win can be claimed.
    pub(super) async fn tell_left(&self, board: &Board) -> Result<(), AnnounceError> {
        let mut told = board.clone();
        let left = &mut told.current.conduct.left[board.current.to_move().index()];
        left.get_or_insert(self.now().as_second());
        self.ports.announcer.tell_left(&told).await
    }
}
