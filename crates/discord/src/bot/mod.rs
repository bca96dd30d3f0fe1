//! What every handler needs: the bot itself, who asks it for something and where, and what is told if that fails.

pub(super) mod last_refusals;
pub(super) mod names;
pub(super) mod refusals;

use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use jiff::Timestamp;
use poise::serenity_prelude as serenity;

use super::announce::ChatAnnouncer;
use super::errors::{CommandError, is_acknowledged, may_be_acknowledged};
use super::recent::RecentEvents;
use super::snowflake::number_of;
use super::views::board::Appearance;
use games::Refusal;
use play::ports::{QuotaOf, StoreResult};
use play::{
    Asker, Board, ChannelId, DatabaseId, Delivery, EventId, GuildId, Host, HostError, Place, PostedAt, UserId,
    refuse_command,
};

/// The bot as its handlers know it.
#[derive(Clone)]
pub struct Bot {
    pub host: Arc<Host>,
    pub delivery: Arc<Delivery>,
    /// The bot's own user id, once it is connected.
    pub me: Option<serenity::UserId>,
    /// The role that Discord has made for the bot in each server, by which people also address it.
    roles: Arc<RwLock<HashMap<serenity::GuildId, serenity::RoleId>>>,
    pub(super) announcer: Arc<ChatAnnouncer>,
    /// What prefix commands begin with.
    pub prefix: Arc<str>,
    /// The database that its controls are about.
    pub(super) database: DatabaseId,
    /// The names of people met in this run, so that a name is stored once and not with every message.
    met: moka::sync::Cache<UserId, Arc<str>>,
    /// The events that this process acts on, because it may be asked more than once about one.
    claimed: RecentEvents,
    /// Where somebody was recently asked to wait, and who, if it concerned one person: this is not repeated after each
    /// message.
    told_to_wait: moka::sync::Cache<(ChannelId, Option<UserId>), ()>,
    refused: last_refusals::LastRefusals,
}

pub(super) type Context<'a> = poise::Context<'a, Bot, CommandError>;
pub(super) type Command = poise::Command<Bot, CommandError>;
pub(super) type Done = Result<(), CommandError>;

/// How long a stored name isn't stored again.
const REMEMBERED: Duration = Duration::from_secs(3600);

/// How long we wait for a process that Discord has answered. It asks the database for two seconds.
const OTHERS_CLAIM_WITHIN: Duration = Duration::from_secs(3);

/// After this long, somebody who still writes too much is told again.
const TOLD_AGAIN: Duration = Duration::from_secs(10);

impl Bot {
    /// A bot that has met nobody yet.
    pub fn new(
        host: Arc<Host>,
        delivery: Arc<Delivery>,
        announcer: Arc<ChatAnnouncer>,
        prefix: &str,
        database: DatabaseId,
    ) -> Self {
        // Only for a while: another process may have been told to forget somebody.
        let met = moka::sync::Cache::builder().max_capacity(10_000).time_to_live(REMEMBERED).build();
        let claimed = RecentEvents::holding(10_000);
        let told_to_wait = moka::sync::Cache::builder().max_capacity(10_000).time_to_live(TOLD_AGAIN).build();
        let (prefix, roles, refused) = (prefix.into(), Arc::default(), last_refusals::last_refusals());
        Self { host, delivery, me: None, roles, announcer, prefix, database, met, claimed, told_to_wait, refused }
    }

    /// The bot under its own user id.
    pub fn called(self, me: serenity::UserId) -> Self {
        Self { me: Some(me), ..self }
    }

    /// Notes which of a server's roles is the bot's own, if one of these is.
    pub fn note_role<'a>(&self, guild: serenity::GuildId, roles: impl IntoIterator<Item = &'a serenity::Role>) {
        let is_own = |it: &&serenity::Role| it.tags.bot_id.is_some() && it.tags.bot_id == self.me;
        if let Some(role) = roles.into_iter().find(is_own) {
            self.roles.write().unwrap_or_else(PoisonError::into_inner).insert(guild, role.id);
        }
    }

    /// The bot's own role in a server.
    pub fn role_in(&self, guild: serenity::GuildId) -> Option<serenity::RoleId> {
        self.roles.read().unwrap_or_else(PoisonError::into_inner).get(&guild).copied()
    }

    /// Whether somebody's message may be answered. People who ask too much are told so now and then.
    pub fn admits_message(&self, user: UserId, place: Place) -> Result<bool, Refusal> {
        let Err(used_up) = self.host.admit(user, place) else { return Ok(true) };
        let told = (place.channel, (used_up.quota == QuotaOf::Person).then_some(user));
        if self.told_to_wait.contains_key(&told) {
            return Ok(false);
        }
        self.told_to_wait.insert(told, ());
        Err(refuse_command(used_up))
    }

    /// Whether this process is to act on a message or an interaction that other processes may also receive.
    pub async fn is_mine(&self, event: u64) -> Result<bool, HostError> {
        if self.claimed.contains(event) {
            return Ok(true);
        }
        if !self.announcer.is_answered() {
            // Another process, to which Discord answers, can do more about it.
            tokio::time::sleep(OTHERS_CLAIM_WITHIN).await;
        }
        let is_mine = self.host.is_mine(event).await?;
        if is_mine {
            self.claimed.note(event);
        }
        Ok(is_mine)
    }

    /// Succeeds if this process is to act on an interaction that it has acknowledged with that result. An error that only
    /// one process returns can be told to the person; `Elsewhere` is returned by all others.
    ///
    /// That Discord takes only one acknowledgment does not decide it. If an answer was lost, several processes may believe
    /// that theirs was taken, and the one whose acknowledgment was taken may have ended since.
    pub async fn claim(&self, interaction: u64, acknowledged: serenity::Result<()>) -> Result<(), CommandError> {
        let Err(error) = acknowledged else {
            return self.is_mine(interaction).await?.then_some(()).ok_or(CommandError::Elsewhere);
        };
        let by_others = is_acknowledged(&error);
        if !by_others && !may_be_acknowledged(&error) {
            return Err(error.into());
        }
        tokio::time::sleep(OTHERS_CLAIM_WITHIN).await;
        let is_mine = match self.is_mine(interaction).await {
            // Whoever has acknowledged it says so.
            Err(_) if by_others => false,
            asked => asked?,
        };
        match is_mine {
            true if by_others => Ok(()),
            true => Err(error.into()),
            false => Err(CommandError::Elsewhere),
        }
    }

    /// Remembers who somebody is. If that fails, the request is handled anyway.
    pub async fn meet(&self, user: &serenity::User) {
        let (id, name) = (user_id(user.id), user.display_name());
        if self.met.get(&id).as_deref() == Some(name) {
            return;
        }
        match self.host.meet(id, name).await {
            Ok(()) => self.met.insert(id, name.into()),
            Err(error) => tracing::warn!(%error, "a name could not be stored"),
        }
    }

    /// Remembers who somebody is whom another person has named, unless they wanted to be forgotten.
    pub async fn meet_named(&self, user: &serenity::User) {
        if let Err(error) = self.host.meet_named(user_id(user.id), user.display_name()).await {
            tracing::warn!(%error, "a name could not be stored");
        }
    }

    /// Drops a person's cached name, so that their next message stores it again.
    pub fn unmeet(&self, user: UserId) {
        self.met.invalidate(&user);
    }

    /// How a board, or a picture that belongs to no match, looks: to its only reader as they like it, and to everybody as
    /// usual, but from the side of whoever plays the engine.
    pub async fn appearance(&self, board: Option<&Board>, reader: Option<UserId>) -> StoreResult<Appearance> {
        let opponent = board.and_then(|it| it.current.opponent_of_engine());
        let Some(user) = reader.or(opponent) else { return Ok(Appearance::default()) };
        let preferences = self.host.preferences(user).await?;
        let preferences = if reader.is_some() { preferences } else { preferences.seen_by_others() };
        let side = board.and_then(|it| it.current.side_of(user).or_else(|| it.current.side_of(opponent?)));
        Ok(Appearance::of(&preferences, side))
    }
}

pub(super) fn user_id(id: serenity::UserId) -> UserId {
    UserId(id.get())
}

pub(super) fn place(guild: Option<serenity::GuildId>, channel: serenity::ChannelId) -> Place {
    Place { guild: guild.map(|it| GuildId(it.get())), channel: ChannelId(channel.get()) }
}

/// Somebody who asks in a channel, by a message or an interaction.
pub(super) fn asker_in(user: serenity::UserId, channel: serenity::ChannelId, origin: u64) -> Asker {
    let (user, channel, origin) = (user_id(user), ChannelId(channel.get()), Some(EventId(origin)));
    Asker { user, channel, is_alone: false, origin }
}

/// When a message was last written: its controls are from then.
pub(super) fn written(message: &serenity::Message) -> PostedAt {
    let at = message.edited_timestamp.unwrap_or(message.id.created_at());
    let until = number_of((at.unix_timestamp() + 1) * 1000 + DISCORDS_OWN_DIFFERENCES_MS);
    // Discord's times are always in range.
    PostedAt { at: Timestamp::from_second(at.unix_timestamp()).unwrap_or(Timestamp::MAX), until: EventId(until) }
}

/// How far the clocks of Discord's machines may differ.
const DISCORDS_OWN_DIFFERENCES_MS: i64 = 5_000;
