//! A bot as a process of its own: this program, started once more.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::Context as _;
use playground::Playground;

/// Against what a bot runs, and where.
pub(crate) struct BotSettings<'a> {
    pub discord: &'a Playground,
    /// Where it finds Discord's REST: the playground itself, or what stands before it.
    pub api_base: &'a str,
    pub database_url: &'a str,
    pub folder: &'a Path,
    /// The file in that folder to which it logs.
    pub log: &'a str,
    /// What else it finds in its environment.
    pub environment: &'a [(&'a str, &'a str)],
}

/// A bot that runs; with this it is gone.
pub(crate) struct BotProcess(Child);

impl BotProcess {
    pub fn start(settings: &BotSettings<'_>) -> anyhow::Result<Self> {
        let log = settings.folder.join(settings.log);
        let log = File::create(&log).with_context(|| format!("{} can't be written", log.display()))?;
        let program = std::env::current_exe().context("This program doesn't know where it is")?;
        let process = Command::new(program)
            .arg("run")
            .env("DISCORD_TOKEN", settings.discord.token())
            .env("DISCORD_API_BASE", settings.api_base)
            .env("DATABASE_URL", settings.database_url)
            // The people here are faster than Discord would let a bot answer them.
            .env("PARLOR_REQUESTS_PER_SECOND", u16::MAX.to_string())
            .env("PARLOR_COMMANDS_PER_MINUTE", "1000000")
            .env("PARLOR_MATCHES_AGAINST_BOT", "10000")
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

    /// The number by which the system knows it.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    pub fn is_running(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }

    pub fn kill(&mut self) {
        // One that has ended already is what is wanted.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for BotProcess {
    fn drop(&mut self) {
        self.kill();
    }
}
