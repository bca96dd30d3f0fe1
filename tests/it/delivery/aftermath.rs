//! What stays after a fault: an answer that Discord failed to take, a board that it lets nobody edit, and a backup that was
//! restored while Discord still remembers what came after it.

use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use playground::Trouble;

use crate::support::looking::{board_of, ephemeral, says};
use crate::support::postgres::Postgres;
use crate::support::stage::TestBot;

/// Lets every answer to an interaction fail that often with Discord's error.
fn fail_answers(stage: &TestBot, times: u32) {
    let failed = AtomicU32::new(0);
    stage.playground.spoil(move |method, path| {
        let is_answer = path.contains("/webhooks/") && matches!(method, "POST" | "PATCH");
        match is_answer && failed.fetch_add(1, Ordering::SeqCst) < times {
            true => Trouble::Failed(500),
            false => Trouble::None,
        }
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_promised_answer_is_given_although_discord_fails_to_take_it_at_first() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    fail_answers(&stage, 2);
    ann.slash("move", &[("move", "d1-b3")]).await;
    ann.wait_for("the answer", ephemeral("You played **d1-b3**")).await;
    let board = bob.wait_for("the board", board_of("loa", 1, 1)).await;

    fail_answers(&stage, 1);
    bob.press(&board, "My View").await;
    let view = bob.wait_for("the view", |it| it.ephemeral && !it.attachments.is_empty()).await;
    assert_eq!(view.attachments.len(), 1);

    fail_answers(&stage, 1);
    bob.slash("profile", &[]).await;
    bob.wait_for("the public answer", |it| !it.ephemeral && it.interaction.is_some() && !it.embeds.is_empty()).await;

    fail_answers(&stage, 1);
    bob.press(&board, "⋯").await;
    let panel = bob.wait_for("the panel", ephemeral("What else would you like to do")).await;
    bob.press(&panel, "Type a Move").await;
    let form = bob.wait_for_modal().await;
    bob.submit(&form, &[("move", "h5-g4")]).await;
    bob.wait_for("the next board", board_of("loa", 1, 2)).await;
    for person in [&ann, &bob] {
        let is_answered = || async { person.messages().await.iter().all(|it| it.state == "sent") };
        stage.until("nobody waits for an answer", is_answered).await;
    }
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_done_by_a_process_that_could_not_answer_is_answered_by_another() {
    let postgres = Postgres::create().await;
    let mut stage = TestBot::start_on(postgres.url.clone()).await;
    stage.start_another().await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    // A process that is held while it writes would keep the other from writing.
    let busy = "SELECT COUNT(*) FROM matches WHERE lease_until > 0";
    stage.until("nothing is done in the match", || async { postgres.count(busy).await == 0 }).await;
    stage.hold_newest();
    fail_answers(&stage, u32::MAX);
    ann.slash("move", &[("move", "d1-b3")]).await;
    // Whoever answers after more than three seconds is refused, so nothing else is waited for.
    let played = "SELECT COUNT(*) FROM moves WHERE text = 'd1-b3'";
    stage.until("the move is played", || async { postgres.count(played).await == 1 }).await;
    // The process and its claim are lost in a power cut.
    stage.kill_first().await;
    let pool = sqlx::PgPool::connect(&postgres.url).await.unwrap();
    sqlx::query("DELETE FROM events").execute(&pool).await.unwrap();
    pool.close().await;
    stage.playground.spoil_nothing();
    stage.release();
    ann.wait_for("the answer", ephemeral("That's done already")).await;
    assert_eq!(postgres.count(played).await, 1, "once");
    stage.finish_allowing(&[400]).await;
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_can_be_edited_no_longer_is_posted_anew_at_once() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    ann.slash("play", &[("game", "loa"), ("level", "1"), ("side", "black")]).await;
    let board = ann.wait_for("the board", board_of("loa", 1, 0)).await;
    stage.playground.spoil(|method, path| match method == "PATCH" && path.contains("/channels/") {
        true => Trouble::Coded(429, 30046),
        false => Trouble::None,
    });
    let asked = Instant::now();
    ann.slash("move", &[("move", "d1-b3")]).await;
    let next = ann.wait_for("the round", board_of("loa", 1, 2)).await;
    assert!(next.id != board.id && asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
    let tries = |it: &playground::Recorded| it.method == "PATCH" && it.path.ends_with(&board.id);
    let tries = stage.playground.requests().iter().filter(|it| tries(it)).count();
    assert!(tries <= 2, "to show the round, and to take the controls: {tries}");
    stage.playground.spoil_nothing();
    // The refusal may be noted only after this look, and then waits for another one.
    let has_no_controls = || async {
        stage.retry_now().await;
        ann.message(&board.id).await.is_none_or(|it| it.components.is_empty())
    };
    stage.until("the old board has no controls", has_no_controls).await;
    stage.finish().await;
}

fn file(stage: &TestBot) -> &Path {
    Path::new(stage.database_url().strip_prefix("sqlite://").unwrap())
}

fn back_up(stage: &TestBot, copy: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    command.args(["db", "backup", copy.to_str().unwrap(), "--db", stage.database_url()]);
    assert!(command.output().unwrap().status.success());
}

async fn restore(stage: &mut TestBot, copy: &Path) {
    stage.kill().await;
    std::fs::copy(copy, file(stage)).unwrap();
    for ending in ["wal", "shm"] {
        let _ = std::fs::remove_file(file(stage).with_extension(format!("db-{ending}")));
    }
    stage.restart().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restored_backup_a_challenge_gets_a_card_of_its_own() {
    let mut stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!help").await;
    ann.wait_for("the commands", |it| it.author.bot).await;
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy.db");
    back_up(&stage, &copy);
    ann.say("!challenge @Bob loa casual black").await;
    let first = bob.wait_for("the challenge", says("challenges you to")).await;
    bob.press(&first, "Decline").await;
    let is_closed = || async { bob.message(&first.id).await.is_some_and(|it| it.components.is_empty()) };
    stage.until("the card has no buttons", is_closed).await;

    restore(&mut stage, &copy).await;
    ann.say("!challenge @Bob clobber casual black").await;
    let second = bob.wait_for("another card", |it| it.id > first.id && says("challenges you to")(it)).await;
    bob.press(&second, "Accept").await;
    ann.wait_for("the board", board_of("clobber", 1, 0)).await;
    stage.finish().await;
}
