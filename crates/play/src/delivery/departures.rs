//! Players who have left the server of a match: the other player is told, and can claim the win some days later.

use jiff::Timestamp;

use super::work::{Delivery, Step};
use crate::HostError;
use crate::ports::StoreError;
use crate::{Board, deadlines, steps};

impl Delivery {
    /// Notes that we checked for the player to move, and whether that player is gone or has come back, if that is known.
    /// If the match has changed meanwhile, it is looked at again.
    pub(super) async fn note_look(
        &self,
        board: &Board,
        has_left: Option<bool>,
        now: Timestamp,
    ) -> Result<Step, HostError> {
        let side = board.current.to_move().index();
        let mut next = match has_left {
            Some(false) => steps::come_back(board).current,
            _ => board.current.clone(),
        };
        next.reminders.presence_checked_at = Some(now.as_second());
        if has_left == Some(true) {
            next.reminders.departed_at[side].get_or_insert(now.as_second());
        }
        match self.ports.store.save_unannounced(&board.current, &next).await {
            Ok(()) | Err(StoreError::Conflict) => Ok(Step::Done),
            Err(error) => Err(error.into()),
        }
    }

    /// Lets a player go on whose time is over and who was not reminded, because that player had left the server, but is
    /// there again, or may be. `None` if there is no such player.
    pub(super) async fn spare_who_is_back(&self, board: &Board, now: Timestamp) -> Result<Option<Step>, HostError> {
        if deadlines::departed_at(&board.current).is_none() {
            return Ok(None);
        }
        match self.ports.announcer.has_left(&board.current).await {
            Ok(true) => Ok(None),
            Ok(false) => self.note_look(board, Some(false), now).await.map(Some),
            Err(error) => Ok(Some(self.put_off(&board.current, &error).await?)),
        }
    }

    /// Tells the other player, instead of reminding the one who is gone, and says when the win can be claimed.
    pub(super) async fn tell_departure(&self, board: &Board) -> Result<Step, HostError> {
        let current = &board.current;
        let notices = self.notices_of_who_waits(board).await?;
        if let Err(error) = self.ports.announcer.tell_departure(board, notices).await {
            return Ok(self.put_off(current, &error).await?);
        }
        let version = current.version();
        self.save_surely(board.clone(), |board| Ok(steps::departure_told(board, version))).await?;
        Ok(Step::Done)
    }
}
