//! Threads of matches: begun from the card of a challenge, or as posts in a forum, and left to Discord after the end.
//!
//! Their titles tell the game and its players, and the result once there is one. Discord allows only two renames of a thread
//! in ten minutes, so a title says nothing that each move would change.

use std::time::Duration;

use async_trait::async_trait;
use poise::serenity_prelude as serenity;
use serenity::{
    AutoArchiveDuration, Channel, ChannelFlags, ChannelId, ChannelType, CreateForumPost, CreateThread, EditThread,
    GuildChannel, Permissions,
};

use super::ChatAnnouncer;
use super::asking::Fault;
use crate::permissions::permissions_in;
use crate::views;
use egress::codes::{THREAD_EXISTS, TOO_MANY_THREADS, UNKNOWN_MESSAGE};
use play::ports::{AnnounceError, BoardAnnouncer as _, CardAnnouncer as _, Post, ThreadAnnouncer};
use play::threads::Opened;
use play::{self, Board, Challenge, MessageId, Names, NoThread, Place, ThreadHome, UserId};

/// A match may pause for a long time, so its thread is archived as late as possible.
const LONG: AutoArchiveDuration = AutoArchiveDuration::OneWeek;

/// How long a rename may take: somebody may move meanwhile.
const BRIEFLY: Duration = Duration::from_secs(2);

/// How long to wait if Discord says that a thread was renamed too often: for that long, it counts renames.
const RENAME_RETRY_DELAY: Duration = Duration::from_secs(600);

/// Whether an earlier try may have begun the thread of a match without our getting the answer: something has failed, or
/// the match has changed since it began.
fn may_be_begun(board: &Board) -> bool {
    board.current.delivery.failures > 0 || board.current.revision > 0
}

#[async_trait]
impl ThreadAnnouncer for ChatAnnouncer {
    async fn open_thread(
        &self,
        board: &Board,
        names: &Names,
        challenge: Option<&Challenge>,
    ) -> Result<Opened, AnnounceError> {
        let current = &board.current;
        if current.place.guild.is_none() {
            return Ok(Opened::Missing(NoThread::Private));
        }
        let Some(here) = self.guild_channel(ChannelId::new(current.place.channel.0)).await? else {
            return Ok(Opened::Missing(NoThread::Refused));
        };
        let locale = self.locale_in(current.place.guild);
        let title = views::cards::title(board, names).in_locale(locale);
        let challenge = challenge.filter(|it| it.message.is_some());
        let opened = self.begin_at(board, &here, &title, challenge).await?;
        if let Opened::Thread(thread, _) = opened {
            self.titled.insert(current.id, ());
            self.add_players(board, thread).await;
        }
        Ok(opened)
    }

    async fn add_to_thread(&self, place: Place, user: UserId) -> Result<(), AnnounceError> {
        let (thread, user) = (ChannelId::new(place.channel.0), serenity::UserId::new(user.0));
        self.ask(self.http()?.add_thread_channel_member(thread, user)).await
    }

    async fn update_thread_title(&self, board: &Board, names: &Names) {
        let (id, thread) = (board.current.id, ChannelId::new(board.current.place.channel.0));
        if self.titled.contains_key(&id) {
            return;
        }
        self.titled.insert(id, ());
        let title = views::cards::title(board, names).in_locale(self.locale_in(board.current.place.guild));
        match tokio::time::timeout(BRIEFLY, self.rename(thread, &title)).await {
            Ok(Ok(())) => {}
            Ok(Err(fault)) => tracing::info!(match.id = id.0, error = %fault.error, "a thread keeps its title"),
            Err(_) => tracing::info!(match.id = id.0, "a thread keeps its title: it may be renamed only later"),
        }
    }

    async fn close_thread(&self, board: &Board, names: &Names) -> Result<Option<Duration>, AnnounceError> {
        let Some(home) = play::threads::open(&board.current) else { return Ok(None) };
        let thread = board.current.place.channel;
        // The message from which a thread was begun has the thread's id.
        let card = Place { channel: if home.is_post { thread } else { home.parent }, ..board.current.place };
        let with = self.rendering(board.current.place.guild);
        let ended = views::cards::ended(board).edit(with);
        if let Err(error) = self.change(card, MessageId(thread.0), ended).await {
            tracing::info!(%error, "a card does not say how its match has ended");
        }
        let title = views::cards::title(board, names).in_locale(with.locale);
        // Discord archives the thread when nobody has written there for an hour; until then, the controls of the last board
        // work.
        let last = EditThread::new().name(title).auto_archive_duration(AutoArchiveDuration::OneHour);
        match self.attempt(ChannelId::new(thread.0).edit_thread(self.http()?, last)).await {
            Ok(_) => {}
            Err(fault) if fault.status == 429 => return Ok(Some(RENAME_RETRY_DELAY)),
            Err(Fault { error: error @ AnnounceError::Later(_), status: 0 | 500.., .. }) => return Err(error),
            // It is already archived, or the bot may not change it anymore, so it stays as it is.
            Err(fault) => tracing::info!(error = %fault.error, "a thread stays as it is"),
        }
        Ok(None)
    }
}

impl ChatAnnouncer {
    /// Begins the thread where the match was asked for: below a message in a channel, or as a new post in a forum, if
    /// it was asked for in one of the forum's posts. In any other thread, the match stays where it is.
    async fn begin_at(
        &self,
        board: &Board,
        here: &GuildChannel,
        title: &str,
        challenge: Option<&Challenge>,
    ) -> Result<Opened, AnnounceError> {
        if let Some(parent) = here.thread_metadata.and(here.parent_id) {
            let parent = self.guild_channel(parent).await?;
            let Some(forum) = parent.filter(|it| it.kind == ChannelType::Forum) else { return Ok(Opened::Here) };
            return match self.may_begin(&forum, Permissions::SEND_MESSAGES).await {
                true => self.post_of_forum(board, &forum, title).await,
                false => Ok(Opened::Missing(NoThread::Permission)),
            };
        }
        if ![ChannelType::Text, ChannelType::News].contains(&here.kind) {
            return Ok(Opened::Missing(NoThread::Refused));
        }
        match self.may_begin(here, Permissions::CREATE_PUBLIC_THREADS).await {
            true => self.thread_of_card(board, here, title, challenge).await,
            false => Ok(Opened::Missing(NoThread::Permission)),
        }
    }

    /// A channel in a server; `None` if it is not one, or is gone.
    pub(super) async fn guild_channel(&self, id: ChannelId) -> Result<Option<GuildChannel>, AnnounceError> {
        match self.ask(id.to_channel(self.http()?)).await {
            Ok(Channel::Guild(channel)) => Ok(Some(channel)),
            Ok(_) | Err(AnnounceError::Closed(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Whether the bot may begin a thread and write in it. If we cannot find out, Discord will say.
    async fn may_begin(&self, parent: &GuildChannel, begin: Permissions) -> bool {
        let needed = begin | Permissions::SEND_MESSAGES_IN_THREADS | Permissions::ATTACH_FILES;
        let Ok(http) = self.http() else { return true };
        let found = async {
            let member = http.get_member(parent.guild_id, self.me().await?).await?;
            Ok(permissions_in(http, parent.id, &member).await?.0)
        };
        self.ask(found).await.map_or(true, |has| has.contains(needed))
    }

    /// Begins a thread from the card of a challenge, or from a separate card for the match.
    async fn thread_of_card(
        &self,
        board: &Board,
        here: &GuildChannel,
        title: &str,
        challenge: Option<&Challenge>,
    ) -> Result<Opened, AnnounceError> {
        let home = ThreadHome { parent: play::ChannelId(here.id.get()), is_post: false };
        let opened = |card: MessageId| Opened::Thread(play::ChannelId(card.0), home);
        if let Some(card) = challenge.and_then(|it| it.message) {
            match self.thread_from(here.id, card, title).await? {
                Ok(()) => return Ok(opened(card)),
                // If its card was deleted, the match needs another one.
                Err(fault) if fault.code == UNKNOWN_MESSAGE => {}
                Err(fault) => return fault.missing().map(Opened::Missing),
            }
        }
        let card = self.post_card(board).await?;
        match self.thread_from(here.id, card, title).await? {
            Ok(()) => {
                let view = views::cards::card(board, Some(play::ChannelId(card.0)));
                if let Err(error) =
                    self.change(board.current.place, card, view.edit(self.rendering(board.current.place.guild))).await
                {
                    tracing::info!(%error, "a card does not say where its match is played");
                }
                Ok(opened(card))
            }
            Err(fault) => {
                // A card without a thread would only confuse.
                self.remove_board(board.current.place, card).await?;
                fault.missing().map(Opened::Missing)
            }
        }
    }

    /// Begins a thread from a message, unless there is one already; a thread has its message's id.
    async fn thread_from(
        &self,
        channel: ChannelId,
        card: MessageId,
        title: &str,
    ) -> Result<Result<(), Fault>, AnnounceError> {
        let thread = CreateThread::new(title).auto_archive_duration(LONG);
        Ok(match self.attempt(channel.create_thread_from_message(self.http()?, card.0, thread)).await {
            Err(fault) if fault.code == THREAD_EXISTS => Ok(()),
            begun => begun.map(drop),
        })
    }

    /// Posts the card of a match where the match was asked for. A second call returns the first card.
    async fn post_card(&self, board: &Board) -> Result<MessageId, AnnounceError> {
        let channel = ChannelId::new(board.current.place.channel.0);
        if may_be_begun(board) {
            let latest = self.latest(channel).await?;
            let posted = latest.iter().find(|it| self.is_shown(Post::MatchCard(board), it));
            if let Some(posted) = posted {
                return Ok(MessageId(posted.id.get()));
            }
        }
        self.post_once(Post::MatchCard(board)).await
    }

    /// Begins a forum post for a match.
    async fn post_of_forum(&self, board: &Board, forum: &GuildChannel, title: &str) -> Result<Opened, AnnounceError> {
        let home = ThreadHome { parent: play::ChannelId(forum.id.get()), is_post: true };
        let (card, with) = (views::cards::card(board, None), self.rendering(board.current.place.guild));
        if may_be_begun(board)
            && let Some(found) = self.find_post(forum, title, &card.content.in_locale(with.locale)).await?
        {
            return Ok(Opened::Thread(found, home));
        }
        let mut post = CreateForumPost::new(title, card.message(with, None)).auto_archive_duration(LONG);
        if forum.flags.contains(ChannelFlags::REQUIRE_TAG) {
            // The others can only be given by moderators.
            let open = forum.available_tags.iter().find(|it| !it.moderated);
            post = post.set_applied_tags(open.map(|it| it.id));
        }
        match self.attempt(forum.id.create_forum_post(self.http()?, post)).await {
            Ok(post) => Ok(Opened::Thread(play::ChannelId(post.id.get()), home)),
            Err(fault) => fault.missing().map(Opened::Missing),
        }
    }

    /// A post that an earlier try has begun without our getting the answer.
    async fn find_post(
        &self,
        forum: &GuildChannel,
        title: &str,
        content: &str,
    ) -> Result<Option<play::ChannelId>, AnnounceError> {
        let active = self.ask(forum.guild_id.get_active_threads(self.http()?)).await?;
        let called_so = active.threads.into_iter().filter(|it| it.parent_id == Some(forum.id) && it.name == title);
        for thread in called_so {
            let first = self.ask(thread.id.message(self.http()?, thread.id.get())).await;
            if first.is_ok_and(|it| it.author.bot && it.content.starts_with(content)) {
                return Ok(Some(play::ChannelId(thread.id.get())));
            }
        }
        Ok(None)
    }

    /// Adds the players to a thread. A player who cannot be added sees it in the channel, and is pinged there when it's
    /// their turn.
    async fn add_players(&self, board: &Board, thread: play::ChannelId) {
        let place = Place { channel: thread, ..board.current.place };
        for user in board.current.seats.iter().filter_map(|it| it.user()) {
            if let Err(error) = self.add_to_thread(place, user).await {
                tracing::info!(match.id = board.current.id.0, %error, "a player could not be added to a thread");
            }
        }
    }

    /// Renames a thread in which a match begins, unless it has that title already.
    async fn rename(&self, thread: ChannelId, title: &str) -> Result<(), Fault> {
        let http = self.http().map_err(|error| Fault { error, status: 0, code: 0 })?;
        let found = self.attempt(thread.to_channel(http)).await?.guild();
        if found.is_none_or(|it| it.name == title) {
            return Ok(());
        }
        let edit = EditThread::new().name(title).auto_archive_duration(LONG);
        self.attempt(thread.edit_thread(http, edit)).await.map(drop)
    }

    /// Reopens an archived thread.
    pub(super) async fn take_up(&self, thread: ChannelId) -> Result<(), AnnounceError> {
        let edit = EditThread::new().archived(false);
        self.ask(thread.edit_thread(self.http()?, edit)).await.map(drop)
    }
}

impl Fault {
    /// Why there is no thread; an error if it may be possible later.
    fn missing(self) -> Result<NoThread, AnnounceError> {
        match (self.code, self.status) {
            (TOO_MANY_THREADS, _) => Ok(NoThread::Full),
            (_, 403) => Ok(NoThread::Permission),
            (_, 400..=428 | 430..=499) => Ok(NoThread::Refused),
            _ => Err(self.error),
        }
    }
}
