//! The connection: turns a token into a bot that listens, and reports errors to people.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use poise::{
    CommandInteractionType, Framework, FrameworkContext, FrameworkError, FrameworkOptions, PrefixFrameworkOptions,
};
use serenity::{ApplicationFlags, BotGateway, CreateAllowedMentions, FullEvent, GatewayIntents, Http};
use tokio_util::task::TaskTracker;

use super::deduplicated::Deduplicated;
use super::options::ConnectOptions;
use super::pace::{Pace, hold_back};
use super::rest_client::{self, ConnectError};
use super::sessions::Sessions;
use super::watch::Watch;
use crate::config::Shards;
use crate::discord::bot::ack::is_acknowledged;
use crate::discord::bot::{Bot, Command, Context, error_view, place_of, usage, user_id};
use crate::discord::components::{self, forms};
use crate::discord::errors::{self, CommandError};
use crate::discord::views::View;
use crate::discord::{ChatAnnouncer, commands, replies};
use crate::egress::Egress;
use crate::metrics::CommandOutcome;
use crate::play::ports::GonePlace;
use crate::play::{ChannelId, GuildId, refuse_command};
use games::Refusal;

/// A bot that is ready to connect.
pub struct Connection {
    bot: Bot,
    announcer: Arc<ChatAnnouncer>,
    options: ConnectOptions,
    sessions: Arc<Sessions>,
    under_way: TaskTracker,
    egress: Egress,
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
        Ok(Self { bot, announcer, options, sessions, under_way, egress })
    }

    /// Connects and runs until `stop` is done. If Discord cannot be reached, it waits. Without the MESSAGE CONTENT
    /// intent, it says so and runs without it.
    pub async fn run(&self, stop: impl Future<Output = ()>) -> Result<(), ConnectError> {
        tokio::pin!(stop);
        let (gateway, content) = tokio::select! {
            prepared = self.prepare() => prepared?,
            () = &mut stop => return Ok(()),
        };
        if content {
            match self.listen(&gateway, BASIC | GatewayIntents::MESSAGE_CONTENT, &mut stop).await {
                Err(ConnectError::RefusedIntents) => {}
                ended => return ended,
            }
        }
        tracing::warn!(
            "Discord does not give this bot the MESSAGE CONTENT intent. Slash commands, buttons, menus, mentions \
             and replies work; commands with the prefix do not. To have them too, switch MESSAGE CONTENT INTENT \
             on at https://discord.com/developers/applications (your application › Bot) and start again."
        );
        self.listen(&gateway, BASIC, &mut stop).await
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

    /// Asks for the gateway's address, and whether messages may be read. A wrong token is distinguished from all other
    /// errors.
    async fn prepare(&self) -> Result<(BotGateway, bool), ConnectError> {
        if !self.options.token.0.bytes().all(|it| it.is_ascii_graphic()) {
            return Err(ConnectError::WrongToken);
        }
        let http = self.http();
        rest_client::until_answered(self.options.patience, || http.get_current_user()).await?;
        let content = may_read_content(&http).await;
        Ok((rest_client::gateway(&http, &self.options).await?, content))
    }

    async fn listen(
        &self,
        gateway: &BotGateway,
        intents: GatewayIntents,
        stop: &mut (impl Future<Output = ()> + Unpin),
    ) -> Result<(), ConnectError> {
        let newest = self.announcer.newest.clone();
        let framework =
            Deduplicated::new(framework(self.bot.clone()), newest, self.egress.backoff(), self.under_way.clone());
        let http = self.http();
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
        let (options, sessions) = (&self.options, &*self.sessions);
        let watch = Watch { manager, shards, gateway, address: Arc::clone(&address), intents, options, sessions };
        let ended = tokio::select! {
            // In serenity, the end of the range is the last shard, not one more.
            ended = client.start_shard_range(shards.first..shards.last, shards.total) => ended.map_err(rest_client::explain),
            error = watch.run() => Err(error),
            never = hold_back(&address, Pace::default()) => match never {},
            () = stop => Ok(()),
        };
        // If anything else has ended the connection, the process ends.
        if let Ok(()) | Err(ConnectError::RefusedIntents) = ended {
            watch.close().await;
        }
        ended
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

fn framework(bot: Bot) -> Framework<Bot, CommandError> {
    let options = FrameworkOptions {
        commands: commands::all(),
        on_error: |error| Box::pin(on_error(error)),
        pre_command: |ctx| {
            // In the background, because nothing may delay the acknowledgment of an interaction.
            ctx.data().meet_soon(ctx.author());
            Box::pin(usage::begin(ctx))
        },
        post_command: |ctx| Box::pin(usage::end(ctx, CommandOutcome::Done)),
        command_check: Some(|ctx| Box::pin(is_admitted(ctx))),
        event_handler: |ctx, event| Box::pin(on_event(ctx, event)),
        allowed_mentions: Some(CreateAllowedMentions::new()),
        prefix_options: PrefixFrameworkOptions {
            prefix: Some(bot.prefix.to_string().into()),
            mention_as_prefix: true,
            stripped_dynamic_prefix: Some(|_, message, _| Box::pin(async move { Ok(private_prefix(message)) })),
            case_insensitive_commands: true,
            non_command_message: Some(|ctx, message| {
                Box::pin(replies::handle(ctx.serenity_context, ctx.user_data, message))
            }),
            ..PrefixFrameworkOptions::default()
        },
        initialize_owners: false,
        ..FrameworkOptions::default()
    };
    Framework::builder()
        .options(options)
        .setup(move |ctx, ready, framework| {
            Box::pin(async move {
                tracing::info!(bot = ready.user.name, servers = ready.guilds.len(), "connected to Discord");
                let commands = poise::builtins::create_application_commands(&framework.options().commands);
                tokio::spawn(register(Arc::clone(&ctx.http), commands));
                Ok(bot)
            })
        })
        .build()
}

/// The prefix of commands in the bot's own direct messages: none, because nobody else can be meant there. People may
/// type a slash where Discord offers no command.
fn private_prefix(message: &serenity::Message) -> Option<&str> {
    let content = &message.content;
    let is_to_the_bot = message.guild_id.is_none() && !content.trim().is_empty() && !content.starts_with("<@");
    is_to_the_bot.then(|| if content.starts_with('/') { &content[..1] } else { "" })
}

/// Registers the commands with Discord, and retries until that works. Meanwhile the bot is already listening.
async fn register(http: Arc<Http>, commands: Vec<serenity::CreateCommand>) {
    let mut wait = Duration::from_secs(1);
    while let Err(error) = serenity::Command::set_global_commands(&http, commands.clone()).await {
        tracing::warn!(%error, wait_s = wait.as_secs(), "the commands could not be registered");
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(Duration::from_secs(300));
    }
}

/// Whether this process is to answer a command, and its author has not asked too much. An interaction belongs to the
/// process that acknowledges it first. A message with a command may reach several processes.
async fn is_admitted(ctx: Context<'_>) -> Result<bool, CommandError> {
    let (bot, user, place) = (ctx.data(), user_id(ctx.author().id), place_of(ctx));
    match ctx {
        Context::Prefix(prefixed) => {
            let admit = || bot.admits_message(user, place);
            Ok(bot.is_mine(prefixed.msg.id).await && bot.admits_command(prefixed.msg.id.get(), admit)?)
        }
        // During autocompletion there is nobody to tell, and Discord itself limits how often it asks.
        Context::Application(asked) if asked.interaction_type == CommandInteractionType::Autocomplete => Ok(true),
        Context::Application(asked) => {
            let admit = || bot.host.admit(user, place).map(|()| true).map_err(refuse_command);
            Ok(bot.admits_command(asked.interaction.id.get(), admit)?)
        }
    }
}

async fn on_event(ctx: FrameworkContext<'_, Bot, CommandError>, event: &FullEvent) -> Result<(), CommandError> {
    let shard = ctx.serenity_context.shard_id.0;
    match event {
        FullEvent::InteractionCreate { interaction } => {
            if let Some(pressed) = interaction.as_message_component() {
                components::handle(&ctx.serenity_context.http, ctx.user_data, pressed).await?;
            }
            if let Some(form) = interaction.as_modal_submit() {
                forms::handle(&ctx.serenity_context.http, ctx.user_data, form).await?;
            }
        }
        FullEvent::ChannelDelete { channel, .. } => {
            ctx.user_data.host.set_aside(GonePlace::Channel(ChannelId(channel.id.get()))).await?;
        }
        FullEvent::ThreadDelete { thread, .. } => {
            ctx.user_data.host.leave_thread(ChannelId(thread.id.get())).await?;
        }
        // A server that is only unavailable will come back.
        FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
            ctx.user_data.host.set_aside(GonePlace::Server(GuildId(incomplete.id.get()))).await?;
        }
        FullEvent::GuildCreate { guild, .. } => greet(ctx, guild).await?,
        FullEvent::Ready { .. } => tracing::info!(shard, "a session has begun"),
        FullEvent::Resume { .. } => tracing::info!(shard, "the connection was lost, and the session goes on"),
        _ => {}
    }
    Ok(())
}

/// Introduces the bot to a server that it has just joined; only once, even after restarts.
async fn greet(ctx: FrameworkContext<'_, Bot, CommandError>, guild: &serenity::Guild) -> Result<(), CommandError> {
    let bot = ctx.user_data;
    let age = bot.host.now().as_second() - guild.joined_at.unix_timestamp();
    if age >= JUST_JOINED_S {
        return Ok(());
    }
    let Some(channel) = where_to_greet(guild, ctx.bot_id()) else { return Ok(()) };
    if !bot.host.first_seen(GuildId(guild.id.get())).await? {
        return Ok(());
    }
    let greeting = View::text(crate::i18n::say("server-greeting", &[])).message(bot.database, None);
    if let Err(error) = channel.send_message(&ctx.serenity_context.http, greeting).await {
        tracing::info!(server = guild.id.get(), %error, "a new server could not be greeted");
    }
    Ok(())
}

/// The channel in which a server welcomes people, or else its first text channel in which the bot may write.
fn where_to_greet(guild: &serenity::Guild, me: serenity::UserId) -> Option<serenity::ChannelId> {
    let member = guild.members.get(&me)?;
    let needed = serenity::Permissions::VIEW_CHANNEL | serenity::Permissions::SEND_MESSAGES;
    let may_write = |it: &&serenity::GuildChannel| guild.user_permissions_in(it, member).contains(needed);
    let texts = guild.channels.values().filter(|it| it.kind == serenity::ChannelType::Text);
    let mut open: Vec<&serenity::GuildChannel> = texts.filter(may_write).collect();
    open.sort_by_key(|it| (Some(it.id) != guild.system_channel_id, it.position, it.id));
    open.first().map(|it| it.id)
}

/// A server that the bot joined within this many seconds counts as new. At each start, Discord lists all servers.
const JUST_JOINED_S: i64 = 3600;

/// The one place where an error in a command becomes an answer.
async fn on_error(error: FrameworkError<'_, Bot, CommandError>) {
    let answered = match error {
        // Another process has received the same interaction, and was faster.
        FrameworkError::Command { error: CommandError::Discord(error), .. } if is_acknowledged(&error) => Ok(()),
        FrameworkError::Command { error, ctx, .. }
        | FrameworkError::CommandCheckFailed { error: Some(error), ctx, .. } => {
            usage::end(ctx, error.outcome()).await;
            match error_view::view(&error, ctx.data(), commands::only_reader(ctx)).await {
                Some(told) => commands::answer(ctx, told, true).await,
                None => Ok(()),
            }
        }
        FrameworkError::ArgumentParse { input, ctx, .. } => {
            usage::end(ctx, CommandOutcome::Refused).await;
            commands::answer(ctx, View::text(explain_argument(ctx, input)), true).await
        }
        FrameworkError::CommandPanic { payload, ctx, .. } => {
            tracing::error!(command = ctx.command().name.as_ref(), ?payload, "a command panicked");
            usage::end(ctx, CommandOutcome::Failed).await;
            commands::answer(ctx, View::text(crate::i18n::say("fault", &[])), true).await
        }
        FrameworkError::UnknownCommand { msg, content_start, framework, .. } => {
            let (prefix, words) = msg.content.split_at_checked(content_start.into()).unwrap_or(("", &msg.content));
            let known = spellings(&framework.options().commands);
            let (ctx, bot) = (framework.serenity_context, framework.user_data);
            // Other bots may have the same prefix. So if a message does not call us by name, we answer only if we are
            // surely meant.
            if prefix.contains("<@") || msg.guild_id.is_none() {
                replies::addressed(ctx, bot, msg, words, &known).await
            } else {
                replies::mistyped(ctx, bot, msg, words, &known).await
            }
        }
        FrameworkError::NonCommandMessage { error, framework, msg, .. } => {
            replies::answer(framework.serenity_context, framework.user_data, msg, View::text(error.explain())).await
        }
        FrameworkError::Setup { error, .. } => {
            tracing::error!(error = &error as &dyn std::error::Error, "the commands could not be registered");
            Ok(())
        }
        FrameworkError::EventHandler { error, .. } => {
            tracing::error!(error = error.without_address(), "an event could not be handled");
            Ok(())
        }
        // Another process answers it, or there is nothing more to say.
        FrameworkError::CommandCheckFailed { error: None, .. } => Ok(()),
        other => {
            tracing::warn!("{other}");
            Ok(())
        }
    };
    if let Err(error) = answered {
        tracing::warn!(error = error.without_address(), "an answer could not be sent");
    }
}

/// All names and aliases of commands.
fn spellings(commands: &[Command]) -> Vec<&str> {
    let names = commands.iter().map(|it| it.name.as_ref());
    names.chain(commands.iter().flat_map(|it| it.aliases.iter().map(AsRef::as_ref))).collect()
}

fn explain_argument(ctx: Context<'_>, input: Option<String>) -> String {
    let refusal = Refusal::new("bad-argument")
        .with("text", input.unwrap_or_default())
        .with("command", ctx.command().name.to_string())
        .with("prefix", ctx.data().prefix.to_string());
    errors::explain(&refusal)
}
