//! Threads of matches: begun before the first board, and named after the match, and at its end after the result.

use std::time::Duration;

use jiff::Timestamp;

use super::Delivery;
use super::next::Next;
use crate::HostError;
use crate::core::TRIES;
use crate::ports::{AnnounceError, Closure, GonePlace, OwnedBy, StoreError, Stored};
use crate::threads::{self, Opened};
use crate::{Board, ChannelId, Match, Names, NoThread, OwnThread, Seat, ThreadHome};

/// After this many failures a match is played without a thread.
const MAX_FAILURES: u32 = 4;

/// The result of closing the thread of a match that is over.
pub(super) enum Closing {
    /// There is nothing to do.
    Nothing,
    Done,
    /// Not before that time.
    NotBefore(Timestamp),
    /// It failed, and is retried later.
    PutOff,
}

impl Delivery {
    /// Gives a match the thread that it is to have, or notes that there can be none.
    pub(super) async fn open_thread(&self, board: &Board) -> Result<Next, HostError> {
        let (current, store) = (&board.current, &self.ports.store);
        let names = self.names(board).await?;
        let challenge = store.challenge_of(current.id).await?;
        let opened = match self.ports.announcer.open_thread(board, &names, challenge.as_ref()).await {
            Ok(opened) => opened,
            Err(error @ AnnounceError::Later(_)) if current.failures < MAX_FAILURES => {
                return Ok(self.put_off(current, &error).await?);
            }
            Err(error) => {
                tracing::warn!(match.id = current.id.0, %error, "a match goes without its thread");
                Opened::Missing(NoThread::Refused)
            }
        };
        let owner = self.place(board, opened).await?;
        if let Some(challenge) = &challenge {
            self.show_closed(challenge).await;
        }
        Ok(owner.into())
    }

    /// Notes the thread that was opened, or why there is none, even if the match has changed meanwhile. A match that is
    /// over by now still gets its thread, and its end is shown there.
    async fn place(&self, board: &Board, opened: Opened) -> Result<OwnedBy, HostError> {
        let mut board = board.clone();
        while board.current.conduct.thread == Some(OwnThread::Wanted) {
            let now = self.ports.clock.now();
            let placed = threads::placed(&board.current, opened, now);
            match self.move_match(&board.current, &placed, now).await {
                Err(StoreError::Conflict) => board = self.board(self.load(board.current.id).await?).await?,
                moved => return Ok(moved?),
            }
        }
        Ok(OwnedBy::Us)
    }

    /// Writes that a match, which may be over, goes on in another place.
    async fn move_match(&self, current: &Match, next: &Match, now: Timestamp) -> Stored<OwnedBy> {
        match current.outcome {
            None => self.ports.store.save(current, next, None, now).await,
            Some(_) => self.ports.store.keep(current, next).await.map(|()| OwnedBy::Us),
        }
    }

    /// Handles a deleted thread: its own match goes on in the channel at once, or shows its end there, and other matches
    /// in it are set aside.
    pub async fn leave_thread(&self, thread: ChannelId) -> Stored<()> {
        self.move_out_of(thread).await?;
        self.set_aside(GonePlace::Channel(thread)).await?;
        // A match that was only now noted to be played there was set aside with the others.
        self.move_out_of(thread).await
    }

    /// Moves the matches whose own thread that is to its channel.
    async fn move_out_of(&self, thread: ChannelId) -> Stored<()> {
        let store = &self.ports.store;
        let under_way = store.matches_in(thread).await?;
        // Read second, so that none is missed that ends meanwhile.
        let ending = store.ending_in(thread).await?.into_iter().filter(Match::owes_board);
        for current in under_way.into_iter().chain(ending) {
            self.leave_with(current).await?;
        }
        Ok(())
    }

    /// Moves a match to the channel, and retries if somebody plays in it meanwhile.
    async fn leave_with(&self, mut current: Match) -> Stored<()> {
        for _ in 0..TRIES {
            let Some(home) = home_of(&current) else { return Ok(()) };
            match self.go_home(&current, home).await {
                Ok(OwnedBy::Us) => {
                    self.ports.waker.wake(current.id);
                    return Ok(());
                }
                Err(StoreError::Conflict) => {}
                left => return left.map(drop),
            }
            let Some(changed) = self.ports.store.find_match(current.id).await? else { return Ok(()) };
            current = changed;
        }
        Ok(())
    }

    /// Moves a match to the channel if its thread was deleted. A forum has no place for boards of its own, so there the
    /// match stays.
    pub(super) async fn leave_lost_thread(&self, current: &Match, closure: &Closure) -> Stored<Option<OwnedBy>> {
        let Some(home) = home_of(current) else { return Ok(None) };
        if *closure != Closure::Gone && !self.ports.announcer.is_gone(current.place).await {
            return Ok(None);
        }
        self.go_home(current, home).await.map(Some)
    }

    async fn go_home(&self, current: &Match, home: ThreadHome) -> Stored<OwnedBy> {
        tracing::info!(match.id = current.id.0, "a thread was deleted, and its match goes on in the channel");
        self.move_match(current, &threads::left(current, home), self.ports.clock.now()).await
    }

    /// Gives the thread of a match under way its title. Returns when to try again, if that is not possible yet.
    pub(super) async fn update_thread_title(&self, board: &Board) -> Stored<Option<Timestamp>> {
        if threads::open(&board.current).is_none() || board.current.outcome.is_some() {
            return Ok(None);
        }
        let names = self.names(board).await?;
        let wait = self.ports.announcer.update_thread_title(board, &names).await;
        Ok(wait.map(|it| self.after(it.max(Duration::from_secs(1)))))
    }

    /// Shows the end of a match in its thread's title, unless another match goes on in it.
    pub(super) async fn close_thread(&self, board: &Board) -> Result<Closing, HostError> {
        let (current, store) = (&board.current, &self.ports.store);
        match current.conduct.thread.filter(|_| current.outcome.is_some()) {
            Some(OwnThread::Open(_)) => {}
            Some(OwnThread::Wanted) => return self.do_without_thread(board).await,
            _ => return Ok(Closing::Nothing),
        }
        let last = store.last_match_in(current.place.channel, None).await?;
        let goes_on = last.is_some_and(|it| it.id != current.id && it.outcome.is_none());
        if goes_on {
            return self.note_thread_closed(board).await;
        }
        let wait = match self.ports.announcer.close_thread(board, &self.names(board).await?).await {
            Ok(wait) => wait,
            Err(error) => {
                return Ok(match self.put_off(current, &error).await? {
                    Next::GoOn => Closing::Done,
                    Next::Stop => Closing::PutOff,
                });
            }
        };
        if let Some(wait) = wait {
            return Ok(Closing::NotBefore(self.after(wait.max(Duration::from_secs(1)))));
        }
        self.note_thread_closed(board).await
    }

    /// A match that was over before it had its thread: its card does not say yet that it was accepted.
    async fn do_without_thread(&self, board: &Board) -> Result<Closing, HostError> {
        if let Some(challenge) = self.ports.store.challenge_of(board.current.id).await? {
            self.show_closed(&challenge).await;
        }
        self.note_thread_closed(board).await
    }

    /// Notes that nothing more is to be done for the thread of a match.
    async fn note_thread_closed(&self, board: &Board) -> Result<Closing, HostError> {
        match self.ports.store.keep(&board.current, &threads::closed(&board.current)).await {
            Ok(()) | Err(StoreError::Conflict) => Ok(Closing::Done),
            Err(error) => Err(error.into()),
        }
    }

    /// The names of the players of a match.
    async fn names(&self, board: &Board) -> Stored<Names> {
        let mut names = Names::default();
        for (seat, name) in board.current.seats.iter().zip(&mut names.0) {
            if let Seat::User(user) = seat {
                *name = self.ports.store.player_name(*user).await?;
            }
        }
        Ok(names)
    }
}

/// The channel in which a match can go on without its thread.
fn home_of(current: &Match) -> Option<ThreadHome> {
    threads::open(current).filter(|it| !it.is_post)
}
