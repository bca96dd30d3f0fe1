//! `parlor doctor`: what is wrong, and what to do about it.

use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::Path;
use std::thread;
use std::time::Duration;

use anyhow::bail;
use jiff::SignedDuration;

use super::print;
use crate::app;
use crate::config::{Config, EngineConfig, WebConfig};
use discord::{self, ConnectOptions, Finding, Patience, Severity};
use store::{self, Condition};

/// With less free space than this, somebody should look at the disk; with less than that, the database may soon be unable to
/// write.
const LITTLE_SPACE: u64 = 1 << 30;
const NO_SPACE: u64 = 64 << 20;

/// How long to wait for an answer when only its coming matters.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10);

pub(super) fn run() -> anyhow::Result<()> {
    let config = Config::read()?;
    let runtime = super::runtime()?;
    let url = &config.database_url.0;
    let folder = store::folder_of(url);
    let mut findings = runtime.block_on(examine_database(url));
    findings.extend([examine_disk(folder.as_deref().unwrap_or(Path::new("."))), examine_engine(&config.engine)]);
    findings.push(examine_boards(config.web.as_ref()));
    findings.extend(runtime.block_on(examine_discord(&config)));
    for Finding { subject, severity, words } in &findings {
        let mark = match severity {
            Severity::Good => "ok",
            Severity::Advice => "note",
            Severity::Wrong => "FIX",
        };
        print(format_args!("{mark:<5} {subject:<12} {words}"))?;
    }
    match findings.iter().filter(|it| it.severity == Severity::Wrong).count() {
        0 => print("The bot can run."),
        1 => bail!("There's something to fix."),
        wrong => bail!("There are {wrong} things to fix."),
    }
}

async fn examine_discord(config: &Config) -> Vec<Finding> {
    let Some(token) = config.discord.token.clone() else {
        return vec![Finding::wrong(
            "token",
            "there's no DISCORD_TOKEN; copy your bot's token from https://discord.com/developers/applications into .env",
        )];
    };
    let patience = Patience { connect: ANSWER_TIMEOUT, request: ANSWER_TIMEOUT, ..Patience::default() };
    let options = ConnectOptions { patience, ..config.discord.connect_options(token) };
    discord::examine(&options, app::now).await
}

async fn examine_database(url: &str) -> Vec<Finding> {
    let (subject, shown) = ("database", store::without_secret(url));
    let finding = match store::examine(url).await {
        Ok(Condition::Good { set_aside, cards_given_up, time }) => {
            let ahead = time.duration_since(app::now());
            let mut findings = vec![examine_rows(&shown, &set_aside), examine_time(ahead)];
            findings.extend(examine_cards(&cards_given_up));
            return findings;
        }
        Ok(Condition::Missing(file)) => match file.parent().is_some_and(|it| it == Path::new("") || it.is_dir()) {
            true => Finding::good(subject, format!("{shown} doesn't exist yet; the bot creates it when it starts")),
            false => Finding::wrong(subject, format!("create the folder of {shown}; it doesn't exist")),
        },
        Ok(Condition::Unfit(error)) => Finding::wrong(subject, format!("{shown}: {error}")),
        Ok(Condition::ReadOnly(why)) => {
            Finding::wrong(subject, format!("{shown} can't be written to ({why}); give the bot's user the right to"))
        }
        Err(error) => Finding::wrong(subject, error.to_string()),
    };
    vec![finding]
}

/// What is said of a database with which the bot can work.
fn examine_rows(shown: &str, set_aside: &[String]) -> Finding {
    if set_aside.is_empty() {
        return Finding::good("database", format!("{shown} opens, is up to date, and can be written to"));
    }
    Finding::advice(
        "database",
        format!(
            "{shown} is fine, but these matches are set aside after failures: {}; `parlor db check` names broken ones, \
             the others go on as soon as somebody acts",
            set_aside.join(" ")
        ),
    )
}

/// What is said of closed challenges that still look open.
fn examine_cards(given_up: &[String]) -> Option<Finding> {
    let words = || {
        let links: Vec<String> = given_up.iter().map(|it| format!("https://discord.com/channels/{it}")).collect();
        format!(
            "these challenges are closed, but their buttons could not be removed, and are refused when they are pressed; \
             delete the messages if they confuse people: {}",
            links.join(" ")
        )
    };
    (!given_up.is_empty()).then(|| Finding::advice("database", words()))
}

/// Whether the database's clock, by which all matches go, agrees with this machine's.
fn examine_time(ahead: SignedDuration) -> Finding {
    match discord::wrong_by(ahead) {
        None => Finding::good("database", "its clock agrees with this machine's"),
        Some(wrong) => Finding::wrong(
            "database",
            format!("its clock is {wrong} this machine's; set both by NTP, or players are told wrong times"),
        ),
    }
}

/// Whether there is enough space.
fn examine_disk(folder: &Path) -> Finding {
    let (subject, place) = ("disk", folder.display());
    let free = match fs4::available_space(folder) {
        Ok(free) => free,
        Err(error) => return Finding::wrong(subject, format!("the folder {place} can't be looked at: {error}")),
    };
    let words = format!("{:.1} GiB free in {place}", free as f64 / f64::from(1 << 30));
    match free {
        0..NO_SPACE => Finding::wrong(subject, format!("{words}; make room")),
        NO_SPACE..LITTLE_SPACE => Finding::advice(subject, words),
        _ => Finding::good(subject, words),
    }
}

/// Whether boards can be touched. Whether people reach their address, only a browser outside can tell.
fn examine_boards(web: Option<&WebConfig>) -> Finding {
    let subject = "boards";
    let Some(WebConfig { address, public_url, activity }) = web else {
        return Finding::good(subject, "there are no boards to touch; PARLOR_PUBLIC_URL and PARLOR_WEB_ADDR add them");
    };
    let inside = if activity.is_some() { ", and inside Discord, as an Activity" } else { "" };
    let words = format!("people open boards at {public_url}, which leads to {address}{inside}");
    match TcpListener::bind(address) {
        Err(error) if error.kind() != ErrorKind::AddrInUse => {
            Finding::wrong(subject, format!("{words}, where the bot can't listen: {error}; change PARLOR_WEB_ADDR"))
        }
        Err(_) => Finding::good(subject, format!("{words}, where the bot, or another program, listens already")),
        Ok(_) => Finding::good(subject, words),
    }
}

/// Whether the engine has a core for each of its threads.
fn examine_engine(engine: &EngineConfig) -> Finding {
    let (subject, threads) = ("engine", engine.threads);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let words = format!("{threads} threads on {cores} cores, {} MiB of memory", threads * engine.hash_mb);
    match threads > cores {
        true => Finding::advice(subject, format!("{words}: lower PARLOR_ENGINE_THREADS, or the bot may answer slowly")),
        false => Finding::good(subject, words),
    }
}
