//! The settings, read once from the environment or `.env`: the only place that does.

use std::fmt;
use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::Path;

use discord::{Secret, Shards};
use play::PlayPolicy;
use play::ports::{ChallengeLimits, MatchLimits};

/// Everything that can be set.
#[derive(Debug, Clone)]
pub struct Config {
    pub discord: DiscordConfig,
    pub store: StoreConfig,
    pub engine: EngineConfig,
    pub http: HttpConfig,
    pub play: PlayPolicy,
    /// How much one person may ask for in a minute.
    pub commands_per_minute: NonZeroU32,
}

/// How the bot reaches Discord.
#[derive(Debug, Clone)]
pub struct DiscordConfig {
    pub token: Option<Secret>,
    /// What a command begins with, `!` unless set.
    pub prefix: String,
    /// Another base for REST requests, for tests and the playground.
    pub api_base: Option<String>,
    /// The shards of this process; all that Discord advises unless set.
    pub shards: Option<Shards>,
    /// How many requests of this process may begin in a second.
    pub requests_per_second: u16,
}

/// What Discord allows a bot unless it allows more.
pub const REQUESTS_PER_SECOND: u16 = 50;

/// As much as somebody asks for who plays several matches as fast as they go.
const COMMANDS_PER_MINUTE: usize = 60;

/// Where matches are kept.
#[derive(Debug, Clone)]
pub struct StoreConfig {
    pub url: DatabaseUrl,
}

/// Where the process tells how it is.
#[derive(Debug, Clone, Default)]
pub struct HttpConfig {
    /// Nowhere unless set.
    pub address: Option<SocketAddr>,
}

/// What the engine may use.
#[derive(Debug, Clone)]
pub struct EngineConfig {
    /// Threads of all thinks together.
    pub threads: usize,
    /// Memory of each thread's transposition table, in MiB.
    pub hash_mb: usize,
}

/// A database address, shown without its password.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(pub String);

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&store::without_secret(&self.0))
    }
}

/// A setting has no meaning.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{name} is “{value}”, but it must be {expected}")]
    Value { name: &'static str, value: String, expected: &'static str },
    #[error("the file .env can't be read: {0}")]
    File(std::io::Error),
    #[error(
        "the file .env is saved as UTF-16, as Windows does; save it as UTF-8 (in Notepad: Save As, Encoding: UTF-8)"
    )]
    Utf16,
    #[error("the file .env isn't UTF-8 text; save it as UTF-8")]
    NotUtf8,
    /// Which line it is can't be said: it may hold a secret.
    #[error(
        "the file .env can't be read: one of its values has a space, a backslash, or an unclosed quote in it. Put it in \
         single quotes: NAME='value'"
    )]
    Line,
}

impl Config {
    /// Reads `.env`, if there is one, and the environment, which has the last word.
    #[expect(clippy::disallowed_methods, reason = "this is where the environment is read")]
    pub fn read() -> Result<Self, ConfigError> {
        if Path::new(".env").exists() {
            let bytes = std::fs::read(".env").map_err(ConfigError::File)?;
            dotenvy::from_read(utf8(&bytes)?.as_bytes()).map_err(unread)?;
        }
        Self::from_lookup(|name| std::env::var(name).ok())
    }

    /// Reads settings by name; an empty one counts as not set.
    fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let text = |name| lookup(name).map(|it| it.trim().to_owned()).filter(|it| !it.is_empty());
        let threads = text("PARLOR_ENGINE_THREADS");
        let hash_mb = text("PARLOR_ENGINE_HASH_MB");
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Self {
            discord: DiscordConfig {
                token: text("DISCORD_TOKEN").map(|it| Secret(without_scheme(&it).to_owned())),
                prefix: text("PARLOR_PREFIX").unwrap_or_else(|| "!".into()),
                api_base: text("DISCORD_API_BASE"),
                shards: shards("PARLOR_SHARDS", text("PARLOR_SHARDS"))?,
                requests_per_second: requests_per_second(text("PARLOR_REQUESTS_PER_SECOND"))?,
            },
            store: StoreConfig {
                url: DatabaseUrl(text("DATABASE_URL").unwrap_or_else(|| "sqlite://parlor.db".into())),
            },
            engine: EngineConfig {
                threads: number("PARLOR_ENGINE_THREADS", threads, 1, 1024)?.unwrap_or((cores / 2).max(1)),
                hash_mb: number("PARLOR_ENGINE_HASH_MB", hash_mb, 1, 1 << 20)?.unwrap_or(64),
            },
            http: HttpConfig { address: http_address(text("PARLOR_HTTP_ADDR"))? },
            play: PlayPolicy {
                matches: match_limits(text)?,
                challenges: challenge_limits(text("PARLOR_CHALLENGES_PER_DAY"))?,
                ..PlayPolicy::default()
            },
            commands_per_minute: commands_per_minute(text("PARLOR_COMMANDS_PER_MINUTE"))?,
        })
    }
}

fn number(name: &'static str, value: Option<String>, least: usize, most: usize) -> Result<Option<usize>, ConfigError> {
    let Some(value) = value else { return Ok(None) };
    let number = value.parse().ok().filter(|it| (least..=most).contains(it));
    number.map(Some).ok_or(ConfigError::Value { name, value, expected: "a positive whole number" })
}

fn requests_per_second(value: Option<String>) -> Result<u16, ConfigError> {
    let set = number("PARLOR_REQUESTS_PER_SECOND", value, 1, u16::MAX.into())?;
    Ok(set.and_then(|it| it.try_into().ok()).unwrap_or(REQUESTS_PER_SECOND))
}

fn commands_per_minute(value: Option<String>) -> Result<NonZeroU32, ConfigError> {
    let count = number("PARLOR_COMMANDS_PER_MINUTE", value, 1, 100_000_000)?.unwrap_or(COMMANDS_PER_MINUTE);
    Ok(NonZeroU32::new(count as u32).unwrap_or(NonZeroU32::MIN))
}

fn http_address(value: Option<String>) -> Result<Option<SocketAddr>, ConfigError> {
    let (name, expected) = ("PARLOR_HTTP_ADDR", "an address with a port, like 127.0.0.1:9090");
    let Some(value) = value else { return Ok(None) };
    value.parse().map(Some).map_err(|_| ConfigError::Value { name, value, expected })
}

fn match_limits(text: impl Fn(&'static str) -> Option<String>) -> Result<MatchLimits, ConfigError> {
    let limit = |name, usual: u32| {
        let most = number(name, text(name), 1, 1_000_000)?;
        Ok(most.map_or(usual, |it| it as u32))
    };
    let usual = PlayPolicy::default().matches;
    Ok(MatchLimits {
        against_engine: limit("PARLOR_MATCHES_AGAINST_BOT", usual.against_engine)?,
        of_person: limit("PARLOR_MATCHES_PER_PERSON", usual.of_person)?,
        in_channel: limit("PARLOR_MATCHES_PER_CHANNEL", usual.in_channel)?,
        in_server: limit("PARLOR_MATCHES_PER_SERVER", usual.in_server)?,
    })
}

fn challenge_limits(per_day: Option<String>) -> Result<ChallengeLimits, ConfigError> {
    let usual = PlayPolicy::default().challenges;
    let Some(a_day) = number("PARLOR_CHALLENGES_PER_DAY", per_day, 1, 1_000_000)? else { return Ok(usual) };
    let a_day = a_day as u32;
    Ok(ChallengeLimits { a_day, to_one: (a_day * usual.to_one / usual.a_day).max(1), ..usual })
}

fn shards(name: &'static str, value: Option<String>) -> Result<Option<Shards>, ConfigError> {
    let Some(value) = value else { return Ok(None) };
    let shards = value.parse().ok();
    shards.map(Some).ok_or(ConfigError::Value { name, value, expected: "a number like 4, or a part like 0-1/4" })
}

/// The text of a file, which must be UTF-8. In UTF-16, half of the bytes of plain text are zero.
fn utf8(bytes: &[u8]) -> Result<&str, ConfigError> {
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) || bytes.contains(&0) {
        return Err(ConfigError::Utf16);
    }
    std::str::from_utf8(bytes).map_err(|_| ConfigError::NotUtf8)
}

/// Why `.env` can't be read, without what is in it.
fn unread(error: dotenvy::Error) -> ConfigError {
    match error {
        dotenvy::Error::Io(error) => ConfigError::File(error),
        _ => ConfigError::Line,
    }
}

/// A token without the word that precedes it where it is sent, and in Discord's documentation.
fn without_scheme(token: &str) -> &str {
    token.strip_prefix("Bot ").map_or(token, str::trim_start)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(settings: &[(&str, &str)]) -> Result<Config, ConfigError> {
        let lookup = |name: &str| settings.iter().find(|it| it.0 == name).map(|it| it.1.to_owned());
        Config::from_lookup(lookup)
    }

    #[test]
    fn secrets_are_never_shown() {
        let config = read(&[("DISCORD_TOKEN", "s3cret"), ("DATABASE_URL", "postgres://ann:s3cret@host/db")]).unwrap();
        assert!(!format!("{config:?}").contains("s3cret"));
        assert_eq!(config.discord.token, Some(Secret("s3cret".into())));
        let copied = read(&[("DISCORD_TOKEN", "Bot s3cret")]).unwrap();
        assert_eq!(copied.discord.token, config.discord.token);
    }

    #[test]
    fn what_is_not_set_has_a_default_and_nonsense_is_told() {
        let config = read(&[("PARLOR_PREFIX", "")]).unwrap();
        assert_eq!((config.discord.prefix.as_str(), config.store.url.0.as_str()), ("!", "sqlite://parlor.db"));
        let matches = config.play.matches;
        assert_eq!(
            [matches.against_engine, matches.of_person, matches.in_channel, matches.in_server],
            [20, 300, 500, 5000]
        );
        assert_eq!(config.discord.requests_per_second, 50);
        assert_eq!(read(&[("PARLOR_REQUESTS_PER_SECOND", "20")]).unwrap().discord.requests_per_second, 20);
        let matches = |name| read(&[(name, "5")]).unwrap().play.matches;
        assert_eq!(matches("PARLOR_MATCHES_AGAINST_BOT").against_engine, 5);
        assert_eq!(matches("PARLOR_MATCHES_PER_PERSON").of_person, 5);
        assert_eq!(matches("PARLOR_MATCHES_PER_CHANNEL").in_channel, 5);
        assert_eq!(matches("PARLOR_MATCHES_PER_SERVER").in_server, 5);
        let challenges = |a_day| read(&[("PARLOR_CHALLENGES_PER_DAY", a_day)]).unwrap().play.challenges;
        assert_eq!(
            ["1", "50", "200"].map(|it| (challenges(it).a_day, challenges(it).to_one)),
            [(1, 1), (50, 5), (200, 20)]
        );
        assert_eq!(config.commands_per_minute.get(), 60);
        assert_eq!(read(&[("PARLOR_COMMANDS_PER_MINUTE", "5")]).unwrap().commands_per_minute.get(), 5);
        assert_eq!(config.http.address, None);
        let http = |address| read(&[("PARLOR_HTTP_ADDR", address)]).map(|it| it.http.address);
        assert_eq!(http("127.0.0.1:9090").unwrap(), Some(SocketAddr::from(([127, 0, 0, 1], 9090))));
        let error = http("9090").unwrap_err().to_string();
        assert!(error.contains("an address with a port"), "{error}");
        let error = read(&[("PARLOR_ENGINE_THREADS", "many")]).unwrap_err();
        assert_eq!(error.to_string(), "PARLOR_ENGINE_THREADS is “many”, but it must be a positive whole number");
    }
}
