//! Running it: health, metrics and the log of a bot that serves, and its end when it is told to stop.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use playground::{Playground, Settings, Trouble};

use crate::support::looking::{board_of, ephemeral, says};
use crate::support::output::fails;
use crate::support::stage::{TestBot, free_address};

/// Status and body.
async fn get(address: &str, path: &str) -> (u16, String) {
    let answer = reqwest::get(format!("http://{address}{path}")).await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_names_of_all_opponents_are_asked_for_at_once() {
    let address = free_address();
    let stage = TestBot::start_set("PARLOR_HTTP_ADDR", address.clone()).await;
    let (ann, bob, cid) = (stage.person("Ann"), stage.person("Bob"), stage.person("Cid"));
    for (id, other) in [(1, &bob), (2, &cid)] {
        let last = other.last_id().await;
        ann.say(&format!("!challenge @{} loa black", other.name)).await;
        other.wait_for("the challenge", |it| it.id > last && says("challenges you to")(it)).await;
        other.say("!accept").await;
        ann.wait_for("the board", board_of("loa", id, 0)).await;
    }
    for (number, opponent) in [("1", "Bob"), ("2", "Cid")] {
        let offered = ann.autocomplete("resign", &[("match", number)], "match").await;
        assert!(offered.iter().any(|it| it.name.contains(opponent)), "{offered:?}");
    }
    let calls = async |name: &str| {
        let counted = format!("parlor_database_seconds_count{{call=\"{name}\"}} ");
        let metrics = get(&address, "/metrics").await.1;
        metrics.lines().find_map(|it| it.strip_prefix(&counted)?.parse::<u32>().ok()).unwrap_or(0)
    };
    assert_eq!((calls("player_names").await, calls("player_name").await), (2, 0), "once each time");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_serving_bot_tells_how_it_is_and_what_it_does() {
    let address = free_address();
    let stage = TestBot::start_set("PARLOR_HTTP_ADDR", address.clone()).await;
    let ann = stage.person("Ann");
    stage.until("it is ready", || async { get(&address, "/readyz").await.0 == 200 }).await;
    assert_eq!(get(&address, "/healthz").await, (200, "ok\n".into()));

    ann.slash("play", &[("game", "loa"), ("level", "1"), ("side", "black")]).await;
    let board = ann.wait_for("the board", |it| it.attachments.iter().any(|it| it.filename == "loa-1-0.png")).await;
    ann.say("!move b1-b4").await;
    ann.wait_for("why not", says("so b1 must move exactly")).await;
    ann.reply(&board, "b1-b3").await;
    let next = ann.wait_for("the bot's move", |it| it.attachments.iter().any(|it| it.filename == "loa-1-2.png")).await;
    ann.press(&board, "My View").await;
    ann.say("!board extraordinary").await;
    ann.press(&next, "⋯").await;
    let panel = ann.wait_for("the panel", ephemeral("What else would you like to do")).await;
    ann.press(&panel, "Type a Move").await;
    let form = ann.wait_for_modal().await;
    ann.submit(&form, &[("move", "extraordinary")]).await;

    let has = async |line: &str| get(&address, "/metrics").await.1.lines().any(|it| it == line);
    for line in [
        "parlor_commands_total{command=\"play\",outcome=\"done\"} 1",
        "parlor_commands_total{command=\"move\",outcome=\"refused\"} 1",
        "parlor_commands_total{command=\"reply\",outcome=\"done\"} 1",
        "parlor_commands_total{command=\"control:my-view\",outcome=\"refused\"} 1",
        "parlor_commands_total{command=\"control:type-move\",outcome=\"refused\"} 1",
        "parlor_command_seconds_count{command=\"play\"} 1",
        "parlor_database_seconds_count{call=\"begin_match\"} 1",
        "parlor_engine_answer_seconds_count{game=\"loa\"} 1",
        "parlor_engine_think_seconds_count{game=\"loa\"} 1",
        "parlor_engine_waiting 0",
        "parlor_engine_running 0",
        "parlor_gateway_connected{shard=\"0\"} 1",
        "parlor_due{table=\"matches\"} 0",
        "parlor_due_oldest_seconds{table=\"matches\"} 0",
        "parlor_set_aside{table=\"challenges\"} 0",
    ] {
        stage.until(line, || has(line)).await;
    }

    // One line for each, with who and where, and without a word of what was said.
    let log = stage.log();
    let of_ann = format!("user={}", ann.id);
    for name in ["play", "move", "reply", "control:my-view", "control:type-move"] {
        let lines: Vec<&str> = log.lines().filter(|it| it.contains(&format!("command=\"{name}\""))).collect();
        let [line] = lines[..] else { panic!("{name}: {lines:?}") };
        let whole = ["channel=", "server=", "took_ms=", "outcome=", &of_ann].iter().all(|it| line.contains(it));
        assert!(whole, "{line}");
    }
    assert!(!log.contains("b1-b") && !log.contains("extraordinary"), "{log}");
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_metric_is_explained() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/operating.md")).unwrap();
    let code =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/metrics/src/lib.rs")).unwrap();
    let names: Vec<&str> = code.split('"').filter(|it| it.starts_with("parlor_")).collect();
    assert!(names.len() > 10);
    for name in names {
        assert!(page.contains(&format!("| `{name}")), "docs/operating.md doesn't explain {name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_accepted_is_finished_before_the_end() {
    let address = free_address();
    let mut stage = TestBot::start_set("PARLOR_HTTP_ADDR", address.clone()).await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    stage.until("it is ready", || async { get(&address, "/readyz").await.0 == 200 }).await;
    let slow = |method: &str, path: &str| match method == "POST" && path.ends_with("/messages") {
        true => Trouble::Late(Duration::from_secs(2)),
        false => Trouble::None,
    };
    stage.playground.spoil(slow);
    ann.say("!challenge @Bob loa mso black").await;
    let begun = || async { get(&address, "/metrics").await.1.contains("add_challenge") };
    stage.until("the challenge is in the database", begun).await;

    stage.terminate();
    stage.until("it is ready no longer", || async { get(&address, "/readyz").await.0 == 503 }).await;
    bob.say("!games").await;
    let status = stage.ends().await;
    assert!(status.success(), "{status}");
    let offers = bob.messages().await.iter().filter(|it| it.content.contains("challenges you to")).count();
    assert_eq!(offers, 1, "what was begun has been finished");
    assert!(stage.log().contains("everything that was accepted is done"), "{}", stage.log());
    let answered = bob.messages().await.iter().any(|it| it.author.bot && it.content.contains("any matches going"));
    assert!(!answered, "nothing more is accepted");

    stage.playground.spoil_nothing();
    stage.restart().await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    ann.wait_for("the board", |it| it.attachments.iter().any(|it| it.filename == "loa-1-0.png")).await;
    stage.finish().await;
}

/// A bot with health and metrics, whether or not it can connect.
fn bot(folder: &Path, playground: &Playground, api_base: &str, address: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.current_dir(folder).env("DISCORD_TOKEN", playground.token()).env("DISCORD_API_BASE", api_base);
    command.env("DATABASE_URL", "sqlite://bot.db").env("PARLOR_ENGINE_THREADS", "1").env("PARLOR_HTTP_ADDR", address);
    command.env("PARLOR_ENGINE_PAUSES", "off");
    command.stderr(Stdio::piped());
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_cannot_connect_lives_but_is_not_ready() {
    let (playground, folder) = (Playground::start(Settings::default()).await.unwrap(), tempfile::tempdir().unwrap());
    playground.spoil(|_, _| Trouble::Failed(503));
    let address = free_address();
    let mut running = bot(folder.path(), &playground, &playground.url(), &address).spawn().unwrap();
    let wait_for = async |path: &str, wanted: u16| {
        let begun = Instant::now();
        loop {
            let answer = reqwest::get(format!("http://{address}{path}")).await;
            if let Ok(answer) = answer
                && answer.status().as_u16() == wanted
            {
                return answer.text().await.unwrap();
            }
            assert!(begun.elapsed() < Duration::from_secs(30), "{path} doesn't answer {wanted}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    wait_for("/healthz", 200).await;
    let mut hindrance = wait_for("/readyz", 503).await;
    while hindrance == "the database isn't open yet\n" {
        hindrance = wait_for("/readyz", 503).await;
    }
    assert_eq!(hindrance, "the bot isn't connected to Discord yet\n");
    playground.spoil_nothing();
    wait_for("/readyz", 200).await;

    // Two of them can't have the same address.
    let said = fails(&bot(folder.path(), &playground, &playground.url(), &address).output().unwrap());
    assert!(said.contains(&format!("PARLOR_HTTP_ADDR is {address}, which can't be listened on")), "{said}");
    running.kill().unwrap();
    running.wait().unwrap();
    playground.stop();
}

#[test]
fn every_setting_is_explained() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let is_name = |it: &str| it.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    let is_setting = |it: &&str| it.contains('_') && !it.starts_with('_') && is_name(it);
    let config = read("src/config.rs");
    let mut known: BTreeSet<&str> = config.split('"').filter(is_setting).collect();
    // Read by the library that logs.
    known.insert("RUST_LOG");
    let example = read(".env.example");
    let names = example.lines().filter_map(|it| it.trim_start_matches('#').split_once('=')).map(|it| it.0);
    let explained: BTreeSet<&str> = names.filter(is_setting).collect();
    assert!(known.len() > 5, "{known:?}");
    assert_eq!(explained, known);
}
