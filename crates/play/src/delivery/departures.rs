//! Players who have left the server of a match: the other player is told, and can claim the win some days later.

use jiff::Timestamp;

use super::work::{Delivery, Step};
use crate::HostError;
use crate::{Board, steps};

impl Delivery {
    /// Notes that we checked for the player to move, and whether that player is gone or has come back, if that is known.
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
        self.ports.store.save_unannounced(&board.current, &next).await?;
        Ok(Step::Done)
    }

    /// Tells the other player, instead of reminding the one who is gone, and says when the win can be claimed.
    pub(super) async fn tell_departure(&self, board: &Board) -> Result<Step, HostError> {
        let notices = self.notices_of_who_waits(board).await?;
        self.ports.announcer.tell_departure(board, notices).await?;
        let version = board.current.version();
        self.save_surely(board.clone(), |board| Ok(steps::departure_told(board, version))).await?;
        Ok(Step::Done)
    }
}
