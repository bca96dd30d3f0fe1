//! What the bot has posted without ever hearing of it: it is found again, however much has been written around it.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use play::{ChannelId, GuildId};
use playground::{Settings, Trouble, ids};

use crate::support::looking::{board_of, ephemeral, says};
use crate::support::stage::TestBot;
use crate::support::{Message, Person, SHORTEST_MATCH};

/// Discord forgets at once which nonces it has seen, and never a message.
fn forgetful() -> Settings {
    Settings { nonce_life: Duration::ZERO, messages_per_channel: usize::MAX, ..Settings::default() }
}

/// From now on Discord takes each message, and the bot never learns which it is.
fn keep_from_hearing(stage: &TestBot) {
    let forget = |answer: &mut serde_json::Value| *answer = serde_json::Value::Null;
    stage.playground.spoil(move |method, path| {
        if method == "POST" && path.ends_with("/messages") { Trouble::Changed(forget) } else { Trouble::None }
    });
}

/// The same, and the bot cannot look for it, either.
fn keep_from_hearing_and_looking(stage: &TestBot) {
    stage.playground.spoil(|method, path| match (method, path.ends_with("/messages")) {
        ("POST", true) => Trouble::Denied(503),
        ("GET", true) => Trouble::Failed(503),
        _ => Trouble::None,
    });
}

async fn chatter(person: &Person, count: usize) {
    for _ in 0..count {
        person.say("So many people, so many words.").await;
    }
}

async fn until_it_is_noted_that_a_board_failed(stage: &TestBot) {
    stage.until("the bot knows nothing", || async { stage.log().contains("could not be shown") }).await;
}

/// Ann moves, and Discord takes the board, of which the bot learns nothing.
async fn move_unheard(stage: &TestBot, ann: &Person, bob: &Person) -> Message {
    keep_from_hearing_and_looking(stage);
    ann.slash("move", &[("move", "d1-b3")]).await;
    let board = bob.wait_for("the board that nobody knows of", board_of("loa", 1, 1)).await;
    until_it_is_noted_that_a_board_failed(stage).await;
    board
}

async fn until_no_board_is_owed(stage: &TestBot) {
    const OWED: &str = "SELECT COUNT(*) FROM matches WHERE shown_revision IS NULL OR shown_revision < revision";
    stage.until("the board is not owed anymore", || async { stage.count(OWED).await == 0 }).await;
}

/// Clocks may be wrong by two seconds, so the page that is looked through begins that much earlier than it must.
async fn outwait_the_margin() {
    tokio::time::sleep(Duration::from_secs(3)).await;
}

async fn until_bare(stage: &TestBot, person: &Person, message: &Message) {
    let is_bare = |it: Option<Message>| it.is_some_and(|it| it.components.is_empty());
    stage.until("it has no controls", || async { is_bare(person.message(&message.id).await) }).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_of_which_nobody_heard_is_the_one_that_changes() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    keep_from_hearing(&stage);
    ann.say("!move d1-b3").await;
    let unheard = bob.wait_for("the board that nobody knows of", board_of("loa", 1, 1)).await;
    until_it_is_noted_that_a_board_failed(&stage).await;
    // The match goes on before the board is tried again.
    stage.playground.spoil_nothing();
    bob.say("!move a2-c2").await;
    let next = bob.wait_for("the next board", board_of("loa", 1, 2)).await;
    assert_eq!(next.id, unheard.id, "it's found before anything is posted");
    let with_controls = || async {
        let all = ann.messages().await;
        all.iter().filter(|it| it.author.bot && !it.ephemeral && !it.components.is_empty()).count()
    };
    stage.until("no other board has controls", || async { with_controls().await == 1 }).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_of_which_nobody_heard_can_be_declined() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    keep_from_hearing(&stage);
    ann.slash("draw", &[]).await;
    let unheard = bob.wait_for("the offer that nobody knows of", says("offers a draw")).await;
    until_it_is_noted_that_a_board_failed(&stage).await;
    stage.playground.spoil_nothing();
    bob.press(&unheard, "Decline").await;
    until_no_board_is_owed(&stage).await;
    let has_controls = |it: &&Message| board_of("loa", 1, 0)(it) && !it.components.is_empty();
    let one_is_left = || async { ann.messages().await.iter().filter(has_controls).count() == 1 };
    stage.until("one board has controls", one_is_left).await;
    assert!(ann.message(&unheard.id).await.is_some(), "{}", ann.dump().await);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_board_is_found_below_six_hundred_messages() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    chatter(&ann, 600).await;
    ann.say("!challenge @Bob loa black casual").await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    keep_from_hearing(&stage);
    bob.press(&offer, "Accept").await;
    let unheard = ann.wait_for("the board that nobody knows of", board_of("loa", 1, 0)).await;
    until_it_is_noted_that_a_board_failed(&stage).await;
    ann.slash("move", &[("move", "d1-b3")]).await;
    ann.wait_for("that it is played", ephemeral("You played")).await;
    stage.playground.spoil_nothing();
    bob.wait_for("the next board", board_of("loa", 1, 1)).await;
    until_bare(&stage, &bob, &unheard).await;
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_found_between_very_many_messages() {
    let stage = TestBot::start_in(forgetful()).await;
    let (ann, bob) = stage.begin("casual").await;
    chatter(&ann, 600).await;
    outwait_the_margin().await;
    move_unheard(&stage, &ann, &bob).await;
    chatter(&ann, 600).await;
    stage.playground.spoil_nothing();
    stage.retry_now().await;
    until_no_board_is_owed(&stage).await;
    let boards = ann.messages().await.into_iter().filter(board_of("loa", 1, 1)).count();
    assert_eq!(boards, 1, "it is not posted again");
    stage.finish_allowing(&[503]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_board_that_has_kept_its_controls_loses_them_when_they_are_used() {
    let stage = TestBot::start().await;
    let (ann, bob) = stage.begin("casual").await;
    let old = bob.wait_for("the first board", board_of("loa", 1, 0)).await;
    stage.playground.spoil(|method, _| if method == "PATCH" { Trouble::Failed(403) } else { Trouble::None });
    ann.say("!move d1-b3").await;
    let live = bob.wait_for("the next board", board_of("loa", 1, 1)).await;
    until_no_board_is_owed(&stage).await;
    stage.playground.spoil_nothing();
    ann.press(&old, "⋯").await;
    ann.wait_for("that it is old", ephemeral("out of date")).await;
    until_bare(&stage, &ann, &old).await;
    let live = ann.message(&live.id).await.expect("the live board stays");
    assert!(!live.components.is_empty(), "{}", ann.dump().await);
    stage.finish_allowing(&[403]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_is_not_posted_again_below_other_messages() {
    let stage = TestBot::start_in(forgetful()).await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa black casual").await;
    let offer = bob.wait_for("the challenge", says("challenges you to")).await;
    keep_from_hearing_and_looking(&stage);
    bob.press(&offer, "Accept").await;
    let unheard = ann.wait_for("the board that nobody knows of", board_of("loa", 1, 0)).await;
    until_it_is_noted_that_a_board_failed(&stage).await;
    chatter(&ann, 60).await;
    stage.playground.spoil_nothing();
    until_no_board_is_owed(&stage).await;
    let boards: Vec<Message> = ann.messages().await.into_iter().filter(board_of("loa", 1, 0)).collect();
    assert!(boards.len() == 1 && boards[0].id == unheard.id, "{}", ann.dump().await);
    stage.finish_allowing(&[503]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_says_something_else_by_now_is_changed_and_not_posted_again() {
    let stage = TestBot::start_in(forgetful()).await;
    let (ann, bob) = stage.begin("casual live").await;
    let unheard = move_unheard(&stage, &ann, &bob).await;
    stage.playground.spoil(|_, path| if path.ends_with("/messages") { Trouble::Failed(503) } else { Trouble::None });
    for person in [&ann, &bob] {
        person.slash("pause", &[]).await;
        person.wait_for("that it is offered or done", |it| it.ephemeral && !it.content.is_empty()).await;
    }
    const PUT_OFF: &str =
        "SELECT COUNT(*) FROM matches WHERE lease_until = 0 AND due_at > 0 AND details LIKE '%\"is_paused\":true%'";
    stage.until("no try is under way", || async { stage.count(PUT_OFF).await == 1 }).await;
    stage.playground.spoil_nothing();
    stage.retry_now().await;
    until_no_board_is_owed(&stage).await;
    let boards: Vec<Message> = ann.messages().await.into_iter().filter(board_of("loa", 1, 1)).collect();
    assert!(boards.len() == 1 && boards[0].id == unheard.id, "{}", ann.dump().await);
    assert!(boards[0].says("Paused"), "{}", boards[0].content);
    stage.finish_allowing(&[503]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_was_changed_is_not_posted_again() {
    let stage = TestBot::start().await;
    let ann = stage.person("Ann");
    ann.say("!play breakthrough level 1 first casual").await;
    let first = ann.wait_for("the first board", board_of("breakthrough", 1, 0)).await;
    // Discord changes the board, and the bot hears that it failed.
    stage.playground.spoil(|method, _| if method == "PATCH" { Trouble::Denied(503) } else { Trouble::None });
    ann.slash("move", &[("move", "a2-a3")]).await;
    let changed = ann.wait_for("the board with both moves", board_of("breakthrough", 1, 2)).await;
    assert_eq!(changed.id, first.id);
    until_it_is_noted_that_a_board_failed(&stage).await;
    // Now it is not the newest message anymore, so the board would be posted below.
    ann.say("What a game!").await;
    stage.playground.spoil_nothing();
    until_no_board_is_owed(&stage).await;
    let has_controls = |it: &Message| !it.components.is_empty();
    let boards: Vec<Message> = ann.messages().await.into_iter().filter(board_of("breakthrough", 1, 2)).collect();
    assert!(boards.len() == 1 && boards[0].id == first.id && has_controls(&boards[0]), "{}", ann.dump().await);
    stage.finish().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_board_that_stands_twice_goes_when_it_is_used() {
    let stage = TestBot::start_in(forgetful()).await;
    let (ann, bob) = stage.begin("casual").await;
    let twice = move_unheard(&stage, &ann, &bob).await;
    // It comes so late that it is not there yet when the bot looks.
    let hide = |found: &mut serde_json::Value| *found = serde_json::json!([]);
    stage.playground.spoil(move |method, path| {
        if method == "GET" && path.ends_with("/messages") { Trouble::Changed(hide) } else { Trouble::None }
    });
    stage.retry_now().await;
    until_no_board_is_owed(&stage).await;
    stage.playground.spoil_nothing();
    let boards = || async { ann.messages().await.into_iter().filter(board_of("loa", 1, 1)).count() };
    assert_eq!(boards().await, 2, "{}", ann.dump().await);
    bob.press(&twice, "⋯").await;
    bob.wait_for("what else can be done", |it| it.ephemeral).await;
    stage.until("one is left", || async { boards().await == 1 }).await;
    assert!(bob.message(&twice.id).await.is_none(), "{}", ann.dump().await);
    stage.finish_allowing(&[503]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_loses_its_controls_between_very_many_messages() {
    let stage = TestBot::start_in(forgetful()).await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    chatter(&ann, 600).await;
    outwait_the_margin().await;
    keep_from_hearing_and_looking(&stage);
    ann.say("!challenge @Bob loa black casual").await;
    let card = bob.wait_for("the challenge that nobody knows of", says("challenges you to")).await;
    const WITHDRAWN: &str = "SELECT COUNT(*) FROM challenges WHERE state = 'withdrawn'";
    stage.until("it is withdrawn", || async { stage.count(WITHDRAWN).await == 1 }).await;
    chatter(&ann, 600).await;
    stage.playground.spoil_nothing();
    stage.close_cards_now().await;
    until_bare(&stage, &bob, &card).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_that_cannot_be_found_is_known_once_somebody_presses_it() {
    let stage = TestBot::start().await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    ann.say("!challenge @Bob loa black casual").await;
    let card = bob.wait_for("the challenge", says("challenges you to")).await;
    stage.forget_cards().await;
    stage.playground.spoil(|method, path| match method == "GET" && path.ends_with("/messages") {
        true => Trouble::Failed(503),
        false => Trouble::None,
    });
    bob.press(&card, "Accept").await;
    until_bare(&stage, &bob, &card).await;
    stage.finish().await;
}

/// What the bot has posted in servers is noted.
const NOTED: &str = "SELECT COUNT(*) FROM servers WHERE due_at > 0 AND failures = 0 AND lease_until = 0";

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_of_the_day_is_posted_once() {
    let mut stage = TestBot::start_in(forgetful()).await;
    let ann = stage.person("Ann");
    chatter(&ann, 200).await;
    outwait_the_margin().await;
    keep_from_hearing(&stage);
    ann.say("!parlor daily here").await;
    let unheard = ann.wait_for("the puzzle that nobody knows of", says("Puzzle of the day")).await;
    stage.kill().await;
    chatter(&ann, 200).await;
    stage.playground.spoil_nothing();
    stage.restart().await;
    stage.until("it is noted", || async { stage.count(NOTED).await == 1 }).await;
    let puzzles = ann.messages().await.into_iter().filter(says("Puzzle of the day")).count();
    assert_eq!(puzzles, 1, "{}", ann.dump().await);
    ann.press(&unheard, "Solve It").await;
    ann.wait_for("the puzzle in private", ephemeral("only one move")).await;
}

/// A match has ended in the week before, and its digest is due.
async fn owe_digest(stage: &TestBot, channel: u64) {
    let (db, guild) = (store::open(stage.database_url()).await.unwrap(), GuildId(ids::GUILD));
    let known = db.server(guild).await.unwrap();
    let mut next = known.clone();
    next.post_digest_in(Some(ChannelId(channel)), None, Timestamp::now());
    let digest = next.digest.as_mut().unwrap();
    digest.week -= 1;
    let ended_at = (digest.due_at() - SignedDuration::from_hours(1)).as_millisecond();
    db.set_server(guild, &known, &next).await.unwrap();
    db.close().await;
    let pool = sqlx::SqlitePool::connect(stage.database_url()).await.unwrap();
    sqlx::query("UPDATE matches SET updated_at = $1").bind(ended_at).execute(&pool).await.unwrap();
    pool.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_weekly_digest_is_posted_once() {
    let mut stage = TestBot::start_in(forgetful()).await;
    let (ann, bob) = (stage.person("Ann"), stage.person("Bob"));
    let moves: Vec<String> = SHORTEST_MATCH[..3].iter().map(|it| (*it).to_owned()).collect();
    stage.add_ended_match(&ann, &bob, "loa:classic", &moves).await;
    stage.kill().await;
    owe_digest(&stage, ann.channel).await;
    keep_from_hearing(&stage);
    stage.restart().await;
    ann.wait_for("the digest that nobody knows of", says("The week until")).await;
    stage.kill().await;
    chatter(&ann, 200).await;
    stage.playground.spoil_nothing();
    stage.restart().await;
    stage.until("it is noted", || async { stage.count(NOTED).await == 1 }).await;
    let digests = ann.messages().await.into_iter().filter(says("The week until")).count();
    assert_eq!(digests, 1, "{}", ann.dump().await);
    stage.finish().await;
}
