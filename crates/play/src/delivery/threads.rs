//! Threads of matches: begun before the first board, and named after the match, and at its end after the result.

use std::time::Duration;

use jiff::Timestamp;

use super::work::{Delivery, Step};
use crate::HostError;
use crate::ports::{AnnounceError, OwnedBy, StoreError, StoreResult};
use crate::threads::{self, Opened};
use crate::{Board, Names, NoThread, OwnThread, Seat};

/// After this many failures a match is played without a thread.
const MAX_FAILURES: u32 = 4;

/// The result of closing the thread of a match that is over.
pub(super) enum Closing {
    /// There is nothing to do.
    Nothing,
    Done,
    /// Not before that time.
    NotBefore(Timestamp),
}

impl Delivery {
    /// Gives a match the thread that it is to have, or notes that there can be none.
    pub(super) async fn open_thread(&self, board: &Board) -> Result<Step, HostError> {
        let (current, store) = (&board.current, &self.ports.store);
        let names = self.names(board).await?;
        let challenge = store.challenge_of(current.id).await?;
        let opened = match self.ports.announcer.open_thread(board, &names, challenge.as_ref()).await {
            Ok(opened) => opened,
            Err(error @ AnnounceError::Later(_)) if current.delivery.failures < MAX_FAILURES => {
                return Err(error.into());
            }
            Err(error) => {
                tracing::warn!(match.id = current.id.0, %error, "a match goes without its thread");
                Opened::Missing(NoThread::Refused)
            }
        };
        let owner = self.place(board, opened).await?;
        if let Some(challenge) = challenge {
            self.ports.due.wake(challenge.id.into());
        }
        Ok(owner.into())
    }

    /// Notes the thread that was opened, or why there is none, even if the match has changed meanwhile. A match that is
    /// over by now still gets its thread, and its end is shown there.
    async fn place(&self, board: &Board, opened: Opened) -> Result<OwnedBy, HostError> {
        let mut board = board.clone();
        while board.current.delivery.thread == Some(OwnThread::Wanted) {
            let now = self.ports.clock.now();
            let placed = threads::placed(&board.current, opened, now);
            match self.move_match(&board.current, &placed, now).await {
                Err(StoreError::Conflict) => board = self.board(self.load(board.current.id).await?).await?,
                moved => return Ok(moved?),
            }
        }
        Ok(OwnedBy::Us)
    }

    /// Gives the thread of a match under way its title.
    pub(super) async fn update_thread_title(&self, board: &Board) -> StoreResult<()> {
        if threads::open(&board.current).is_some() && board.current.outcome.is_none() {
            let names = self.names(board).await?;
            self.ports.announcer.update_thread_title(board, &names).await;
        }
        Ok(())
    }

    /// Shows the end of a match in its thread's title, unless another match goes on in it.
    pub(super) async fn close_thread(&self, board: &Board) -> Result<Closing, HostError> {
        let (current, store) = (&board.current, &self.ports.store);
        match current.delivery.thread.filter(|_| current.outcome.is_some()) {
            Some(OwnThread::Open(_)) => {}
            Some(OwnThread::Wanted) => return self.do_without_thread(board).await,
            _ => return Ok(Closing::Nothing),
        }
        let last = store.last_match_in(current.place.channel, None).await?;
        let goes_on = last.is_some_and(|it| it.id != current.id && it.outcome.is_none());
        if goes_on {
            return self.note_thread_closed(board).await;
        }
        if let Some(wait) = self.ports.announcer.close_thread(board, &self.names(board).await?).await? {
            return Ok(Closing::NotBefore(self.after(wait.max(Duration::from_secs(1)))));
        }
        self.note_thread_closed(board).await
    }

    /// A match that was over before it had its thread: its card does not say yet that it was accepted.
    async fn do_without_thread(&self, board: &Board) -> Result<Closing, HostError> {
        if let Some(challenge) = self.ports.store.challenge_of(board.current.id).await? {
            self.ports.due.wake(challenge.id.into());
        }
        self.note_thread_closed(board).await
    }

    /// Notes that nothing more is to be done for the thread of a match.
    async fn note_thread_closed(&self, board: &Board) -> Result<Closing, HostError> {
        self.ports.store.save_unannounced(&board.current, &threads::closed(&board.current)).await?;
        Ok(Closing::Done)
    }

    /// The names of the players of a match.
    async fn names(&self, board: &Board) -> StoreResult<Names> {
        let mut names = Names::default();
        for (seat, name) in board.current.seats.iter().zip(&mut names.0) {
            if let Seat::User(user) = seat {
                *name = self.ports.store.player_name(*user).await?;
            }
        }
        Ok(names)
    }
}
