//! Boards: shows the current one, and reduces old ones to one line.

use jiff::SignedDuration;

use super::work::{Delivery, Step};
use crate::HostError;
use crate::ports::{AnnounceError, Noted, OwnedBy, Showed, StoreError, StoreResult, Unreachable};
use crate::showing::showing;
use crate::{Board, LiveBoard, Match, MatchId, MessageId, steps};

/// Play is live while everybody who plays was there within this time.
const LIVE_WITHIN: SignedDuration = SignedDuration::from_mins(2);

impl Delivery {
    /// Shows the board of a match.
    pub(super) async fn show_board(&self, board: &Board, is_late: bool) -> Result<Step, HostError> {
        let board = &self.with_stakes(board.clone()).await?;
        let current = &board.current;
        let is_outside = self.is_outside(current.place).await?;
        let mut showing = showing(board, is_late, is_outside, self.ports.clock.now());
        showing.can_open = self.ports.links.is_some();
        self.apply_notice_preferences(board, &mut showing).await?;
        showing.notify(board, self.ports.store.watchers(current.id).await?);
        // An earlier try may have shown it, if we got no answer then or its process was killed.
        showing.unconfirmed_since = (current.delivery.failures > 0).then(|| self.by_chat(current.updated_at));
        let message = match self.ports.announcer.show_board(board, &showing).await {
            Ok(Showed::Now(message)) => message,
            Ok(Showed::Earlier(message, version)) => {
                self.note_earlier(current, message, version).await?;
                return Ok(Step::Done);
            }
            Err(error) => {
                if matches!(error, AnnounceError::Closed(Unreachable::Unused)) {
                    self.tell_elsewhere(board, &showing).await;
                }
                return Err(error.into());
            }
        };
        let is_posted = showing.edit.is_none_or(|it| it.message != message);
        let must_call = is_posted && self.tell_directly(board, &showing, message).await?;
        let (revision, is_told) = (Some(current.revision), showing.tells || is_posted && showing.notifies());
        let shown = LiveBoard { message, revision, plies: current.plies(), is_told };
        self.note_shown(current, current.version(), shown).await?;
        let is_late = !current.is_position_shown() && self.begin_turn_late(current.id).await?;
        if must_call {
            self.call(current.id).await?;
        }
        if is_late || must_call {
            return Ok(Step::Done);
        }
        if current.outcome.is_some() {
            self.ports.store.forget_watchers(current.id).await?;
        }
        self.retire_superseded(current).await?;
        Ok(Step::Done)
    }

    /// Lets the turn begin now if it took long until its board stood there, as it does where many wait for the channel.
    /// Returns whether that was so; then the live board is due again, because it says until when there is time.
    async fn begin_turn_late(&self, id: MatchId) -> Result<bool, HostError> {
        let Some(current) = self.ports.store.find_owned(id).await? else { return Ok(false) };
        let (board, now) = (self.board(current).await?, self.ports.clock.now());
        let Some(begun) = steps::shown_late(&board, now) else { return Ok(false) };
        self.ports.store.save(&board.current, &begun.current, None, now).await?;
        Ok(true)
    }

    /// Lets the board be posted again with its mentions, because edits notify nobody.
    async fn call(&self, id: MatchId) -> Result<(), HostError> {
        let Some(current) = self.ports.store.find_owned(id).await? else { return Ok(()) };
        let board = self.board(current).await?;
        let now = self.ports.clock.now();
        // Whatever changes meanwhile is shown in a new message anyway.
        self.ports.store.save(&board.current, &steps::called(&board).current, None, now).await?;
        Ok(())
    }

    /// Notes which message an earlier try has posted. The current board is still due, and is posted after it.
    async fn note_earlier(&self, current: &Match, message: MessageId, version: u32) -> StoreResult<()> {
        let shown = current.delivery.live_board.and_then(|it| it.revision);
        // Versions are counted on when a move is taken back, so this one has come after that.
        let taken_back = current.taken_back_in.filter(|_| version == current.version());
        let revision = shown.max(taken_back);
        let plies = plies_at(current, version);
        self.note_shown(current, version, LiveBoard { message, revision, plies, is_told: true }).await
    }

    /// Notes which message shows a match. A message that came after a newer one is removed.
    async fn note_shown(&self, current: &Match, version: u32, shown: LiveBoard) -> StoreResult<()> {
        let message = shown.message;
        let noted = self.ports.store.note_shown(current.id, version, shown).await?;
        if noted == Noted::TooLate {
            tracing::info!(match.id = current.id.0, "a board came later than a newer one and is removed");
            if let Err(error) = self.ports.announcer.remove_board(current.place, message).await {
                tracing::warn!(match.id = current.id.0, %error, "a board that came too late stays until it is used");
            }
        }
        Ok(())
    }

    /// Reduces every board that is no longer live to one line. If the live board shows the same position, the old
    /// message is removed instead, because the line would only repeat it; and so is it in live play, as nobody reads it.
    pub(super) async fn retire_superseded(&self, current: &Match) -> Result<(), HostError> {
        let (store, announcer) = (&self.ports.store, &self.ports.announcer);
        for board in store.superseded(current.id).await? {
            let is_moved = current.delivery.is_brought_down && !current.delivery.calls;
            let mut is_repeated = board.plies == current.plies() && !is_moved;
            if is_repeated {
                // The live board may be newer than the one that this process has just shown.
                let latest = store.find_match(current.id).await?;
                is_repeated = latest.is_some_and(|it| it.revision == current.revision);
            }
            let is_live = current.are_there(LIVE_WITHIN, self.ports.clock.now());
            match is_repeated || is_live {
                true => announcer.remove_board(current.place, board.message).await?,
                false => announcer.retire_board(current, board.message, board.plies).await?,
            }
            store.note_retired(board.message).await?;
        }
        Ok(())
    }

    /// Tidies a message that shows that version of a match, and on which somebody has just pressed a control. An old
    /// board is reduced to one line, one that repeats the live board is removed, and the live board is shown anew if a
    /// late edit has put it back. They may be like that because a message could not be changed in time, or because we
    /// never learned of it.
    pub async fn tidy_board(&self, id: MatchId, message: MessageId, version: u32) -> StoreResult<()> {
        let Some(current) = self.ports.store.find_match(id).await? else { return Ok(()) };
        let is_repeated = version >= current.version();
        // A board of the latest version may be about to become the live one.
        if current.delivery.live_board.is_none() || (is_repeated && current.owes_board()) {
            return Ok(());
        }
        if current.delivery.live_board.is_some_and(|it| it.message == message) {
            if !is_repeated && !current.owes_board() && current.outcome.is_none() {
                match self.ports.store.save(&current, &current, None, self.ports.clock.now()).await {
                    Ok(OwnedBy::Us) => self.ports.due.wake(id.into()),
                    // Another process shows it anew, or what has changed meanwhile.
                    Ok(OwnedBy::Other) | Err(StoreError::Conflict) => {}
                    Err(error) => return Err(error),
                }
            }
            return Ok(());
        }
        let tidied = match is_repeated {
            true => self.ports.announcer.remove_board(current.place, message).await,
            false => self.ports.announcer.retire_board(&current, message, plies_at(&current, version)).await,
        };
        if let Err(error) = tidied {
            tracing::warn!(match.id = id.0, %error, "an old board keeps its controls");
        }
        Ok(())
    }
}

/// How many plies had been played at a version of a match, if nothing was taken back since.
fn plies_at(current: &Match, version: u32) -> u32 {
    version.saturating_sub(current.undone)
}
