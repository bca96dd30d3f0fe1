//! How a playground is set up.

use std::net::SocketAddr;
use std::time::Duration;

use crate::activities::ActivitySettings;
use crate::rates::Rates;
use crate::{nonces, thread, world};

/// How often the bot shall knock, unless told otherwise.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// How a playground is set up.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where it listens; port 0 takes any free one.
    pub addr: SocketAddr,
    /// Whether the privileged intent MESSAGE CONTENT is switched on for the app.
    pub message_content: bool,
    /// How long a nonce is remembered.
    pub nonce_life: Duration,
    /// How often a bot shall send heartbeats; one that misses two is cut off.
    pub heartbeat: Duration,
    /// For how long it counts that a channel was renamed.
    pub rename_window: Duration,
    /// How long a minute is of those after which a thread at rest is archived.
    pub rest_minute: Duration,
    /// How many requests of the bot are answered in which time.
    pub rates: Rates,
    /// The Activities of the bot's application, if it has any.
    pub activity: Option<ActivitySettings>,
    /// How many messages of a channel are kept: the oldest go first.
    pub messages_per_channel: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            addr: SocketAddr::from(([127, 0, 0, 1], 0)),
            message_content: true,
            nonce_life: nonces::LIFE,
            heartbeat: HEARTBEAT,
            rename_window: thread::RENAME_WINDOW,
            rest_minute: thread::MINUTE,
            rates: Rates::default(),
            activity: None,
            messages_per_channel: world::MESSAGES_PER_CHANNEL,
        }
    }
}
