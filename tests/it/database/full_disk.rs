//! A database that can't be written to for a while, because the disk is full or fails, the file is gone, or another program
//! has locked it: the bot says so, and goes on by itself once it can.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use playground::{Playground, Settings};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqliteConnection};
use tempfile::TempDir;

use crate::support::looking::{board_of, says};
use crate::support::stage::{TestBot, free_address};
use crate::support::{DEADLINE, Person};

/// A bot whose database is in a folder of the story's choice.
struct Bot {
    playground: Playground,
    process: Child,
    address: String,
    file: PathBuf,
    log: PathBuf,
    /// Where it runs and logs.
    _home: TempDir,
}

impl Bot {
    /// Starts it. Without the signal that usually ends a program then, what is written beyond a limit fails.
    async fn start(folder: &Path) -> Self {
        let (playground, home) = (Playground::start(Settings::default()).await.unwrap(), tempfile::tempdir().unwrap());
        let (address, file, log) = (free_address(), folder.join("bot.db"), home.path().join("bot.log"));
        let process = Command::new("env")
            .args(["--ignore-signal=XFSZ", env!("CARGO_BIN_EXE_parlor")])
            .env("DISCORD_TOKEN", playground.token())
            .env("DISCORD_API_BASE", playground.url())
            .env("DATABASE_URL", format!("sqlite://{}", file.display()))
            .env("PARLOR_ENGINE_THREADS", "1")
            .env("PARLOR_ENGINE_PAUSES", "off")
            .env("PARLOR_HTTP_ADDR", &address)
            .env_remove("RUST_LOG")
            .current_dir(home.path())
            .stderr(Stdio::from(File::create(&log).unwrap()))
            .spawn()
            .unwrap();
        Self { playground, process, address, file, log, _home: home }
    }

    async fn is_ready(&self) -> Option<bool> {
        let answer = reqwest::get(format!("http://{}/readyz", self.address)).await.ok()?;
        Some(answer.status() == 200)
    }

    async fn until(&self, what: &str, holds: impl AsyncFn() -> bool) {
        let begun = Instant::now();
        while !holds().await {
            assert!(begun.elapsed() < 2 * DEADLINE, "{what}: never; the bot says:\n{}", self.log());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    async fn until_ready(&self, ready: bool) {
        self.until(&format!("ready: {ready}"), async || self.is_ready().await == Some(ready)).await;
    }

    fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Ann begins a match; the board.
    async fn begin(&self) -> Person {
        self.until_ready(true).await;
        let ann = Person::of(&self.playground, "Ann");
        ann.say("!play loa 1 black casual").await;
        ann.wait_for("the board", board_of("loa", 1, 0)).await;
        ann
    }

    /// Reads the database without an end, so that whatever is written needs more room.
    async fn keep_reading(&self) -> SqliteConnection {
        let options = SqliteConnectOptions::new().filename(&self.file);
        let mut reader = SqliteConnection::connect_with(&options).await.unwrap();
        sqlx::query("BEGIN").execute(&mut reader).await.unwrap();
        sqlx::query("SELECT id FROM matches").fetch_all(&mut reader).await.unwrap();
        reader
    }

    /// Nothing can be written: the bot says so, and plays the move once it can.
    async fn goes_on_after(&self, ann: &Person, fail: impl FnOnce(), mend: impl FnOnce()) {
        fail();
        self.until_ready(false).await;
        ann.say("!move d1-b3").await;
        let is_told = async || ann.messages().await.iter().any(says("I can't tell whether I've done what you asked"));
        self.until("somebody is told", is_told).await;
        // Some more signs of life.
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert_eq!(self.is_ready().await, Some(false));
        mend();
        self.until_ready(true).await;
        ann.say("!move d1-b3").await;
        ann.wait_for("the round", board_of("loa", 1, 2)).await;
        assert!(!self.log().contains("non-zero transaction depth"), "{}", self.log());
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        self.playground.stop();
    }
}

/// A small file system in memory.
struct SmallDisk(TempDir);

impl SmallDisk {
    /// `None` where nothing can be mounted.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=4M", "none"]).arg(folder.path()).output();
        mount.is_ok_and(|it| it.status.success()).then_some(Self(folder))
    }

    fn filler(&self) -> PathBuf {
        self.0.path().join("filler")
    }

    fn fill(&self) {
        let mut filler = File::create(self.filler()).unwrap();
        while filler.write_all(&[1; 4096]).is_ok() {}
    }

    fn free(&self) {
        fs::remove_file(self.filler()).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").args(["--lazy"]).arg(self.0.path()).status();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_full_disk_the_bot_goes_on_by_itself() {
    let Some(disk) = SmallDisk::mount() else {
        eprintln!("left out, as nothing can be mounted here: the unit test of the store covers a full disk");
        return;
    };
    disk.fill();
    let bot = Bot::start(disk.0.path()).await;
    bot.until("it waits", async || bot.log().contains("waiting for the database")).await;
    assert_eq!(bot.is_ready().await, Some(false));
    disk.free();
    let ann = bot.begin().await;
    let reader = bot.keep_reading().await;
    bot.goes_on_after(&ann, || disk.fill(), || disk.free()).await;
    reader.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn after_failed_writes_the_bot_goes_on_by_itself() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path()).await;
    let ann = bot.begin().await;
    let reader = bot.keep_reading().await;
    // The limit is that of each file's size.
    let limit = |limit: &str| {
        let (id, limit) = (bot.process.id().to_string(), format!("--fsize={limit}:"));
        assert!(Command::new("prlimit").args(["--pid", &id, &limit]).status().unwrap().success());
    };
    let size = fs::metadata(folder.path().join("bot.db-wal")).unwrap().len();
    bot.goes_on_after(&ann, || limit(&size.to_string()), || limit("unlimited")).await;
    reader.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_accepted_into_a_file_that_is_gone() {
    let folder = tempfile::tempdir().unwrap();
    let bot = Bot::start(folder.path()).await;
    let ann = bot.begin().await;
    let (file, elsewhere) = (folder.path().join("bot.db"), folder.path().join("elsewhere.db"));
    let back = || {
        assert!(!file.exists(), "no empty one is in its place");
        fs::rename(&elsewhere, &file).unwrap();
    };
    bot.goes_on_after(&ann, || fs::rename(&file, &elsewhere).unwrap(), back).await;
}

/// SQLite commits a write outside of a transaction once its last row has been read, and `fetch_optional` never asks for that.
#[test]
fn every_write_is_read_to_its_end() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/store/src/sql");
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let code = fs::read_to_string(&path).unwrap();
        for cut_short in ["fetch_optional", "fetch_one"]
            .map(|it| ["(&self.writer)", "(&mut *connection)"].map(|on| format!("{it}{on}")))
        {
            assert!(cut_short.iter().all(|it| !code.contains(it.as_str())), "{}: {cut_short:?}", path.display());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_starts_while_its_database_is_locked_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}/bot.db", folder.path().display());
    let options = SqliteConnectOptions::new().filename(folder.path().join("bot.db")).create_if_missing(true);
    let mut other = SqliteConnection::connect_with(&options).await.unwrap();
    sqlx::query("BEGIN EXCLUSIVE").execute(&mut other).await.unwrap();
    let address = free_address();
    let unlocked = async {
        tokio::time::sleep(Duration::from_secs(7)).await;
        let ready = reqwest::get(format!("http://{address}/readyz")).await.unwrap();
        assert_eq!(ready.status(), 503);
        other.close().await.unwrap();
    };
    let started = TestBot::start_set_on(url, "PARLOR_HTTP_ADDR", &address);
    let (stage, ()) = tokio::join!(started, unlocked);
    let log = stage.log();
    assert!(log.contains("waiting for the database") && log.contains("another program is using it"), "{log}");
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    stage.finish().await;
}
