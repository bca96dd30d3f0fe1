//! Reaching Discord: the client for its REST API, how long to wait, and what to say when it fails.

use std::time::Duration;

use poise::serenity_prelude as serenity;
use serenity::{BotGateway, CreateAllowedMentions, GatewayError, Http, HttpBuilder, HttpError};

use super::options::{ConnectOptions, Patience};
use egress::codes::UNANSWERED;
use egress::{Egress, root_cause};

/// Why there is no connection.
#[derive(Debug, thiserror::Error)]
pub enum ConnectError {
    #[error(
        "Discord does not know this token. Copy it again from https://discord.com/developers/applications (your \
         application › Bot › Reset Token) into DISCORD_TOKEN."
    )]
    WrongToken,
    #[error(
        "Discord cannot be reached ({0}). If that goes on, check the connection of this machine and \
         https://discordstatus.com."
    )]
    Unreachable(String),
    #[error(
        "Discord refused the intents that the bot asked for. Switch MESSAGE CONTENT INTENT on at \
         https://discord.com/developers/applications (your application › Bot), or go without it."
    )]
    RefusedIntents,
    #[error(
        "Discord gives shard {shard} of {total} no session; it advises {advised} shards in all. If that is not how many \
         there are, correct PARLOR_SHARDS, or leave it out; where several processes share the shards, all must name the \
         same number of them. Otherwise start again."
    )]
    RefusedShard { shard: u32, total: u32, advised: u32 },
    #[error("Shard {shard} of {total} has lost its session and gets no connection.")]
    LostShard { shard: u32, total: u32 },
    #[error("the connection to Discord ended: {0}")]
    Ended(String),
}

/// What an error of serenity means for the connection.
pub(super) fn explain(error: serenity::Error) -> ConnectError {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.status_code.as_u16() == 401 => {
            ConnectError::WrongToken
        }
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => ConnectError::WrongToken,
        serenity::Error::Gateway(GatewayError::DisallowedGatewayIntents) => ConnectError::RefusedIntents,
        serenity::Error::Http(HttpError::Request(error)) => ConnectError::Unreachable(root_cause(&error)),
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) if response.error.code == UNANSWERED => {
            ConnectError::Unreachable(response.error.message)
        }
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            ConnectError::Unreachable(format!("it answered {}", response.status_code))
        }
        // Something other than Discord has answered, such as a proxy with its own page.
        serenity::Error::Json(error) => ConnectError::Unreachable(error.to_string()),
        other => ConnectError::Ended(other.to_string()),
    }
}

/// Opens the way out that all requests take. An error at once if the token cannot be one.
pub(super) async fn open(options: &ConnectOptions) -> Result<Egress, ConnectError> {
    if !options.token.0.bytes().all(|it| it.is_ascii_graphic()) {
        return Err(ConnectError::WrongToken);
    }
    Egress::open(options.egress()).await.map_err(|error| ConnectError::Ended(error.to_string()))
}

/// A client for Discord's REST API that pings nobody by default. Rate limits and time-outs are handled by the egress
/// server.
pub(super) fn http(egress: &Egress, options: &ConnectOptions) -> Http {
    let builder = HttpBuilder::new(&options.token.0).client(egress.client()).proxy(egress.url());
    builder.ratelimiter_disabled(true).default_allowed_mentions(CreateAllowedMentions::new()).build()
}

/// Asks Discord until it answers, with longer and longer pauses. Returns an error only if waiting cannot help.
pub(super) async fn until_answered<T, F>(patience: Patience, ask: impl Fn() -> F) -> Result<T, ConnectError>
where
    F: Future<Output = serenity::Result<T>>,
{
    let mut pause = patience.first_pause;
    loop {
        match ask().await.map_err(explain) {
            Err(error @ ConnectError::Unreachable(_)) => {
                tracing::warn!(wait_s = pause.as_secs_f32(), "{error} It is tried again.");
            }
            answer => return answer,
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(patience.longest_pause);
    }
}

/// The gateway's address, as soon as it accepts a new session for each shard: the number per day is limited.
pub(super) async fn gateway(http: &Http, options: &ConnectOptions) -> Result<BotGateway, ConnectError> {
    let patience = options.patience;
    loop {
        let gateway = until_answered(patience, || http.get_bot_gateway()).await?;
        let limit = &gateway.session_start_limit;
        let sessions = options.shards.map_or(gateway.shards, |it| it.last - it.first + 1);
        if limit.remaining >= u64::from(sessions).min(limit.total) {
            return Ok(gateway);
        }
        let wait = Duration::from_millis(limit.reset_after).max(patience.first_pause);
        tracing::warn!(
            wait_s = wait.as_secs_f32(),
            remaining = limit.remaining,
            "Discord gives this bot no new session before its daily limit is over; the start waits for that"
        );
        tokio::time::sleep(wait).await;
    }
}
