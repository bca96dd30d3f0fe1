//! The settings, read once from the environment or `.env`: the only place that does.

use std::net::SocketAddr;
use std::path::Path;
use std::str::FromStr;

use discord::{ActivityOptions, ConnectOptions, Patience, Secret, Shards};
use play::PlayPolicy;
use play::ports::{ChallengeLimits, MatchLimits};
use url::Url;

/// Everything that can be set.
#[derive(Debug, Clone)]
pub struct Config {
    pub discord: DiscordConfig,
    /// It may have a password in it.
    pub database_url: Secret,
    pub engine: EngineConfig,
    /// Where the process tells how it is; nowhere unless set.
    pub http_address: Option<SocketAddr>,
    /// The boards to touch; there are none unless set.
    pub web: Option<WebConfig>,
    pub play: PlayPolicy,
    /// How much one person may ask for in a minute: as much as somebody does who plays several matches as fast as they go,
    /// unless set.
    pub commands_per_minute: u32,
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
    /// How many requests of this process may begin in a second: what Discord allows a bot, unless it allows more.
    pub requests_per_second: u16,
}

impl DiscordConfig {
    /// How to reach Discord with that token.
    pub fn connect_options(&self, token: Secret) -> ConnectOptions {
        let Self { api_base, shards, requests_per_second, .. } = self.clone();
        ConnectOptions { token, api_base, shards, requests_per_second, patience: Patience::default() }
    }
}

/// Where boards can be touched.
#[derive(Debug, Clone)]
pub struct WebConfig {
    /// Where the process serves them.
    pub address: SocketAddr,
    /// Where people reach them.
    pub public_url: Url,
    /// The application whose Activity shows them inside Discord, too.
    pub activity: Option<ActivityConfig>,
}

/// The Activity that shows boards inside Discord.
#[derive(Debug, Clone)]
pub struct ActivityConfig {
    pub app: ActivityOptions,
    /// The playground's address, if the frame is the playground's.
    pub playground: Option<String>,
}

/// What the engine may use.
#[derive(Debug, Clone)]
pub struct EngineConfig {
    /// Threads of all thinks together.
    pub threads: usize,
    /// Memory of each thread's transposition table, in MiB.
    pub hash_mb: usize,
    /// Whether the lower levels take a moment for their moves, as people do; they do unless set otherwise.
    pub has_pauses: bool,
}

/// A setting has no meaning.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{name} is “{value}”, but it must be {expected}")]
    Value { name: &'static str, value: String, expected: &'static str },
    #[error("{set} is set, but {missing} isn't: boards to touch need both (see .env.example)")]
    Half { set: &'static str, missing: &'static str },
    #[error("PARLOR_ACTIVITY is set, but {0} isn't: an Activity needs it (see .env.example)")]
    Activity(&'static str),
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
        // A number from 1 on; `usual` unless set.
        let number = |name, usual: u32, most: u32| {
            let is_possible = |it: &u32| (1..=most).contains(it);
            set(name, text(name), "a positive whole number", is_possible).map(|it| it.unwrap_or(usual))
        };
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let usual = PlayPolicy::default();
        let limit = |name, usual| number(name, usual, 1_000_000);
        let a_day = limit("PARLOR_CHALLENGES_PER_DAY", usual.challenges.a_day)?;
        let to_one = (a_day * usual.challenges.to_one / usual.challenges.a_day).max(1);
        let shards = set("PARLOR_SHARDS", text("PARLOR_SHARDS"), "a number like 4, or a part like 0-1/4", |_| true)?;
        let address = "an address with a port, like 127.0.0.1:9090";
        let http_address = set("PARLOR_HTTP_ADDR", text("PARLOR_HTTP_ADDR"), address, |_| true)?;
        let web_address = set("PARLOR_WEB_ADDR", text("PARLOR_WEB_ADDR"), address, |_| true)?;
        let is_switch = |it: &String| ["on", "off"].contains(&it.as_str());
        let pauses = set("PARLOR_ENGINE_PAUSES", text("PARLOR_ENGINE_PAUSES"), "on or off", is_switch)?;
        let mut web = web(web_address, text("PARLOR_PUBLIC_URL"))?;
        let has_activity = set("PARLOR_ACTIVITY", text("PARLOR_ACTIVITY"), "1, or not set", |it: &u8| *it == 1)?;
        if has_activity.is_some() {
            let needed = |name| text(name).ok_or(ConfigError::Activity(name));
            let web = web.as_mut().ok_or(ConfigError::Activity("PARLOR_PUBLIC_URL"))?;
            let (client_id, secret) = (needed("DISCORD_CLIENT_ID")?, Secret(needed("DISCORD_CLIENT_SECRET")?));
            if !client_id.bytes().all(|it| it.is_ascii_digit()) {
                let expected = "the number of the application (OAuth2 › Client ID)";
                return Err(ConfigError::Value { name: "DISCORD_CLIENT_ID", value: client_id, expected });
            }
            web.activity = Some(ActivityConfig { app: ActivityOptions { client_id, secret }, playground: None });
        }
        Ok(Self {
            discord: DiscordConfig {
                token: text("DISCORD_TOKEN").map(|it| Secret(without_scheme(&it).to_owned())),
                prefix: text("PARLOR_PREFIX").unwrap_or_else(|| "!".into()),
                api_base: text("DISCORD_API_BASE"),
                shards,
                requests_per_second: number("PARLOR_REQUESTS_PER_SECOND", 50, u16::MAX.into())? as u16,
            },
            database_url: Secret(text("DATABASE_URL").unwrap_or_else(|| "sqlite://parlor.db".into())),
            engine: EngineConfig {
                threads: number("PARLOR_ENGINE_THREADS", (cores / 2).max(1) as u32, 1024)? as usize,
                hash_mb: number("PARLOR_ENGINE_HASH_MB", 64, 1 << 20)? as usize,
                has_pauses: pauses.is_none_or(|it| it == "on"),
            },
            http_address,
            web,
            play: PlayPolicy {
                matches: MatchLimits {
                    against_engine: limit("PARLOR_MATCHES_AGAINST_BOT", usual.matches.against_engine)?,
                    of_person: limit("PARLOR_MATCHES_PER_PERSON", usual.matches.of_person)?,
                    in_channel: limit("PARLOR_MATCHES_PER_CHANNEL", usual.matches.in_channel)?,
                    in_server: limit("PARLOR_MATCHES_PER_SERVER", usual.matches.in_server)?,
                },
                challenges: ChallengeLimits { a_day, to_one, ..usual.challenges },
                ..usual
            },
            commands_per_minute: number("PARLOR_COMMANDS_PER_MINUTE", 60, 100_000_000)?,
        })
    }
}

/// Where boards can be touched: both settings, or none.
fn web(address: Option<SocketAddr>, url: Option<String>) -> Result<Option<WebConfig>, ConfigError> {
    const ADDRESS: &str = "PARLOR_WEB_ADDR";
    const PUBLIC: &str = "PARLOR_PUBLIC_URL";
    let (address, url) = match (address, url) {
        (None, None) => return Ok(None),
        (Some(_), None) => return Err(ConfigError::Half { set: ADDRESS, missing: PUBLIC }),
        (None, Some(_)) => return Err(ConfigError::Half { set: PUBLIC, missing: ADDRESS }),
        (Some(address), Some(url)) => (address, url),
    };
    match web::read_public_url(&url) {
        Ok(public_url) => Ok(Some(WebConfig { address, public_url, activity: None })),
        Err(unfit) => Err(ConfigError::Value { name: PUBLIC, value: url, expected: unfit.0 }),
    }
}

/// What a setting means; `None` if it isn't set, and an error if it is no possible value.
fn set<T: FromStr>(
    name: &'static str,
    value: Option<String>,
    expected: &'static str,
    is_possible: impl Fn(&T) -> bool,
) -> Result<Option<T>, ConfigError> {
    let Some(value) = value else { return Ok(None) };
    let meant = value.parse().ok().filter(is_possible);
    meant.map(Some).ok_or(ConfigError::Value { name, value, expected })
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
    fn boards_to_touch_need_an_address_and_a_public_one_that_is_safe() {
        let read = |address: &str, url: &str| read(&[("PARLOR_WEB_ADDR", address), ("PARLOR_PUBLIC_URL", url)]);
        let web = read("127.0.0.1:8081", "https://boards.example.org").unwrap().web.unwrap();
        assert_eq!((web.address.port(), web.public_url.as_str()), (8081, "https://boards.example.org/"));
        for (address, url, told) in [
            ("127.0.0.1:8081", "", "PARLOR_WEB_ADDR is set, but PARLOR_PUBLIC_URL isn't"),
            ("", "https://boards.example.org", "PARLOR_PUBLIC_URL is set, but PARLOR_WEB_ADDR isn't"),
            ("8081", "https://boards.example.org", "PARLOR_WEB_ADDR is “8081”, but it must be an address with a port"),
            ("127.0.0.1:8081", "http://example.org", "PARLOR_PUBLIC_URL is “http://example.org”, but it must be https"),
            ("127.0.0.1:8081", "boards", "PARLOR_PUBLIC_URL is “boards”, but it must be an address like https://"),
        ] {
            let error = read(address, url).unwrap_err().to_string();
            assert!(error.starts_with(told), "{error}");
        }
    }

    #[test]
    fn an_activity_needs_boards_and_the_secret_of_its_application() {
        let all = [
            ("PARLOR_ACTIVITY", "1"),
            ("PARLOR_WEB_ADDR", "127.0.0.1:8081"),
            ("PARLOR_PUBLIC_URL", "https://boards.example.org"),
            ("DISCORD_CLIENT_ID", "1234"),
            ("DISCORD_CLIENT_SECRET", "s3cret"),
        ];
        let config = read(&all).unwrap();
        assert!(!format!("{config:?}").contains("s3cret"));
        assert_eq!(config.web.unwrap().activity.unwrap().app.client_id, "1234");
        for (left_out, told) in [
            (1..3, "PARLOR_ACTIVITY is set, but PARLOR_PUBLIC_URL isn't"),
            (3..4, "PARLOR_ACTIVITY is set, but DISCORD_CLIENT_ID isn't"),
            (4..5, "PARLOR_ACTIVITY is set, but DISCORD_CLIENT_SECRET isn't"),
        ] {
            let some: Vec<_> = (0..5).filter(|it| !left_out.contains(it)).map(|it| all[it]).collect();
            let error = read(&some).unwrap_err().to_string();
            assert!(error.starts_with(told), "{error}");
        }
        assert!(read(&[("PARLOR_ACTIVITY", "yes")]).unwrap_err().to_string().contains("1, or not set"));
        assert!(read(&[all[0], all[1], all[2], ("DISCORD_CLIENT_ID", "Parlor"), all[4]]).is_err());
    }

    #[test]
    fn what_is_not_set_has_a_default_and_nonsense_is_told() {
        let config = read(&[("PARLOR_PREFIX", "")]).unwrap();
        assert_eq!((config.discord.prefix.as_str(), config.database_url.0.as_str()), ("!", "sqlite://parlor.db"));
        let limits = |config: &Config| {
            let MatchLimits { against_engine, of_person, in_channel, in_server } = config.play.matches;
            let ChallengeLimits { a_day, to_one, .. } = config.play.challenges;
            [against_engine, of_person, in_channel, in_server, a_day, to_one, config.commands_per_minute]
        };
        assert_eq!(limits(&config), [20, 300, 500, 5000, 50, 5, 60]);
        assert_eq!((config.discord.requests_per_second, config.http_address), (50, None));
        let config = read(&[
            ("PARLOR_MATCHES_AGAINST_BOT", "1"),
            ("PARLOR_MATCHES_PER_PERSON", "2"),
            ("PARLOR_MATCHES_PER_CHANNEL", "3"),
            ("PARLOR_MATCHES_PER_SERVER", "4"),
            ("PARLOR_CHALLENGES_PER_DAY", "200"),
            ("PARLOR_COMMANDS_PER_MINUTE", "6"),
            ("PARLOR_HTTP_ADDR", "127.0.0.1:9090"),
            ("PARLOR_REQUESTS_PER_SECOND", "20"),
        ]);
        let config = config.unwrap();
        assert_eq!(limits(&config), [1, 2, 3, 4, 200, 20, 6]);
        assert_eq!(config.http_address, Some(SocketAddr::from(([127, 0, 0, 1], 9090))));
        assert_eq!(config.discord.requests_per_second, 20);
        assert!(config.web.is_none());
        let error = read(&[("PARLOR_HTTP_ADDR", "9090")]).unwrap_err().to_string();
        assert!(error.contains("an address with a port"), "{error}");
        assert!(config.engine.has_pauses && !read(&[("PARLOR_ENGINE_PAUSES", "off")]).unwrap().engine.has_pauses);
        assert!(read(&[("PARLOR_ENGINE_PAUSES", "no")]).unwrap_err().to_string().ends_with("but it must be on or off"));
        for nonsense in ["many", "0", "1025"] {
            let error = read(&[("PARLOR_ENGINE_THREADS", nonsense)]).unwrap_err().to_string();
            assert!(error.ends_with(&format!("is “{nonsense}”, but it must be a positive whole number")), "{error}");
        }
    }
}
