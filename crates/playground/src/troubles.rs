//! Discord's bad days: what may become of a request of REST, and of a connection to the gateway.

use std::fmt;

use std::time::Duration;

use parking_lot::Mutex;
use serde_json::Value;

/// What becomes of a request.
#[derive(Clone, Copy, Debug)]
pub enum Trouble {
    /// It is answered.
    None,
    /// It is answered some time later.
    Late(Duration),
    /// A limit of its own lets it wait so long, and nothing is done.
    TooSoon(Duration),
    /// It fails with a status, and nothing is done.
    Failed(u16),
    /// It fails with a status and an error code of Discord's, and nothing is done.
    Coded(u16, i64),
    /// What it asks is done, and it fails all the same.
    Denied(u16),
    /// It fails with a status, and some time later what it asks is done.
    Belated(u16, Duration),
    /// It is never answered, and nothing is done.
    Unanswered,
    /// What it asks is done, and it is never answered.
    Untold,
    /// The connection breaks, and nothing is done.
    Lost,
    /// What it asks is done, and the connection breaks before the answer.
    Cut,
    /// It is answered, with another answer.
    Changed(fn(&mut Value)),
}

impl Trouble {
    /// Whether the bot learns nothing of what it asked.
    pub(crate) fn is_failure(self) -> bool {
        !matches!(self, Self::None | Self::Late(_) | Self::Changed(_))
    }
}

/// What becomes of the connections to the gateway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hitch {
    /// They break without a word.
    Break,
    /// The bot is asked to connect anew (op 7).
    Reconnect,
    /// Their sessions are invalid (op 9): they may be resumed, or not.
    Invalid {
        /// Whether they may be resumed.
        resumable: bool,
    },
    /// They are closed with a code.
    Close(u16),
}

type Rule = Box<dyn Fn(&str, &str) -> Trouble + Send>;

/// What becomes of requests, by their method and path.
pub(crate) struct Troubles(Mutex<Rule>);

impl Default for Troubles {
    fn default() -> Self {
        Self(Mutex::new(Box::new(|_, _| Trouble::None)))
    }
}

impl fmt::Debug for Troubles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Troubles")
    }
}

impl Troubles {
    /// Another rule from now on.
    pub(crate) fn set(&self, rule: impl Fn(&str, &str) -> Trouble + Send + 'static) {
        *self.0.lock() = Box::new(rule);
    }

    /// What becomes of a request.
    pub(crate) fn of(&self, method: &str, path: &str) -> Trouble {
        self.0.lock()(method, path)
    }
}
