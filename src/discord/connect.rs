//! The connection: from a token to a bot that listens, and what to say when that fails.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use poise::{Framework, FrameworkContext, FrameworkError, FrameworkOptions, PrefixFrameworkOptions};
use serenity::{CreateAllowedMentions, FullEvent, GatewayError, GatewayIntents, Http, HttpBuilder, HttpError};

use super::bot::{Bot, Context};
use super::errors::Failure;
use super::once::Once;
use super::view::View;
use super::{ChatAnnouncer, commands, components, replies};
use crate::config::{Secret, Shards};
use crate::game::Refusal;

/// How to reach Discord.
#[derive(Clone, Debug)]
pub struct Settings {
    pub token: Secret,
    /// Another base for REST requests; it also tells the gateway's address.
    pub api_base: Option<String>,
    /// The shards of this process; all that Discord advises unless set.
    pub shards: Option<Shards>,
}

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error(
        "Discord does not know this token. Copy it again from https://discord.com/developers/applications (your \
         application › Bot › Reset Token) into DISCORD_TOKEN."
    )]
    WrongToken,
    #[error(
        "Discord cannot be reached ({0}). Check the connection of this machine and https://discordstatus.com, then \
         start again."
    )]
    Unreachable(String),
    #[error(
        "Discord refused the intents that the bot asked for. Switch MESSAGE CONTENT INTENT on at \
         https://discord.com/developers/applications (your application › Bot), or go without it."
    )]
    RefusedIntents,
    #[error("the connection to Discord ended: {0}")]
    Ended(String),
}

/// A bot that is ready to connect.
pub struct Connection {
    bot: Bot,
    announcer: Arc<ChatAnnouncer>,
    settings: Settings,
}

impl Connection {
    pub fn new(bot: Bot, announcer: Arc<ChatAnnouncer>, settings: Settings) -> Self {
        Self { bot, announcer, settings }
    }

    /// Connects and serves until `stop` is done. Without the MESSAGE CONTENT intent it says so and goes on without.
    pub async fn run(&self, stop: impl Future<Output = ()>) -> Result<(), ConnectError> {
        tokio::pin!(stop);
        let basic = GatewayIntents::GUILDS | GatewayIntents::GUILD_MESSAGES | GatewayIntents::DIRECT_MESSAGES;
        match self.serve(basic | GatewayIntents::MESSAGE_CONTENT, &mut stop).await {
            Err(ConnectError::RefusedIntents) => {
                tracing::warn!(
                    "Discord does not give this bot the MESSAGE CONTENT intent. Slash commands, buttons, menus, mentions \
                     and replies work; commands with the prefix do not. To have them too, switch MESSAGE CONTENT INTENT \
                     on at https://discord.com/developers/applications (your application › Bot) and start again."
                );
                self.serve(basic, &mut stop).await
            }
            other => other,
        }
    }

    async fn serve(
        &self,
        intents: GatewayIntents,
        stop: &mut (impl Future<Output = ()> + Unpin),
    ) -> Result<(), ConnectError> {
        self.check_token().await?;
        let framework = Once::new(framework(self.bot.clone()));
        let client = serenity::ClientBuilder::new_with_http(self.http(), intents).framework(framework);
        let mut client = client.await.map_err(explain)?;
        self.announcer.attach(Arc::clone(&client.http));
        let shards = Arc::clone(&client.shard_manager);
        let start = async {
            match self.settings.shards {
                Some(it) => client.start_shard_range(it.first..it.last + 1, it.total).await,
                None => client.start_autosharded().await,
            }
        };
        tokio::select! {
            ended = start => ended.map_err(explain),
            () = stop => {
                shards.shutdown_all().await;
                Ok(())
            }
        }
    }

    fn http(&self) -> Http {
        let closed = CreateAllowedMentions::new();
        let builder = HttpBuilder::new(&self.settings.token.0).default_allowed_mentions(closed);
        match &self.settings.api_base {
            // Serenity's own rate limiter never lets a request through to another base.
            Some(base) => builder.proxy(base).ratelimiter_disabled(true).build(),
            None => builder.build(),
        }
    }

    /// Asks who we are, so that a wrong token is told from everything else.
    async fn check_token(&self) -> Result<(), ConnectError> {
        if !self.settings.token.0.bytes().all(|it| it.is_ascii_graphic()) {
            return Err(ConnectError::WrongToken);
        }
        self.http().get_current_user().await.map(drop).map_err(explain)
    }
}

fn explain(error: serenity::Error) -> ConnectError {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.status_code.as_u16() == 401 => {
            ConnectError::WrongToken
        }
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => ConnectError::WrongToken,
        serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents) => ConnectError::RefusedIntents,
        serenity::Error::Http(HttpError::Request(error)) => ConnectError::Unreachable(root_cause(&error)),
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            ConnectError::Unreachable(format!("it answered {}", response.status_code))
        }
        other => ConnectError::Ended(other.to_string()),
    }
}

/// The innermost error of a chain: the plain one.
fn root_cause(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string()
}

fn framework(bot: Bot) -> Framework<Bot, Failure> {
    let options = FrameworkOptions {
        commands: commands::all(),
        on_error: |error| Box::pin(on_error(error)),
        // In the background: nothing may come between an interaction and its acknowledgement.
        pre_command: |ctx| Box::pin(async move { ctx.data().meet_soon(ctx.author()) }),
        event_handler: |ctx, event| Box::pin(on_event(ctx, event)),
        allowed_mentions: Some(CreateAllowedMentions::new()),
        prefix_options: PrefixFrameworkOptions {
            prefix: Some(bot.prefix.to_string().into()),
            mention_as_prefix: true,
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

/// Registers the commands with Discord, again and again until it takes them; meanwhile the bot listens already.
async fn register(http: Arc<Http>, commands: Vec<serenity::CreateCommand>) {
    let mut wait = Duration::from_secs(1);
    while let Err(error) = serenity::Command::set_global_commands(&http, commands.clone()).await {
        tracing::warn!(%error, wait_s = wait.as_secs(), "the commands could not be registered");
        tokio::time::sleep(wait).await;
        wait = (wait * 2).min(Duration::from_secs(300));
    }
}

async fn on_event(ctx: FrameworkContext<'_, Bot, Failure>, event: &FullEvent) -> Result<(), Failure> {
    if let FullEvent::InteractionCreate { interaction } = event
        && let Some(pressed) = interaction.as_message_component()
    {
        components::handle(&ctx.serenity_context.http, ctx.user_data, pressed).await?;
    }
    Ok(())
}

/// The one place where what went wrong in a command becomes an answer.
async fn on_error(error: FrameworkError<'_, Bot, Failure>) {
    let answered = match error {
        FrameworkError::Command { error, ctx, .. } => tell(ctx, error.explain()).await,
        FrameworkError::ArgumentParse { input, ctx, .. } => tell(ctx, explain_argument(ctx, input)).await,
        FrameworkError::CommandPanic { payload, ctx, .. } => {
            tracing::error!(command = ctx.command().name.as_ref(), ?payload, "a command panicked");
            tell(ctx, crate::i18n::say("fault", &[])).await
        }
        FrameworkError::UnknownCommand { msg, content_start, framework, .. } => {
            // Other bots may have the same prefix: only who calls us by name is answered.
            let by_name = msg.content.get(..content_start.into()).is_some_and(|it| it.contains("<@"));
            if by_name {
                replies::addressed(framework.serenity_context, framework.user_data, msg).await
            } else {
                replies::handle(framework.serenity_context, framework.user_data, msg).await
            }
        }
        FrameworkError::NonCommandMessage { error, framework, msg, .. } => {
            replies::answer(framework.serenity_context, msg, error.explain()).await
        }
        FrameworkError::Setup { error, .. } => {
            tracing::error!(error = &error as &dyn std::error::Error, "the commands could not be registered");
            Ok(())
        }
        FrameworkError::EventHandler { error, .. } => {
            tracing::error!(error = &error as &dyn std::error::Error, "an event could not be handled");
            Ok(())
        }
        other => {
            tracing::warn!("{other}");
            Ok(())
        }
    };
    if let Err(error) = answered {
        tracing::warn!(error = &error as &dyn std::error::Error, "an answer could not be sent");
    }
}

async fn tell(ctx: Context<'_>, text: String) -> Result<(), Failure> {
    ctx.send(View::text(text).reply(true)).await?;
    Ok(())
}

fn explain_argument(ctx: Context<'_>, input: Option<String>) -> String {
    let refusal = Refusal::new("bad-argument")
        .with("text", input.unwrap_or_default())
        .with("command", ctx.command().name.to_string())
        .with("prefix", ctx.data().prefix.to_string());
    super::errors::explain(&refusal)
}
