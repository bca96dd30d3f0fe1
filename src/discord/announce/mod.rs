//! Shows in chat what is due: boards, what has become of challenges, and the threads of matches.

mod asking;
mod fault;
mod newest;
mod outside;
mod search;
mod threads;
mod titles;

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use poise::serenity_prelude as serenity;
use serenity::{ChannelId, Http, HttpError, Permissions};
use tokio::sync::Mutex;

use self::asking::REQUEST_TIMEOUT;
use self::fault::UNKNOWN_CHANNEL;
pub(super) use self::newest::Newest;
use self::titles::Titles;
use super::permissions::permissions_in;
use super::views::board::{Appearance, Invitation};
use super::views::{self, View};
use crate::egress::Reachability;
use crate::play::ports::{AnnounceError, Announcer, AnswerStore, Clock, Doubt, Showed, Unheard, Visibility};
use crate::play::preferences::Notices;
use crate::play::reminders::Reminder;
use crate::play::showing::Showing;
use crate::play::threads::Opened;
use crate::play::{
    self, Board, Challenge, ChallengeState, DatabaseId, Match, MatchId, MessageId, Names, Place, Shown, UserId,
};

/// The announcer. It uses the bot's connection, once there is one.
pub struct ChatAnnouncer {
    /// The database that its controls are about.
    database: DatabaseId,
    /// How it can post in conversations that the bot is not part of.
    answers: Arc<dyn AnswerStore>,
    clock: Arc<dyn Clock>,
    http: OnceLock<Arc<Http>>,
    /// Whether Discord answers on that connection.
    reachability: OnceLock<Reachability>,
    /// The newest messages in the channels that this process hears.
    pub(super) newest: Newest,
    /// The titles of threads.
    titles: Titles,
    /// Held by the one search at a time that nobody is waiting for.
    searching_briefly: Mutex<()>,
    /// The bot's own user id, once we have asked for it.
    me: OnceLock<serenity::UserId>,
}

impl ChatAnnouncer {
    /// An announcer for the rows of that database.
    pub fn new(database: DatabaseId, answers: Arc<dyn AnswerStore>, clock: Arc<dyn Clock>) -> Self {
        Self {
            database,
            answers,
            clock,
            http: OnceLock::new(),
            reachability: OnceLock::new(),
            newest: Newest::default(),
            titles: Titles::default(),
            searching_briefly: Mutex::default(),
            me: OnceLock::new(),
        }
    }

    /// From now on, everything is sent through `http`; `reachability` says whether Discord answers there.
    pub(super) fn attach(&self, http: Arc<Http>, reachability: Reachability) {
        // A second connection of the same process has the same token and the same way out, so the first one is good
        // enough.
        let _ = self.reachability.set(reachability);
        let _ = self.http.set(http);
    }

    /// Whether anything can be sent yet.
    pub fn is_attached(&self) -> bool {
        self.http.get().is_some()
    }

    /// Whether Discord answers, as far as is known.
    pub fn is_answered(&self) -> bool {
        self.reachability.get().is_none_or(|it| !it.is_lost())
    }

    /// Sends Discord the smallest possible request, to find out whether it answers.
    pub async fn probe(&self) {
        let Some(http) = self.http.get() else { return };
        // The time limit also drops a dead connection, so that the next try gets a new one.
        drop(tokio::time::timeout(PROBE_PATIENCE, http.get_gateway()).await);
    }

    /// The connection, once there is one.
    fn connection(&self) -> Option<&Arc<Http>> {
        self.http.get()
    }

    fn http(&self) -> Result<&Http, AnnounceError> {
        self.http.get().map(AsRef::as_ref).ok_or_else(|| AnnounceError::Later("not connected yet".into()))
    }
}

#[async_trait]
impl Announcer for ChatAnnouncer {
    async fn show_board(&self, board: &Board, showing: &Showing) -> Result<Showed, AnnounceError> {
        let view = live_view(board, showing)?;
        if let Some(edit) = showing.edit
            && self.may_edit(board.current.place, edit).await?
            && self.change_all(board.current.place, edit.message, view.clone()).await?
        {
            return Ok(Showed::Now(edit.message));
        }
        if let Some(edit) = showing.edit
            && showing.is_outside
            && !edit.only_if_newest
        {
            // It cannot be changed anymore, and what has changed is not worth another board.
            return Ok(Showed::Now(edit.message));
        }
        match showing.posted {
            Some(posted) => Ok(Showed::Now(posted)),
            None => self.post_board(board, view, showing).await,
        }
    }

    async fn find_changed(&self, board: &Board, showing: &Showing) -> Result<Option<MessageId>, AnnounceError> {
        let Some(edit) = showing.edit else { return Ok(None) };
        let view = live_view(board, showing)?;
        let message = self.message(board.current.place, edit.message).await?;
        Ok(message.filter(|it| search::shows(&view, it)).map(|_| edit.message))
    }

    async fn unheard(
        &self,
        board: &Board,
        showing: Option<&Showing>,
        doubt: Doubt,
    ) -> Result<Option<Unheard>, AnnounceError> {
        self.find_unheard(board, showing, doubt).await
    }

    async fn is_gone(&self, place: Place) -> bool {
        let Ok(http) = self.http() else { return false };
        let asked = self.attempt(ChannelId::new(place.channel.0).to_channel(http)).await;
        asked.is_err_and(|it| it.code == UNKNOWN_CHANNEL)
    }

    async fn retire_board(&self, current: &Match, message: MessageId, plies: u32) -> Result<(), AnnounceError> {
        let line = View::text(views::board::line(current, plies));
        self.change_all(current.place, message, line).await.map(drop)
    }

    async fn remove_board(&self, place: Place, message: MessageId) -> Result<(), AnnounceError> {
        if self.is_outside(place).await? {
            return self.remove_answer(place, message).await.map(drop);
        }
        let channel = ChannelId::new(place.channel.0);
        match self.ask(channel.delete_message(self.http()?, serenity::MessageId::new(message.0))).await {
            Ok(()) | Err(AnnounceError::Closed(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    async fn tell_turn(&self, board: &Board, user: UserId, message: MessageId) -> Result<(), AnnounceError> {
        let channel = self.direct_channel(user).await?;
        let view = views::notices::turn(board, user, message);
        // The text names the message that shows the board, so no other message is the same.
        let latest = self.latest(channel).await?;
        if latest.iter().any(|it| it.author.bot && it.content == view.content) {
            return Ok(());
        }
        let nonce = self.nonce(format_args!("d{}.{}", board.current.id.0, board.current.revision));
        self.ask(channel.send_message(self.http()?, view.message(self.database, Some(nonce)))).await.map(drop)
    }

    async fn visibility(&self, place: Place, user: UserId) -> Option<Visibility> {
        let guild = serenity::GuildId::new(place.guild?.0);
        let http = self.http().ok()?;
        let found = async {
            let member = http.get_member(guild, serenity::UserId::new(user.0)).await?;
            permissions_in(http, ChannelId::new(place.channel.0), &member).await
        };
        match tokio::time::timeout(REQUEST_TIMEOUT, found).await {
            Ok(Ok((may, _))) if may.contains(Permissions::VIEW_CHANNEL) => Some(Visibility::Visible),
            Ok(Ok(_)) => Some(Visibility::NotInChannel),
            Ok(Err(error)) if is_unknown_member(&error) => Some(Visibility::NotInServer),
            unknown => {
                tracing::warn!(?unknown, "whether somebody can see a channel is not known");
                None
            }
        }
    }

    async fn has_left(&self, current: &Match) -> Option<bool> {
        let (guild, user) = (current.place.guild?, current.seat(current.to_move()).user()?);
        let http = self.http().ok()?;
        let member = http.get_member(serenity::GuildId::new(guild.0), serenity::UserId::new(user.0));
        match tokio::time::timeout(REQUEST_TIMEOUT, member).await {
            Ok(Ok(_)) => Some(false),
            Ok(Err(error)) => is_unknown_member(&error).then_some(true),
            _ => None,
        }
    }

    async fn tell_left(&self, board: &Board, notices: Notices) -> Result<(), AnnounceError> {
        self.notify(board, views::notices::left(board, notices), "l").await.map(drop)
    }

    async fn remind(&self, reminder: &Reminder<'_>) -> Result<Vec<MatchId>, AnnounceError> {
        let Some(due) = reminder.boards.first() else { return Ok(Vec::new()) };
        let channel = match reminder.place {
            Some(place) if self.is_outside(place).await? => return self.remind_outside(place, due, reminder).await,
            Some(place) => ChannelId::new(place.channel.0),
            None => self.direct_channel(reminder.user).await?,
        };
        // An earlier try may have got through without our getting the answer, perhaps while fewer matches were waiting.
        let latest = self.latest(channel).await?;
        let is_told = |it: &Board| latest.iter().any(|message| self.reminds_of(message, it));
        let (mut told, left): (Vec<Board>, Vec<Board>) = reminder.boards.iter().cloned().partition(is_told);
        if !is_told(due) {
            let view = views::notices::reminder(&Reminder { boards: &left, ..*reminder });
            let message = self.post_reminder(due, view, reminder.place.is_none().then_some(channel)).await?;
            let id = due.current.id;
            told.extend(left.into_iter().filter(|it| it.current.id == id || self.reminds_of(&message, it)));
        }
        Ok(told.iter().map(|it| it.current.id).collect())
    }

    async fn tell_claim(&self, board: &Board, notices: Notices) -> Result<(), AnnounceError> {
        let view = views::notices::claimable(board, notices);
        match self.is_outside(board.current.place).await? {
            true => self.notify_outside(board, view, "t").await,
            false => self.notify(board, view, "t").await.map(drop),
        }
    }

    async fn post_challenge(&self, challenge: &Challenge) -> Result<MessageId, AnnounceError> {
        let nonce = self.nonce(format_args!("c{}", challenge.id.0));
        let posted = self.post(challenge.offer.place, views::challenge::challenge(challenge), nonce).await?;
        Ok(MessageId(posted.id.get()))
    }

    async fn find_challenge(
        &self,
        challenge: &Challenge,
        since: Timestamp,
    ) -> Result<Option<MessageId>, AnnounceError> {
        let time = Doubt { since, until: Timestamp::MAX };
        let posted = self.posted(challenge.offer.place, time).await?;
        let shown = posted.iter().flatten().find(|it| views::challenge::is_shown_by(challenge, it, self.database));
        Ok(shown.map(|it| MessageId(it.id.get())))
    }

    async fn close_challenge(
        &self,
        challenge: &Challenge,
        played_in: Option<crate::play::ChannelId>,
    ) -> Result<(), AnnounceError> {
        debug_assert!(challenge.state != ChallengeState::Open);
        let Some(message) = challenge.message else { return Ok(()) };
        let view = views::challenge::closed(challenge, played_in);
        self.change_all(challenge.offer.place, message, view).await.map(drop)
    }

    async fn open_thread(
        &self,
        board: &Board,
        names: &Names,
        challenge: Option<&Challenge>,
    ) -> Result<Opened, AnnounceError> {
        self.begin_thread(board, names, challenge).await
    }

    async fn add_to_thread(&self, place: Place, user: UserId) -> Result<(), AnnounceError> {
        let (thread, user) = (ChannelId::new(place.channel.0), serenity::UserId::new(user.0));
        self.ask(self.http()?.add_thread_channel_member(thread, user)).await
    }

    fn update_thread_title(&self, board: &Board, names: &Names) {
        self.retitle(board, names);
    }

    async fn close_thread(&self, board: &Board, names: &Names) -> Result<Option<Duration>, AnnounceError> {
        match play::threads::open(&board.current) {
            Some(home) => self.end_thread(board, names, home).await,
            None => Ok(None),
        }
    }
}

impl ChatAnnouncer {
    /// Posts a board as a new message, unless an earlier try has posted one after the same live board.
    async fn post_board(&self, board: &Board, view: View, showing: &Showing) -> Result<Showed, AnnounceError> {
        let current = &board.current;
        let posted = self.post(current.place, view.clone(), next_nonce(current)).await?;
        let id = MessageId(posted.id.get());
        let version = search::version_shown(current, &posted);
        let is_earlier = version.is_some_and(|it| it != current.version());
        // Discord may alter a text in ways that we do not know, so the message is compared only if it may be an earlier
        // one.
        if !is_earlier && (!showing.may_be_posted || search::shows(&view, &posted)) {
            return Ok(Showed::Now(id));
        }
        // A message with the same position need not be posted again, unless somebody must be notified of what is new.
        match version.filter(|_| is_earlier || !showing.pings.is_empty()) {
            Some(version) => Ok(Showed::Earlier(id, version)),
            None if self.change_all(current.place, id, view).await? => Ok(Showed::Now(id)),
            None => Err(AnnounceError::Later("the board was removed while it was shown".into())),
        }
    }

    /// Posts a view, once for each nonce.
    async fn post(&self, place: Place, view: View, nonce: String) -> Result<serenity::Message, AnnounceError> {
        if self.is_outside(place).await? {
            return self.post_answer(place, view).await;
        }
        let channel = ChannelId::new(place.channel.0);
        self.ask(channel.send_message(self.http()?, view.message(self.database, Some(nonce)))).await
    }

    /// Edits everything that a message shows; `false` if it is gone, or cannot be edited anymore.
    async fn change_all(&self, place: Place, message: MessageId, view: View) -> Result<bool, AnnounceError> {
        if self.is_outside(place).await? {
            return self.change_answer(place, message, view).await;
        }
        self.change(place, message, view.edit_all(self.database)).await
    }

    /// The nonce of a message about a row. It contains the database's id, because another database uses the same row
    /// numbers.
    fn nonce(&self, about: fmt::Arguments<'_>) -> String {
        format!("{about}@{}", self.database)
    }

    /// The nonce of a message of that kind about a position.
    fn notice_nonce(&self, current: &Match, kind: &str) -> String {
        self.nonce(format_args!("{kind}{}.{}", current.id.0, current.version()))
    }

    fn reminds_of(&self, message: &serenity::Message, board: &Board) -> bool {
        message.author.bot && views::notices::reminds_of(message, board, self.database)
    }

    /// Reminds somebody in direct messages, or below the board that is due. Returns the message.
    async fn post_reminder(
        &self,
        due: &Board,
        view: View,
        direct: Option<ChannelId>,
    ) -> Result<serenity::Message, AnnounceError> {
        let Some(channel) = direct else { return self.notify(due, view, "r").await };
        let nonce = self.notice_nonce(&due.current, "r");
        self.ask(channel.send_message(self.http()?, view.message(self.database, Some(nonce)))).await
    }

    /// Posts a message about the live board, once. Returns the message.
    async fn notify(&self, board: &Board, view: View, kind: &str) -> Result<serenity::Message, AnnounceError> {
        let current = &board.current;
        let nonce = self.notice_nonce(current, kind);
        let channel = ChannelId::new(current.place.channel.0);
        let mut message = view.message(self.database, Some(nonce));
        if let Some(shown) = current.shown {
            let reference = serenity::MessageReference::from((channel, serenity::MessageId::new(shown.message.0)));
            message = message.reference_message(reference.fail_if_not_exists(false));
        }
        self.ask(channel.send_message(self.http()?, message)).await
    }
}

/// The nonce of whatever is posted after the live board, of at most 25 characters. A process that got no answer and
/// tries again receives the message of the earlier try, even if the match has gone on meanwhile.
fn next_nonce(current: &Match) -> String {
    match current.shown {
        None => format!("m{}.{}", current.id.0, current.created_at.as_millisecond()),
        Some(Shown { message, revision: None, .. }) => format!("m{}", message.0),
        // Also made from channel and revision: the live board may be edited, or its thread be lost, and then whatever
        // was posted after it there is gone.
        Some(Shown { message, revision: Some(revision), .. }) => {
            let here = current.place.channel.0.wrapping_add(u64::from(revision));
            format!("m{}.{}", message.0, here % 1000)
        }
    }
}

/// The live board as everybody in the channel sees it, with the people it notifies.
fn live_view(board: &Board, showing: &Showing) -> Result<View, AnnounceError> {
    let alone = board.current.seats.iter().find_map(|it| it.user()).and_then(|it| board.current.side_of(it));
    let chosen = showing.seen_by.as_ref().map(|it| Appearance::of(it, alone));
    let mentioned = [showing.pings.as_slice(), &showing.silently].concat();
    let invitation = if showing.is_outside { Invitation::Choose } else { Invitation::ReplyOrChoose };
    let view = views::board::live(board, chosen.unwrap_or_default(), invitation, &mentioned, &showing.watchers);
    let view = view.map_err(|error| AnnounceError::Unmade(error.to_string()))?;
    // If a player is pinged, everybody else who is mentioned hears it, too. Without a ping, the message makes no sound.
    let is_for_others = !showing.silently.is_empty() || !showing.watchers.is_empty();
    Ok(View { is_silent: showing.pings.is_empty() && is_for_others, ..view })
}

/// How long a probe waits for an answer.
const PROBE_PATIENCE: Duration = Duration::from_secs(10);

/// Discord's code for a user who is not a member of a server.
const UNKNOWN_MEMBER: isize = 10007;

fn is_unknown_member(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == UNKNOWN_MEMBER)
}
