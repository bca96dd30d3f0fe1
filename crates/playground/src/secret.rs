//! Secrets of one start.

use axum::http::{HeaderMap, header};

use super::ids::BOT_IN_TOKENS;

/// Something nobody can guess.
pub(crate) fn random() -> String {
    format!("{:032x}{:032x}", rand::random::<u128>(), rand::random::<u128>())
}

/// A token in the form of Discord's: the bot's id, then what nobody can guess.
pub(crate) fn token() -> String {
    format!("{BOT_IN_TOKENS}.playgr.{}", random())
}

/// What people need to play: it is in the address that is printed, and then in a cookie.
#[derive(Debug)]
pub(crate) struct Key {
    secret: String,
    cookie: String,
}

impl Key {
    /// A new one; the cookie is named by the port, as cookies are shared by all ports of a machine.
    pub(crate) fn new(port: u16) -> Self {
        Self { secret: random(), cookie: format!("playground-{port}") }
    }

    /// It as a text.
    pub(crate) fn secret(&self) -> &str {
        &self.secret
    }

    /// Whether headers carry it, as a cookie or as a bearer's token.
    pub(crate) fn opens(&self, headers: &HeaderMap) -> bool {
        let bearer = headers.get(header::AUTHORIZATION).and_then(|it| it.to_str().ok());
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|it| it.to_str().ok());
        let mut pairs = cookies.flat_map(|it| it.split(';')).filter_map(|it| it.trim().split_once('='));
        bearer.and_then(|it| it.strip_prefix("Bearer ")) == Some(self.secret.as_str())
            || pairs.any(|(name, value)| name == self.cookie && value == self.secret)
    }

    /// The cookie that carries it.
    pub(crate) fn as_cookie(&self) -> String {
        format!("{}={}; Path=/; HttpOnly; SameSite=Strict", self.cookie, self.secret)
    }
}
