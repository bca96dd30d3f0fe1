//! Shows in chat what is due: boards, what has become of challenges, and the threads of matches.

mod asking;
mod boards;
mod challenges;
mod fault;
mod live_view;
mod members;
mod newest;
mod notices;
mod outside;
mod threads;
mod titles;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use async_trait::async_trait;
use jiff::Timestamp;
use poise::serenity_prelude as serenity;
use serenity::{ChannelId, Http};

pub(super) use self::newest::Newest;
use super::views::{self, Rendering};
use egress::Reachability;
use egress::codes::UNKNOWN_CHANNEL;
use play::ports::{AnnounceError, Announcer, Clock, InteractionTokenStore, Post, Showed, Visibility};
use play::preferences::Notices;
use play::reminders::Reminder;
use play::showing::Showing;
use play::threads::Opened;
use play::{self, Board, Challenge, DatabaseId, GuildId, Match, MatchId, MessageId, Names, Place, UserId};
use texts::Locale;

/// The announcer. It uses the bot's connection, once there is one.
pub struct ChatAnnouncer {
    /// The database that its controls are about.
    database: DatabaseId,
    /// How it can post in conversations that the bot is not part of.
    answers: Arc<dyn InteractionTokenStore>,
    clock: Arc<dyn Clock>,
    http: OnceLock<Arc<Http>>,
    /// Whether Discord answers on that connection.
    reachability: OnceLock<Reachability>,
    /// The newest messages in the channels that this process hears.
    pub(super) newest: Newest,
    /// The matches under way whose threads have their titles, as far as this process knows.
    titled: moka::sync::Cache<MatchId, ()>,
    /// The languages of servers, as far as this process has heard.
    locales: moka::sync::Cache<GuildId, Locale>,
    /// The bot's own user id, once we have asked for it.
    me: OnceLock<serenity::UserId>,
}

impl ChatAnnouncer {
    /// An announcer for the rows of that database.
    pub fn new(database: DatabaseId, answers: Arc<dyn InteractionTokenStore>, clock: Arc<dyn Clock>) -> Self {
        Self {
            database,
            answers,
            clock,
            http: OnceLock::new(),
            reachability: OnceLock::new(),
            newest: Newest::default(),
            titled: moka::sync::Cache::new(10_000),
            locales: moka::sync::Cache::new(100_000),
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

    /// Notes the language of a server by its code.
    pub(super) fn note_locale(&self, guild: GuildId, code: &str) {
        self.locales.insert(guild, Locale::of_code(code));
    }

    /// The language of what everybody in a server sees.
    pub(super) fn locale_in(&self, guild: Option<GuildId>) -> Locale {
        guild.and_then(|it| self.locales.get(&it)).unwrap_or_default()
    }

    /// How everybody in a server sees things.
    pub(super) fn rendering(&self, guild: Option<GuildId>) -> Rendering {
        Rendering { database: self.database, locale: self.locale_in(guild) }
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

    fn http(&self) -> Result<&Http, AnnounceError> {
        self.http.get().map(AsRef::as_ref).ok_or_else(|| AnnounceError::Later("not connected yet".into()))
    }
}

#[async_trait]
impl Announcer for ChatAnnouncer {
    async fn show_board(&self, board: &Board, showing: &Showing) -> Result<Showed, AnnounceError> {
        self.show_live(board, showing).await
    }

    async fn is_gone(&self, place: Place) -> bool {
        let Ok(http) = self.http() else { return false };
        let asked = self.attempt(ChannelId::new(place.channel.0).to_channel(http)).await;
        asked.is_err_and(|it| it.code == UNKNOWN_CHANNEL)
    }

    async fn retire_board(&self, current: &Match, message: MessageId, plies: u32) -> Result<(), AnnounceError> {
        self.reduce_board(current, message, plies).await
    }

    async fn remove_board(&self, place: Place, message: MessageId) -> Result<(), AnnounceError> {
        self.delete_board(place, message).await
    }

    async fn tell_turn(&self, board: &Board, user: UserId, message: MessageId) -> Result<(), AnnounceError> {
        self.send_turn(board, user, message).await
    }

    async fn visibility(&self, place: Place, user: UserId) -> Option<Visibility> {
        self.find_visibility(place, user).await
    }

    async fn has_left(&self, current: &Match) -> Result<bool, AnnounceError> {
        self.find_departure(current).await
    }

    async fn tell_left(&self, board: &Board, notices: Notices) -> Result<(), AnnounceError> {
        self.notify(board, views::notices::left(board, notices), "l").await.map(drop)
    }

    async fn remind(&self, reminder: &Reminder<'_>) -> Result<Vec<MatchId>, AnnounceError> {
        self.send_reminder(reminder).await
    }

    async fn tell_claim(&self, board: &Board, notices: Notices) -> Result<(), AnnounceError> {
        self.send_claim(board, notices).await
    }

    async fn post_once(&self, post: Post<'_>) -> Result<MessageId, AnnounceError> {
        let nonce = self.nonce(format_args!("{}", post.nonce()));
        let posted = self.post(post.place(), views::cards::post(post), nonce).await?;
        Ok(MessageId(posted.id.get()))
    }

    async fn find_challenge(
        &self,
        challenge: &Challenge,
        since: Timestamp,
    ) -> Result<Option<MessageId>, AnnounceError> {
        self.find_challenge_card(challenge, since).await
    }

    async fn close_challenge(
        &self,
        challenge: &Challenge,
        played_in: Option<play::ChannelId>,
    ) -> Result<(), AnnounceError> {
        self.close_challenge_card(challenge, played_in).await
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

    async fn update_thread_title(&self, board: &Board, names: &Names) {
        self.retitle(board, names).await;
    }

    async fn close_thread(&self, board: &Board, names: &Names) -> Result<Option<Duration>, AnnounceError> {
        match play::threads::open(&board.current) {
            Some(home) => self.end_thread(board, names, home).await,
            None => Ok(None),
        }
    }
}

/// How long a probe waits for an answer.
const PROBE_PATIENCE: Duration = Duration::from_secs(10);
