//! `parlor run`: the bot on Discord; and `parlor worker`, which helps it and hears nothing.

use std::time::Duration;

use anyhow::bail;

use crate::app::{self, Role};
use crate::config::Config;

pub(super) fn run(role: Role) -> anyhow::Result<()> {
    let config = Config::read()?;
    let Some(token) = config.discord.token.clone() else {
        bail!(
            "There's no DISCORD_TOKEN: make an application at https://discord.com/developers/applications, copy its \
             bot's token into .env as DISCORD_TOKEN=…, and start again.\n\
             To try Parlor without Discord, start the playground: cargo run --release -- playground"
        );
    };
    app::log();
    let options = config.discord.connect_options(token);
    let runtime = super::runtime()?;
    let served = runtime.block_on(app::serve(&config, options, role, app::interrupted()));
    // What is still under way is due after the next start; nothing of it may keep the process.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}
