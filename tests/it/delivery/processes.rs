//! Several processes of one bot on one PostgreSQL: each match is looked after by one of them, each event is answered once,
//! and one that is killed or stopped is followed by the others.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use jiff::Timestamp;
use play::{Match, MatchId, Seat, UserId};
use playground::{Trouble, ids};

use crate::support::Person;
use crate::support::looking::board_of;
use crate::support::owed::owe_matches;
use crate::support::postgres::Postgres;
use crate::support::relay::Relay;
use crate::support::stage::{TestBot, catch_up, free_address, quiet_move};

/// Messages of the bot that everybody sees.
async fn said(person: &Person) -> usize {
    person.messages().await.iter().filter(|it| it.author.bot && !it.ephemeral).count()
}

/// Whether a process says that it can serve.
async fn is_ready(address: &str) -> bool {
    reqwest::get(format!("http://{address}/readyz")).await.is_ok_and(|it| it.status() == 200)
}

/// The last sign of life of any shard.
async fn last_beat(postgres: &Postgres) -> Option<i64> {
    let pool = sqlx::PgPool::connect(&postgres.url).await.unwrap();
    let last = sqlx::query_scalar("SELECT MAX(beat_at) FROM shard_heartbeats").fetch_one(&pool).await.unwrap();
    pool.close().await;
    last
}

/// The shards that have given a sign of life: which one, of how many.
async fn beaten(postgres: &Postgres) -> Vec<(i64, i64)> {
    const SQL: &str = "SELECT shard, shards FROM shard_heartbeats ORDER BY shard";
    let pool = sqlx::PgPool::connect(&postgres.url).await.unwrap();
    let shards = sqlx::query_as(SQL).fetch_all(&pool).await.unwrap();
    pool.close().await;
    shards
}

#[tokio::test(flavor = "multi_thread")]
async fn what_several_processes_hear_is_answered_once() {
    let postgres = Postgres::create().await;
    let mut stage = TestBot::start_on(postgres.url.clone()).await;
    stage.start_another().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa black casual").await;
    let offer = bob.wait_for("the challenge", |it| it.content.contains("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    let mut position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
    let first = ann.wait_for("the first board", board_of("loa", 1, 0)).await;
    let before = said(&ann).await;
    let mut board = first;
    for ply in 0..12 {
        let player = if ply % 2 == 0 { &ann } else { &bob };
        let chosen = quiet_move(&*position, ply as u64);
        position.play(chosen).unwrap();
        match ply % 4 {
            0 => player.say(&format!("!move {chosen}")).await,
            1 => player.reply(&board, &chosen.to_string()).await,
            2 => player.slash("move", &[("move", &chosen.to_string())]).await,
            _ => player.say(&format!("@Parlor {chosen}")).await,
        };
        board = player.wait_for("the board", board_of("loa", 1, ply + 1)).await;
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(said(&ann).await, before + 1, "the board for Bob, which then changes in place:\n{}", ann.dump().await);
    let live = ann.messages().await.into_iter().filter(|it| !it.ephemeral && !it.components.is_empty()).count();
    assert_eq!(live, 1, "one board has controls");
    stage.finish_allowing(&[400]).await;
    postgres.drop().await;
}

/// Lets the next acknowledgment of an interaction fail in this way, and no other.
fn spoil_acknowledgment(stage: &TestBot, trouble: Trouble) {
    let is_spoiled = AtomicBool::new(false);
    stage.playground.spoil(move |_, path| {
        let is_next = path.ends_with("/callback") && !is_spoiled.swap(true, Ordering::SeqCst);
        if is_next { trouble } else { Trouble::None }
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_process_could_not_acknowledge_and_another_one_did_is_done_once() {
    let postgres = Postgres::create().await;
    let mut stage = TestBot::start_on(postgres.url.clone()).await;
    stage.start_another().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa black casual").await;
    let offer = bob.wait_for("the challenge", |it| it.content.contains("challenges you to")).await;
    // One process fails at first, and is told half a second later that the interaction is acknowledged: by the other one.
    spoil_acknowledgment(&stage, Trouble::Failed(500));
    bob.press(&offer, "Accept").await;
    bob.wait_for("the first board", board_of("loa", 1, 0)).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(bob.messages().await.iter().all(|it| !it.ephemeral), "nobody came too late:\n{}", bob.dump().await);

    ann.say("!play loa 1 black casual").await;
    ann.wait_for("the board", board_of("loa", 2, 0)).await;
    for round in 0..2 {
        // Which moves are legal depends on the bot's answer.
        let offered = ann.autocomplete("move", &[("match", "2"), ("move", "")], "move").await;
        ann.say(&format!("!move #2 {}", offered[0].value.as_str().unwrap())).await;
        ann.wait_for("the answer", board_of("loa", 2, round * 2 + 2)).await;
    }
    spoil_acknowledgment(&stage, Trouble::Failed(500));
    ann.slash("takeback", &[("match", "2")]).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(postgres.execute("UPDATE matches SET ply = ply WHERE id = 2 AND ply = 2").await, 1, "one takeback");
    stage.finish_allowing(&[400, 500]).await;
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_killed_process_had_only_acknowledged_is_done_by_another() {
    let postgres = Postgres::create().await;
    let mut stage = TestBot::start_on(postgres.url.clone()).await;
    stage.start_another().await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    // The first process never learns that its acknowledgment was taken, and is killed before it can ask again.
    stage.hold_newest();
    spoil_acknowledgment(&stage, Trouble::Cut);
    ann.slash("move", &[("move", "d1-b3")]).await;
    let is_acknowledged = || async { stage.playground.requests().iter().any(|it| it.spoiled) };
    stage.until("the move is acknowledged", is_acknowledged).await;
    stage.kill_first().await;
    stage.release();
    ann.wait_for("the answer", board_of("loa", 1, 2)).await;
    stage.finish_allowing(&[400]).await;
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_process_refuses_is_not_done_by_another() {
    let postgres = Postgres::create().await;
    let stage = TestBot::start_two(postgres.url.clone(), "PARLOR_COMMANDS_PER_MINUTE", "3").await;
    let ann = stage.person("Ann");
    stage.hold_newest();
    for _ in 0..3 {
        let last = ann.last_id().await;
        ann.slash("rules", &[("game", "loa")]).await;
        ann.wait_for("the rules", |it| it.id > last && it.ephemeral && it.state == "sent").await;
    }
    let last = ann.last_id().await;
    ann.slash("play", &[("game", "loa"), ("level", "1")]).await;
    let refused = ann.wait_for("the refusal", |it| it.id > last && it.ephemeral && it.state == "sent").await;
    stage.release();
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(postgres.count("SELECT COUNT(*) FROM matches").await, 0, "after this: {}", refused.content);
    stage.finish_allowing(&[400]).await;
    postgres.drop().await;
}

/// Discord answers one of two processes only, and that one late.
#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_discord_does_not_answer_keeps_no_command_from_the_others() {
    let postgres = Postgres::create().await;
    let mut stage = TestBot::start_on(postgres.url.clone()).await;
    let way = Relay::to(stage.playground.url()).await;
    stage.start_another_on(&way.url).await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    stage.playground.spoil(|_, path| match path.ends_with("/callback") {
        true => Trouble::Late(Duration::from_secs(1)),
        false => Trouble::None,
    });
    way.cut();
    let mut position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
    for round in 0..3 {
        // Which moves are legal depends on the bot's answer.
        let chosen = quiet_move(&*position, round);
        position.play(chosen).unwrap();
        ann.slash("move", &[("move", &chosen.to_string())]).await;
        let board = ann.wait_for("the answer", board_of("loa", 1, round as usize * 2 + 2)).await;
        catch_up(&mut *position, &board);
    }

    // Messages, too, once that process knows.
    let notices = || async { stage.log().contains("Discord does not answer this process") };
    stage.until("the process notices", notices).await;
    for _ in 0..8 {
        let last = ann.last_id().await;
        ann.say("!rules loa").await;
        ann.wait_for("the rules", |it| it.id > last && it.author.bot).await;
    }
    stage.finish_allowing(&[400]).await;
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_process_is_followed_by_another() {
    let postgres = Postgres::create().await;
    let mut stage = TestBot::start_on(postgres.url.clone()).await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    let mut position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
    let mut version = 0;
    for round in 0..4_u64 {
        let chosen = quiet_move(&*position, round);
        position.play(chosen).unwrap();
        ann.say(&format!("!move {chosen}")).await;
        // As soon as the move is accepted, whoever has accepted it is gone, and the other one owes the answer.
        stage.start_another().await;
        if round % 2 == 0 {
            stage.kill_first().await
        } else {
            stage.terminate_first().await
        }
        let board = match ann.eventually(Duration::from_secs(25), board_of("loa", 1, version + 2)).await {
            Some(board) => board,
            None => {
                ann.say(&format!("!move {chosen}")).await;
                ann.wait_for("the round, said again", board_of("loa", 1, version + 2)).await
            }
        };
        catch_up(&mut *position, &board);
        version += 2;
    }
    let is_only_board = || async { ann.messages().await.iter().filter(|it| !it.attachments.is_empty()).count() == 1 };
    stage.until("every other board is a line", is_only_board).await;
    stage.finish().await;
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_whose_clock_is_wrong_harms_no_match() {
    let postgres = Postgres::create_an_hour_ahead().await;
    let mut stage = TestBot::start_on(postgres.url.clone()).await;
    let (ann, bob) = stage.begin("casual live").await;
    stage.start_another().await;
    stage.kill_first().await;
    // Discord takes the next board, and nobody hears of it.
    stage.playground.spoil(|method, path| match (method, path.ends_with("/messages")) {
        ("POST", true) => Trouble::Denied(503),
        ("GET", true) => Trouble::Failed(503),
        _ => Trouble::None,
    });
    ann.say("!move d1-b3").await;
    let unheard = bob.wait_for("the board that nobody knows of", board_of("loa", 1, 1)).await;
    stage.until("the bot knows nothing", || async { stage.log().contains("could not be shown") }).await;
    // It is looked for in the channel, where times are Discord's.
    stage.playground.spoil_nothing();
    stage.retry_now_on(&postgres.url).await;
    const SHOWN: &str = "UPDATE matches SET origin = NULL WHERE shown_revision = revision";
    // From now on it is a match as former programs have begun it.
    stage.until("the board is not owed anymore", || async { postgres.execute(SHOWN).await == 1 }).await;
    let boards = ann.messages().await.into_iter().filter(board_of("loa", 1, 1)).count();
    assert_eq!(boards, 1, "it is not posted again:\n{}", ann.dump().await);
    bob.press(&unheard, "⋯").await;
    let more = bob.wait_for("what else can be done", |it| it.ephemeral).await;
    assert!(!more.text().contains("before my database was restored"), "{more:?}");
    bob.say("!move a2-c2").await;
    ann.wait_for("the match goes on", board_of("loa", 1, 2)).await;
    stage.finish_allowing(&[503]).await;
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_stops_gives_back_what_it_could_not_finish() {
    let postgres = Postgres::create().await;
    let mut stage = TestBot::start_on(postgres.url.clone()).await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    // Discord never answers to the next board, however long the process waits.
    let is_lost = AtomicBool::new(false);
    stage.playground.spoil(move |method, path| {
        let is_shown = ["POST", "PATCH"].contains(&method) && path.contains("/messages");
        if is_shown && !is_lost.swap(true, Ordering::SeqCst) { Trouble::Unanswered } else { Trouble::None }
    });
    ann.say("!move d1-b3").await;
    let is_stuck = || async { stage.playground.requests().iter().any(|it| it.spoiled) };
    stage.until("a board is on its way", is_stuck).await;
    stage.start_another().await;
    stage.terminate_first().await;
    let shown = ann.eventually(Duration::from_secs(5), board_of("loa", 1, 2)).await;
    assert!(shown.is_some(), "the other process has to wait for no lease:\n{}", stage.log());
    stage.playground.spoil_nothing();
    stage.finish().await;
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_does_what_is_due_and_hears_nothing() {
    let postgres = Postgres::create().await;
    let mut stage = TestBot::start_on(postgres.url.clone()).await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa black casual").await;
    let offer = bob.wait_for("the challenge", |it| it.content.contains("challenges you to")).await;
    bob.press(&offer, "Accept").await;
    ann.wait_for("the first board", board_of("loa", 1, 0)).await;

    // A move is accepted, and its board cannot be shown before the bot is gone.
    stage.playground.deny_posting(ann.channel, true);
    ann.slash("move", &[("move", "d1-b3")]).await;
    ann.wait_for("that it is played", |it| it.ephemeral && it.content.contains("You played **d1-b3**")).await;
    let address = free_address();
    stage.start_worker(&address);
    stage.kill_first().await;
    stage.until("the worker is ready", || async { is_ready(&address).await }).await;
    let alive_until = last_beat(&postgres).await;
    stage.playground.deny_posting(ann.channel, false);
    stage.retry_now_on(&postgres.url).await;
    let board = bob.wait_for("the board, by the worker", board_of("loa", 1, 1)).await;
    assert_eq!(board.pings, [bob.id.to_string()]);
    let before = said(&ann).await;
    bob.say("!move h5-g4").await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(said(&ann).await, before, "it hears nothing");
    assert_eq!(last_beat(&postgres).await, alive_until, "nor do clocks run on for people whom nobody hears");
    stage.finish_with_denials().await;
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_process_answers_what_its_shards_hear() {
    let postgres = Postgres::create().await;
    // Discord gives direct messages to the first shard, and the playground's server is on the second one.
    let stage = TestBot::start_shards(postgres.url.clone(), ["0/2", "1/2"]).await;
    stage.until("each gives signs of life for its own", || async { beaten(&postgres).await == [(0, 2), (1, 2)] }).await;
    let (ann, bob) = stage.begin("casual").await;
    let before = said(&ann).await;
    let mut position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
    for ply in 0..8 {
        let chosen = quiet_move(&*position, ply as u64);
        position.play(chosen).unwrap();
        match ply % 4 {
            0 => ann.say(&format!("!move {chosen}")).await,
            1 => bob.dm().say(&format!("!move #1 {chosen}")).await,
            2 => ann.slash("move", &[("move", &chosen.to_string())]).await,
            _ => bob.dm().slash("move", &[("move", &chosen.to_string()), ("match", "1")]).await,
        };
        ann.wait_for("the board", board_of("loa", 1, ply + 1)).await;
    }

    let alone = ann.dm();
    alone.say("!play loa 1 black casual").await;
    alone.wait_for("the board, in private", board_of("loa", 2, 0)).await;
    let before_alone = said(&alone).await;
    let mut position = games::open(&games::read_ruleset("loa").unwrap(), None).unwrap();
    for round in 0..3 {
        let chosen = quiet_move(&*position, round as u64);
        position.play(chosen).unwrap();
        alone.say(&format!("!move #2 {chosen}")).await;
        let board = alone.wait_for("the bot's move", board_of("loa", 2, 2 * (round + 1))).await;
        catch_up(&mut *position, &board);
    }
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(said(&ann).await, before + 1, "the board for Bob, which then changes in place:\n{}", ann.dump().await);
    assert_eq!(said(&alone).await, before_alone, "the board changes in place:\n{}", alone.dump().await);
    // Nothing is refused either: no interaction was acknowledged twice.
    stage.finish().await;
    postgres.drop().await;
}

/// Plays a move in a match as a process does that is gone as soon as the move is accepted.
async fn play_and_go(url: &str, id: MatchId, text: &str) {
    let db = store::open(url).await.unwrap();
    let current = db.find_match(id).await.unwrap().unwrap();
    let next = Match { moves: current.moves.iter().cloned().chain([text.to_owned()]).collect(), ..current.clone() };
    db.save(&current, &next, None, Timestamp::now()).await.unwrap();
    db.release_all().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_worker_makes_the_engines_move() {
    let postgres = Postgres::create().await;
    let mut stage = TestBot::start_on(postgres.url.clone()).await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    // From here on only the worker is there.
    stage.start_worker(&free_address());
    stage.kill_first().await;
    play_and_go(&postgres.url, MatchId(1), "b1-b3").await;
    let board = ann.eventually(Duration::from_secs(30), board_of("loa", 1, 2)).await;
    let board = board.expect("the worker shows its move");
    assert!(board.content.contains("played **"), "{}", board.content);
    stage.finish().await;
    postgres.drop().await;
}

/// Matches of Ann and Bob begin whose boards are owed.
async fn owe_boards(url: &str, count: usize) {
    owe_matches(url, [Seat::User(UserId(ids::ANN)), Seat::User(UserId(ids::BOB))], &[ids::GAMES], count).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_discord_does_not_answer_keeps_no_match_from_the_others() {
    const SHOWN: &str = "SELECT COUNT(*) FROM matches WHERE shown_revision = revision";
    let postgres = Postgres::create().await;
    let mut stage = TestBot::start_on(postgres.url.clone()).await;
    let way = Relay::to(stage.playground.url()).await;
    let address = free_address();
    stage.start_worker_by(&address, &way.url);
    stage.kill_first().await;
    stage.until("the worker is ready", || async { is_ready(&address).await }).await;

    // The worker is alone, reaches its database, and nobody else.
    way.cut();
    owe_boards(&postgres.url, 1).await;
    let notices = || async { stage.log().contains("Discord does not answer this process") };
    stage.until("the worker notices", notices).await;
    stage.start_another().await;
    stage.until("the other one shows the board", || async { postgres.count(SHOWN).await == 1 }).await;
    let tries = |stage: &TestBot| stage.log().matches("a match could not be shown").count();
    let before = tries(&stage);
    owe_boards(&postgres.url, 40).await;
    stage.until("it shows the others", || async { postgres.count(SHOWN).await == 41 }).await;
    assert_eq!(tries(&stage), before, "the worker has tried none of them:\n{}", stage.log());

    // It is alone again, and then Discord answers.
    stage.kill_newest();
    owe_boards(&postgres.url, 1).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(tries(&stage), before, "nor is that one put off");
    way.mend();
    let mended = Instant::now();
    stage.until("the worker shows it", || async { postgres.count(SHOWN).await == 42 }).await;
    assert!(mended.elapsed() < Duration::from_secs(10), "at once: {:?}", mended.elapsed());
    stage.finish().await;
    postgres.drop().await;
}
