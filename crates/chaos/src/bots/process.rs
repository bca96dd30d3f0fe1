//! A bot as a separate process: this program, started once more.

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::Context as _;
use playground::Playground;

/// The settings of such a bot.
pub(crate) struct BotSettings<'a> {
    /// The command of this program that it runs.
    pub command: &'a str,
    pub discord: &'a Playground,
    /// Discord's REST API: the playground itself, or a proxy before it.
    pub api_base: &'a str,
    pub database_url: &'a str,
    pub folder: &'a Path,
    /// The name of its log file in that folder.
    pub log: &'a str,
    /// Further environment variables.
    pub environment: &'a [(&'a str, &'a str)],
    /// The only cores that it may use, as numbers of the system (`taskset`, on Linux); any if `None`.
    pub cores: Option<Range<usize>>,
}

impl BotSettings<'_> {
    /// What starts this program once more, on those cores.
    fn program(&self) -> anyhow::Result<Command> {
        let program = std::env::current_exe().context("This program doesn't know where it is")?;
        let Some(cores) = &self.cores else { return Ok(Command::new(program)) };
        let list: Vec<String> = cores.clone().map(|it| it.to_string()).collect();
        let mut confined = Command::new("taskset");
        confined.arg("--cpu-list").arg(list.join(",")).arg(program);
        Ok(confined)
    }
}

/// A running bot; dropping this ends it.
pub(crate) struct BotProcess(Child);

impl BotProcess {
    /// Starts a bot, which writes its log to a new file; an error if either can't be done. It may take a while until
    /// the bot is ready.
    pub fn start(settings: &BotSettings<'_>) -> anyhow::Result<Self> {
        let log = settings.folder.join(settings.log);
        let log = File::create(&log).with_context(|| format!("{} can't be written", log.display()))?;
        let process = settings
            .program()?
            .arg(settings.command)
            .env("DISCORD_TOKEN", settings.discord.token())
            .env("DISCORD_API_BASE", settings.api_base)
            .env("DATABASE_URL", settings.database_url)
            // The people here ask faster than Discord would let a bot answer.
            .env("PARLOR_REQUESTS_PER_SECOND", u16::MAX.to_string())
            .env("PARLOR_COMMANDS_PER_MINUTE", "1000000")
            .env("PARLOR_MATCHES_AGAINST_BOT", "10000")
            .env("PARLOR_MATCHES_PER_PERSON", "10000")
            .env("PARLOR_MATCHES_PER_CHANNEL", "10000")
            .env("PARLOR_MATCHES_PER_SERVER", "10000")
            .env("PARLOR_CHALLENGES_PER_DAY", "1000000")
            .env_remove("PARLOR_HTTP_ADDR")
            .env_remove("PARLOR_SHARDS")
            .env("NO_COLOR", "1")
            .envs(settings.environment.iter().copied())
            .current_dir(settings.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::from(log))
            .spawn()
            .context("A bot can't be started")?;
        Ok(Self(process))
    }

    /// The id of its process.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Whether the process has not ended yet.
    pub fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }

    /// Ends the process at once, and waits until it has ended.
    pub fn kill(&mut self) {
        // It may have ended already, which is fine.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        self.kill();
    }
}
