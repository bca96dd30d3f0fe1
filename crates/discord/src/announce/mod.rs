//! Shows in chat what is due: boards, what has become of challenges, and the threads of matches.

mod asking;
mod boards;
mod cards;
mod members;
mod newest;
mod notices;
mod outside;
mod threads;

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use moka::policy::EvictionPolicy;
use poise::serenity_prelude as serenity;
use serenity::Http;

pub(super) use self::newest::Newest;
use super::views::Rendering;
use egress::Reachability;
use play::ports::{AnnounceError, Clock, InteractionTokenStore};
use play::{DatabaseId, GuildId, MatchId};
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
            // Moka's usual policy takes nothing new once it is full of what is only looked for.
            titled: moka::sync::Cache::builder().max_capacity(10_000).eviction_policy(EvictionPolicy::lru()).build(),
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

/// How long a probe waits for an answer.
const PROBE_PATIENCE: Duration = Duration::from_secs(10);
