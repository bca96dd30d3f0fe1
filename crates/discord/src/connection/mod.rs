//! The connection to Discord: how it is made, what is heard through it, and how it is kept.

mod activity;
mod command_errors;
mod connect;
mod deduplicated;
mod events;
pub(super) mod examine;
mod framework;
mod options;
mod rest_client;
mod watch;

pub use connect::Connection;
pub use options::{ActivityOptions, ConnectOptions, Patience, Secret, Shards};
pub use rest_client::ConnectError;
pub use watch::Sessions;
