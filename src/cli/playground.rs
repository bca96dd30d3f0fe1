//! `parlor playground`: a local Discord and the real bot in one process.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use anyhow::Context as _;

use super::print;
use crate::app;
use crate::config::{ActivityConfig, Config, DiscordConfig, WebConfig};
use discord::{ActivityOptions, Secret};
use playground::{ActivitySettings, Playground, Settings};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// The port of the web page
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// Open boards as an Activity, inside the page, as where an application on Discord has one
    #[arg(long)]
    activity: bool,
    /// The database for the matches
    #[arg(long, value_name = "URL", default_value = "sqlite://playground.db")]
    db: String,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut config = Config::read()?;
    config.database_url = Secret(arguments.db.clone());
    app::log();
    let runtime = super::runtime()?;
    runtime.block_on(async {
        let addr = SocketAddr::from(([127, 0, 0, 1], arguments.port));
        let mut boards = boards_beside(arguments.port)?;
        let app = arguments.activity.then(|| ActivitySettings::at(boards.public_url.as_str()));
        let started = Playground::start(Settings { addr, activity: app.clone(), ..Settings::default() }).await;
        let playground = started
            .with_context(|| format!("The playground can't use port {}. Choose another with --port", arguments.port))?;
        print(format_args!("The playground is at {} (press Ctrl+C to stop it)", playground.page_url()))?;
        boards.activity = app.map(|it| activity_of(&playground, it));
        config.web = Some(boards);
        config.discord = DiscordConfig { api_base: Some(playground.url()), shards: None, ..config.discord };
        let options = config.discord.connect_options(Secret(playground.token().to_owned()));
        let served = app::serve(&config, options, app::Role::Bot, app::interrupted()).await;
        playground.stop();
        served
    })
}

/// Boards to touch at the port after the playground's, or at any that is free.
fn boards_beside(port: u16) -> anyhow::Result<WebConfig> {
    let bind = |port| std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let free = port.checked_add(1).ok_or(io::ErrorKind::AddrInUse.into()).and_then(bind).or_else(|_| bind(0))?;
    let address = free.local_addr()?;
    Ok(WebConfig { address, public_url: web::read_public_url(&format!("http://{address}"))?, activity: None })
}

/// The Activity of the playground's application.
fn activity_of(playground: &Playground, settings: ActivitySettings) -> ActivityConfig {
    let app = ActivityOptions { client_id: playground::ids::BOT.to_string(), secret: Secret(settings.secret) };
    ActivityConfig { app, playground: Some(playground.url()) }
}
