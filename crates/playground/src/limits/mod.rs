//! Discord's limits, checked as Discord checks them: everything that is wrong is told at once, by its path.

mod checks;
mod commands;
mod components;
mod embeds;
mod forms;
mod messages;
mod threads;

pub(crate) use commands::{command, commands, full};
pub(crate) use forms::{choices, modal};
pub(crate) use messages::{FILE_BYTES, message};
pub(crate) use threads::thread;

/// The size of a request.
pub(crate) const REQUEST_BYTES: usize = 25 * 1024 * 1024;
