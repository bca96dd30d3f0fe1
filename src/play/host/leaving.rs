//! Players who have left the server of a match: the other one is told, and can claim the win some days later.

use jiff::Timestamp;

use super::{Host, HostError};
use crate::play::Board;
use crate::play::ports::StoreError;

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

    /// Tells the other player, with the time from which on the win can be claimed, instead of reminding somebody who is
    /// gone; `false` if it has to be tried again later.
    pub(super) async fn remind_of_leaving(&self, board: &Board) -> Result<bool, HostError> {
        let current = &board.current;
        let mut told = board.clone();
        told.current.conduct.left[current.to_move().index()].get_or_insert(self.now().as_second());
        if let Err(error) = self.ports.announcer.tell_left(&told).await {
            return Ok(self.put_off(current, &error).await?);
        }
        self.ports.store.reminded(current.id, current.version()).await?;
        Ok(true)
    }
}
