//! Adapter: Discord through serenity and poise. Commands, controls and replies come in, views go out.
//!
//! Nothing is decided here: a handler reads what was asked, calls the [`Host`](crate::play::Host), and shows the
//! result. Pure functions in [`views`] make what people see.

mod ack;
mod announce;
mod ask;
mod bot;
mod chosen_match;
mod commands;
mod components;
mod connect;
mod connect_pace;
mod controls;
mod deduplicated;
mod error_view;
mod errors;
mod examine;
mod fault;
mod forms;
mod game_names;
mod labels;
mod menu;
mod moderators;
mod names;
mod newest;
mod options;
mod permissions;
mod replies;
mod request;
mod rest_client;
mod rows;
mod sessions;
mod snowflake;
mod spelling;
mod spoken_clock;
mod threads;
mod titles;
mod usage;
mod view;
mod views;
mod watch;

pub use announce::ChatAnnouncer;
pub use bot::Bot;
pub use commands::texts as command_texts;
pub use connect::Connection;
/// For `fuzz/`: any `custom_id` must be either understood or rejected as unknown.
pub use controls::respelled as respell_control;
pub use examine::{Finding, Severity, examine, wrong_by};
/// For `fuzz/`: any name must be shown safely.
pub use names::{bare as bare_name, isolated as isolated_name, plain as plain_name};
pub use options::{ConnectOptions, Patience};
/// For `fuzz/`: anything that a person writes after `play` must be either understood or refused.
pub use request::{Request, read as read_request};
pub use rest_client::ConnectError;
pub use sessions::Sessions;

#[cfg(test)]
mod test_positions;
