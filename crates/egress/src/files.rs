//! Files that people attach to messages: fetched from where Discord keeps them and from nowhere else, and only as much as is
//! wanted.

use std::time::Duration;

use axum::http::StatusCode;
use reqwest::Url;

use super::sender::root_cause;
use super::{DISCORD, EgressOptions};

/// Where Discord keeps files.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];

/// As what a file counts in the metrics.
const ROUTE: &str = "attachment";

/// Why a file is not fetched.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum FetchError {
    #[error("the file isn't where Discord keeps files")]
    Elsewhere,
    #[error("the file is larger than it may be")]
    TooLarge,
    /// A link to a file is good for a day.
    #[error("the file isn't there anymore")]
    Gone,
    #[error("the file could not be fetched: {0}")]
    Failed(String),
}

/// The way to files; clones share their connections.
#[derive(Clone, Debug)]
pub struct Files {
    http: reqwest::Client,
    /// The host of the REST API, if it isn't Discord's own.
    instead: Option<String>,
    /// How long a file may take as a whole.
    within: Duration,
}

impl Files {
    /// A way by a client that follows no redirects.
    pub(super) fn new(http: reqwest::Client, options: &EgressOptions) -> Self {
        let base = Url::parse(&options.base).ok().filter(|_| options.base != DISCORD);
        Self { http, instead: base.and_then(|it| it.host_str().map(str::to_owned)), within: options.answer }
    }

    /// A file of at most so many bytes.
    pub async fn fetch(&self, url: &str, most: usize) -> Result<Vec<u8>, FetchError> {
        let url = Url::parse(url).ok().filter(|it| self.is_kept_there(it)).ok_or(FetchError::Elsewhere)?;
        let fetched = tokio::time::timeout(self.within, self.read(url, most)).await;
        let fetched = fetched.unwrap_or_else(|_| Err((504, FetchError::Failed("it took too long".to_owned()))));
        metrics::discord(ROUTE, fetched.as_ref().map_or_else(|it| it.0, |_| 200));
        fetched.map_err(|it| it.1)
    }

    /// Whether an address is one of Discord's for files, or one of what stands in Discord's place.
    fn is_kept_there(&self, url: &Url) -> bool {
        let host = url.host_str();
        match &self.instead {
            Some(instead) => host == Some(instead),
            None => url.scheme() == "https" && host.is_some_and(|it| HOSTS.contains(&it)),
        }
    }

    /// The file; or the status and what it means. More than was wanted is not even read.
    async fn read(&self, url: Url, most: usize) -> Result<Vec<u8>, (u16, FetchError)> {
        let lost = |error: reqwest::Error| (503, FetchError::Failed(root_cause(&error)));
        let mut answer = self.http.get(url).send().await.map_err(lost)?;
        let status = answer.status();
        match status {
            StatusCode::OK => {}
            StatusCode::FORBIDDEN | StatusCode::NOT_FOUND | StatusCode::GONE => {
                return Err((status.as_u16(), FetchError::Gone));
            }
            other => return Err((other.as_u16(), FetchError::Failed(format!("it answered {other}")))),
        }
        let mut read = Vec::new();
        while let Some(part) = answer.chunk().await.map_err(lost)? {
            if read.len() + part.len() > most {
                return Err((status.as_u16(), FetchError::TooLarge));
            }
            read.extend_from_slice(&part);
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(base: &str) -> Files {
        let options = EgressOptions {
            base: base.to_owned(),
            connect: Duration::ZERO,
            answer: Duration::ZERO,
            whole: Duration::ZERO,
            per_second: 1,
        };
        Files::new(reqwest::Client::new(), &options)
    }

    #[test]
    fn files_are_fetched_from_where_discord_keeps_them() {
        let is_fetched = |files: &Files, url: &str| files.is_kept_there(&Url::parse(url).unwrap());
        let discord = files(DISCORD);
        assert!(is_fetched(&discord, "https://cdn.discordapp.com/attachments/1/2/a.pgn?ex=1&is=2&hm=3"));
        assert!(is_fetched(&discord, "https://media.discordapp.net/attachments/1/2/a.pgn"));
        for elsewhere in [
            "http://cdn.discordapp.com/attachments/1/2/a.pgn",
            "https://cdn.discordapp.com.example.org/a.pgn",
            "https://cdn.discordapp.com@example.org/a.pgn",
            "https://discord.com/a.pgn",
            "http://127.0.0.1:8080/attachments/1/2/a.pgn",
            "file:///etc/passwd",
        ] {
            assert!(!is_fetched(&discord, elsewhere), "{elsewhere}");
        }
        let local = files("http://127.0.0.1:8080");
        assert!(is_fetched(&local, "http://127.0.0.1:8080/attachments/1/2/a.pgn"));
        assert!(!is_fetched(&local, "https://cdn.discordapp.com/attachments/1/2/a.pgn"));
    }
}
