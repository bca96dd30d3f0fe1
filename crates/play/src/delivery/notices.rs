//! How people learn that it is their turn: in the way they chose, and only once.

use std::time::Duration;

use jiff::Timestamp;

use super::work::{Delivery, Step};
use crate::HostError;
use crate::deadlines::Event;
use crate::ports::{AnnounceError, Release, StoreResult};
use crate::preferences::Notices;
use crate::reminders::{self, Reminder};
use crate::showing::{Edit, Showing};
use crate::{Board, LiveBoard, MatchId, MessageId, Preferences, Setting, UserId, steps};

/// How long to wait while another process reminds the same player.
const REMINDER_RETRY_DELAY: Duration = Duration::from_secs(2);

impl Delivery {
    /// Chooses how a board notifies each person, by their preferences.
    pub(super) async fn apply_notice_preferences(&self, board: &Board, showing: &mut Showing) -> StoreResult<()> {
        for user in showing.pings.clone() {
            showing.apply_notice_preferences(board, user, &self.ports.store.preferences(user).await?);
        }
        if let Some(user) = board.current.opponent_of_engine() {
            let preferences = self.ports.store.preferences(user).await?;
            let is_alone = board.current.place.guild.is_none() && !showing.is_outside;
            showing.seen_by = Some(if is_alone { preferences } else { preferences.seen_by_others() });
        }
        Ok(())
    }

    /// Sends a direct message to those who prefer that once the board is shown. If Discord rejects it, they get a
    /// silent mention instead, at once from then on; `true` if the board must be posted again for that.
    pub(super) async fn tell_directly(
        &self,
        board: &Board,
        showing: &Showing,
        message: MessageId,
    ) -> StoreResult<bool> {
        let to_move = board.current.seat(board.current.to_move()).user().filter(|_| board.current.outcome.is_none());
        let mut must_call = false;
        for user in &showing.directly {
            match self.ports.announcer.tell_turn(board, *user, message).await {
                Ok(()) => {}
                Err(error @ (AnnounceError::Closed(_) | AnnounceError::Withheld)) => {
                    let is_closed = matches!(error, AnnounceError::Closed(_));
                    if is_closed {
                        self.note_closed(*user, true).await?;
                    }
                    if is_closed && to_move == Some(*user) {
                        must_call = true;
                        continue;
                    }
                    let edit = Some(Edit { message, only_if_near: false });
                    let mentioned = Showing { edit, silently: vec![*user], directly: Vec::new(), ..showing.clone() };
                    if let Err(error) = self.ports.announcer.show_board(board, &mentioned).await {
                        tracing::warn!(match.id = board.current.id.0, %error, "a player is not mentioned");
                    }
                }
                // The board is there, and a reminder will follow.
                Err(error) => tracing::warn!(match.id = board.current.id.0, %error, "a player is not told directly"),
            }
        }
        Ok(must_call)
    }

    /// Posts the board again for whoever is to move and hasn't, although they seemed to be looking; unless they want no
    /// notice of it.
    pub(super) async fn call_to_move(&self, board: &Board, now: Timestamp) -> Result<Step, HostError> {
        let current = &board.current;
        let is_wanted = match current.seat(current.to_move()).user() {
            Some(user) => self.ports.store.preferences(user).await?.notices() != Notices::Off,
            None => false,
        };
        if is_wanted {
            return self.save_step(board, &steps::called(board), now).await;
        }
        if let Some(shown) = current.delivery.live_board {
            self.ports.store.note_shown(current.id, current.version(), LiveBoard { is_told: true, ..shown }).await?;
        }
        Ok(Step::Done)
    }

    /// Tells those whom a board would notify, as far as that is possible, that the bot can't show it now.
    pub(super) async fn tell_elsewhere(&self, board: &Board, showing: &Showing) {
        let Some(shown) = board.current.delivery.live_board else { return };
        for user in &showing.pings {
            if let Err(error) = self.ports.announcer.tell_turn(board, *user, shown.message).await {
                tracing::info!(match.id = board.current.id.0, %error, "a player can be told only where the match is played");
            }
        }
    }

    async fn note_closed(&self, user: UserId, is_closed: bool) -> StoreResult<()> {
        tracing::info!(user = user.0, is_closed, "what is known of somebody's direct messages has changed");
        let now = self.ports.clock.now();
        self.ports.store.set_preference(user, Setting::DirectClosed(is_closed), now).await.map(drop)
    }

    /// Reminds the player to move.
    ///
    /// Several matches of one person that become due at once make one reminder, even if different processes own them:
    /// one process holds the person's lease while it reminds, and the others look again later.
    pub(super) async fn remind(&self, board: &Board) -> Result<Step, HostError> {
        let current = &board.current;
        let Some(user) = current.seat(current.to_move()).user() else { return Ok(Step::NotOwner) };
        let now = self.ports.clock.now();
        let Some(until) = self.ports.store.begin_reminding(user, now).await? else {
            return Ok(Step::give_back(current, Release::Waits(self.after(REMINDER_RETRY_DELAY))));
        };
        let reminded = self.remind_alone(user, current.id).await;
        self.ports.store.end_reminding(user, until).await?;
        reminded.map(|()| Step::Done)
    }

    async fn remind_alone(&self, user: UserId, id: MatchId) -> Result<(), HostError> {
        // A reminder for another match may just have included this one.
        let board = self.board(self.load(id).await?).await?;
        let now = self.ports.clock.now();
        if self.due_event(&board, now).await? != Some(Event::Remind) {
            return Ok(());
        }
        let preferences = self.ports.store.preferences(user).await?;
        if preferences.notices == Notices::Off {
            return self.note_reminder(board, now).await;
        }
        let told = self.tell_reminder(user, board, &preferences).await?;
        for board in told.into_iter().filter(|it| it.current.id == id || reminders::is_covered(it, now)) {
            self.note_reminder(board, now).await?;
        }
        Ok(())
    }

    async fn note_reminder(&self, board: Board, now: Timestamp) -> Result<(), HostError> {
        let version = board.current.version();
        self.save_surely(board, |board| Ok(steps::reminded(board, version, now))).await.map(drop)
    }

    /// Reminds somebody of a match, and of others that are waiting. Returns the matches that the reminder named.
    async fn tell_reminder(
        &self,
        user: UserId,
        board: Board,
        preferences: &Preferences,
    ) -> Result<Vec<Board>, HostError> {
        let (place, id) = (board.current.place, board.current.id);
        let mut boards = self.waiting_with(board, user).await?;
        let is_direct = boards.len() > 1 || preferences.notices == Notices::Direct;
        if is_direct && let Some(told) = self.remind_directly(user, &boards, preferences).await? {
            boards.retain(|it| told.contains(&it.current.id));
            return Ok(boards);
        }
        // What is played in a place stays there.
        boards.retain(|it| it.current.id == id || it.current.place.channel == place.channel);
        let is_silent = matches!(preferences.notices, Notices::Silent | Notices::Direct);
        let reminder = Reminder { user, boards: &boards, place: Some(place), is_silent };
        let told = match self.ports.announcer.remind(&reminder).await {
            // Nobody loses on time because the bot may not write in a place.
            Err(closed @ AnnounceError::Closed(_)) if !is_direct => {
                boards.retain(|it| it.current.id == id);
                self.remind_directly(user, &boards, preferences).await?.ok_or(closed)?
            }
            told => told?,
        };
        boards.retain(|it| told.contains(&it.current.id));
        Ok(boards)
    }

    /// Reminds somebody in a direct message. Returns the matches that it named; `None` if such messages are not taken.
    async fn remind_directly(
        &self,
        user: UserId,
        boards: &[Board],
        preferences: &Preferences,
    ) -> Result<Option<Vec<MatchId>>, HostError> {
        // This is tried even if the last direct message was rejected: the person may have allowed them since.
        let is_silent = preferences.notices == Notices::Silent;
        let told = self.ports.announcer.remind(&Reminder { user, boards, place: None, is_silent }).await;
        match &told {
            Ok(_) if preferences.direct_closed => self.note_closed(user, false).await?,
            Err(AnnounceError::Closed(_)) if !preferences.direct_closed => self.note_closed(user, true).await?,
            _ => {}
        }
        match told {
            Ok(told) => Ok(Some(told)),
            Err(AnnounceError::Closed(_) | AnnounceError::Withheld) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The match that somebody must be reminded of first, and then the others that are waiting for that person, as of
    /// after the reminder.
    async fn waiting_with(&self, board: Board, user: UserId) -> Result<Vec<Board>, HostError> {
        let id = board.current.id;
        let mut others = Vec::new();
        for other in self.waiting_for(user).await?.into_iter().filter(|it| it.current.id != id) {
            // With the absences, because the deadlines depend on them.
            others.push(self.board(other.current).await?);
        }
        let now = self.now();
        Ok(reminders::digest(board, others).iter().map(|it| steps::reminded(it, it.current.version(), now)).collect())
    }

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

    /// Tells the other side that it may claim the win, in the way that its player chose.
    pub(super) async fn tell_claim(&self, board: &Board) -> Result<Step, HostError> {
        let notices = self.notices_of_who_waits(board).await?;
        self.ports.announcer.tell_claim(board, notices).await?;
        let version = board.current.version();
        self.save_surely(board.clone(), |board| Ok(steps::claim_told(board, version))).await?;
        Ok(Step::Done)
    }

    /// How the player who is waiting for the opponent's move wants to be notified.
    pub(super) async fn notices_of_who_waits(&self, board: &Board) -> StoreResult<Notices> {
        match board.current.seat(board.current.to_move().other()).user() {
            Some(user) => Ok(self.ports.store.preferences(user).await?.notices()),
            None => Ok(Notices::Off),
        }
    }
}
