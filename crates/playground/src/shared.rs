//! What all parts of the server share.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64};

use parking_lot::{Mutex, MutexGuard};

use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

use super::nonces::Nonces;
use super::rates::Counters;
use super::requests::Requests;
use super::secret::{self, Key};
use super::settings::Settings;
use super::troubles::{Hitch, Troubles};
use super::world::World;

/// What all parts of the server share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    pub(crate) world: Mutex<World>,
    pub(crate) requests: Mutex<Requests>,
    pub(crate) counters: Mutex<Counters>,
    pub(crate) troubles: Troubles,
    pub(crate) address: SocketAddr,
    /// Asks the server of the Activity.
    pub(crate) http: reqwest::Client,
    pub(crate) token: String,
    pub(crate) key: Key,
    pub(crate) outage: AtomicBool,
    /// Whether heartbeats are heard and not answered.
    pub(crate) deaf: AtomicBool,
    pub(crate) connections: AtomicU64,
    pub(crate) hitches: broadcast::Sender<Hitch>,
    pub(crate) stop: CancellationToken,
}

impl Shared {
    /// Of a server that listens there, and in which nothing has happened.
    pub(crate) fn new(settings: Settings, address: SocketAddr) -> Self {
        let nonces = Nonces::new(settings.nonce_life);
        let mut world = World::new(settings.message_content, format!("http://{address}"), nonces);
        world.rename_window = settings.rename_window;
        world.rest_minute = settings.rest_minute;
        world.messages_per_channel = settings.messages_per_channel;
        Self {
            world: Mutex::new(world),
            counters: Mutex::new(Counters::new(settings.rates)),
            troubles: Troubles::default(),
            settings,
            requests: Mutex::default(),
            address,
            http: reqwest::Client::new(),
            token: secret::token(),
            key: Key::new(address.port()),
            outage: AtomicBool::new(false),
            deaf: AtomicBool::new(false),
            connections: AtomicU64::new(0),
            hitches: broadcast::channel(8).0,
            stop: CancellationToken::new(),
        }
    }

    /// The world, for a moment.
    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock()
    }

    /// The requests, for a moment.
    pub(crate) fn requests(&self) -> MutexGuard<'_, Requests> {
        self.requests.lock()
    }

    /// The limits, for a moment.
    pub(crate) fn counters(&self) -> MutexGuard<'_, Counters> {
        self.counters.lock()
    }

    /// Where the gateway is.
    pub(crate) fn gateway_url(&self) -> String {
        format!("ws://{}/gateway", self.address)
    }
}
