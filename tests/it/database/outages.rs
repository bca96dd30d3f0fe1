//! The database fails or waits at an instant that matters: what is told of what was asked for, what becomes of a match, and
//! how a process ends.

use std::time::Duration;

use play::decide::MoveInput;
use play::ports::{Clock as _, StoreError};
use play::{
    Asker, ChannelId, EventId, HostError, Match, MatchChoice, MatchId, OfferKind, OwnThread, Place, PlayedMove,
    ThreadHome, UserId,
};
use sqlx::PgPool;

use crate::support::Message;
use crate::support::cable::{Cable, Fault};
use crate::support::desk::{ANN, BOB, PLACE, TestHost, asker, terms};
use crate::support::looking::{board_of, says};
use crate::support::postgres::Postgres;
use crate::support::stage::{TestBot, free_address};

/// Somebody says a move by that message.
async fn play(desk: &TestHost, user: UserId, id: MatchId, text: &str, message: u64) -> Result<PlayedMove, HostError> {
    let asker = Asker { origin: Some(EventId(message)), ..asker(user) };
    desk.host.play_move(asker, MatchChoice::Number(id), MoveInput::typed(text)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_was_accepted_is_never_said_to_be_tried_again() {
    let postgres = Postgres::create().await;
    let cable = Cable::to(&postgres.url).await;
    let desk = TestHost::open_on(cable.url.clone()).await;
    let id = desk.begin(None).await;
    desk.look().await;

    cable.set(Fault::LosesAnswer);
    let played = play(&desk, ANN, id, "d1-b3", 1).await.unwrap_or_else(|error| panic!("it is accepted: {error:?}"));
    assert_eq!((played.chosen.to_string().as_str(), played.board.current.plies()), ("d1-b3", 1));
    desk.look().await;
    assert_eq!(desk.count("board 1"), 1, "and shown at once, as this process has its lease");

    cable.set(Fault::LosesCommit);
    let failed = play(&desk, BOB, id, "h5-g4", 2).await;
    assert!(matches!(failed, Err(HostError::Store(StoreError::Database(_)))), "{:?}", failed.err());
    play(&desk, BOB, id, "h5-g4", 3).await.unwrap_or_else(|error| panic!("it can be said again: {error:?}"));

    cable.set(Fault::BreaksAtAnswer);
    let doubtful = play(&desk, ANN, id, "b1-b4", 4).await;
    assert!(matches!(doubtful, Err(HostError::InDoubt(_))), "{:?}", doubtful.err());
    cable.set(Fault::None);
    let current = desk.store.find_match(id).await.unwrap().unwrap();
    assert_eq!(current.plies(), 3, "it was accepted");
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_that_was_given_up_is_not_said_to_be_tried_again() {
    let postgres = Postgres::create().await;
    let desk = TestHost::open_on(postgres.url.clone()).await;
    let id = desk.begin(None).await;
    desk.look().await;

    // The database answers whoever asks, but somebody keeps the match's row until nobody waits for the move anymore.
    let pool = PgPool::connect(&postgres.url).await.unwrap();
    let mut other = pool.begin().await.unwrap();
    sqlx::query("SELECT id FROM matches FOR UPDATE").execute(&mut *other).await.unwrap();
    let doubtful = play(&desk, ANN, id, "d1-b3", 1).await;
    assert!(
        matches!(doubtful, Err(HostError::InDoubt(StoreError::Unanswered("save", _)))),
        "it may still come: {:?}",
        doubtful.err()
    );
    other.rollback().await.unwrap();
    pool.close().await;
    let played = play(&desk, ANN, id, "d1-b3", 2).await.unwrap_or_else(|error| panic!("it goes on: {error:?}"));
    assert_eq!(played.board.current.moves, ["d1-b3"], "once");
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_ends_in_time_whatever_the_database_does() {
    let postgres = Postgres::create().await;
    let cable = Cable::to(&postgres.url).await;
    let mut stage = TestBot::start_on(cable.url.clone()).await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    cable.set(Fault::Frozen);
    ann.say("!move d1-b3").await;
    stage.terminate();
    let status = stage.ends().await;
    assert!(status.success(), "{status}");
    stage.playground.stop();
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_that_starts_without_its_database_waits_for_it() {
    let postgres = Postgres::create().await;
    let cable = Cable::to(&postgres.url).await;
    cable.set(Fault::Broken);
    let address = free_address();
    let ask = async |path: &str| reqwest::get(format!("http://{address}/{path}")).await;
    let mended = async {
        tokio::time::sleep(Duration::from_secs(4)).await;
        assert_eq!(ask("healthz").await.unwrap().status(), 200);
        let ready = ask("readyz").await.unwrap();
        assert_eq!(ready.status(), 503);
        assert!(ready.text().await.unwrap().contains("database"));
        assert!(ask("metrics").await.unwrap().status().is_success());
        cable.set(Fault::None);
    };
    let started = TestBot::start_set_on(cable.url.clone(), "PARLOR_HTTP_ADDR", &address);
    let (stage, ()) = tokio::join!(started, mended);
    assert!(stage.log().contains("waiting for the database"), "{}", stage.log());
    stage.until("it is ready", || async { ask("readyz").await.is_ok_and(|it| it.status() == 200) }).await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;
    stage.finish().await;
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_without_its_database_asks_nobody_to_repeat_what_another_has_done() {
    let postgres = Postgres::create().await;
    let cable = Cable::to(&postgres.url).await;
    let mut stage = TestBot::start_on(postgres.url.clone()).await;
    stage.start_another_by(&cable.url).await;
    let ann = stage.person("Ann");
    ann.say("!play loa 1 black casual").await;
    ann.wait_for("the board", board_of("loa", 1, 0)).await;

    // It is away for long, and the other process plays the move.
    cable.set(Fault::Broken);
    ann.say("!move d1-b3").await;
    ann.wait_for("the round", board_of("loa", 1, 2)).await;
    let unsure = |it: &Message| says("I can't tell whether I've done what you asked")(it);
    let first = ann.wait_for("that one process doesn't know", unsure).await;
    ann.say("@Parlor takeback").await;
    let back = ann.wait_for("the position before", board_of("loa", 1, 3)).await;
    let second = ann.wait_for("the same", |it| it.id > first.id && unsure(it)).await;
    ann.reply(&back, "b1-b3").await;
    ann.wait_for("the next round", board_of("loa", 1, 5)).await;
    ann.wait_for("the same", |it| it.id > second.id && unsure(it)).await;

    // It is away for a moment only, and finds out that the other process has taken the moves back.
    ann.say("!takeback").await;
    tokio::time::sleep(Duration::from_millis(700)).await;
    cable.set(Fault::None);
    ann.wait_for("the position before again", board_of("loa", 1, 6)).await;
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(stage.said("I can't tell whether I've done what you asked"), 3, "{}", ann.dump().await);
    assert_eq!(stage.said("lease try again"), 0, "{}", ann.dump().await);
    stage.playground.stop();
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_process_acts_on_a_message_although_the_answer_to_its_claim_was_lost() {
    let postgres = Postgres::create().await;
    let cable = Cable::to(&postgres.url).await;
    let (one, other) = (TestHost::open_on(cable.url.clone()).await, TestHost::open_on(postgres.url.clone()).await);
    assert!(one.host.is_mine(1).await.unwrap(), "from now on, the statement is prepared");
    cable.set(Fault::LosesStatement);
    assert!(one.host.is_mine(2).await.unwrap());
    assert!(!other.host.is_mine(2).await.unwrap());
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_asked_to_repeat_what_may_have_been_done() {
    let postgres = Postgres::create().await;
    let cable = Cable::to(&postgres.url).await;
    let desk = TestHost::open_on(cable.url.clone()).await;
    let id = desk.begin(None).await;
    desk.play(ANN, id, "d1-b3").await.unwrap();

    cable.set(Fault::LosesAnswer);
    let offered = desk.host.offer(asker(ANN), MatchChoice::Number(id), OfferKind::Takeback).await;
    assert!(matches!(offered, Err(HostError::Unsure(_))), "{:?}", offered.err());
    let current = desk.store.find_match(id).await.unwrap().unwrap();
    assert!(current.offers.pending.is_some(), "Bob is asked");

    cable.set(Fault::LosesAnswer);
    let begun = desk.host.play_engine(current.place, ANN, 1, terms("loa")).await;
    assert!(matches!(begun, Err(HostError::Unsure(_))), "{:?}", begun.err());
    cable.set(Fault::LosesAnswer);
    let challenged = desk.host.challenge(current.place, ANN, None, terms("loa")).await;
    assert!(matches!(challenged, Err(HostError::Unsure(_))), "{:?}", challenged.err());
    postgres.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_that_gets_its_thread_while_that_is_given_up_goes_on_in_the_channel() {
    let postgres = Postgres::create().await;
    let desk = TestHost::open_on(postgres.url.clone()).await;
    let id = desk.begin(None).await;
    let current = desk.store.find_match(id).await.unwrap().unwrap();
    let there = Place { channel: ChannelId(4711), ..PLACE };

    // Somebody keeps the row of a challenge in the thread, so that giving it up takes a while.
    desk.host.challenge(there, ANN, None, terms("loa")).await.unwrap();
    let pool = PgPool::connect(&postgres.url).await.unwrap();
    let mut other = pool.begin().await.unwrap();
    sqlx::query("SELECT id FROM challenges FOR UPDATE").execute(&mut *other).await.unwrap();
    let gets_thread = async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let mut next = Match { place: there, ..current.clone() };
        next.delivery.thread = Some(OwnThread::Open(ThreadHome { parent: PLACE.channel, is_post: false }));
        desk.store.save(&current, &next, None, desk.clock.now()).await.unwrap();
        other.rollback().await.unwrap();
    };
    let (left, ()) = tokio::join!(desk.delivery.leave_thread(there.channel), gets_thread);
    left.unwrap();
    assert_eq!(desk.store.find_match(id).await.unwrap().unwrap().place, PLACE);
    pool.close().await;
    postgres.drop().await;
}
