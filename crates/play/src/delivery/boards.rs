//! Boards: shows the current one, and reduces old ones to one line.

use std::collections::HashSet;
use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::Delivery;
use super::next::Next;
use crate::HostError;
use crate::ports::{
    ARRIVES_WITHIN, AnnounceError, Closure, Doubt, Noted, REPEATABLE_FOR, Showed, StoreError, Stored, Superseded,
    Unheard,
};
use crate::showing::{Edit, Showing, showing};
use crate::{Board, Match, MatchId, MessageId, Shown, steps};

/// How long a search that keeps failing is retried.
const SEARCHED_FOR: SignedDuration = SignedDuration::from_hours(24);

/// How long to wait before a search goes on that was too long to be done at once.
const SEARCH_GOES_ON_AFTER: Duration = Duration::from_secs(5);

/// The result of searching a chat once more.
pub(super) enum SearchedAgain {
    /// No search is needed.
    Nothing,
    NotBefore(Timestamp),
    Done,
    /// Another process owns the match by now.
    NotMine,
}

impl SearchedAgain {
    /// Combines this result with another task that is due at `time`.
    pub fn and_at(self, time: Option<Timestamp>) -> Self {
        match (self, time) {
            (Self::Nothing, Some(time)) => Self::NotBefore(time),
            (Self::NotBefore(one), Some(other)) => Self::NotBefore(one.min(other)),
            (searched, _) => searched,
        }
    }
}

/// The result of taking the controls from boards that are not live anymore.
pub(super) enum Retired {
    /// They have no controls. At that time, if given, the controls are to be removed once more.
    UntilAgain(Option<Timestamp>),
    /// It must be retried later.
    PutOff,
}

/// What an earlier try has posted without our getting the answer.
enum FoundUnheard {
    Nothing,
    /// The message shows the board as it should be shown now.
    AsItShouldBe(MessageId),
    /// The message shows the same version of the match, but what it says was right only then.
    Otherwise(MessageId),
}

impl FoundUnheard {
    fn as_it_should_be(message: Option<MessageId>) -> Self {
        message.map_or(Self::Nothing, Self::AsItShouldBe)
    }
}

impl Delivery {
    /// Shows the board of a match.
    pub(super) async fn show_board(&self, board: &Board, is_late: bool) -> Result<Next, HostError> {
        let current = &board.current;
        let mut showing = showing(board, is_late);
        showing.is_outside = self.is_outside(current.place).await?;
        self.apply_notice_preferences(board, &mut showing).await?;
        showing.notify(board, self.ports.store.watchers(current.id).await?);
        // An earlier process may have posted it and been killed before noting it.
        showing.may_be_posted = self.may_be_posted(current);
        if showing.may_be_posted {
            match self.find_unheard(board, &mut showing).await? {
                Ok(FoundUnheard::Nothing) => {}
                Ok(FoundUnheard::AsItShouldBe(message)) => showing.posted = Some(message),
                Ok(FoundUnheard::Otherwise(message)) => {
                    self.note_earlier(current, message, current.version()).await?;
                    return Ok(Next::GoOn);
                }
                Err(error) => return Ok(self.put_off(current, &error).await?),
            }
        }
        self.in_doubt().insert(current.id);
        let message = match self.ports.announcer.show_board(board, &showing).await {
            Ok(Showed::Now(message)) => message,
            Ok(Showed::Earlier(message, version)) => {
                self.note_earlier(current, message, version).await?;
                self.note_unsettled(message).await?;
                return Ok(Next::GoOn);
            }
            Err(error) => {
                if matches!(error, AnnounceError::Closed(Closure::Unused)) {
                    self.tell_elsewhere(board, &showing).await;
                }
                let next = self.put_off(current, &error).await?;
                // If the match has changed meanwhile, the failure is noted nowhere else.
                if next == Next::Stop {
                    self.in_doubt().remove(&current.id);
                }
                return Ok(next);
            }
        };
        let must_call = self.tell_directly(board, &showing, message).await?;
        let shown = Shown { message, revision: Some(current.revision), plies: current.plies() };
        self.note_shown(current, current.version(), shown).await?;
        if showing.may_be_posted {
            self.note_unsettled(message).await?;
        }
        if must_call {
            self.call(current.id).await?;
            return Ok(Next::GoOn);
        }
        if current.outcome.is_some() {
            self.ports.store.forget_watchers(current.id).await?;
        }
        Ok(match self.retire_superseded(current).await? {
            Retired::UntilAgain(_) => Next::GoOn,
            Retired::PutOff => Next::Stop,
        })
    }

    /// Lets the board be posted again with its mentions, because edits notify nobody.
    async fn call(&self, id: MatchId) -> Result<(), HostError> {
        let Some(current) = self.ports.store.find_owned(id).await? else { return Ok(()) };
        let board = self.board(current).await?;
        let now = self.ports.clock.now();
        match self.ports.store.save(&board.current, &steps::called(&board).current, None, now).await {
            // Whatever has changed meanwhile is shown in a new message anyway.
            Ok(_) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Notes that a failed edit of a board may still be carried out late.
    async fn note_unsettled(&self, message: MessageId) -> Stored<()> {
        self.ports.store.note_unsettled(message, self.after(ARRIVES_WITHIN)).await
    }

    /// Notes which message an earlier try has posted. The current board is still due, and is posted after it.
    async fn note_earlier(&self, current: &Match, message: MessageId, version: u32) -> Stored<()> {
        let shown = current.shown.and_then(|it| it.revision);
        // Versions are counted on when a move is taken back, so this one has come after that.
        let taken_back = current.conduct.taken_back_in.filter(|_| version == current.version());
        let revision = shown.max(taken_back);
        self.note_shown(current, version, Shown { message, revision, plies: plies_at(current, version) }).await
    }

    /// Notes which message shows a match. A message that came after a newer one is removed.
    async fn note_shown(&self, current: &Match, version: u32, shown: Shown) -> Stored<()> {
        let message = shown.message;
        let noted = self.ports.store.note_shown(current.id, version, shown).await?;
        self.in_doubt().remove(&current.id);
        if noted == Noted::TooLate {
            tracing::info!(match.id = current.id.0, "a board came later than a newer one and is removed");
            // Until it is removed it has controls. If it cannot be removed now, they are taken away later.
            self.ports.store.note_stray(current.id, version, shown.plies, message).await?;
            match self.ports.announcer.remove_board(current.place, message).await {
                Ok(()) => self.ports.store.note_retired(message, self.ports.clock.now()).await?,
                Err(error) => tracing::warn!(match.id = current.id.0, %error, "a board that came too late stays"),
            }
        }
        Ok(())
    }

    /// Whether an earlier try may have posted a board without our getting the answer.
    fn may_be_posted(&self, current: &Match) -> bool {
        current.failures > 0 || self.in_doubt().contains(&current.id)
    }

    fn in_doubt(&self) -> MutexGuard<'_, HashSet<MatchId>> {
        self.in_doubt.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds the board that an earlier try posted without our getting the answer, if that board shows the current version
    /// of the match.
    async fn find_unheard(&self, board: &Board, showing: &mut Showing) -> Stored<Result<FoundUnheard, AnnounceError>> {
        let id = board.current.id;
        if let Some(shown) = board.current.shown {
            self.note_unsettled(shown.message).await?;
        }
        let doubt = self.ports.store.doubt(id).await?;
        if doubt.until.duration_since(doubt.since) < REPEATABLE_FOR {
            return self.find_changed(board, showing, doubt).await;
        }
        let found = match self.search_for_board(board, showing, doubt).await? {
            Ok(found) => found,
            Err(error) => return Ok(Err(error)),
        };
        if let Some(message) = found.as_ref().and_then(|it| shown_otherwise(&board.current, it)) {
            let searched = self.search_later(id, doubt.since).await?;
            return Ok(searched.map(|()| FoundUnheard::Otherwise(message)));
        }
        let posted = found.as_ref().and_then(|it| it.posted);
        // The doubt may be an old one, but the last try may have been just now, and the board may be posted anew.
        let may_be_posted_anew = !showing.is_outside && showing.edit.is_some_and(|it| it.only_if_newest);
        if posted.is_none()
            && may_be_posted_anew
            && let Err(error) = self.remove_unchanged(board, showing).await?
        {
            return Ok(Err(error));
        }
        let heard_until = match found {
            // Until we have noted that this message shows the board, a search must be able to find it again.
            Some(Unheard { posted: Some(_), .. }) | None => doubt.since,
            Some(Unheard { posted: None, seen_until, .. }) => seen_until.min(doubt.until),
        };
        let searched = self.search_later(id, heard_until).await?;
        Ok(searched.map(|()| FoundUnheard::as_it_should_be(posted)))
    }

    /// Searches the chat for the board. If too much was said to look through all of it, what came after the last change of
    /// the match is looked through, too: whatever shows the current version is there.
    async fn search_for_board(
        &self,
        board: &Board,
        showing: &Showing,
        doubt: Doubt,
    ) -> Stored<Result<Option<Unheard>, AnnounceError>> {
        // Includes boards that arrive while this search waits for its turn.
        let until = Timestamp::MAX;
        let changed_at = self.by_chat(board.current.updated_at);
        let found = self.search(board, Some(showing), Doubt { until, ..doubt }).await?;
        let seen_until = match &found {
            Ok(Some(unheard)) if unheard.seen_until < changed_at && !shows_board(&board.current, unheard) => {
                unheard.seen_until
            }
            _ => return Ok(found),
        };
        let latest = self.search(board, Some(showing), Doubt { since: changed_at, until }).await?;
        Ok(latest.map(|found| found.map(|it| Unheard { seen_until, ..it })))
    }

    /// Removes the message that was to be edited and does not show the board: the edit may still arrive, and then two
    /// messages would show the same board.
    async fn remove_unchanged(&self, board: &Board, showing: &mut Showing) -> Stored<Result<(), AnnounceError>> {
        let Some(Edit { message, .. }) = showing.edit.take() else { return Ok(Ok(())) };
        // Another process may have shown something in it meanwhile.
        if self.ports.store.find_owned(board.current.id).await?.is_none() {
            return Ok(Err(taken_over()));
        }
        if let Err(error) = self.ports.announcer.remove_board(board.current.place, message).await {
            return Ok(Err(error));
        }
        self.ports.store.note_retired(message, self.ports.clock.now()).await?;
        Ok(Ok(()))
    }

    /// Has the chat searched once more later. An error if another process owns the match.
    async fn search_later(&self, id: MatchId, heard_until: Timestamp) -> Stored<Result<(), AnnounceError>> {
        let is_mine = self.ports.store.note_search(id, heard_until, Some(self.after(ARRIVES_WITHIN))).await?;
        Ok(if is_mine { Ok(()) } else { Err(taken_over()) })
    }

    /// The same within the first minute of the doubt. Only the message that was to be edited is checked: if a new
    /// message is posted now, its nonce makes Discord return an earlier post, but no nonce finds an earlier edit.
    async fn find_changed(
        &self,
        board: &Board,
        showing: &mut Showing,
        doubt: Doubt,
    ) -> Stored<Result<FoundUnheard, AnnounceError>> {
        let changed = match self.ports.announcer.find_changed(board, showing).await {
            Ok(changed) => changed,
            Err(error) => return Ok(Err(error)),
        };
        if changed.is_none()
            && let Err(error) = self.remove_unchanged(board, showing).await?
        {
            return Ok(Err(error));
        }
        showing.edit = None;
        // There may be another message all the same, but finding it is not urgent.
        let searched = self.search_later(board.current.id, doubt.since).await?;
        Ok(searched.map(|()| FoundUnheard::as_it_should_be(changed)))
    }

    /// Searches the chat once more, if it is time, for boards that we got no answer about: they may have arrived late.
    pub(super) async fn search_again(&self, board: &Board) -> Stored<SearchedAgain> {
        let current = &board.current;
        let Some(time) = current.search_again_at else { return Ok(SearchedAgain::Nothing) };
        if time > self.ports.clock.now() {
            return Ok(SearchedAgain::NotBefore(time));
        }
        let doubt = Doubt { until: self.by_chat(time), ..self.ports.store.doubt(current.id).await? };
        let (heard_until, next) = match self.search(board, None, doubt).await? {
            Ok(Some(Unheard { seen_until, .. })) if seen_until < doubt.until => {
                (seen_until, Some(self.after(SEARCH_GOES_ON_AFTER)))
            }
            Ok(Some(_)) => (doubt.until, None),
            // A failed search must not keep anybody from playing.
            Ok(None) => (doubt.since, self.next_search(doubt)),
            Err(error) => {
                tracing::warn!(match.id = current.id.0, %error, "a channel could not be searched again");
                (doubt.since, self.next_search(doubt))
            }
        };
        let is_mine = self.ports.store.note_search(current.id, heard_until, next).await?;
        Ok(if is_mine { SearchedAgain::Done } else { SearchedAgain::NotMine })
    }

    /// When to retry a search that has failed, or that the bot may not make: ever more rarely; `None` if it is hopeless.
    fn next_search(&self, doubt: Doubt) -> Option<Timestamp> {
        let age = self.by_chat(self.ports.clock.now()).duration_since(doubt.since);
        let wait = ARRIVES_WITHIN.max(age.unsigned_abs() / 8);
        (age <= SEARCHED_FOR).then(|| self.after(wait))
    }

    /// Searches the chat for boards that earlier tries posted without our getting the answer. It notes them, so that
    /// they lose their controls: if the match has changed since, they are not posted again. Returns what it found;
    /// `None` if the bot may not read the channel.
    async fn search(
        &self,
        board: &Board,
        showing: Option<&Showing>,
        doubt: Doubt,
    ) -> Stored<Result<Option<Unheard>, AnnounceError>> {
        let found = match self.ports.announcer.unheard(board, showing, doubt).await {
            Ok(found) => found,
            Err(error) => return Ok(Err(error)),
        };
        for (message, version) in found.iter().flat_map(|it| &it.strays) {
            let plies = plies_at(&board.current, *version);
            self.ports.store.note_stray(board.current.id, *version, plies, *message).await?;
        }
        Ok(Ok(found))
    }

    /// Reduces every board that is no longer live to one line. If the live board shows the same position, the old
    /// message is removed instead, because the line would only repeat it.
    pub(super) async fn retire_superseded(&self, current: &Match) -> Stored<Retired> {
        let superseded = self.ports.store.superseded(current.id).await?;
        if superseded.is_empty() {
            return Ok(Retired::UntilAgain(None));
        }
        let now = self.ports.clock.now();
        for board in superseded.iter().filter(|it| it.is_due(now)) {
            let is_repeated = board.plies == current.plies() && !current.conduct.brought_down;
            // The live board may be newer than the one that this process has just shown.
            let is_repeated = is_repeated && self.is_latest(current).await?;
            if let Err(error) = self.retire(current, board, is_repeated, now).await? {
                return match self.put_off(current, &error).await? {
                    Next::GoOn => Ok(Retired::UntilAgain(None)),
                    Next::Stop => Ok(Retired::PutOff),
                };
            }
        }
        let again = superseded.iter().filter_map(|it| it.unsettled_until).filter(|it| *it > now);
        Ok(Retired::UntilAgain(again.min()))
    }

    /// Takes the controls from a message that shows that version of a match and is not its live board. They may have
    /// stayed because the message could not be changed in time, or because we never learned of it.
    pub async fn tidy_board(&self, id: MatchId, message: MessageId, version: u32) -> Stored<()> {
        let Some(current) = self.ports.store.find_match(id).await? else { return Ok(()) };
        // A board of the latest version may be live, and not noted yet.
        let is_live = current.shown.is_some_and(|it| it.message == message);
        if is_live || version >= current.version() {
            return Ok(());
        }
        let plies = version.saturating_sub(current.undone);
        if let Err(error) = self.ports.announcer.retire_board(&current, message, plies).await {
            tracing::warn!(match.id = id.0, %error, "an old board keeps its controls");
        }
        Ok(())
    }

    /// Whether nothing has changed in a match since.
    async fn is_latest(&self, current: &Match) -> Stored<bool> {
        let latest = self.ports.store.find_match(current.id).await?;
        Ok(latest.is_some_and(|it| it.revision == current.revision))
    }

    /// Reduces a board to one line, or removes it if the live board shows the same position.
    async fn retire(
        &self,
        current: &Match,
        board: &Superseded,
        is_repeated: bool,
        now: Timestamp,
    ) -> Stored<Result<(), AnnounceError>> {
        let (announcer, message) = (&self.ports.announcer, board.message);
        let retired = match is_repeated {
            true => announcer.remove_board(current.place, message).await,
            false => announcer.retire_board(current, message, board.plies).await,
        };
        if retired.is_ok() {
            self.ports.store.note_retired(message, now).await?;
        }
        Ok(retired)
    }
}

/// How many plies had been played at a version of a match, if nothing was taken back since.
fn plies_at(current: &Match, version: u32) -> u32 {
    version.saturating_sub(current.undone)
}

/// The error when another process has taken over a match, so that this one must not show its board.
fn taken_over() -> AnnounceError {
    AnnounceError::Later("another process does".into())
}

/// Whether a message was found that shows the current version of a match, as it should be shown now or not.
fn shows_board(current: &Match, found: &Unheard) -> bool {
    found.posted.is_some() || shown_otherwise(current, found).is_some()
}

/// The newest message after the live board that shows the current version of a match, if none shows it as it should be
/// shown now.
fn shown_otherwise(current: &Match, found: &Unheard) -> Option<MessageId> {
    let live = current.shown.map_or(0, |it| it.message.0);
    let is_current = |it: &&(MessageId, u32)| it.1 == current.version() && it.0.0 > live;
    let newest = found.strays.iter().filter(is_current).map(|it| it.0).max_by_key(|it| it.0);
    newest.filter(|_| found.posted.is_none())
}
