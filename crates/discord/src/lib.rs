//! Adapter: Discord through serenity and poise. Commands, controls and replies come in, views go out.
//!
//! Nothing about a match is decided here: a handler reads what was asked, calls the [`Host`](play::Host), and shows the
//! result. Only what Discord alone knows is looked up here: what the bot may do in a place, and who moderates it. Pure
//! functions in [`views`] make what people see.

mod actions;
mod announce;
mod bot;
mod connection;
pub mod controls;
mod effort;
mod errors;
mod names;
mod permissions;
mod recent;
mod request;
mod send_reply;
pub mod snowflake;
mod views;

pub use actions::texts as command_texts;
pub use announce::ChatAnnouncer;
pub use bot::Bot;
pub use connection::examine::{Finding, Severity, examine, wrong_by};
pub use connection::{ActivityOptions, ConnectError, ConnectOptions, Connection, Patience, Secret, Sessions, Shards};
/// For `fuzz/`: any name must be shown safely.
pub use names::{bare as bare_name, isolated as isolated_name, plain as plain_name};
/// For `fuzz/`: anything that a person writes after `play` must be either understood or refused.
pub use request::{Request, read as read_request};
