//! What is due: boards that are to be shown, and moves that the engine owes. The store alone says so.

use std::sync::PoisonError;
use std::time::Duration;

use jiff::Timestamp;

use super::{Host, HostError};
use crate::play::ports::{AnnounceError, OpponentError, Situation, StoreError, Stored};
use crate::play::{Board, MatchId};

impl Host {
    /// The matches in which something is owed: a board or a move of the engine.
    pub async fn due(&self) -> Stored<Vec<MatchId>> {
        self.ports.store.due(self.ports.clock.now()).await
    }

    /// Does what a match owes until it owes nothing: shows the board, makes the engine's move, shows that board.
    ///
    /// One call at a time works on a match; another one meanwhile makes the first look again.
    pub async fn show_due(&self, id: MatchId) {
        if !self.enter(id) {
            return;
        }
        // Whatever happens to this call, the match must not stay closed to the next one.
        let _entered = Entered { host: self, id };
        loop {
            if let Err(error) = self.show_due_once(id).await {
                tracing::error!(match.id = id.0, error = &error as &dyn std::error::Error, "a match could not go on");
            }
            if self.leave(id) {
                return;
            }
        }
    }

    async fn show_due_once(&self, id: MatchId) -> Result<(), HostError> {
        loop {
            let Some(current) = self.ports.store.find_match(id).await? else { return Ok(()) };
            let board = self.board(current).await?;
            if board.current.owes_board() {
                if !self.show_board(&board).await? {
                    return Ok(());
                }
            } else if !self.move_engine(board).await? {
                return Ok(());
            }
        }
    }

    /// Shows the board of a match; `false` if it has to be tried again later.
    async fn show_board(&self, board: &Board) -> Result<bool, HostError> {
        let current = &board.current;
        let message = match self.ports.announcer.post_board(board).await {
            Ok(message) => message,
            Err(error) => {
                let wait = retry_after(current.failures, &error);
                tracing::warn!(match.id = current.id.0, %error, wait_s = wait.as_secs(), "a board could not be shown");
                let retry_at = self.ports.clock.now().saturating_add(wait).unwrap_or(Timestamp::MAX);
                self.ports.store.announce_failed(current.id, retry_at).await?;
                return Ok(false);
            }
        };
        self.ports.store.announced(current.id, current.version(), current.outcome.is_some(), message).await?;
        if let Some(former) = current.board_message.filter(|it| *it != message)
            && let Err(error) = self.ports.announcer.retire_board(current.place, former).await
        {
            tracing::warn!(match.id = current.id.0, %error, "an old board keeps its controls");
        }
        Ok(true)
    }

    /// Makes the engine's move if it is the engine's turn; `false` if there is nothing to do.
    async fn move_engine(&self, mut board: Board) -> Result<bool, HostError> {
        let current = &board.current;
        let level = current.seat(board.position.to_move()).engine_level();
        let Some(level) = level.filter(|_| current.outcome.is_none()) else { return Ok(false) };
        let moves = board.position.played().to_vec();
        let asked_by = current.seat(board.position.to_move().other()).user();
        let situation = Situation { match_id: current.id, asked_by, ruleset: current.ruleset.clone(), moves };
        let chosen = match self.ports.opponent.choose(situation, level).await {
            Ok(chosen) => chosen,
            // The match stays due, so the engine is asked again before long.
            Err(OpponentError::Busy) => return Ok(false),
            Err(error) => {
                // A match that has ended while the engine was thinking has its end to show.
                let again = self.load(current.id).await?;
                if again.outcome.is_some() {
                    return Ok(true);
                }
                tracing::error!(match.id = current.id.0, %error, "the engine's move is still owed");
                return Ok(false);
            }
        };
        match self.commit_move(&mut board, chosen).await {
            // A move that lost the race is dropped: what the store says now goes on.
            Ok(()) | Err(StoreError::Conflict) => Ok(true),
            Err(error) => Err(error.into()),
        }
    }

    fn enter(&self, id: MatchId) -> bool {
        let mut being_shown = self.being_shown.lock().unwrap_or_else(PoisonError::into_inner);
        match being_shown.get_mut(&id) {
            Some(again) => {
                *again = true;
                false
            }
            None => {
                being_shown.insert(id, false);
                true
            }
        }
    }

    /// Ends being_shown a match, unless something has changed since.
    fn leave(&self, id: MatchId) -> bool {
        let mut being_shown = self.being_shown.lock().unwrap_or_else(PoisonError::into_inner);
        match being_shown.get_mut(&id) {
            Some(again) if *again => {
                *again = false;
                false
            }
            _ => {
                being_shown.remove(&id);
                true
            }
        }
    }
}

/// A match of which this process shows what is due; no longer once this is gone.
struct Entered<'a> {
    host: &'a Host,
    id: MatchId,
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.host.being_shown.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.id);
        }
    }
}

/// How long to wait before showing a board again that could not be shown `failures` times before: not long where the
/// next try may do, longer and longer where somebody has to change something first.
fn retry_after(failures: u32, error: &AnnounceError) -> Duration {
    let (first, most) = match error {
        AnnounceError::Closed(_) => (60, 3600),
        AnnounceError::Later(_) => (1, 60),
    };
    Duration::from_secs((first << failures.min(10)).min(most))
}
