//! The connection: turns a token into a bot that listens.

use std::sync::Arc;

use poise::serenity_prelude as serenity;
use serenity::{ApplicationFlags, GatewayIntents, Http};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;
use tokio_util::task::TaskTracker;

use super::activity::AskingDiscord;
use super::deduplicated::Deduplicated;
use super::framework::framework;
use super::options::{ActivityOptions, ConnectOptions, Shards};
use super::rest_client::{self, ConnectError};
use super::watch::{Sessions, Watch};
use crate::ChatAnnouncer;
use crate::bot::Bot;
use crate::recent::RecentEvents;
use egress::Egress;
use play::Delivery;
use play::ports::ActivityPeople;

/// A bot that is ready to connect.
pub struct Connection {
    bot: Bot,
    announcer: Arc<ChatAnnouncer>,
    options: ConnectOptions,
    sessions: Arc<Sessions>,
    under_way: TaskTracker,
    egress: Egress,
    /// The events that were heard, over all connections of this process: one that was given up may still hear some.
    seen: RecentEvents,
}

impl Connection {
    /// A connection that records in `sessions` which shards hear Discord, and handles events as part of `under_way`.
    /// Once that is closed, it accepts nothing more. While the connection exists, the work under way can be finished.
    pub async fn open(
        bot: Bot,
        announcer: Arc<ChatAnnouncer>,
        options: ConnectOptions,
        sessions: Arc<Sessions>,
        under_way: TaskTracker,
    ) -> Result<Self, ConnectError> {
        let egress = rest_client::open(&options).await?;
        tokio::spawn(retry_where_accepted(egress.backoff().reopened(), Arc::clone(&bot.delivery)));
        let bot = bot.reading(egress.files());
        let seen = RecentEvents::holding(20_000);
        Ok(Self { bot, announcer, options, sessions, under_way, egress, seen })
    }

    /// Who is in the Activities of an application.
    pub fn activity_people(&self, app: ActivityOptions) -> Arc<dyn ActivityPeople> {
        Arc::new(AskingDiscord::new(&self.egress, app, self.options.token.clone()))
    }

    /// Connects and runs until `stop` is done. If Discord cannot be reached, it waits. Without the MESSAGE CONTENT
    /// intent, it says so and runs without it. If a shard gets no connection anymore, all connect anew.
    pub async fn run(&self, stop: impl Future<Output = ()>) -> Result<(), ConnectError> {
        tokio::pin!(stop);
        let mut reads_content = tokio::select! {
            reads = self.reads_content() => reads?,
            () = &mut stop => return Ok(()),
        };
        loop {
            if !reads_content {
                tracing::warn!(
                    "Discord does not give this bot the MESSAGE CONTENT intent. Slash commands, buttons, menus, mentions \
                     and replies work; commands with the prefix do not. To have them too, switch MESSAGE CONTENT INTENT \
                     on at https://discord.com/developers/applications (your application › Bot) and start again."
                );
            }
            let intents = if reads_content { BASIC | GatewayIntents::MESSAGE_CONTENT } else { BASIC };
            match self.listen(intents, &mut stop).await {
                Err(ConnectError::RefusedIntents) if reads_content => reads_content = false,
                Err(lost @ ConnectError::LostShard { .. }) => tracing::warn!("{lost} All shards connect anew."),
                ended => return ended,
            }
        }
    }

    /// Uses only REST until `stop` is done: for a worker, which does what is due and hears nothing.
    pub async fn speak(&self, stop: impl Future<Output = ()>) -> Result<(), ConnectError> {
        tokio::pin!(stop);
        let http = self.http();
        tokio::select! {
            known = rest_client::until_answered(self.options.patience, || http.get_current_user()) => drop(known?),
            () = &mut stop => return Ok(()),
        }
        tracing::info!("working: what is due is done, and nothing is heard");
        self.announcer.attach(Arc::new(http), self.egress.reachability());
        stop.await;
        Ok(())
    }

    fn http(&self) -> Http {
        rest_client::http(&self.egress, &self.options)
    }

    /// Whether the bot may read messages. A wrong token is distinguished from all other errors.
    async fn reads_content(&self) -> Result<bool, ConnectError> {
        let http = self.http();
        rest_client::until_answered(self.options.patience, || http.get_current_user()).await?;
        Ok(may_read_content(&http).await)
    }

    async fn listen(
        &self,
        intents: GatewayIntents,
        stop: &mut (impl Future<Output = ()> + Unpin),
    ) -> Result<(), ConnectError> {
        let http = self.http();
        let gateway = tokio::select! {
            gateway = rest_client::gateway(&http, &self.options) => gateway?,
            () = &mut *stop => return Ok(()),
        };
        let framework = Deduplicated {
            inner: framework(self.bot.clone()),
            newest: self.announcer.newest.clone(),
            backoff: self.egress.backoff(),
            delivery: Arc::clone(&self.bot.delivery),
            under_way: self.under_way.clone(),
            seen: self.seen.clone(),
        };
        let client = serenity::ClientBuilder::new_with_http(http, intents).framework(framework);
        let mut client = tokio::select! {
            client = client => client.map_err(rest_client::explain)?,
            () = &mut *stop => return Ok(()),
        };
        // Serenity has asked, too, but uses a default address if there was no answer.
        let address = Arc::clone(&client.ws_url);
        address.lock().await.clone_from(&gateway.url);
        self.announcer.attach(Arc::clone(&client.http), self.egress.reachability());
        let advised = Shards { first: 0, last: gateway.shards.max(1) - 1, total: gateway.shards.max(1) };
        let shards = self.options.shards.unwrap_or(advised);
        let manager = Arc::clone(&client.shard_manager);
        let (manager, sessions, patience) = (&*manager, &*self.sessions, self.options.patience);
        let watch = Watch { manager, shards, advised: gateway.shards, address: &address, patience, sessions };
        let ended = tokio::select! {
            // In serenity, the end of the range is the last shard, not one more.
            ended = client.start_shard_range(shards.first..shards.last, shards.total) => ended.map_err(rest_client::explain),
            error = watch.run() => Err(error),
            () = stop => Ok(()),
        };
        // If anything else has ended the connection, the process ends.
        if let Ok(()) | Err(ConnectError::RefusedIntents | ConnectError::LostShard { .. }) = ended {
            watch.close().await;
        }
        ended
    }
}

/// Lets boards be tried again where Discord accepts something that it has refused.
async fn retry_where_accepted(mut reopened: broadcast::Receiver<u64>, delivery: Arc<Delivery>) {
    loop {
        match reopened.recv().await {
            Ok(channel) => drop(delivery.retry_in(channel).await),
            // The others are tried again later.
            Err(RecvError::Lagged(_)) => {}
            Err(RecvError::Closed) => return,
        }
    }
}

/// The intents that every bot has.
const BASIC: GatewayIntents =
    GatewayIntents::GUILDS.union(GatewayIntents::GUILD_MESSAGES).union(GatewayIntents::DIRECT_MESSAGES);

/// Whether the application has the MESSAGE CONTENT intent, as far as Discord says. Requesting it without having it
/// would cost a session.
async fn may_read_content(http: &Http) -> bool {
    let granted = ApplicationFlags::GATEWAY_MESSAGE_CONTENT | ApplicationFlags::GATEWAY_MESSAGE_CONTENT_LIMITED;
    match http.get_current_application_info().await {
        Ok(application) => application.flags.is_none_or(|it| it.intersects(granted)),
        Err(_) => true,
    }
}
