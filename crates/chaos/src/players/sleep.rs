//! Players who let time pass.

use std::time::Duration;

use super::{POLL_INTERVAL, Player};
use crate::scene::BoardName;
use play::{Match, MatchId};

impl Player {
    /// Lets the player to move "fall asleep": sets the clock back until only an eighth of the time is left, and waits
    /// for the reminder. Whoever has left the server gets none; then the other player is told.
    pub(super) async fn sleep(&self, current: &Match) -> anyhow::Result<()> {
        let turn = BoardName { match_id: current.id.0, version: current.version() };
        let reserve = current.conduct.reserves[current.to_move().index()];
        if self.scene.onlooker.has_seen_reminder(turn) || !self.rewind(current, reserve / 8 * 7).await? {
            return Ok(());
        }
        self.scene.history.sleep(turn);
        while !self.is_over() && !self.scene.onlooker.has_seen_reminder(turn) {
            tokio::time::sleep(POLL_INTERVAL * 20).await;
            // The bot may have received an earlier message only now.
            if self.look(current.id).await?.version() != turn.version {
                break;
            }
        }
        Ok(())
    }

    /// Lets a player who was reminded sleep on until the time is over and the match has ended.
    pub(super) async fn oversleep(&self, id: MatchId) -> anyhow::Result<()> {
        let current = self.look(id).await?;
        let turn = BoardName { match_id: id.0, version: current.version() };
        let reserve = current.conduct.reserves[current.to_move().index()];
        // The reminder may be visible before the bot has written that it was sent.
        let is_awake = current.outcome.is_some() || current.reminded != Some(turn.version);
        // The reminder stays before the end of the time.
        let mut earlier = current.clone();
        earlier.conduct.warned_at = current.conduct.warned_at.map(|it| it - reserve / 1000);
        if is_awake || self.scene.store.keep(&current, &earlier).await.is_err() {
            return Ok(());
        }
        if !self.rewind(&self.look(id).await?, reserve).await? {
            return Ok(());
        }
        self.scene.history.oversleep(turn);
        while !self.is_over() {
            let now = self.look(id).await?;
            // The bot may have received an earlier message only now.
            if now.outcome.is_some() || now.version() != turn.version {
                break;
            }
            tokio::time::sleep(POLL_INTERVAL * 20).await;
        }
        Ok(())
    }

    /// Sets the clock of a match back by so many milliseconds; returns whether it did.
    async fn rewind(&self, current: &Match, milliseconds: i64) -> anyhow::Result<bool> {
        // A board says how much time is left. If it is still to be shown, it would say something else after this.
        if current.owes_board() {
            return Ok(false);
        }
        let time = Duration::from_millis(u64::try_from(milliseconds)?);
        // A database that fails is no reason to abandon the match.
        Ok(store::testing::rewind(&self.scene.database_url, current, time).await.unwrap_or(false))
    }
}
